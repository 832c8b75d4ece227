// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import Testing

@testable import PassTemplate

/// Runs the examples of the findings. Each bad one must give exactly its finding, each good one
/// none.
struct DataExampleTests {
  private static let findings =
    DataFindings.all + CellFindings.all + ColumnFindings.all

  /// Returns the diagnostics of a template.json and a data file, if they are given.
  private func diagnostics(of example: Example) throws -> [Diagnostic] {
    var template: [UInt8]?
    var data: (name: String, bytes: [UInt8])?
    for change in example.changes {
      guard case .file(let name, let content) = change else { continue }
      let bytes: [UInt8]
      switch content {
      case .text(let text): bytes = Array(text.utf8)
      case .bytes(let raw): bytes = raw
      default: continue
      }
      if name == "template.json" { template = bytes } else { data = (name, bytes) }
    }
    var report = Report()
    let document = JSONReader.read(
      try #require(template), name: "template.json", report: &report)
    let schema = ColumnSchema.read(document?.root["columns"], report: &report)
    guard let data else { return report.diagnostics }
    guard
      try EncodingCheck.run(
        name: data.name, options: DataOptions(), read: pieces(data.bytes), report: &report),
      var reader = try DataReader(name: data.name, read: pieces(data.bytes), report: &report),
      let binding = ColumnBinder.bind(schema, header: reader.header, report: &report)
    else { return report.diagnostics }
    var parser = RowParser(binding) { ["photos/a.png", "photos/a..b.png"].contains($0) }
    var cells: [Cell] = []
    while let row = try reader.next(&report) {
      if !row.isRejected { _ = parser.parse(row, into: &cells, report: &report) }
    }
    return report.diagnostics
  }

  @Test(arguments: findings.map(\.code))
  func eachExampleGivesExactlyItsFinding(_ code: String) throws {
    let finding = try #require(Self.findings.first { $0.code == code })
    for (number, example) in finding.bad.enumerated() {
      let found = try diagnostics(of: example)
      #expect(found.map(\.code) == [code], "bad example \(number): \(found.map(\.message))")
      #expect(found.first?.location?.file == example.file, "bad example \(number)")
    }
    for (number, example) in finding.good.enumerated() {
      let found = try diagnostics(of: example)
      #expect(found.isEmpty, "good example \(number): \(found.map { "\($0.code) \($0.message)" })")
    }
  }

  /// Findings that need an option, an argument, a program or megabytes. Separate tests cover them.
  private static let withoutExample: Set<String> = [
    "data.encoding.unknown", "data.encoding.contradicted", "data.row.tooLarge",
    "data.cell.tooLarge", "data.header.tooManyColumns", "data.set.invalid", "data.set.duplicate",
    "data.set.unused", "data.row.notEncoded",
  ]

  @Test
  func everyOtherFindingHasBothExamples() {
    for finding in Self.findings where !Self.withoutExample.contains(finding.code) {
      #expect(!finding.bad.isEmpty && !finding.good.isEmpty, "\(finding.code)")
    }
  }

  @Test
  func codesAreUniqueAndWellFormed() {
    #expect(Set(Self.findings.map(\.code)).count == Self.findings.count)
    for finding in Self.findings {
      #expect(finding.code.split(separator: ".").count == 3, "\(finding.code)")
      #expect(finding.help.first?.isUppercase != true && finding.help.last != ".")
    }
  }
}
