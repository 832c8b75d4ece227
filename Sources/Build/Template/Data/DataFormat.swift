// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// Returns the next bytes of an input, or nil at its end. Throws errors of the disk or pipe.
package typealias ByteSource = () throws -> [UInt8]?

package enum DataFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl, xlsx

  /// Returns the format for a file name, or nil if its ending is unknown.
  package static func of(fileName: String) -> DataFormat? {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "csv", "txt": return .csv
    case "tsv", "tab": return .tsv
    case "json": return .json
    case "jsonl", "ndjson": return .jsonl
    // Macros of .xlsm are not read.
    case "xlsx", "xlsm": return .xlsx
    default: return nil
    }
  }
}

package struct DataOptions: Sendable {
  /// `--data-format`. With nil the file name decides.
  package var format: DataFormat?
  /// `--delimiter`. With nil it is found in the header.
  package var delimiter: UInt8?
  /// `--encoding`. With nil it is UTF-8, or UTF-16 if there is a byte order mark.
  package var encoding: String?
  /// `--sheet`. With nil it is the only sheet with rows.
  package var sheet: String?

  /// Creates options. Missing ones are determined from the data.
  package init(
    format: DataFormat? = nil, delimiter: UInt8? = nil, encoding: String? = nil,
    sheet: String? = nil
  ) {
    self.format = format
    self.delimiter = delimiter
    self.encoding = encoding
    self.sheet = sheet
  }

  /// Returns whether data with a name is a workbook, which is not text.
  func isWorkbook(named name: String) -> Bool {
    (format ?? DataFormat.of(fileName: name)) == .xlsx
  }

  /// Returns the options for a file, with those of the template where these have none. The template
  /// describes CSV files alone.
  package func completed(by template: DataOptions, forFile name: String) -> DataOptions {
    guard [.csv, .tsv].contains(format ?? DataFormat.of(fileName: name)) else { return self }
    return DataOptions(
      format: format, delimiter: delimiter ?? template.delimiter,
      encoding: encoding ?? template.encoding)
  }

  /// Returns an error for an unknown `--encoding`, or nil if it is known.
  package static func unknownEncoding(_ name: String) -> (
    message: String, help: String?, settings: [RunSetting]
  )? {
    guard TextEncoding(named: name) == nil else { return nil }
    let nearest = NearestName.of(name, among: TextEncoding.names)
    return (
      "unknown encoding \(quoted(name))", nearest.map { "write \($0)" },
      nearest.map { [RunSetting(.encoding, $0)] } ?? []
    )
  }

  /// Parses `--delimiter` (`;`, `tab`, `\t`). Returns nil if the byte cannot be a delimiter.
  package static func delimiter(_ text: String) -> UInt8? {
    switch text.lowercased() {
    case "tab", "\\t": return 0x09
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    default: break
    }
    guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
    let isLetterOrDigit = byte.isDigit || (byte | 0x20).isLowercaseLetter
    let isReserved = byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == 0x20
    return isLetterOrDigit || isReserved || byte == 0 ? nil : byte
  }
}

/// The limits on the memory for a data file.
enum DataLimits {
  static let cellInBytes = 16 << 20
  static let rowInBytes = 64 << 20
  static let columns = 10_000
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLowercaseLetter: Bool { self >= 0x61 && self <= 0x7A }
  var isLetter: Bool { (self | 0x20).isLowercaseLetter }
}

/// Returns a value for messages: its first 40 characters in quotes, with escaped control
/// characters.
func quoted(_ text: some StringProtocol) -> String { Excerpt.cell.quoted(text) }

/// Returns the first three names in quotes, and the number of the others.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(3).map { quoted($0) }.joined(separator: ", ")
  return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
}
