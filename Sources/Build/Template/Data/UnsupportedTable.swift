// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Files that people hand over as a table although they hold something else.
enum UnsupportedTable {
  case xlsx, xls, encrypted, xlsb, ods, numbers, zip, gzip, pdf, sqlite, json, html

  var name: String {
    switch self {
    case .xlsx: "an Excel workbook (.xlsx)"
    case .xls: "an old Excel workbook (.xls)"
    case .encrypted: "an Excel workbook with a password"
    case .xlsb: "a binary Excel workbook (.xlsb)"
    case .ods: "an OpenDocument spreadsheet (.ods)"
    case .numbers: "a Numbers spreadsheet"
    case .zip: "a zip archive"
    case .gzip: "compressed with gzip"
    case .pdf: "a PDF document"
    case .sqlite: "an SQLite database"
    case .json: "JSON"
    case .html: "HTML or XML"
    }
  }

  /// How to make a table that passc reads from this format.
  var help: String {
    switch self {
    case .xlsx: "let its name end in .xlsx, or name the format"
    case .xls, .xlsb: "in Excel choose File, Save As, Excel Workbook (.xlsx) and use that file"
    case .encrypted:
      "in Excel choose File, Info, Protect Workbook, Encrypt with Password, and empty the password"
    case .ods: "in LibreOffice choose File, Save As, Excel 2007-365 (.xlsx) and use that file"
    case .numbers: "in Numbers choose File, Export To, Excel, format .xlsx, and use that file"
    case .zip: "unpack it and use the CSV inside"
    case .gzip: "unpack it with gunzip, or give what gzip -dc writes"
    case .sqlite: "export the table with sqlite3 -csv -header"
    case .pdf, .json, .html: "save the data as CSV UTF-8 and use that file"
    }
  }

  /// Recognizes a format by the first bytes, if they are not text.
  static func binary(_ head: [UInt8]) -> UnsupportedTable? {
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      if contains(head, "opendocument.spreadsheet") { return .ods }
      if contains(head, "xl/") || contains(head, "[Content_Types].xml") { return .xlsx }
      if contains(head, ".iwa") || contains(head, "Index/") { return .numbers }
      return .zip
    }
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return .xls }
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    if head.starts(with: "%PDF-".utf8) { return .pdf }
    if head.starts(with: "SQLite format 3\0".utf8) { return .sqlite }
    return nil
  }

  /// Returns what a file probably is by its extension, or nil if that is not known.
  static func description(forExtension suffix: String) -> String? {
    switch suffix.lowercased() {
    case "png", "jpg", "jpeg", "gif", "webp", "heic", "svg": "an image"
    case "html", "htm": "a web page"
    case "pem", "key", "cer", "crt", "p12", "pfx", "p8": "a certificate or key"
    case "doc", "docx", "rtf": "a text document"
    case let other where PackageKind.pass.fileExtensions.contains(other): "a finished pass"
    default: nil
    }
  }

  /// Recognizes a format by the beginning of a text, if it is not a header.
  static func text(_ head: [UInt8]) -> UnsupportedTable? {
    let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard let first = text.first else { return nil }
    let next = text.dropFirst().first { $0 > 0x20 }
    switch (first, next) {
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")),
      (UInt8(ascii: "["), UInt8(ascii: "{")), (UInt8(ascii: "["), UInt8(ascii: "[")),
      (UInt8(ascii: "["), UInt8(ascii: "\"")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return .json
    case (UInt8(ascii: "<"), UInt8(ascii: "!")), (UInt8(ascii: "<"), UInt8(ascii: "?")):
      return .html
    case (UInt8(ascii: "<"), _):
      let word = text.dropFirst().prefix(5).map { $0 | 0x20 }
      return word.starts(with: "html".utf8) || word.starts(with: "table".utf8) ? .html : nil
    default: return nil
    }
  }

  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == wanted[0] && bytes[start...].starts(with: wanted) {
      return true
    }
    return false
  }
}
