// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// The next bytes of an input, nil at its end; what the disk or pipe throws passes through.
package typealias ByteSource = () throws -> [UInt8]?

/// How a data file holds its rows.
package enum DataFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format a file name promises, or nil for any other ending.
  package static func of(fileName: String) -> DataFormat? {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "csv", "txt": return .csv
    case "tsv", "tab": return .tsv
    case "json": return .json
    case "jsonl", "ndjson": return .jsonl
    default: return nil
    }
  }
}

/// What the command line says about a data file.
package struct DataOptions: Sendable {
  /// `--data-format`; nil means by the file's name.
  package var format: DataFormat?
  /// `--delimiter`; nil means found in the header.
  package var delimiter: UInt8?
  /// `--encoding`; nil means UTF-8, or UTF-16 with its mark.
  package var encoding: String?

  /// What is not given is told by the data itself.
  package init(format: DataFormat? = nil, delimiter: UInt8? = nil, encoding: String? = nil) {
    self.format = format
    self.delimiter = delimiter
    self.encoding = encoding
  }

  /// Says that `--encoding` names an encoding nobody here knows; nil when it is known.
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

  /// The byte `--delimiter` names (`;`, `tab`, `\t`), or nil when it cannot be one.
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

/// The most a data file may ask of memory.
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

/// A value as messages show it: its first 40 characters in quotes, control characters spelled out.
func quoted(_ text: some StringProtocol) -> String { Excerpt.cell.quoted(text) }

/// Three of many names, quoted, and how many more there are.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(3).map { quoted($0) }.joined(separator: ", ")
  return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
}
