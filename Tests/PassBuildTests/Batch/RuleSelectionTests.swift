// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassFiles
import PassJSON
import PassModel
import PassRules
import PassTemplate
import PassTesting
import Testing

/// Rules that hang on no row run once; nobody may notice.
struct RuleSelectionTests {
  static let templates = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]

  /// Values that make rules speak.
  private static let hostile = [
    "", " ", "0", "-1", "1e400", "true", "é", "\u{0}", "🎟️", "%@", "http://x", "rgb(1,2,3)",
    String(repeating: "é", count: 70), "2031-02-30", "[]", "{{ x }}", "\"", "PKDateStyleShort",
    "2020-01-01T00:00:00Z", "not a colour", "\n", "[{}]", "{\"a\":1}",
  ]

  @Test(arguments: templates)
  func givesTheDiagnosticsOfAllRulesOnAllRows(_ name: String) throws {
    let folder = FilePath.join(Program.repository, "templates/\(name).pass")
    var loading = Report()
    let template = try #require(try Template.load(folder, report: &loading))
    let sample = try #require(template.settings.sample)
    var random = SplitMix64(seed: 17)
    let rows = try Self.rows(of: sample, template, folder)
    #expect(!rows.isEmpty)
    let context = CheckContext(today: 1_767_225_600)
    var selection = RuleSelection()
    var compared = 0
    for round in 0..<120 {
      var cells = rows[round % rows.count]
      if round >= rows.count {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let column = Int.random(in: 0..<cells.count, using: &random)
          cells[column] = Self.changed(cells[column], template.schema.columns[column], &random)
        }
      }
      var report = Report(sources: template.sources)
      guard
        let pass = template.resolved(
          with: cells, readFile: RowFiles(folder: folder).read, report: &report)
      else { continue }
      var all = Report(sources: template.sources)
      AllRules.check(pass.package, context, &all)
      var selected = Report(sources: template.sources)
      selection.check(pass.package, context, &selected)
      for (path, document) in [
        ("pass.json", pass.document), ("personalization.json", pass.personalization),
      ] {
        guard let document, let file = pass.files.first(where: { $0.path == path }) else {
          continue
        }
        #expect(file.bytes == JSONWriter.bytes(of: document.root), "row \(round) of \(name)")
      }
      #expect(Self.told(selected) == Self.told(all), "row \(round) of \(name)")
      compared += 1
    }
    #expect(compared > 60)
    let running = try #require(selection.count)
    #expect(running < AllRules.rules.count, "\(running) of \(AllRules.rules.count) run")
  }

  private static func told(_ report: Report) -> [String] {
    report.sorted.map {
      "\($0.location.map { "\($0)" } ?? "-") \($0.pointer ?? "-") \($0.severity) \($0.code) "
        + "\($0.message)"
    }
  }

  private static func rows(
    of sample: String, _ template: Template, _ folder: String
  ) throws -> [[Cell]] {
    var report = Report()
    var bytes: [UInt8]? = try Disk.read(sample)
    var reader = try #require(
      try DataReader(
        name: sample,
        read: {
          defer { bytes = nil }
          return bytes
        }, report: &report))
    let binding = try #require(
      ColumnBinder.bind(template.schema, header: reader.header, report: &report))
    var parser = CellParser(binding)
    var rows: [[Cell]] = []
    while let row = try reader.next(&report) {
      var cells: [Cell] = []
      if parser.parse(row, into: &cells, report: &report) { rows.append(cells) }
    }
    return rows
  }

  /// What a cell of the column could be made to hold, within its type.
  private static func changed(
    _ cell: Cell, _ column: Column, _ random: inout SplitMix64
  ) -> Cell {
    let text = hostile.randomElement(using: &random) ?? ""
    var cell = cell
    switch cell.value {
    case .text: (cell.value, cell.text) = (.text(text), text)
    case .number:
      let number = ["0", "-1", "1e400", "3.25", "99999999999"].randomElement(using: &random) ?? "0"
      (cell.value, cell.text) = (.number(number), number)
    case .boolean(let value): cell.value = .boolean(!value)
    case .date: (cell.value, cell.text) = (.date("1999-12-31T23:59:59Z"), text)
    case .empty, .json, .file: break
    }
    if column.isOptional, Bool.random(using: &random) { cell = .empty(at: cell.origin) }
    return cell
  }
}
