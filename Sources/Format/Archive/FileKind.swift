// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// What a file is that was named in place of something else.
package enum FileKind: Sendable, Hashable {
  /// A .pkpass or .pkpasses.
  case pass(words: String)
  /// A table of rows.
  case table(words: String)
  /// Anything else.
  case other(words: String)

  /// Tells by the beginning of a file, and by its name where that is not enough.
  package init(_ head: [UInt8], name: String) {
    let suffix = FilePath.extension(name).lowercased()
    let format = UnsupportedArchive.description(for: head)
    switch suffix {
    case PackageKind.pass.fileExtension where Self.isZip(head):
      self = .pass(words: "a finished pass")
    case PackageKind.pass.groupExtension where Self.isZip(head):
      self = .pass(words: "a bundle of passes")
    case "xlsx" where Self.isZip(head): self = .table(words: "an Excel workbook")
    case "csv" where format == UnsupportedArchive.text: self = .table(words: "a CSV file")
    case "tsv" where format == UnsupportedArchive.text: self = .table(words: "a TSV file")
    case "jsonl" where format == UnsupportedArchive.json: self = .table(words: "a JSON Lines file")
    default:
      if Self.isZip(head) {
        self = .other(words: "a zip archive")
      } else if format.hasPrefix("is ") {
        self = .other(words: String(format.dropFirst(3)))
      } else {
        self = .other(words: "a file with nothing but spaces")
      }
    }
  }

  /// What it is, as in "a.csv is a CSV file".
  package var name: String {
    switch self {
    case .pass(let words), .table(let words), .other(let words): words
    }
  }

  private static func isZip(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) }
}
