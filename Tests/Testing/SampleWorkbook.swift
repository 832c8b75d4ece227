// SPDX-License-Identifier: Apache-2.0

import CZip
import PassBasics

/// An Excel workbook for tests, made of cells.
package struct SampleWorkbook {
  /// A cell. Its number format is a code such as `dd.mm.yyyy`.
  package enum Cell: ExpressibleByStringLiteral {
    case none
    case shared(String)
    case inline(String)
    case number(String, format: String = "General")
    case boolean(Bool)
    case error(String)
    /// A formula with its stored value, if there is one.
    case formula(String, value: String?)
    /// A date as text.
    case isoDate(String)
    /// A whole element.
    case xml(String)

    package init(stringLiteral value: String) { self = .shared(value) }
  }

  package struct Sheet {
    package var name: String
    /// The rows from the first one. Rows without cells are left out.
    package var rows: [[Cell]]
    /// The number of columns before the first cell.
    package var indent = 0
    package var hiddenRows: Set<Int> = []
    package var merged: [String] = []
    package var state: String?

    package init(
      _ rows: [[Cell]], hiddenRows: Set<Int> = [], merged: [String] = []
    ) {
      self.init("Members", rows, hiddenRows: hiddenRows, merged: merged)
    }

    package init(
      _ name: String, _ rows: [[Cell]], indent: Int = 0, hiddenRows: Set<Int> = [],
      merged: [String] = [], state: String? = nil
    ) {
      (self.name, self.rows, self.indent) = (name, rows, indent)
      (self.hiddenRows, self.merged, self.state) = (hiddenRows, merged, state)
    }
  }

  package var sheets: [Sheet]
  package var countsFrom1904 = false
  package var isComputedOnLoad = false
  /// Parts in place of those made here, or in addition to them. A nil leaves one out.
  package var parts: [String: String?] = [:]

  package init(_ sheets: [Sheet]) { self.sheets = sheets }

  /// Creates a workbook with one sheet.
  package init(_ rows: [[Cell]]) { sheets = [Sheet(rows)] }

  /// The bytes of the workbook, deflated.
  package func bytes() throws -> [UInt8] { try Self.zip(allParts) }

  // MARK: Parts

  private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006/relationships"

  /// The content of a worksheet part.
  package static func worksheet(_ content: String) -> String {
    "\(declaration)<worksheet xmlns=\"\(main)\">\(content)</worksheet>"
  }

  private var allParts: [(String, [UInt8])] {
    var strings: [String] = []
    var formats: [String] = []
    var all: [String: String] = [:]
    for (index, sheet) in sheets.enumerated() {
      all["xl/worksheets/sheet\(index + 1).xml"] = Self.part(of: sheet, &strings, &formats)
    }
    all["_rels/.rels"] = Self.relations([("rId1", "officeDocument", "xl/workbook.xml")])
    all["xl/_rels/workbook.xml.rels"] = Self.relations(
      sheets.indices.map { ("rId\($0 + 1)", "worksheet", "worksheets/sheet\($0 + 1).xml") }
        + [("s", "sharedStrings", "sharedStrings.xml"), ("f", "styles", "styles.xml")])
    all["xl/workbook.xml"] = workbook
    all["xl/sharedStrings.xml"] =
      "\(Self.declaration)<sst xmlns=\"\(Self.main)\">"
      + strings.map { "<si><t xml:space=\"preserve\">\(Self.escaped($0))</t></si>" }.joined()
      + "</sst>"
    all["xl/styles.xml"] = Self.styles(formats)
    for (name, content) in parts { all[name] = content }
    return all.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }
  }

  private var workbook: String {
    let list = sheets.enumerated().map { index, sheet in
      let state = sheet.state.map { " state=\"\($0)\"" } ?? ""
      return "<sheet name=\"\(Self.escaped(sheet.name))\" sheetId=\"\(index + 1)\"\(state)"
        + " r:id=\"rId\(index + 1)\"/>"
    }
    return "\(Self.declaration)<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\">"
      + (countsFrom1904 ? "<workbookPr date1904=\"1\"/>" : "")
      + "<sheets>\(list.joined())</sheets>"
      + (isComputedOnLoad ? "<calcPr calcId=\"0\" fullCalcOnLoad=\"1\"/>" : "") + "</workbook>"
  }

  private static func relations(_ list: [(String, String, String)]) -> String {
    "\(declaration)<Relationships xmlns=\"\(package)\">"
      + list.map { id, type, target in
        "<Relationship Id=\"\(id)\" Type=\"\(office)/\(type)\" Target=\"\(target)\"/>"
      }.joined() + "</Relationships>"
  }

  private static func styles(_ formats: [String]) -> String {
    let numbers = formats.enumerated().map { index, code in
      "<numFmt numFmtId=\"\(164 + index)\" formatCode=\"\(escaped(code))\"/>"
    }
    let styles = formats.indices.map { "<xf numFmtId=\"\(164 + $0)\" applyNumberFormat=\"1\"/>" }
    return "\(declaration)<styleSheet xmlns=\"\(main)\"><numFmts>\(numbers.joined())</numFmts>"
      + "<cellXfs><xf numFmtId=\"0\"/>\(styles.joined())</cellXfs></styleSheet>"
  }

  private static func part(
    of sheet: Sheet, _ strings: inout [String], _ formats: inout [String]
  ) -> String {
    var rows = ""
    for (index, cells) in sheet.rows.enumerated() where !cells.isEmpty {
      let hidden = sheet.hiddenRows.contains(index + 1) ? " hidden=\"1\"" : ""
      rows += "<row r=\"\(index + 1)\"\(hidden)>"
      for (column, cell) in cells.enumerated() {
        let place = "\(letters(column + sheet.indent))\(index + 1)"
        rows += xml(of: cell, at: place, &strings, &formats)
      }
      rows += "</row>"
    }
    let merged = sheet.merged.map { "<mergeCell ref=\"\($0)\"/>" }.joined()
    return worksheet(
      "<sheetData>\(rows)</sheetData>"
        + (merged.isEmpty ? "" : "<mergeCells>\(merged)</mergeCells>"))
  }

  private static func xml(
    of cell: Cell, at place: String, _ strings: inout [String], _ formats: inout [String]
  ) -> String {
    switch cell {
    case .none: return ""
    case .shared(let text):
      strings.append(text)
      return "<c r=\"\(place)\" t=\"s\"><v>\(strings.count - 1)</v></c>"
    case .inline(let text):
      return "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(escaped(text))</t></is></c>"
    case .number(let spelling, let format):
      if !formats.contains(format) { formats.append(format) }
      let style = format == "General" ? 0 : (formats.firstIndex(of: format) ?? 0) + 1
      return "<c r=\"\(place)\" s=\"\(style)\"><v>\(spelling)</v></c>"
    case .boolean(let value): return "<c r=\"\(place)\" t=\"b\"><v>\(value ? 1 : 0)</v></c>"
    case .error(let text): return "<c r=\"\(place)\" t=\"e\"><v>\(text)</v></c>"
    case .formula(let formula, let value):
      let stored = value.map { "<v>\(escaped($0))</v>" } ?? ""
      let type = value == nil ? "" : " t=\"str\""
      return "<c r=\"\(place)\"\(type)><f>\(escaped(formula))</f>\(stored)</c>"
    case .isoDate(let text): return "<c r=\"\(place)\" t=\"d\"><v>\(text)</v></c>"
    case .xml(let text): return text
    }
  }

  private static func letters(_ column: Int) -> String {
    let last = String(Character(UnicodeScalar(UInt8(65 + column % 26))))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  // MARK: Archive

  private struct ZIPError: Error {
    let step: String
  }

  /// Returns a zip archive with deflated entries, in their order.
  package static func zip(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder("a.zip")
    var code: Int32 = 0
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
      throw ZIPError(step: "open \(code)")
    }
    // libzip reads the buffers when it closes the archive.
    var buffers: [UnsafeMutableRawBufferPointer] = []
    defer { for buffer in buffers { buffer.deallocate() } }
    for (name, content) in entries {
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(1, content.count), alignment: 1)
      buffer.copyBytes(from: content)
      buffers.append(buffer)
      guard
        let source = zip_source_buffer(archive, buffer.baseAddress, UInt64(content.count), 0),
        zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0
      else {
        zip_discard(archive)
        throw ZIPError(step: "add \(name)")
      }
    }
    guard zip_close(archive) == 0 else {
      zip_discard(archive)
      throw ZIPError(step: "close")
    }
    return try Disk.read(path)
  }
}
