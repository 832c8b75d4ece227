// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassSheet

/// Finds the sheet of a workbook that has the rows.
struct SheetChoice {
  private let workbook: Workbook
  private let name: String

  init(_ workbook: Workbook, _ name: String) {
    self.workbook = workbook
    self.name = name
  }

  /// Returns the sheet with a name, or the only one with rows. Returns nil after an error in
  /// `report`.
  func sheet(named wanted: String?, _ report: inout Report) throws -> Workbook.Sheet? {
    if let wanted { return named(wanted, &report) }
    let visible = workbook.sheets.filter { !$0.isHidden }
    if visible.count == 1 { return visible[0] }
    let filled = try visible.filter { try workbook.rows(of: $0).next() != nil }
    if filled.count == 1 { return filled[0] }
    guard filled.count > 1 else {
      report(
        DataFindings.empty, "the workbook has no sheet with rows", at: Place.file(name),
        help: "begin a sheet with a row of column names")
      return nil
    }
    let names = filled.map(\.name)
    report(
      SheetFindings.unclear, "the workbook has \(names.count) sheets with rows: \(listed(names))",
      at: Place.file(name), help: "name the sheet with the rows",
      settings: [RunSetting(.sheet, Self.spelled(names[0]))])
    return nil
  }

  private func named(_ wanted: String, _ report: inout Report) -> Workbook.Sheet? {
    if let sheet = workbook.sheets.first(where: { $0.name == wanted }) { return sheet }
    let names = workbook.sheets.map(\.name)
    let nearest =
      names.first { $0.lowercased() == wanted.lowercased() }
      ?? NearestName.of(wanted, among: names) ?? (names.count == 1 ? names[0] : nil)
    report(
      SheetFindings.missing,
      "the workbook has no sheet \(quoted(wanted)), only \(listed(names))",
      at: Place.file(name), help: "name a sheet of the workbook",
      settings: [RunSetting(.sheet, nearest.map(Self.spelled) ?? "NAME")])
    return nil
  }

  /// Returns a name as a shell reads it.
  private static func spelled(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    return isPlain ? name : "'" + name.replacing("'", with: "'\\''") + "'"
  }
}

/// The properties of a sheet that are known only after its last row.
struct SheetScan {
  /// The first row with a value.
  private(set) var header: WorkbookRow?
  /// Whether the stored values of formulas are missing or perhaps old.
  private var isUncomputed: Bool
  private var merged: [MergedRange] = []
  private var hidden: (first: Int, count: Int)?
  /// The first computed cell of each column, from 0, with the number of such cells.
  private var formulas: [Int: (row: Int, count: Int)] = [:]

  /// Reads all rows of a sheet.
  init(_ workbook: Workbook, _ sheet: Workbook.Sheet) throws {
    isUncomputed = workbook.isComputedOnLoad
    let rows = try workbook.rows(of: sheet)
    header = try rows.next()
    while let row = try rows.next() {
      if row.isHidden { hidden = (hidden?.first ?? row.number, (hidden?.count ?? 0) + 1) }
      for cell in row.cells where cell.hasFormula {
        if case .formula = cell.value { isUncomputed = true }
        formulas[cell.column, default: (row.number, 0)].count += 1
      }
    }
    merged = rows.merged
  }

  /// Reports formulas, hidden rows and merged cells of a table.
  func note(name: String, _ table: TableHeader, _ range: Range<Int>, _ report: inout Report) {
    guard let header else { return }
    func place(_ row: Int, _ column: Int) -> Place {
      // The place of a cell is found by the delimiters before it.
      let before = [UInt8](repeating: SheetLine.delimiter, count: max(0, column - range.lowerBound))
      let source = report.sources.add(
        Source(name: name, bytes: before, firstLine: row, shown: .cell(table)))
      var place = Place(origin: Origin(source: source, offset: before.count))
      place.showsText = false
      return place
    }
    let computed = formulas.filter { range.contains($0.key) }
    if let first = computed.min(by: { ($0.value.row, $0.key) < ($1.value.row, $1.key) }) {
      let count = computed.values.reduce(0) { $0 + $1.count }
      report(
        SheetFindings.formulas,
        isUncomputed
          ? "\(counted(count, "cell")) \(count == 1 ? "has a formula" : "have formulas"), and the "
            + "workbook was not computed when it was saved"
          : "\(counted(count, "cell")) \(count == 1 ? "has a formula" : "have formulas"), whose "
            + "stored value counts",
        at: place(first.value.row, first.key), severity: isUncomputed ? .warning : nil)
    }
    if let hidden {
      report(
        SheetFindings.hiddenRows,
        "\(counted(hidden.count, "row")) \(hidden.count == 1 ? "is" : "are") hidden and read like "
          + "any other",
        at: place(hidden.first, range.lowerBound))
    }
    let ranges = merged.filter {
      $0.first != $0.last && $0.last.row > header.number && $0.first.column < range.upperBound
        && $0.last.column >= range.lowerBound
    }
    if let first = ranges.min(by: {
      ($0.first.row, $0.first.column) < ($1.first.row, $1.first.column)
    }) {
      report(
        SheetFindings.mergedCells,
        "\(counted(ranges.count, "merged range")) in the table, only the first cell of each has a "
          + "value",
        at: place(first.first.row, first.first.column))
    }
  }
}

extension WorkbookError {
  /// Reports why a workbook cannot be read.
  func report(_ name: String, _ report: inout Report) {
    switch self {
    case .unsupportedFormat(let foreign):
      let table: UnsupportedTable? =
        switch foreign {
        case .oldExcel: .xls
        case .encrypted: .encrypted
        case .openDocument: .ods
        case .numbers: .numbers
        case .binaryExcel: .xlsb
        case .otherArchive: .zip
        case .notArchive: nil
        }
      guard let table else {
        return report(
          DataFindings.otherFormat, "the file is not an Excel workbook (.xlsx)",
          at: Place.file(name), help: "name the file as what it is, such as members.csv",
          settings: [RunSetting(.dataFormat, "FORMAT")])
      }
      let wanted = foreign == .encrypted ? "one without" : "an Excel workbook (.xlsx)"
      report(
        DataFindings.notText, "the file is \(table.name), expected \(wanted)",
        at: Place.file(name), help: table.help)
    case .damaged(let part, let reason):
      report(
        SheetFindings.damaged, "the workbook is damaged: \(reason)", at: Self.place(part, name))
    case .tooLarge(let part, let reason):
      report(
        SheetFindings.tooLarge, "the workbook exceeds a limit: \(reason)",
        at: Self.place(part, name))
    }
  }

  /// The part inside of the workbook, or the whole file.
  private static func place(_ part: String?, _ name: String) -> Place {
    part.map { Place(file: $0, bundle: name) } ?? .file(name)
  }
}
