// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON

/// Reads the rows of a data file, one at a time, from CSV, TSV, JSON Lines or one JSON object.
package struct DataReader {
  // One of the two. Not an enum: taking a reader out of it to change it costs more than a row.
  private var csv: CSVReader?
  private var lines: JSONLinesReader?
  /// How the input spells its text.
  package let textForm: TextForm

  /// Reads the beginning of the data and, of CSV, its header.
  ///
  /// - Returns: nil after a finding that makes reading pointless.
  package init?(
    name: String, options: DataOptions = DataOptions(), read: @escaping ByteSource,
    report: inout Report
  ) throws {
    guard
      let input = try Self.openText(name: name, options: options, read: read, report: &report)
    else { return nil }
    guard let format = options.format ?? DataFormat.of(fileName: name) else {
      let words = ForeignTable.words(forExtension: FilePath.extension(name))
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
      if let other = ForeignTable.text(input.head) {
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
    }
  }

  /// Goes on with other data that has the same form and, of CSV, the same header, which is left out.
  package mutating func goOn(with rows: [UInt8]) {
    csv?.goOn(with: rows)
    lines?.goOn(with: rows)
  }

  /// The first line of CSV; nil for JSON.
  package var header: DataHeader? { csv?.header }

  /// How many wholly empty rows were skipped so far.
  package var emptyRows: Int { csv?.emptyRows ?? lines?.emptyRows ?? 0 }

  /// Reading stopped before the end, for a reason that was reported.
  package var hasFailed: Bool { csv?.hasFailed ?? lines?.hasFailed ?? false }

  /// The next row that is not wholly empty, or nil at the end.
  ///
  /// A malformed row is reported and given out all the same, with `isRejected` set.
  package mutating func next(_ report: inout Report) throws -> Row? {
    if csv != nil { return try csv?.next(&report) }
    return try lines?.next(&report)
  }

  /// The input as UTF-8, or nil when it is no text or not in the encoding that was named.
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
    if let other = ForeignTable.binary(input.head) {
      report(
        DataFindings.notText, "the file is \(other.name), expected text",
        at: Place.file(name), help: other.help,
        settings: other == .gzip ? [RunSetting(.data, "-")] : [])
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
