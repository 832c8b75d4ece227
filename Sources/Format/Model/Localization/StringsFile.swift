// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON

/// The text format of `pass.strings`.
package enum StringsFile {
  /// The most bytes of a file. A pass has a few dozen strings.
  package static let limitInBytes = 2 << 20
  /// The most languages of a pass. This and the limits below bound time and memory for untrusted
  /// passes.
  package static let maxLanguages = 256
  /// The most lines of all files of a pass together.
  package static let maxLines = 300_000
  /// The most bytes of all files of a pass together.
  package static let maxBytes = 16 << 20

  /// Reads a strings file in ASCII, UTF-8 or UTF-16, with or without byte order mark.
  ///
  /// It reports every error at its place and continues with the next line.
  ///
  /// - Parameter memory: the cached result for these bytes. All passes of an issuer contain the
  ///   same files.
  /// - Parameter lines: the most lines to read.
  package static func read(
    _ content: [UInt8], name: String, bundle: String? = nil, language: String,
    cache: StringsCache? = nil, lines: Int = maxLines, report: inout Report
  ) -> StringsTable {
    if let entries = cache?.entries(named: name, in: bundle, &report.sources),
      entries.count <= lines
    {
      return StringsTable(language: language, entries: entries)
    }
    guard content.count <= limitInBytes else {
      let start = report.sources.add(Source(name: name, bundle: bundle, bytes: content))
      report(
        StringsFindings.tooLarge,
        "the file has \(content.count) bytes, the limit is \(limitInBytes)",
        at: Origin(source: start, offset: 0))
      return StringsTable(language: language, entries: [])
    }
    let text = Text(content)
    let source = report.sources.add(Source(name: name, bundle: bundle, bytes: text.bytes))
    let start = Origin(source: source, offset: 0)
    for (finding, message, offset) in text.faults {
      report(finding, message, at: start.advanced(by: offset))
    }
    guard text.isReadable else { return StringsTable(language: language, entries: []) }
    return text.bytes.withUnsafeBufferPointer { bytes in
      var reader = StringsReader(
        bytes: bytes, source: source, position: text.markLength, limitOfLines: lines)
      reader.read()
      for (finding, message, offset, help) in reader.faults {
        report(finding, message, at: start.advanced(by: offset), help: help)
      }
      let isFaultless = text.faults.isEmpty && reader.faults.isEmpty
      let hasDuplicates = reportDuplicates(in: reader.entries, &report)
      if isFaultless, !hasDuplicates {
        cache?.store(reader.entries, of: text.bytes, source: source)
      }
      return StringsTable(language: language, entries: reader.entries)
    }
  }

  /// Reports the first key that occurs twice, with the number of the others. Returns whether there
  /// is one.
  private static func reportDuplicates(
    in entries: [StringsTable.Entry], _ report: inout Report
  ) -> Bool {
    var first: [String: Origin] = [:]
    var again: [(entry: StringsTable.Entry, earlier: Origin)] = []
    for entry in entries {
      guard let earlier = first.updateValue(entry.keyOrigin, forKey: entry.key) else { continue }
      first[entry.key] = earlier
      again.append((entry, earlier))
    }
    guard let (entry, earlier) = again.first else { return false }
    let all = again.count > 1 ? " (\(again.count) such lines in the file)" : ""
    report(
      StringsFindings.duplicateKey, "the key \"\(entry.key)\" was translated before\(all)",
      at: entry.keyOrigin, notes: [(earlier.place, "translated here first")])
    return true
  }

  /// Returns the file of a table: ASCII if possible, otherwise UTF-16 big-endian with a byte order
  /// mark. Authentic passes have the same encodings, and some other readers of passes decode no
  /// other UTF-16.
  package static func bytes(of table: StringsTable) -> [UInt8] {
    var out: [UInt8] = []
    for entry in table.entries {
      writeString(entry.key, to: &out)
      out += " = ".utf8
      writeString(entry.value, to: &out)
      out += ";\n".utf8
    }
    return isASCII(out) ? out : mark + wide(out)
  }

  /// The byte order mark of big-endian UTF-16.
  static let mark: [UInt8] = [0xFE, 0xFF]

  static func isASCII(_ text: [UInt8]) -> Bool { text.allSatisfy { $0 < 0x80 } }

  /// Converts UTF-8 to big-endian UTF-16.
  static func wide(_ text: [UInt8]) -> [UInt8] {
    var wide: [UInt8] = []
    wide.reserveCapacity(2 * text.count)
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      wide.append(UInt8(truncatingIfNeeded: unit >> 8))
      wide.append(UInt8(truncatingIfNeeded: unit))
    }
    return wide
  }

  static func writeString(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case 0x0A: out += "\\n".utf8
      case 0x0D: out += "\\r".utf8
      case 0x09: out += "\\t".utf8
      case 0..<0x20, 0x7F:
        out += "\\U00".utf8
        Hex.append(byte, to: &out)
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  /// The bytes converted to UTF-8, and the problems of their encoding.
  private struct Text {
    var bytes: [UInt8]
    /// The length of the byte order mark in `bytes`.
    var markLength = 0
    var isReadable = true
    var faults: [(Finding, String, Int)] = []

    init(_ content: [UInt8]) {
      bytes = content
      if content.starts(with: "bplist".utf8) || content.starts(with: "<?xml".utf8) {
        faults.append((StringsFindings.propertyList, "a property list, expected text", 0))
        isReadable = false
      } else if content.starts(with: [0xFF, 0xFE, 0, 0])
        || content.starts(with: [0, 0, 0xFE, 0xFF])
      {
        faults.append((StringsFindings.invalidEncoding, "the text is UTF-32, expected UTF-16", 0))
        isReadable = false
      } else if let (isBigEndian, length) = UTF16Text.detect(content) {
        readUTF16(content, isBigEndian: isBigEndian, markLength: length)
      } else {
        readUTF8(content)
      }
    }

    private mutating func readUTF16(_ content: [UInt8], isBigEndian: Bool, markLength: Int) {
      let (text, isExact) = UTF16Text.utf8(content[markLength...], isBigEndian: isBigEndian)
      bytes = text
      if markLength == 0 {
        faults.append(
          (StringsFindings.withoutMark, "the text is UTF-16 without a byte order mark", 0))
      }
      if !isExact {
        let message =
          content.count % 2 == 1
          ? "the text is UTF-16 and ends inside a character"
          : "the text is UTF-16 with halves of characters"
        faults.append((StringsFindings.invalidEncoding, message, 0))
      }
    }

    private mutating func readUTF8(_ content: [UInt8]) {
      if content.starts(with: [0xEF, 0xBB, 0xBF]) { markLength = 3 }
      guard let offset = UTF8Text.firstInvalidByte(content) else { return }
      faults.append(
        (StringsFindings.invalidEncoding, "the bytes from here are not UTF-8", offset))
    }
  }
}
