// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// Reads CSV by RFC 4180 from chunks of any size, one row at a time, each with its own bytes.
///
/// Lines end with CRLF, LF or CR. A quote opens a cell only as its first byte. The state is kept
/// between chunks, so every byte is scanned once, and memory is limited by the longest row.
struct CSVReader {
  private(set) var header: DataHeader
  private(set) var emptyRows = 0
  private(set) var hasFailed = false

  private let name: String
  private let delimiter: UInt8
  private var table: TableHeader
  private var lines: CSVLines
  private var rows = 0
  /// The line after the header.
  private var firstRowLine = 1

  init?(
    name: String, input: TextInput, delimiter: UInt8?, report: inout Report
  ) throws {
    self.name = name
    lines = CSVLines(input: input, delimiter: delimiter ?? UInt8(ascii: ","))
    var delimiter = delimiter
    // A spreadsheet may write its delimiter into a line before the header.
    let separatorLine = try lines.skipSeparatorLine() ?? []
    if separatorLine.count > 4 { delimiter = delimiter ?? separatorLine[4] }
    let chosen: UInt8 = if let delimiter { delimiter } else { try lines.detectDelimiter() }
    lines.delimiter = chosen
    self.delimiter = chosen
    table = TableHeader(delimiter: chosen, names: [])
    header = DataHeader(
      names: [], bytes: [], delimiter: chosen, lineEnd: [], separatorLine: [], source: 0,
      offsets: [])

    var line: CSVLines.Line?
    repeat {
      line = try lines.next()
    } while line.map { $0.isEmpty } ?? false
    guard let line else {
      let source = report.sources.add(Source(name: name, bytes: []))
      report(
        DataFindings.empty, "the file is empty, expected a line of column names",
        at: Origin(source: source, offset: 0))
      return nil
    }
    let source = report.sources.add(
      Source(name: name, bytes: line.bytes, firstLine: line.number, shown: .cell(table)))
    guard reportErrors(of: line, source: source, report: &report) else { return nil }
    guard line.cellCount <= DataLimits.columns else {
      report(
        DataFindings.tooManyColumns,
        "the header has \(line.cellCount) columns, the limit is \(DataLimits.columns)",
        at: Origin(source: source, offset: 0))
      return nil
    }
    let names = line.spans.map { span in
      trimmed(line.bytes.withUnsafeBufferPointer { Row.content(of: span, in: $0) })
    }
    header = DataHeader(
      names: names, bytes: line.bytes, delimiter: chosen, lineEnd: lines.lineEnd,
      separatorLine: separatorLine, source: source,
      offsets: line.spans.map(\.offset))
    table = TableHeader(delimiter: chosen, names: names)
    firstRowLine = lines.lineNumber
  }

  /// Continues with other rows, with line numbers as if they followed the header.
  mutating func restart(with bytes: [UInt8]) {
    lines = CSVLines(
      input: TextInput(utf8: bytes), delimiter: delimiter, firstLine: firstRowLine)
    (rows, emptyRows, hasFailed) = (0, 0, false)
  }

  private func trimmed(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      String(decoding: bytes[TrimmedSpaces.trimmed(bytes, 0..<bytes.count)], as: UTF8.self)
    }
  }

  /// Returns the next row that is not empty.
  mutating func next(_ report: inout Report) throws -> Row? {
    while !hasFailed, let line = try lines.next() {
      if line.isEmpty {
        emptyRows += 1
        continue
      }
      rows += 1
      let isWhole = line.errors.isEmpty && !line.isInvalid && line.cellCount == header.names.count
      guard isWhole else { return checked(line, &report) }
      return Row(
        number: rows, line: line.number, name: name, bytes: line.bytes, spans: line.spans,
        header: table)
    }
    return nil
  }

  /// Reports the errors of a row. The row may still be usable.
  private mutating func checked(_ line: CSVLines.Line, _ report: inout Report) -> Row {
    report.sources.setRow(
      Source(name: name, bytes: line.bytes, firstLine: line.number, shown: .cell(table)))
    var isGood = reportErrors(of: line, source: SourceTable.row, report: &report)
    let expected = header.names.count
    func origin(_ offset: Int) -> Origin { Origin(source: SourceTable.row, offset: offset) }
    if !isGood {
      // The cells may be wrong, so their number is not checked.
    } else if line.cellCount < expected {
      let next = header.names[line.cellCount]
      let advice = cellCount(line).adviceForTooFew()
      report(
        DataFindings.tooFewCells,
        "the row has \(counted(line.cellCount, "cell")) instead of \(expected)"
          + (advice == nil ? ", \(quoted(next)) is missing" : ""),
        at: origin(advice?.offset ?? line.bytes.count), help: advice?.help)
      isGood = false
    } else if line.cellCount > expected, !line.isEmpty(from: expected) {
      let advice = cellCount(line).adviceForTooMany()
      let surplus = expected < line.spans.count ? line.spans[expected].offset : 0
      report(
        DataFindings.tooManyCells,
        "the row has \(counted(line.cellCount, "cell")) instead of \(expected)",
        at: origin(advice?.offset ?? surplus), help: advice?.help)
      isGood = false
    }
    if line.isTooLarge { hasFailed = true }
    return Row(
      number: rows, line: line.number, name: name, bytes: line.bytes, spans: line.spans,
      isRejected: !isGood, header: table)
  }

  private func cellCount(_ line: CSVLines.Line) -> CellCount {
    CellCount(
      bytes: line.bytes, spans: line.spans, delimiter: delimiter, expected: header.names.count)
  }

  /// Returns false if the row cannot be used.
  private func reportErrors(
    of line: CSVLines.Line, source: UInt32, report: inout Report
  ) -> Bool {
    if line.isInvalid, let offset = UTF8Check.firstInvalidByte(line.bytes) {
      UTF8Check.report(
        line.bytes, at: offset, isConverted: lines.isConverted, source: source, report: &report)
      return false
    }
    var isGood = true
    for (kind, offset) in line.errors {
      var (finding, message) = kind.finding
      if case .unterminated = kind {
        // All these line breaks are in this cell, so they did not end rows.
        let swallowed = line.bytes[offset...].count { $0 == 0x0A }
        if swallowed > 0 { message += ", so the cell contains \(counted(swallowed, "line break"))" }
      }
      // After an error the limits of the following cells are uncertain, so warnings about them are
      // not reported.
      guard isGood || finding.severity == .error else { continue }
      report(finding, message, at: Origin(source: source, offset: offset))
      if finding.severity == .error { isGood = false }
    }
    return isGood
  }
}

extension CSVLines.Problem {
  fileprivate var finding: (Finding, String) {
    switch self {
    case .strayQuote:
      (DataFindings.unexpectedQuote, "a quote inside a cell that does not begin with one")
    case .quoteAfterBlank:
      (DataFindings.quoteAfterBlank, "a space before the opening quote")
    case .trailingText:
      (
        DataFindings.trailingText,
        "text after the closing quote, expected a delimiter or a line break"
      )
    case .unterminated:
      (DataFindings.unterminatedQuote, "the quote that opens here is not closed")
    case .cellTooLarge:
      (
        DataFindings.cellTooLarge,
        "the cell is larger than \(DataLimits.cellInBytes >> 20) MB"
      )
    case .rowTooLarge:
      (
        DataFindings.rowTooLarge,
        "the row is larger than \(DataLimits.rowInBytes >> 20) MB; passc stops reading here"
      )
    }
  }
}
