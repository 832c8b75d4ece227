// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// A parser of strings files, whose format is the dictionary part of the old NeXT property list.
///
/// A line is `"key" = "value";`. Either may also be in single quotes, or bare if it consists only
/// of letters, digits and `_ $ / : . -`. `"key";` means that the value equals the key. Comments are
/// those of C.
struct StringsReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let source: UInt32
  private var position: Int
  private let maxLines: Int
  private(set) var entries: [StringsTable.Entry] = []
  /// The errors: finding, message, offset, and the help if it differs from that of the finding.
  private(set) var faults: [(Finding, String, Int, String?)] = []
  private var faultCounts: [String: Int] = [:]

  init(
    bytes: UnsafeBufferPointer<UInt8>, source: UInt32, position: Int,
    limitOfLines: Int = StringsFile.maxLines
  ) {
    self.bytes = bytes
    self.maxLines = limitOfLines
    self.source = source
    self.position = position
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func origin(_ offset: Int) -> Origin { Origin(source: source, offset: offset) }

  private mutating func reportError(
    _ finding: Finding, _ message: String, at offset: Int, help: String? = nil
  ) {
    // Further errors of one kind are not kept, because text that is wrong everywhere would exhaust
    // memory.
    let count = faultCounts[finding.code, default: 0]
    guard count <= Report.limitPerCode else { return }
    faultCounts[finding.code] = count + 1
    faults.append((finding, message, offset, help))
  }

  // MARK: Lines

  mutating func read() {
    while true {
      guard skipBlanks(), current != nil else { return }
      guard entries.count < maxLines else {
        return reportError(
          StringsFindings.tooManyLines,
          "more than \(StringsFile.maxLines) lines in the pass.strings of the pass",
          at: position)
      }
      readLine()
    }
  }

  private mutating func readLine() {
    let keyStart = position
    guard let key = readString(wanted: "a key") else { return }
    guard skipBlanks() else { return }
    if current == UInt8(ascii: ";") {
      position += 1
      append(key, key, keyStart, keyStart)
      return
    }
    guard current == UInt8(ascii: "=") else {
      reportError(
        StringsFindings.syntax, "\(found) after the key \"\(shortened(key))\", expected =",
        at: position, help: help(near: position))
      return recover()
    }
    position += 1
    guard skipBlanks() else { return }
    let valueStart = position
    guard let value = readString(wanted: "the value of \"\(shortened(key))\"") else { return }
    append(key, value, keyStart, valueStart)
    let end = position
    guard skipBlanks() else { return }
    if current == UInt8(ascii: ";") {
      position += 1
    } else if bytes[valueStart..<end].contains(0x0A) {
      // The string ran on to the quote of a later line. Reading continues after its first line.
      reportError(
        StringsFindings.unterminatedString, "the string that begins here is not closed",
        at: valueStart, help: "write a double quote before the semicolon")
      position = valueStart
      while let byte = current, byte != 0x0A { position += 1 }
    } else if let semicolon = endOfLine(afterStringEndingAt: end) {
      reportError(
        StringsFindings.innerQuote,
        "a quotation mark inside the value of \"\(shortened(key))\" ends it", at: end - 1)
      position = semicolon + 1
    } else {
      // The next line begins here, so there is nothing to skip.
      reportError(
        StringsFindings.missingSemicolon,
        "no semicolon after the value of \"\(shortened(key))\"", at: end)
      if let current, current != UInt8(ascii: "\""), !Self.isBare(current) { recover() }
    }
  }

  /// Returns the place of the semicolon that ends the line, if a string went on after its closing
  /// quote: `"The "Tide" club";`. Returns nil if a semicolon is missing between two lines, as in
  /// `"a" = "b" "c" = "d";`.
  private func endOfLine(afterStringEndingAt end: Int) -> Int? {
    let quote = bytes[end - 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), position < bytes.count
    else { return nil }
    let rest = bytes[end...].prefix { $0 != 0x0A && $0 != 0x0D }
    guard rest.contains(quote), position < rest.endIndex,
      position == end || !rest.contains(UInt8(ascii: "=")),
      let semicolon = rest.lastIndex(of: UInt8(ascii: ";")),
      let last = rest[..<semicolon].last(where: { $0 > 0x20 }), last == quote
    else { return nil }
    return semicolon
  }

  private mutating func append(_ key: String, _ value: String, _ keyAt: Int, _ valueAt: Int) {
    entries.append(
      .init(key: key, value: value, keyOrigin: origin(keyAt), valueOrigin: origin(valueAt)))
  }

  /// Skips to the next line of text or past the next semicolon.
  private mutating func recover() {
    while let byte = current {
      position += 1
      if byte == UInt8(ascii: ";") || byte == 0x0A || byte == 0x0D { return }
    }
  }

  private var found: String {
    guard let current else { return "the end of the text" }
    if current == UInt8(ascii: "\"") { return "another string" }
    if let scalar = scalar(at: position), scalar.value >= 0x80 { return "\(scalar)" }
    if current < 0x20 || current > 0x7E { return "an unexpected character" }
    return "\"\(Character(UnicodeScalar(current)))\""
  }

  /// The character at an offset, if it is valid UTF-8.
  private func scalar(at offset: Int) -> Unicode.Scalar? {
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    return text.unicodeScalars.first.flatMap { $0 == "\u{FFFD}" ? nil : $0 }
  }

  /// Returns the help for an unexpected character; nil for that of the finding.
  private func help(near offset: Int) -> String? {
    guard let scalar = current == nil ? nil : scalar(at: offset) else { return nil }
    switch scalar {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}", "\u{2018}", "\u{2019}":
      return "write a straight quote (\") in place of this typographic one"
    case ":": return "write = in place of the colon"
    case ",": return "write a semicolon in place of the comma"
    case "{", "}": return "remove the braces: a strings file has only lines \"key\" = \"value\";"
    default: return nil
    }
  }

  private func shortened(_ text: String) -> String {
    text.count > 40 ? text.prefix(37) + "..." : text
  }

  // MARK: Strings

  private mutating func readString(wanted: String) -> String? {
    let start = position
    if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return readQuoted(quote)
    }
    while let byte = current, Self.isBare(byte), !isCommentStart { position += 1 }
    guard position > start else {
      reportError(
        StringsFindings.syntax, "\(found), expected \(wanted)", at: position,
        help: help(near: position))
      // A semicolon ends the broken line. Any other character may be followed by the rest of that
      // line.
      recover()
      return nil
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readQuoted(_ quote: UInt8) -> String? {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      if byte == quote { return soundString(text, at: start) }
      if byte == UInt8(ascii: "\\") {
        readEscape(into: &text)
      } else {
        text.append(byte)
      }
    }
    reportError(
      StringsFindings.unterminatedString, "the string that begins here has no end", at: start)
    return nil
  }

  /// Returns the string, or nil if it has too many combining marks in a row. Processing it would
  /// take too much time.
  private mutating func soundString(_ text: [UInt8], at start: Int) -> String? {
    let string = String(decoding: text, as: UTF8.self)
    guard MarkRun.isTooLong(in: string) else { return string }
    reportError(StringsFindings.tooManyMarks, MarkRun.finding, at: start)
    recover()
    return nil
  }

  private mutating func readEscape(into text: inout [UInt8]) {
    let start = position - 1
    guard let byte = current else { return }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x0A: text.append(byte)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): readOctal(first: byte, into: &text)
    // Apple's reader accepts only the capital letter. JSON writers produce the small one.
    case UInt8(ascii: "U"), UInt8(ascii: "u"): readUnicode(at: start, into: &text)
    default:
      // The byte may start a multi-byte character, so it is read again as text.
      position -= 1
      reportError(StringsFindings.invalidEscape, "invalid escape after a backslash", at: start)
    }
  }

  /// Reads up to three octal digits. They are a byte of the NeXT character set, and only the ASCII
  /// part of the result is certain.
  private mutating func readOctal(first: UInt8, into text: inout [UInt8]) {
    var value = UInt32(first & 7)
    for _ in 0..<2 {
      guard let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else {
        break
      }
      value = value << 3 | UInt32(byte & 7)
      position += 1
    }
    append(UnicodeScalar(value & 0xFF) ?? "\u{FFFD}", to: &text)
  }

  private mutating func readUnicode(at start: Int, into text: inout [UInt8]) {
    guard let unit = EscapedUnit.unit(ofDigitsAt: position, in: bytes) else {
      return reportError(
        StringsFindings.invalidEscape, "\\U needs four hex digits", at: start)
    }
    position += EscapedUnit.digits
    var scalar = UnicodeScalar(unit)
    if unit & 0xFC00 == 0xD800,
      let low = EscapedUnit.lowSurrogate(at: position, in: bytes, allowsCapital: true)
    {
      position += EscapedUnit.whole
      scalar = EscapedUnit.scalar(unit, low)
    } else if scalar == nil {
      reportError(StringsFindings.invalidEscape, "\\U with half of a character", at: start)
    }
    append(scalar ?? "\u{FFFD}", to: &text)
  }

  private func append(_ scalar: UnicodeScalar, to text: inout [UInt8]) {
    text += Array(String(Character(scalar)).utf8)
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: White space

  private var isCommentStart: Bool {
    guard current == UInt8(ascii: "/"), position + 1 < bytes.count else { return false }
    return bytes[position + 1] == UInt8(ascii: "/") || bytes[position + 1] == UInt8(ascii: "*")
  }

  /// Skips white space and comments. Returns false if a comment has no end.
  private mutating func skipBlanks() -> Bool {
    while let byte = current {
      if byte <= 0x20 {
        position += 1
      } else if isCommentStart {
        guard skipComment() else { return false }
      } else if byte == 0xE2, position + 2 < bytes.count, bytes[position + 1] == 0x80,
        bytes[position + 2] == 0xA8 || bytes[position + 2] == 0xA9
      {
        // U+2028 and U+2029 are line ends too.
        position += 3
      } else {
        return true
      }
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    let start = position
    let isBlock = bytes[position + 1] == UInt8(ascii: "*")
    position += 2
    if !isBlock {
      while let byte = current, byte != 0x0A, byte != 0x0D { position += 1 }
      return true
    }
    while position + 1 < bytes.count {
      if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return true
      }
      position += 1
    }
    reportError(
      StringsFindings.unterminatedComment, "the comment that begins here has no end", at: start)
    position = bytes.count
    return false
  }
}
