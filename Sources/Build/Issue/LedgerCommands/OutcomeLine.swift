// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// The content of one line of a table of outcomes.
enum OutcomeLine {
  /// A pass that was issued now or before.
  case pass(ImportedPass)
  /// The row was rejected, or replaced by another one.
  case withoutPass

  /// Reads a line that is the current row of the report's sources. Returns nil after an error in
  /// `report`.
  static func read(_ text: [UInt8], _ report: inout Report) -> OutcomeLine? {
    guard let root = JSONReader.read(text, source: SourceTable.row, report: &report)?.root else {
      return nil
    }
    guard root.isObject else {
      report(LedgerFindings.notAnOutcome, "the line is not a JSON object", at: root)
      return nil
    }
    guard let word = string("outcome", of: root, &report) else { return nil }
    switch word {
    case "refused", "superseded": return .withoutPass
    case "issued", "unchanged": return pass(root, &report).map { .pass($0) }
    default:
      report(
        LedgerFindings.notAnOutcome,
        "outcome is \"\(word)\", expected issued, unchanged, refused or superseded",
        at: root["outcome"] ?? root)
      return nil
    }
  }

  private static func pass(_ root: JSONValue, _ report: inout Report) -> ImportedPass? {
    let passType = string("passType", of: root, &report)
    let serial = string("serial", of: root, &report)
    let bundle = digest("digest", of: root, isRequired: true, &report)
    let row = digest("content", of: root, isRequired: false, &report)
    let size = size(of: root, &report)
    let file = file(of: root, size, &report)
    guard !report.hasErrors, let passType, let serial, let bundle, let size else { return nil }
    return ImportedPass(
      passType: passType, serial: serial, token: nil, bundle: bundle, bundleSize: size,
      certificate: nil, file: file, row: row, isReissued: true,
      isTokenUnknown: true)
  }

  /// Returns the string of a required member.
  private static func string(
    _ name: String, of root: JSONValue, _ report: inout Report
  ) -> String? {
    guard let value = root[name], !value.isNull else {
      report(LedgerFindings.notAnOutcome, "\(name) is missing", at: root)
      return nil
    }
    guard let text = value.string, !text.isEmpty else {
      report(LedgerFindings.notAnOutcome, "\(name) is empty or not a string", at: value)
      return nil
    }
    return text
  }

  private static func digest(
    _ name: String, of root: JSONValue, isRequired: Bool, _ report: inout Report
  ) -> LedgerDigest? {
    guard let value = root[name], !value.isNull else {
      if isRequired { report(LedgerFindings.notAnOutcome, "\(name) is missing", at: root) }
      return nil
    }
    guard let text = value.string, let bytes = Hex.decode(text), let digest = LedgerDigest(bytes)
    else {
      report(
        LedgerFindings.notAnOutcome, "\(name) is not a SHA-256, expected 64 hex digits", at: value)
      return nil
    }
    return digest
  }

  private static func size(of root: JSONValue, _ report: inout Report) -> Int64? {
    guard let value = root["size"], !value.isNull else {
      report(LedgerFindings.notAnOutcome, "size is missing", at: root)
      return nil
    }
    guard let number = value.number, let size = Int64(number.spelling), size > 0 else {
      report(
        LedgerFindings.notAnOutcome, "size is not a whole number of bytes, at least 1", at: value)
      return nil
    }
    return size
  }

  /// Returns the place of the pass: an absolute path or a URL, with an entry for an archive. Nil if
  /// the line has none.
  private static func file(
    of root: JSONValue, _ size: Int64?, _ report: inout Report
  ) -> PlacedFile? {
    guard let value = root["place"], !value.isNull else { return nil }
    guard let place = value.string, let slash = place.utf8.lastIndex(of: UInt8(ascii: "/")),
      place.utf8.first == UInt8(ascii: "/") || PlacedFile.scheme(of: place) != nil,
      place.utf8.last != UInt8(ascii: "/")
    else {
      report(
        LedgerFindings.notAnOutcome, "place is neither an absolute path nor a URL", at: value)
      return nil
    }
    var entry: String?
    if let inner = root["entry"], !inner.isNull {
      entry = inner.string
      if entry?.isEmpty ?? true {
        report(LedgerFindings.notAnOutcome, "entry is empty or not a string", at: inner)
      }
    }
    let folder = slash == place.utf8.startIndex ? "/" : String(place[..<slash])
    return PlacedFile(
      folder: folder, path: String(place[place.utf8.index(after: slash)...]),
      // The size of an archive is not in the table.
      size: entry == nil ? size ?? 0 : 0, entry: entry)
  }
}

/// The lines of a file that may be larger than memory.
struct OutcomeLines {
  /// The maximum length of a line in bytes. A longer line is returned in pieces, which are not
  /// valid JSON.
  private static let limitInBytes = 1 << 20

  private let stream: FileStream
  private var buffer: [UInt8] = []
  private var start = 0
  private var number = 0
  private var isAtEnd = false

  init(_ stream: FileStream) { self.stream = stream }

  /// Returns the next line without its end, and its number from 1.
  mutating func next() throws(FileError) -> (text: [UInt8], number: Int)? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        var text = Array(buffer[start..<end])
        if text.last == 0x0D { text.removeLast() }
        start = end + 1
        number += 1
        return (text, number)
      }
      if isAtEnd || buffer.count - start > Self.limitInBytes {
        guard buffer.count > start else { return nil }
        let text = Array(buffer[start...])
        (buffer, start) = ([], 0)
        number += 1
        return (text, number)
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      if let piece = try stream.next() { buffer += piece } else { isAtEnd = true }
    }
  }
}
