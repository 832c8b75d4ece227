// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON

/// Reads the rows of a data file one at a time, from CSV, TSV, JSON Lines, one JSON object or a
/// sheet of a workbook.
package struct DataReader {
  // All but one are nil. Not an enum, because taking the reader out of an enum to change it costs
  // more than reading a row.
  private var csv: CSVReader?
  private var lines: JSONLinesReader?
  private var sheet: SheetReader?
  /// The text form of the input. For a workbook it is the form of CSV that spreadsheets read.
  package let textForm: TextForm

  /// Reads the beginning of the data and, for CSV, its header.
  ///
  /// - Returns: nil after an error that makes reading the rest pointless.
  package init?(
    name: String, options: DataOptions = DataOptions(), read: @escaping ByteSource,
    report: inout Report
  ) throws {
    if options.isWorkbook(named: name) {
      guard
        let reader = try SheetReader(
          name: name, sheet: options.sheet, read: read, report: &report)
      else { return nil }
      sheet = reader
      textForm = TextForm(encoding: .utf8, mark: .utf8)
      return
    }
    if options.sheet != nil {
      report(
        SheetFindings.missing, "the file is not a workbook (.xlsx), so it has no sheets",
        at: Place.file(name), help: "do not name a sheet", settings: [RunSetting(.sheet)])
      return nil
    }
    guard
      let input = try Self.openText(name: name, options: options, read: read, report: &report)
    else { return nil }
    guard let format = options.format ?? DataFormat.of(fileName: name) else {
      let words = UnsupportedTable.description(forExtension: FilePath.extension(name))
      report(
        DataFindings.unknownFormat,
        words.map { "\(name) is \($0), not a table" }
          ?? "the format of \(quoted(name)) is unknown",
        at: Place.file(name), help: words.map { _ in "name a table of rows, such as members.csv" })
      return nil
    }
    textForm = input.form
    switch format {
    case .csv, .tsv:
      if let other = UnsupportedTable.text(input.head) {
        let help: String? =
          other == .json
          ? "read it as json, which is one object, or as jsonl, one object per line" : nil
        report(
          DataFindings.otherFormat, "the file is \(other.name), expected CSV",
          at: Place.file(name), help: help, settings: [RunSetting(.dataFormat, "FORMAT")])
        return nil
      }
      let delimiter = options.delimiter ?? (format == .tsv ? 0x09 : nil)
      guard
        let reader = try CSVReader(
          name: name, input: input, delimiter: delimiter, report: &report)
      else { return nil }
      csv = reader
    case .json, .jsonl:
      lines = JSONLinesReader(name: name, input: input, isOneObject: format == .json)
    // Read above.
    case .xlsx: return nil
    }
  }

  /// Continues with other data in the same form and, for CSV, with the same header. `rows` must not
  /// contain the header.
  package mutating func restart(with rows: [UInt8]) {
    csv?.restart(with: rows)
    lines?.restart(with: rows)
  }

  /// The first line of CSV, or the first row of a sheet as such a line. Nil for JSON.
  package var header: DataHeader? { csv?.header ?? sheet?.header }

  /// Whether the row that `next` returned last has a value outside the columns of the header. False
  /// if the data is not a workbook.
  package var isWiderThanHeader: Bool { sheet?.isWiderThanHeader ?? false }

  /// The typed cells of the row that `next` returned last, in the order of the header. Nil if the
  /// data is not a workbook.
  package var sheetCells: [SheetCell]? { sheet?.cells }

  /// Prepares the cells of a sheet for the columns of a template.
  package mutating func fit(_ binding: ColumnBinding) { sheet?.fit(binding) }

  /// The number of empty rows that were skipped so far.
  package var emptyRows: Int { csv?.emptyRows ?? lines?.emptyRows ?? sheet?.emptyRows ?? 0 }

  /// Whether reading stopped before the end. The reason was reported.
  package var hasFailed: Bool { csv?.hasFailed ?? lines?.hasFailed ?? sheet?.hasFailed ?? false }

  /// Returns the next row that is not empty, or nil at the end.
  ///
  /// A malformed row is reported and returned with `isRejected` set.
  package mutating func next(_ report: inout Report) throws -> Row? {
    if csv != nil { return try csv?.next(&report) }
    if lines != nil { return try lines?.next(&report) }
    return try sheet?.next(&report)
  }

  /// Returns the input as UTF-8, or nil if it is not text or not in the given encoding.
  static func openText(
    name: String, options: DataOptions, read: @escaping ByteSource, report: inout Report
  ) throws -> TextInput? {
    var encoding: TextEncoding?
    if let given = options.encoding {
      if let fault = DataOptions.unknownEncoding(given) {
        report(
          DataFindings.unknownEncoding, fault.message, at: Place.nowhere, help: fault.help,
          settings: fault.settings)
        return nil
      }
      encoding = TextEncoding(named: given)
    }
    guard let input = try TextInput(read, encoding: encoding) else {
      report(
        DataFindings.unknownEncoding,
        "the system's C library cannot read \(quoted(options.encoding ?? ""))",
        at: Place.nowhere, help: "save the file as UTF-8")
      return nil
    }
    if let other = UnsupportedTable.binary(input.head) {
      let settings: [RunSetting] =
        switch other {
        case .gzip: [RunSetting(.data, "-")]
        case .xlsx: [RunSetting(.dataFormat, "xlsx")]
        default: []
        }
      report(
        DataFindings.notText, "the file is \(other.name), expected text",
        at: Place.file(name), help: other.help, settings: settings)
      return nil
    }
    if input.contradictsMark, let mark = input.mark {
      report(
        DataFindings.contradictedEncoding,
        "the file is \(mark.rawValue) by its byte order mark, not \(options.encoding ?? "")",
        at: Place.file(name))
      return nil
    }
    if input.encoding == .utf8, input.mark == nil, let order = UTF16Text.detect(input.head) {
      let encoding = order.isBigEndian ? "utf-16be" : "utf-16le"
      report(
        DataFindings.invalidBytes, "the file is UTF-16 without a byte order mark",
        at: Place.file(name), help: "save it as UTF-8, or name its encoding, \(encoding)",
        settings: [RunSetting(.encoding, encoding)])
      return nil
    }
    return input
  }
}
