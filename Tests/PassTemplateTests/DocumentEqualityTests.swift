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

  @Test(arguments: StarterStyle.allCases)
  func nodesAndBytesOfAStarterTemplateAreEqual(_ style: StarterStyle) throws {
    let folder = try TemporaryFolder()
    try StarterTemplate(style: style, nfcPublicKey: nil, now: FinishedSample.time)
      .write(to: folder("x.pass"))
    try Self.compareRows(of: folder("x.pass"))
  }

  /// Tests what the templates of this repository do not have next to each other.
  @Test func nodesAndBytesOfRandomTemplatesAreEqual() throws {
    var random = SplitMix64(seed: 40)
    var report = Report()
    let columns = try #require(Self.read(Self.columns, &report))
    for _ in 0..<60 {
      let isFixed = Bool.random(using: &random)
      let text = Self.container(depth: 0, isFixed: isFixed, &random)
      let written = try #require(Self.read(text, &report))
      var schema = ColumnSchema.read(columns.root, report: &report)
      let compiled = TemplateCompiler.compile(
        written, schema: &schema, expected: { _ in .any }, report: &report)
      try #require(report.diagnostics.isEmpty, "\(text) \(report.diagnostics)")
      var last: JSONDocument?
      for _ in 0..<6 {
        let cells = schema.columns.map { Self.cell(of: $0, &random) }
        let (document, bytes) = compiled.resolved(with: cells, reusing: &last)
        let fresh = compiled.resolved(with: cells)
        #expect(bytes == JSONWriter.bytes(of: document.root), "\(text)")
        #expect(bytes == fresh.text, "\(text)")
        #expect(Self.described(document) == Self.described(fresh.document), "\(text)")
        // A number of the row can be too large.
        var ignored = Report()
        let again = try #require(Self.read(String(decoding: bytes, as: UTF8.self), &ignored))
        #expect(again.nodes.map(\.text) == document.nodes.map(\.text), "\(text)")
        #expect(again.nodes.map(\.span) == document.nodes.map(\.span), "\(text)")
      }
    }
  }

  private static let columns = """
    {"s":{"type":"string","optional":true},"n":{"type":"integer","optional":true},
     "b":{"type":"boolean","optional":true},"j":{"type":"json","optional":true},
     "r":{"type":"string"}}
    """
  private static let fixedValues = [
    "1", "true", "null", "\"text\"", "\"{\"", "\"[\"", "\":\"", "\"{{ r }}\"",
    "\"{{ b | default: 'false' }}\"", "\"a {{ s }}, {{ n }}\"",
  ]
  private static let otherValues = ["\"{{ s }}\"", "\"{{ n }}\"", "\"{{ j }}\""]

  private static func read(_ text: String, _ report: inout Report) -> JSONDocument? {
    JSONReader.read(Array(text.utf8), name: "pass.json", mode: .strict, report: &report)
  }

  /// Returns the text of a random object or array. The root is an object.
  ///
  /// - Parameter isFixed: whether all rows give the same nodes.
  private static func container(
    depth: Int, isFixed: Bool, _ random: inout SplitMix64
  ) -> String {
    let values = isFixed ? fixedValues : fixedValues + otherValues
    let isObject = depth == 0 || Bool.random(using: &random)
    var parts: [String] = []
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let isContainer = depth < 4 && Int.random(in: 0..<3, using: &random) == 0
      let value =
        isContainer
        ? container(depth: depth + 1, isFixed: isFixed, &random)
        : values.randomElement(using: &random) ?? "1"
      parts.append(isObject ? "\"m\(number)\":\(value)" : value)
    }
    if !isFixed, isObject, depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
      let test = ["s", "!s", "b", "!n"].randomElement(using: &random) ?? "s"
      parts.insert("\"$if\":\"\(test)\"", at: Int.random(in: 0...parts.count, using: &random))
    }
    let content = parts.joined(separator: ",")
    return isObject ? "{\(content)}" : "[\(content)]"
  }

  /// Of twelve templates 168 rows each: 2,016.
  private static func compareRows(of folder: String) throws {
    var loading = Report()
    let written = try #require(try Template.load(folder, report: &loading))
    var random = SplitMix64(seed: 39)
    for source in [TokenSource.none, .key, .caller] {
      let template = written.merging(nil, tokens: source)
      var cache = RowCache()
      var cells = template.schema.columns.map { cell(of: $0, &random) }
      for number in 0..<56 {
        for _ in 0..<Int.random(in: 0...3, using: &random) where !cells.isEmpty {
          let column = Int.random(in: 0..<cells.count, using: &random)
          cells[column] = cell(of: template.schema.columns[column], &random)
        }
        let isNeeded = template.tokenColumn?.isNeeded(in: cells) ?? false
        let token = isNeeded ? "token \(number)" : nil
        func pass(_ cache: inout RowCache) throws -> ResolvedPass {
          var report = Report()
          return try #require(
            template.resolved(
              with: cells, token: token, readFile: { ($0, [1]) }, cache: &cache, report: &report))
        }
        var empty = RowCache()
        let again = try pass(&cache)
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
    [pass.document, pass.personalization].compactMap { $0 }.flatMap(described)
      + pass.files.map { "\($0.path) \($0.varies)" }
  }

  private static func described(_ document: JSONDocument) -> [String] {
    document.nodes.map { "\($0.kind) \($0.varies) \($0.span) \($0.origin) \($0.text)" }
      + document.uses.map { "\($0.node) \($0.origin)" }
      + document.vanished.map { "\($0.container) \($0.name) \($0.usedAt)" }
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
