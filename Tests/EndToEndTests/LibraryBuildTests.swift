// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassReport
import PassTemplate
import PassTesting
import Testing

/// Tests that the library reports the same as `passc build` for a template and a row. Only options
/// in help and locations of values differ.
struct LibraryBuildTests {
  private static let time: Int64 = 1_767_225_600
  private static let identity = "\(Program.repository)/certs-example/nfc"
  private static let templates = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]

  /// Returns the first row of the sample by column.
  private static func sampleRow(of template: Template) throws -> [String: String] {
    var choice = DataChoice()
    choice.sample = 1
    var report = Report(sources: template.sources)
    let source = try RowSource(
      try choice.withSample(of: template), for: template, report: &report)
    var rows = try #require(source, "\(report.sorted)")
    let row = try #require(try rows.next(&report))
    var values: [String: String] = [:]
    for column in template.schema.columns {
      let text =
        if let index = rows.header?.names.firstIndex(of: column.header) {
          row.text(ofCell: index)
        } else {
          column.header.split(separator: ".").reduce(row.document?.root) { $0?[String($1)] }
            .map { $0.string ?? String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
        }
      if let text, !text.isEmpty { values[column.name] = text }
    }
    return values
  }

  /// Returns all messages of the library, and whether there is a pass.
  private static func library(
    _ folder: String, _ row: [String: String], files: String, subject: String
  ) throws -> (errors: String, isPass: Bool) {
    func text(_ diagnostics: [Diagnostic]) -> String {
      TextWriter(subject: subject, help: \.helpWithOptions).text(of: diagnostics)
    }
    do {
      let identity = try Identity.load(folder: identity, at: time)
      let template = try Template.load(folder: folder).completed(by: identity)
      let resolved = try template.resolved(with: row, filesFolder: files)
      let (_, warnings) = try resolved.checked(for: identity, at: time)
      return (text(warnings), true)
    } catch let rejected as DiagnosticsError {
      return (text(rejected.diagnostics), false)
    }
  }

  /// Returns the same for `passc build`.
  private static func command(
    _ folder: String, _ row: [String: String], files: String, in place: TemporaryFolder
  ) throws -> (errors: String, isPass: Bool) {
    let values = row.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
    let outcome = try Program.run(
      try #require(Program.passc, "passc is not beside the tests"),
      ["build", folder, "--identity", identity, "--emit", "folder", "-o", "out", "--files", files]
        + ["--no-excerpt"] + values,
      in: place.path, environment: ["SOURCE_DATE_EPOCH": "\(time)", "HOME": place.path])
    // The last line counts them, and begins with a number.
    let lines = outcome.errors.split(separator: "\n").filter { $0.first?.isNumber != true }
    return (lines.joined(separator: "\n"), outcome.status == 0)
  }

  /// Returns the lines without locations of values. The command reports a missing column before it
  /// reads a row, and a value without a column is a usage error.
  private static func comparable(
    _ said: (errors: String, isPass: Bool)
  ) -> (lines: [String], isPass: Bool) {
    var lines: [String] = []
    var isHelpOfOther = false
    for line in said.errors.split(separator: "\n").map(String.init) {
      if line.hasSuffix("[data.set.unused]") {
        isHelpOfOther = true
      } else if line.hasSuffix("[data.column.missing]") {
        isHelpOfOther = true
        lines.append("missing: " + (line.split(separator: "\"").dropFirst().first ?? ""))
      } else if line.hasPrefix("help: "), isHelpOfOther {
        isHelpOfOther = false
      } else if line.hasPrefix("--set ") || line.hasPrefix("row."),
        let severity = [": error: ", ": warning: ", ": note: "]
          .compactMap({ line.firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound })
      {
        lines.append("value" + line[severity.lowerBound...])
      } else {
        lines.append(line)
      }
    }
    return (lines.sorted(), said.isPass)
  }

  @Test(arguments: templates)
  func saysOfATemplateWhatTheCommandSays(_ name: String) throws {
    let folder = "\(Program.repository)/templates/\(name).pass"
    let row = try Self.sampleRow(of: try Template.load(folder: folder))
    let place = try TemporaryFolder()
    let library = try Self.library(folder, row, files: folder, subject: folder)
    let command = try Self.command(folder, row, files: folder, in: place)
    #expect(command.isPass, "\(command.errors)")
    #expect(library == command)
  }

  /// Each seed makes 25 variants, with a damaged member of pass.json, line of template.json or
  /// value of the row.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func saysOfBrokenVariantsWhatTheCommandSays(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var refused = 0
    for round in 0..<25 {
      let name = Self.templates[Int.random(in: 0..<Self.templates.count, using: &random)]
      let place = try TemporaryFolder()
      let template = "\(Program.repository)/templates/\(name).pass"
      try Self.copy(template, to: place, as: "templates/\(name).pass")
      try Self.copy(
        "\(Program.repository)/templates/shared", to: place, as: "templates/shared")
      let folder = place("templates/\(name).pass")
      var row = try Self.sampleRow(of: try Template.load(folder: folder))
      let change = try Self.damage(folder, &row, &random)
      let library = try Self.library(folder, row, files: folder, subject: folder)
      let command = try Self.command(folder, row, files: folder, in: place)
      #expect(
        Self.comparable(library) == Self.comparable(command),
        "seed \(seed), round \(round), \(name): \(change)")
      if !command.isPass { refused += 1 }
    }
    #expect(refused > 3, "\(refused) of 25 variants were refused")
  }

  private static func copy(
    _ folder: String, to place: TemporaryFolder, as name: String
  ) throws {
    for entry in try Disk.list(folder) {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .folder {
        try copy(path, to: place, as: "\(name)/\(entry.name)")
      } else {
        try place.add("\(name)/\(entry.name)", try Disk.read(path))
      }
    }
  }

  /// Makes one change. Returns a description for a failing test.
  private static func damage(
    _ folder: String, _ row: inout [String: String], _ random: inout SplitMix64
  ) throws -> String {
    let columns = row.keys.sorted()
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      guard let column = columns.randomElement(using: &random) else { return "nothing" }
      row[column] = nil
      return "without \(column)"
    case 1:
      guard let column = columns.randomElement(using: &random) else { return "nothing" }
      let values = ["", "x", "ünï ✓", "-1", "2026-13-40", String(repeating: "é", count: 70), "{{"]
      row[column] = values.randomElement(using: &random)
      return "\(column) = \(row[column] ?? "")"
    case 2:
      row["unheardOf"] = "1"
      return "a column nobody knows"
    case 3:
      return try edit("\(folder)/template.json", &random) { line in
        line.replacing("string", with: "integer").replacing("optional", with: "optionl")
      }
    default:
      return try edit("\(folder)/pass.json", &random) { line in
        line.replacing("PKBarcodeFormat", with: "PKBarcodeForm").replacing("rgb", with: "rbg")
          .replacing("label", with: "lable").replacing("{{", with: "{{ x")
      }
    }
  }

  /// Changes a line, or removes it if the change has no effect.
  private static func edit(
    _ file: String, _ random: inout SplitMix64, _ change: (String) -> String
  ) throws -> String {
    var lines = String(decoding: try Disk.read(file), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = Int.random(in: 0..<lines.count, using: &random)
    let changed = change(lines[index])
    let what = "\(file), line \(index + 1): \(lines[index])"
    if changed == lines[index] { lines.remove(at: index) } else { lines[index] = changed }
    try Disk.write(Array(lines.joined(separator: "\n").utf8), to: file)
    return what
  }
}
