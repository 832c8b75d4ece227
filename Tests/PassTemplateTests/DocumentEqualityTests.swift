// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

/// Rules look at the nodes of a pass and the signature covers its bytes. Most of both is copied from
/// the template or from the row before.
struct DocumentEqualityTests {
  private static let templates = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]
  private static let texts = [
    "", " ", "0", "-1", "false", "é", "e\u{301}", "\u{0}", "🎟️", "%@", "a \"quoted\" \\ text",
    "{{ x }}", String(repeating: "long ", count: 30), "\n", "2031-02-30",
  ]

  @Test(arguments: templates) func nodesAndBytesOfATemplateAreEqual(_ name: String) throws {
    try Self.compareRows(of: FilePath.join(Program.repository, "templates/\(name).pass"))
  }

  @Test(arguments: StarterTemplate.styles)
  func nodesAndBytesOfAStarterTemplateAreEqual(_ style: PassStyle) throws {
    let folder = try TemporaryFolder()
    try StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
      .write(to: folder("x.pass"))
    try Self.compareRows(of: folder("x.pass"))
  }

  /// Of twelve templates 168 rows each: 2,016.
  private static func compareRows(of folder: String) throws {
    var loading = Report()
    let written = try #require(try Template.load(folder, report: &loading))
    var random = SplitMix64(seed: 39)
    for source in [TokenSource.none, .key, .caller] {
      let template = written.merging(nil, tokens: source)
      var memory = RowMemory()
      var cells = template.schema.columns.map { cell(of: $0, &random) }
      for number in 0..<56 {
        for _ in 0..<Int.random(in: 0...3, using: &random) where !cells.isEmpty {
          let column = Int.random(in: 0..<cells.count, using: &random)
          cells[column] = cell(of: template.schema.columns[column], &random)
        }
        let isNeeded = template.tokenColumn?.isNeeded(in: cells) ?? false
        let token = isNeeded ? "token \(number)" : nil
        func pass(_ memory: inout RowMemory) throws -> ResolvedPass {
          var report = Report()
          return try #require(
            template.resolved(
              with: cells, token: token, readFile: { ($0, [1]) }, memory: &memory, report: &report))
        }
        var empty = RowMemory()
        let again = try pass(&memory)
        let fresh = try pass(&empty)
        #expect(described(again) == described(fresh), "\(folder), row \(number)")
        #expect(again.files.map(\.bytes) == fresh.files.map(\.bytes), "\(folder), row \(number)")
        for (path, document) in [
          ("pass.json", again.document), ("personalization.json", again.personalization),
        ] {
          guard let document else { continue }
          let file = try #require(again.files.first { $0.path == path })
          #expect(file.bytes == JSONWriter.bytes(of: document.root), "\(folder), row \(number)")
        }
        for table in again.strings {
          let file = try #require(again.files.first { $0.path == table.path })
          #expect(file.bytes == StringsFile.bytes(of: table), "\(folder), row \(number)")
        }
      }
    }
  }

  private static func described(_ pass: ResolvedPass) -> [String] {
    [pass.document, pass.personalization].compactMap { $0 }.flatMap { document in
      document.nodes.map { "\($0.kind) \($0.varies) \($0.span) \($0.origin) \($0.text)" }
        + document.uses.map { "\($0.node) \($0.origin)" }
        + document.vanished.map { "\($0.container) \($0.name) \($0.usedAt)" }
    } + pass.files.map { "\($0.path) \($0.varies)" }
  }

  private static func cell(of column: Column, _ random: inout SplitMix64) -> Cell {
    if column.isOptional, Bool.random(using: &random) { return .empty(at: .none) }
    var text = texts.randomElement(using: &random) ?? ""
    let value: CellValue
    switch column.type.held {
    case .text: value = .text(text)
    case .number:
      text = ["0", "-1", "1e400", "3.25"].randomElement(using: &random) ?? "0"
      value = .number(text)
    case .boolean: value = .boolean(Bool.random(using: &random))
    case .date: value = .date("1999-12-31T23:59:59Z")
    case .document:
      value = .json(
        JSONDocument(nodes: [
          .init(.array, origin: .none, span: 2), .init(.string, origin: .none, text: text),
        ]))
    case .file: value = .file("image.png")
    }
    return Cell(value, text: text, origin: .none)
  }
}
