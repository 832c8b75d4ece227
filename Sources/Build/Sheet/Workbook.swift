// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics

/// An untrusted Excel workbook (.xlsx). Its sheets are read as streams.
package final class Workbook {
  /// A sheet of cells.
  package struct Sheet: Sendable {
    package let name: String
    /// Whether the program does not show the sheet.
    package let isHidden: Bool
    let part: String
  }

  /// The memory for the package and for the shared strings. Larger ones are in files without a
  /// name.
  package static let memoryInBytes = 64 << 20
  private static let sheetsLimit = 4_096

  private let zip: ZIPFile
  /// The sheets in the order of the workbook, without charts.
  package private(set) var sheets: [Sheet] = []
  /// Whether the program computes all formulas when it opens the file, because their values may
  /// be missing or old.
  package private(set) var isComputedOnLoad = false
  private(set) var countsFrom1904 = false
  private var formats: [NumberFormat] = []
  let strings: SharedStrings

  /// Reads everything but the sheets.
  ///
  /// - Parameters:
  ///   - read: returns the next bytes of the file, or nil at its end.
  ///   - memoryInBytes: the limit above which bytes are in a file.
  /// - Throws: `WorkbookError`, or errors of `read` and of the disk.
  package init(
    _ read: () throws -> [UInt8]?, memoryInBytes: Int = Workbook.memoryInBytes
  ) throws {
    let bytes = SpilledBytes(limitInBytes: memoryInBytes)
    while let piece = try read() { try bytes.append(piece) }
    try UnsupportedWorkbook.check(bytes)
    zip = try Self.naming(nil) { try ZIPFile(bytes) }
    strings = SharedStrings(limitInBytes: memoryInBytes)
    try UnsupportedWorkbook.check(zip)
    let main = try mainPart()
    let relations = try relations(of: main)
    try readStyles(relations)
    try readStrings(relations)
    try readSheets(main, relations)
  }

  /// Whether the shared strings are in a file.
  package var hasStringsInFile: Bool { strings.isInFile }

  /// Starts to read the rows of a sheet. Only one sheet may be read at a time.
  package func rows(of sheet: Sheet) throws -> WorkbookRows {
    guard let entry = try naming(sheet.part, { try zip.entry(sheet.part) }) else {
      throw WorkbookError.damaged(part: sheet.part, reason: "it is missing")
    }
    return try WorkbookRows(self, part: sheet.part, entry: entry)
  }

  /// Returns the number format of a cell style. A style that does not exist has none.
  func format(_ style: Int) -> NumberFormat {
    formats.indices.contains(style) ? formats[style] : .general
  }

  /// Converts faults of the archive to errors of a part.
  func naming<Value>(_ part: String?, _ body: () throws -> Value) throws -> Value {
    try Self.naming(part, body)
  }

  private static func naming<Value>(
    _ part: String?, _ body: () throws -> Value
  ) throws -> Value {
    do { return try body() } catch let fault as ZIPFile.Fault {
      switch fault {
      case .damaged(let reason): throw WorkbookError.damaged(part: part, reason: reason)
      case .tooLarge(let reason): throw WorkbookError.tooLarge(part: part, reason: reason)
      }
    }
  }

  // MARK: Parts

  private struct Relation {
    let id: String
    /// The last part of the type's address, such as `worksheet`.
    let kind: String
    let target: String
  }

  /// Reads a part, or returns false if there is none.
  private func read(_ part: String, _ handler: any XMLHandler) throws -> Bool {
    guard let entry = try naming(part, { try zip.entry(part) }) else { return false }
    let reader = try XMLReader(part: part, handler: handler)
    while let piece = try naming(part, { try entry.next() }) { try reader.parse(piece) }
    try reader.parse([], isLast: true)
    return true
  }

  private func mainPart() throws -> String {
    guard let main = try relations(of: "").first(where: { $0.kind == "officeDocument" }) else {
      throw WorkbookError.unsupportedFormat(.otherArchive)
    }
    if main.target.lowercased().hasSuffix(".bin") {
      throw WorkbookError.unsupportedFormat(.binaryExcel)
    }
    return main.target
  }

  /// Returns the relations of a part, with the paths of their targets in the archive. The package
  /// is the part without a name.
  private func relations(of part: String) throws -> [Relation] {
    let folder = part.split(separator: "/").dropLast().map(String.init)
    let name = part.split(separator: "/").last ?? ""
    let path = (folder + ["_rels", "\(name).rels"]).joined(separator: "/")
    var found: [Relation] = []
    let handler = StartTags { name, attributes, depth in
      guard depth == 2, name == "Relationship", attributes.string("TargetMode") != "External",
        let id = attributes.string("Id"), let type = attributes.string("Type"),
        let target = attributes.string("Target")
      else { return }
      guard found.count < 100_000 else {
        throw WorkbookError.tooLarge(part: path, reason: "more than 100,000 relations")
      }
      let kind = type.split(separator: "/").last.map(String.init) ?? ""
      found.append(Relation(id: id, kind: kind, target: Self.path(target, from: folder)))
    }
    _ = try read(path, handler)
    return found
  }

  /// Returns the path of a target that is relative to a folder, or absolute in the archive.
  private static func path(_ target: String, from folder: [String]) -> String {
    var parts = target.hasPrefix("/") ? [] : folder
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  private func readSheets(_ main: String, _ relations: [Relation]) throws {
    let targets = Dictionary(relations.map { ($0.id, $0) }) { first, _ in first }
    var isWorkbook = false
    let handler = StartTags { [unowned self] name, attributes, depth in
      if depth == 1 { isWorkbook = name == "workbook" }
      if depth == 2, name == "workbookPr" { countsFrom1904 = attributes.isTrue("date1904") }
      if depth == 2, name == "calcPr" { isComputedOnLoad = attributes.isTrue("fullCalcOnLoad") }
      guard depth == 3, name == "sheet", let title = attributes.string("name"),
        let id = attributes.string("id"), let target = targets[id], target.kind == "worksheet"
      else { return }
      guard sheets.count < Self.sheetsLimit else {
        throw WorkbookError.tooLarge(
          part: main, reason: "more than \(Self.sheetsLimit) sheets")
      }
      let isHidden = ["hidden", "veryHidden"].contains(attributes.string("state") ?? "")
      sheets.append(Sheet(name: title, isHidden: isHidden, part: target.target))
    }
    guard try read(main, handler) else {
      throw WorkbookError.damaged(part: main, reason: "it is missing")
    }
    guard isWorkbook else { throw WorkbookError.unsupportedFormat(.otherArchive) }
  }

  private func readStyles(_ relations: [Relation]) throws {
    guard let part = relations.first(where: { $0.kind == "styles" })?.target else { return }
    var codes: [Int: NumberFormat] = [:]
    var section = ""
    let handler = StartTags { [unowned self] name, attributes, depth in
      if depth == 2 {
        section = name == "numFmts" ? "formats" : name == "cellXfs" ? "styles" : ""
      }
      guard depth == 3, !section.isEmpty, let number = attributes.number("numFmtId") else { return }
      guard codes.count + formats.count < 200_000 else {
        throw WorkbookError.tooLarge(part: part, reason: "more than 200,000 formats")
      }
      if section == "formats" {
        codes[number] = NumberFormat(code: attributes.string("formatCode") ?? "General")
      } else {
        let builtIn = NumberFormat.builtIn(number).map { NumberFormat(code: $0) }
        formats.append(codes[number] ?? builtIn ?? .general)
      }
    }
    _ = try read(part, handler)
  }

  private func readStrings(_ relations: [Relation]) throws {
    guard let part = relations.first(where: { $0.kind == "sharedStrings" })?.target else { return }
    _ = try read(part, SharedStringsHandler(part: part, strings: strings))
  }
}

/// A handler of start tags alone.
private final class StartTags: XMLHandler {
  private let receive: (XMLName, XMLAttributes, Int) throws -> Void

  init(_ receive: @escaping (XMLName, XMLAttributes, Int) throws -> Void) {
    self.receive = receive
  }

  func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) throws {
    try receive(name, attributes, depth)
  }

  func end(_ name: XMLName, depth: Int) {}

  func text(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) {}
}
