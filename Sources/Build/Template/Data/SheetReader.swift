// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassSheet

/// Reads a sheet of an Excel workbook, one row at a time. Each row becomes a line of CSV, so that
/// everything else treats it like one.
///
/// The whole sheet is read once before the first row, so that a damaged workbook is found before
/// anything is made from it.
struct SheetReader {
  private(set) var header: DataHeader
  private(set) var emptyRows = 0
  private(set) var hasFailed = false
  /// The cells of the last row by their column in the header.
  private(set) var cells: [SheetCell] = []

  /// Whether the last row has a value outside the columns of the header.
  private(set) var isWiderThanHeader = false

  private let name: String
  private let table: TableHeader
  private let range: Range<Int>
  private var rows: WorkbookRows
  /// The template's columns by their cells, which decide how a cell is written.
  private var columns: [Int: Column] = [:]
  private var count = 0
  private var lastRow: Int

  init?(
    name: String, sheet wanted: String?, read: @escaping ByteSource, report: inout Report
  ) throws {
    self.name = name
    do {
      let workbook = try Workbook(read)
      guard let sheet = try SheetChoice(workbook, name).sheet(named: wanted, &report) else {
        return nil
      }
      let scan = try SheetScan(workbook, sheet)
      guard let first = scan.header, let start = first.cells.first?.column,
        let end = first.cells.last?.column
      else {
        report(
          DataFindings.empty,
          "sheet \(quoted(sheet.name)) is empty, expected a row of column names",
          at: Place.file(name), help: "begin the sheet with a row of column names")
        return nil
      }
      range = start..<end + 1
      guard range.count <= DataLimits.columns else {
        report(
          DataFindings.tooManyColumns,
          "the header has \(range.count) columns, the limit is \(DataLimits.columns)",
          at: Place.file(name))
        return nil
      }
      let place = SheetPlace(name: sheet.name, firstColumn: start + 1)
      header = Self.header(first, range, name, place, &report)
      table = TableHeader(delimiter: SheetLine.delimiter, names: header.names, sheet: place)
      lastRow = first.number
      rows = try workbook.rows(of: sheet)
      _ = try rows.next()
      scan.note(name: name, table, range, &report)
    } catch let error as WorkbookError {
      error.report(name, &report)
      return nil
    }
  }

  private static func header(
    _ row: WorkbookRow, _ range: Range<Int>, _ name: String, _ place: SheetPlace,
    _ report: inout Report
  ) -> DataHeader {
    let texts = SheetLine.texts(row.cells, range, [:])
    let line = SheetLine(texts)
    let table = TableHeader(delimiter: SheetLine.delimiter, names: [], sheet: place)
    let source = report.sources.add(
      Source(name: name, bytes: line.bytes, firstLine: row.number, shown: .cell(table)))
    return DataHeader(
      names: texts.map(\.trimmingBlanks), bytes: line.bytes, delimiter: SheetLine.delimiter,
      lineEnd: [0x0A], separatorLine: [], source: source, offsets: line.spans.map(\.offset))
  }

  /// Writes cells in the form that the columns of a template read: dates in the column's format,
  /// numbers with its decimal sign.
  mutating func fit(_ binding: ColumnBinding) {
    for (number, feed) in binding.feeds.enumerated() {
      guard case .cell(let index) = feed else { continue }
      let column = binding.schema.columns[number]
      // If several columns have the same source, the type of one of them decides.
      if columns[index] == nil || column.type != .string { columns[index] = column }
    }
  }

  /// Returns the next row that is not empty.
  mutating func next(_ report: inout Report) throws -> Row? {
    guard !hasFailed else { return nil }
    do {
      while let row = try rows.next() {
        let found = row.cells.filter { range.contains($0.column) }
        if found.isEmpty { continue }
        isWiderThanHeader = found.count < row.cells.count
        emptyRows += row.number - lastRow - 1
        lastRow = row.number
        count += 1
        let line = SheetLine(SheetLine.texts(found, range, columns))
        cells = SheetCell.all(found, range)
        return Row(
          number: count, line: row.number, name: name, bytes: line.bytes, spans: line.spans,
          header: table)
      }
    } catch let error as WorkbookError {
      error.report(name, &report)
      hasFailed = true
    }
    return nil
  }
}

/// A line of CSV made from the cells of a row.
struct SheetLine {
  static let delimiter = UInt8(ascii: ",")

  private(set) var bytes: [UInt8] = []
  private(set) var spans: [Row.Span] = []

  init(_ texts: [String]) {
    spans.reserveCapacity(texts.count)
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(Self.delimiter) }
      let start = bytes.count
      CSVText.append(text, delimiter: Self.delimiter, to: &bytes)
      let isQuoted = bytes.count - start > text.utf8.count
      let hasQuote = isQuoted && bytes.count - start > text.utf8.count + 2
      spans.append(
        Row.Span(
          start: UInt32(clamping: isQuoted ? start + 1 : start),
          end: UInt32(clamping: isQuoted ? bytes.count - 1 : bytes.count),
          kind: hasQuote ? .doubled : isQuoted ? .quoted : .plain))
    }
  }

  /// Returns the texts of a row's cells in a range of columns. Cells without a value are empty.
  static func texts(
    _ cells: [WorkbookCell], _ range: Range<Int>, _ columns: [Int: Column]
  ) -> [String] {
    var texts = [String](repeating: "", count: range.count)
    for cell in cells where range.contains(cell.column) {
      let index = cell.column - range.lowerBound
      texts[index] = SheetText.text(of: cell.value, for: columns[index])
    }
    return texts
  }
}
