// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics

/// Reads the rows of a sheet one at a time, from pieces of its XML.
package final class WorkbookRows: XMLHandler {
  /// The part of a cell whose text is being read.
  private enum Target {
    case none, value, formula, inline
  }

  /// A cell while it is being read.
  private struct OpenCell {
    let column: Int
    let type: String
    let style: Int
    var hasFormula = false
    var hasValue = false
  }

  private static let rowLimitInBytes = 64 << 20
  private static let mergedLimit = 100_000

  private let workbook: Workbook
  private let part: String
  private let entry: ZIPFile.Entry
  private var reader: XMLReader?
  private var isAtEnd = false
  /// The rows of the pieces so far that were not returned yet. The next one is at `position`.
  private var rows: [WorkbookRow] = []
  private var position = 0

  private var isInData = false
  private var isInMerges = false
  private var row: WorkbookRow?
  private var rowInBytes = 0
  private var lastRow = 0
  private var cell: OpenCell?
  private var lastColumn = -1
  private var target = Target.none
  private var isInRun = false
  private var isInText = false
  private var value = SheetText()
  private var formula = SheetText()

  /// The merged ranges, which are complete after the last row.
  package private(set) var merged: [MergedRange] = []

  init(_ workbook: Workbook, part: String, entry: ZIPFile.Entry) throws {
    (self.workbook, self.part, self.entry) = (workbook, part, entry)
    reader = try XMLReader(part: part, handler: self)
  }

  /// Returns the next row that has a cell with a value, or nil at the end of the whole part.
  package func next() throws -> WorkbookRow? {
    while true {
      if position < rows.count {
        position += 1
        return rows[position - 1]
      }
      guard !isAtEnd else { return nil }
      rows.removeAll(keepingCapacity: true)
      position = 0
      let piece = try workbook.naming(part) { try entry.next() }
      isAtEnd = piece == nil
      try reader?.parse(piece ?? [], isLast: isAtEnd)
    }
  }

  private func damaged(_ reason: String) -> WorkbookError { .damaged(part: part, reason: reason) }

  // MARK: Elements

  func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) throws {
    switch depth {
    case 1: guard name == "worksheet" else { throw damaged("it is not a worksheet") }
    case 2:
      isInData = name == "sheetData"
      isInMerges = name == "mergeCells"
    case 3:
      if isInData, name == "row" { try beginRow(attributes) }
      if isInMerges, name == "mergeCell" { try addMerged(attributes) }
    case 4: if row != nil, name == "c" { try beginCell(attributes) }
    case 5: if cell != nil { begin(name) }
    case 6:
      isInText = target == .inline && name == "t"
      isInRun = target == .inline && name == "r"
    // Text of a run. The only other text at this depth is that of phonetic hints.
    case 7: isInText = isInRun && name == "t"
    default: break
    }
  }

  func end(_ name: XMLName, depth: Int) throws {
    switch depth {
    case 3: endRow()
    case 4: try endCell()
    case 5: (target, isInText) = (.none, false)
    case 6, 7: isInText = false
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) throws {
    guard isInText else { return }
    if target == .formula {
      try formula.append(bytes, part: part)
    } else {
      try value.append(bytes, part: part)
    }
  }

  private func addMerged(_ attributes: XMLAttributes) throws {
    guard let text = attributes.string("ref"), let range = MergedRange(text) else {
      throw damaged("a merged range without a valid reference")
    }
    guard merged.count < Self.mergedLimit else {
      throw WorkbookError.tooLarge(
        part: part, reason: "more than \(Self.mergedLimit) merged ranges")
    }
    merged.append(range)
  }

  // MARK: Rows

  private func beginRow(_ attributes: XMLAttributes) throws {
    let written = attributes.string("r")
    guard let number = written.map({ Int($0) }) ?? lastRow + 1, number > lastRow,
      number <= CellReference.limits.rows
    else {
      throw damaged("row \(Excerpt.cell.quoted(written ?? "\(lastRow + 1)")) after row \(lastRow)")
    }
    row = WorkbookRow(number: number, isHidden: attributes.isTrue("hidden"))
    (lastRow, lastColumn, rowInBytes) = (number, -1, 0)
  }

  private func endRow() {
    if let row, !row.cells.isEmpty { rows.append(row) }
    row = nil
  }

  // MARK: Cells

  private func beginCell(_ attributes: XMLAttributes) throws {
    var column = lastColumn + 1
    if let written = attributes.string("r") {
      guard let place = CellReference(written.utf8), place.row == lastRow,
        place.column > lastColumn
      else { throw damaged("cell \(Excerpt.cell.quoted(written)) in row \(lastRow)") }
      column = place.column
    }
    guard column < CellReference.limits.columns else {
      throw damaged("more than \(CellReference.limits.columns) cells in row \(lastRow)")
    }
    lastColumn = column
    cell = OpenCell(
      column: column, type: attributes.string("t") ?? "n", style: attributes.number("s") ?? 0)
    value.removeAll()
    formula.removeAll()
  }

  private func begin(_ name: XMLName) {
    isInText = name == "v" || name == "f"
    if name == "v" {
      target = .value
      cell?.hasValue = true
    } else if name == "f" {
      target = .formula
      cell?.hasFormula = true
    } else if name == "is" {
      target = .inline
      cell?.hasValue = true
    }
  }

  private func endCell() throws {
    guard let cell else { return }
    self.cell = nil
    guard let value = try value(of: cell) else { return }
    rowInBytes += self.value.bytes.count
    guard rowInBytes <= Self.rowLimitInBytes else {
      throw WorkbookError.tooLarge(
        part: part, reason: "row \(lastRow) has more than \(Self.rowLimitInBytes >> 20) MB")
    }
    row?.cells.append(
      WorkbookCell(column: cell.column, value: value, hasFormula: cell.hasFormula))
  }

  /// Returns nil if the cell is empty.
  private func value(of cell: OpenCell) throws -> WorkbookCell.Value? {
    let isComputed = cell.hasValue && (cell.type == "str" || !value.bytes.isEmpty)
    if cell.hasFormula, !isComputed { return .formula("=" + formula.string) }
    guard cell.hasValue else { return nil }
    func text(_ text: String) -> WorkbookCell.Value? { text.isEmpty ? nil : .text(text) }
    switch cell.type {
    case "s":
      guard let number = Int(value.string.trimmingSpaces) else {
        throw damaged("a shared string without a number in row \(lastRow)")
      }
      guard let shared = try workbook.strings.text(number) else {
        throw damaged("shared string \(number) in row \(lastRow), of \(workbook.strings.count)")
      }
      return text(shared)
    case "str", "inlineStr": return text(String(decoding: value.decoded, as: UTF8.self))
    case "b":
      let spelling = value.string.trimmingSpaces
      guard ["0", "1", "true", "false"].contains(spelling) else {
        throw damaged("the boolean \(Excerpt.cell.quoted(spelling)) in row \(lastRow)")
      }
      return .boolean(spelling == "1" || spelling == "true")
    case "e": return .error(value.string.trimmingSpaces)
    case "d":
      let spelling = value.string.trimmingSpaces
      return Self.date(spelling, workbook.format(cell.style)) ?? text(spelling)
    case "n":
      let spelling = value.string.trimmingSpaces
      if spelling.isEmpty { return nil }
      guard
        let number = SheetNumber(
          spelling, format: workbook.format(cell.style), from1904: workbook.countsFrom1904)
      else { throw damaged("the number \(Excerpt.cell.quoted(spelling)) in row \(lastRow)") }
      return .number(number)
    default: throw damaged("the type \(Excerpt.cell.quoted(cell.type)) of a cell in row \(lastRow)")
    }
  }
}

extension WorkbookRows {
  /// Parses a date such as `2026-12-31` or `2026-12-31T18:00:00.000`. Returns nil if it is not one.
  private static func date(_ text: String, _ format: NumberFormat) -> WorkbookCell.Value? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var scanner = DigitScanner(bytes)
      guard let year = scanner.number(digits: 4), scanner.skip(UInt8(ascii: "-")),
        let month = scanner.number(digits: 2), scanner.skip(UInt8(ascii: "-")),
        let day = scanner.number(digits: 2),
        let date = CivilDate(year: year, month: month, day: day)
      else { return nil }
      var clock = (hour: 0, minute: 0, second: 0)
      if scanner.skip(UInt8(ascii: "T")) {
        guard let hour = scanner.number(digits: 2), scanner.skip(UInt8(ascii: ":")),
          let minute = scanner.number(digits: 2), scanner.skip(UInt8(ascii: ":")),
          let second = scanner.number(digits: 2)
        else { return nil }
        clock = (hour, minute, second)
        if scanner.skip(UInt8(ascii: ".")) { _ = scanner.skipDigits() }
      }
      guard scanner.isAtEnd,
        let time = CivilTime(date, hour: clock.hour, minute: clock.minute, second: clock.second)
      else { return nil }
      if case .date(let hasTime, _) = format.kind { return .date(time, hasTime: hasTime) }
      return .date(time, hasTime: clock != (0, 0, 0))
    }
  }
}

extension String {
  /// The string without white space at both ends, which XML may add around a number.
  fileprivate var trimmingSpaces: String {
    guard utf8.first.map({ $0 <= 0x20 }) == true || utf8.last.map({ $0 <= 0x20 }) == true else {
      return self
    }
    let start = utf8.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 }.map { start.index(after: $0) } ?? start.startIndex
    return String(self[start.startIndex..<end])
  }
}
