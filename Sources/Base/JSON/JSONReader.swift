// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// A reader for JSON (RFC 8259) that records the place of every value.
///
/// It reports every error at its place and continues as long as the meaning is clear.
package struct JSONReader {
  package enum Mode: Sendable {
    /// For files of our user: every error is an error.
    case strict
    /// For passes of others: trailing commas, comments and UTF-16 are only warnings.
    case lenient
  }

  /// Maximum depth of containers.
  package static let nestingLimit = 512
  /// Maximum size of a file in bytes. The largest known pass.json has less than 100 kB.
  package static let limitInBytes = 8 << 20
  /// Maximum number of values and names. A pass has some hundreds.
  package static let nodeLimit = 400_000

  private let bytes: UnsafeBufferPointer<UInt8>
  private let source: UInt32
  private let mode: Mode
  private var position = 0
  private var builder: JSONBuilder
  private var faults: [ReadError] = []
  private var faultCounts: [String: Int] = [:]
  /// Containers around the current position, the innermost last.
  private var open: [Open] = []
  private var expected = Expected.value
  /// Names in every open object, those of the innermost object last.
  private var names: [(name: String, offset: Int)] = []
  /// The last string with a line break in it. Its closing quote is missing if a syntax error
  /// follows.
  private var brokenString: Range<Int>?
  /// The line of the first byte; nil if the source is not a file with lines.
  private let firstLine: Int?

  /// An error, before its place is known as line and column.
  private struct ReadError {
    let finding: Finding
    let message: String
    let offset: Int
    let help: String?
    let note: (offset: Int, message: String)?
  }

  /// Reads a JSON file.
  ///
  /// - Returns: the document, or nil if it cannot be read. The reason is in `report`. If there are
  ///   errors in `report`, the document has only what could be read.
  package static func read(
    _ content: [UInt8], name: String, bundle: String? = nil, mode: Mode = .strict,
    report: inout Report
  ) -> JSONDocument? {
    guard content.count <= limitInBytes else {
      let start = report.sources.add(Source(name: name, bundle: bundle, bytes: content))
      report(
        JSONFindings.tooLarge, "the JSON has \(content.count) bytes, the limit is \(limitInBytes)",
        at: Origin(source: start, offset: 0))
      return nil
    }
    var text = content
    var isUTF16 = false
    if let (isBigEndian, markLength) = UTF16Text.detect(content) {
      isUTF16 = true
      text = UTF16Text.utf8(content[markLength...], isBigEndian: isBigEndian).bytes
    }
    let source = report.sources.add(Source(name: name, bundle: bundle, bytes: text))
    if isUTF16 {
      report(
        JSONFindings.utf16, "the JSON is UTF-16, expected UTF-8",
        at: Origin(source: source, offset: 0), severity: mode == .strict ? .error : nil)
    }
    return read(text, source: source, mode: mode, report: &report)
  }

  /// Reads JSON that already has a source in `report`.
  package static func read(
    _ text: [UInt8], source: UInt32, at offset: Int = 0, mode: Mode = .strict,
    report: inout Report
  ) -> JSONDocument? {
    text.withUnsafeBufferPointer { bytes in
      let known = report.sources[source]
      let firstLine = offset == 0 && known?.name.isEmpty == false ? known?.firstLine : nil
      var reader = JSONReader(bytes: bytes, source: source, mode: mode, firstLine: firstLine)
      let document = reader.read()
      for fault in reader.faults {
        let severity = fault.finding.severity
        func place(_ position: Int) -> Place {
          Origin(source: source, offset: offset + position).place
        }
        report(
          fault.finding, fault.message, at: place(fault.offset),
          severity: severity == .warning && mode == .strict ? .error : severity,
          help: fault.help, notes: fault.note.map { [(place($0.offset), $0.message)] } ?? [])
      }
      guard offset != 0, let document else { return document }
      let moved = document.nodes.map { node in
        var node = node
        node.origin = node.origin.advanced(by: offset)
        return node
      }
      return JSONDocument(nodes: moved)
    }
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, source: UInt32, mode: Mode, firstLine: Int?
  ) {
    self.bytes = bytes
    self.firstLine = firstLine
    self.source = source
    self.mode = mode
    builder = JSONBuilder(reserving: min(bytes.count / 16, Self.nodeLimit))
  }

  private func origin(_ offset: Int) -> Origin { Origin(source: source, offset: offset) }

  private mutating func reportError(
    _ finding: Finding, _ message: String, at offset: Int, help: String? = nil,
    note: (offset: Int, message: String)? = nil
  ) {
    // More errors with the same code are only counted. A file with an error in each byte would
    // otherwise fill the memory.
    let count = faultCounts[finding.code, default: 0]
    guard count <= Report.limitPerCode else { return }
    faultCounts[finding.code] = count + 1
    faults.append(
      ReadError(finding: finding, message: message, offset: offset, help: help, note: note))
  }

  /// Records a syntax error. Always returns false.
  private mutating func reportError(_ finding: Finding, _ error: JSONSyntaxError) -> Bool {
    reportError(finding, error.message, at: error.offset, help: error.help, note: error.note)
    return false
  }

  /// Returns whether one more error with this code is recorded.
  private func lists(_ finding: Finding) -> Bool {
    faultCounts[finding.code, default: 0] <= Report.limitPerCode
  }

  // MARK: The grammar

  private struct Open {
    let isObject: Bool
    /// The offset of its opening bracket.
    let offset: Int
    /// Index of its first name in `names`.
    let firstName: Int
  }

  /// The token that may come next.
  private enum Expected {
    case value, nameOrEnd, valueOrEnd, commaOrEnd, end
  }

  private mutating func read() -> JSONDocument? {
    guard isUTF8() else { return nil }
    while true {
      guard skipBlanks(), hasRoom() else { return nil }
      guard position < bytes.count else {
        return expected == .end ? builder.document() : truncated()
      }
      let byte = bytes[position]
      let isRead: Bool
      switch expected {
      case .end:
        _ = reportError(JSONFindings.trailingBytes, site(.separator).trailingText())
        return builder.document()
      case .nameOrEnd: isRead = readName(byte)
      case .commaOrEnd: isRead = readSeparator(byte)
      case .valueOrEnd where byte == UInt8(ascii: "]"): isRead = close()
      case .value, .valueOrEnd: isRead = readValue(byte)
      }
      guard isRead else { return nil }
    }
  }

  /// Skips a byte order mark. Returns false if the file is not UTF-8.
  private mutating func isUTF8() -> Bool {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      reportError(JSONFindings.byteOrderMark, "the JSON begins with a byte order mark", at: 0)
      position = 3
    }
    guard let offset = UTF8Text.firstInvalidByte(bytes) else { return true }
    reportError(JSONFindings.invalidUTF8, "the JSON is not UTF-8 from here on", at: offset)
    return false
  }

  private mutating func hasRoom() -> Bool {
    guard builder.nodes.count > Self.nodeLimit else { return true }
    reportError(
      JSONFindings.tooLarge, "more than \(Self.nodeLimit) values and names",
      at: position)
    return false
  }

  private mutating func truncated() -> JSONDocument? {
    if let error = site(.value).unclosed(open.map { ($0.isObject, $0.offset) }) {
      _ = reportError(JSONFindings.truncated, error)
    } else {
      reportError(
        JSONFindings.syntax, "the JSON is empty, expected a value", at: bytes.count,
        help: "write at least {}, an object without members")
    }
    return nil
  }

  /// Reads a member's name and colon, or the end of an object.
  private mutating func readName(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "}") { return close() }
    guard byte == UInt8(ascii: "\"") else { return unexpected(.name) }
    let offset = position
    guard let name = readString() else { return false }
    builder.key(name, origin: origin(offset))
    names.append((name, offset))
    guard skipBlanks() else { return false }
    guard position < bytes.count else { return truncated() != nil }
    guard bytes[position] == UInt8(ascii: ":") else { return unexpected(.colon) }
    position += 1
    expected = .value
    return true
  }

  /// Reads the comma after a value, or the end of its container.
  private mutating func readSeparator(_ byte: UInt8) -> Bool {
    let isObject = open[open.count - 1].isObject
    let bracket = UInt8(ascii: isObject ? "}" : "]")
    if byte == bracket { return close() }
    guard byte == UInt8(ascii: ",") else { return unexpected(.separator) }
    let comma = position
    position += 1
    guard skipBlanks() else { return false }
    if position < bytes.count, bytes[position] == bracket {
      reportError(JSONFindings.trailingComma, "a comma before the closing bracket", at: comma)
      return close()
    }
    expected = isObject ? .nameOrEnd : .value
    return true
  }

  /// Reads a scalar, or the opening bracket of a container.
  private mutating func readValue(_ byte: UInt8) -> Bool {
    let isObject = byte == UInt8(ascii: "{")
    guard isObject || byte == UInt8(ascii: "[") else {
      guard readScalar(byte) else { return false }
      expected = open.isEmpty ? .end : .commaOrEnd
      return true
    }
    guard open.count < Self.nestingLimit else {
      reportError(
        JSONFindings.tooDeep, "values nest more than \(Self.nestingLimit) levels deep",
        at: position)
      return false
    }
    builder.begin(isObject ? .object : .array, origin: origin(position))
    open.append(Open(isObject: isObject, offset: position, firstName: names.count))
    position += 1
    expected = isObject ? .nameOrEnd : .valueOrEnd
    return true
  }

  /// Reads the closing bracket of the innermost container.
  private mutating func close() -> Bool {
    let container = open.removeLast()
    position += 1
    builder.end()
    reportRepetitions(from: container.firstName)
    names.removeLast(names.count - container.firstName)
    expected = open.isEmpty ? .end : .commaOrEnd
    return true
  }

  /// Reports names that occur twice in the object that ends here.
  private mutating func reportRepetitions(from first: Int) {
    let count = names.count - first
    guard count > 1, count > 16 || hasRepetition(from: first) else { return }
    var seen: [ExactText: Int] = [:]
    for index in first..<names.count {
      let name = names[index]
      guard let earlier = seen.updateValue(name.offset, forKey: ExactText(name.name)) else {
        continue
      }
      guard lists(JSONFindings.duplicateMember) else { return }
      reportError(
        JSONFindings.duplicateMember,
        "member \(Excerpt.memberName.quoted(name.name)) occurs twice", at: name.offset,
        note: (earlier, "the other one"))
    }
  }

  /// Returns whether a name occurs twice. For a few names this is faster than a set.
  private func hasRepetition(from first: Int) -> Bool {
    for index in first..<names.count {
      let name = ExactText(names[index].name)
      for other in first..<index where ExactText(names[other].name) == name { return true }
    }
    return false
  }

  /// The text around the current position, to explain an error.
  private func site(_ expected: JSONSyntaxContext.Expected) -> JSONSyntaxContext {
    let hasName = open.last.map { $0.isObject && names.count > $0.firstName } ?? false
    return JSONSyntaxContext(
      bytes: bytes, position: position, expected: expected,
      container: open.last.map { ($0.isObject, $0.offset) },
      lastName: hasName ? names.last?.name : nil, firstLine: firstLine)
  }

  /// Reports what was expected instead of the next byte. Always returns false.
  private mutating func unexpected(_ expected: JSONSyntaxContext.Expected) -> Bool {
    let site = site(expected)
    guard let broken = brokenString, broken.upperBound == site.previousEnd else {
      return reportError(JSONFindings.syntax, site.error())
    }
    // The string ran on to the opening quote of another one. Its line breaks are the same mistake.
    dropLineBreaks(of: broken)
    return reportError(
      JSONFindings.syntax,
      site.unclosedString(from: broken.lowerBound, isName: expected == .colon))
  }

  /// Removes the findings about line breaks in a string that is not closed.
  private mutating func dropLineBreaks(of string: Range<Int>) {
    let code = JSONFindings.controlCharacter.code
    let before = faults.count
    faults.removeAll { $0.finding.code == code && string.contains($0.offset) }
    faultCounts[code, default: 0] -= before - faults.count
  }

  private mutating func readScalar(_ byte: UInt8) -> Bool {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      guard let text = readString() else { return false }
      builder.scalar(.string, text, origin: origin(start))
      return true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      return readNumber()
    default:
      let word = readWord()
      switch word {
      case "null": builder.scalar(.null, origin: origin(start))
      case "true": builder.scalar(.true, origin: origin(start))
      case "false": builder.scalar(.false, origin: origin(start))
      case "NaN", "Infinity", "nan", "inf", "Inf":
        reportError(JSONFindings.notFinite, "\(word) is not a JSON number", at: start)
        builder.scalar(.null, origin: origin(start))
      default:
        position = start
        return unexpected(.value)
      }
      return true
    }
  }

  private mutating func readWord() -> String {
    let start = position
    while position < bytes.count {
      let byte = bytes[position] | 0x20
      guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { break }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readNumber() -> Bool {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        position += 1
        continue
      default: break
      }
      break
    }
    let text = bytes[start..<position]
    if Self.isNumber(text) {
      let spelling = String(decoding: text, as: UTF8.self)
      if !Self.isFinite(spelling) {
        reportError(
          JSONFindings.notFinite, "\(Excerpt.word.shown(spelling)) is too large for a number",
          at: start)
      }
      builder.scalar(.number, spelling, origin: origin(start))
      return true
    }
    // The rest of a date or time is the same error.
    while position < bytes.count, !Self.endsValue(bytes[position]) { position += 1 }
    let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
    let isInfinite = spelling == "-Infinity" || spelling == "+Infinity" || spelling == "-NaN"
    let site = site(.value)
    let help = site.isSecret ? "put the value in double quotes" : JSONNumberHelp.help(for: spelling)
    reportError(
      isInfinite ? JSONFindings.notFinite : JSONFindings.invalidNumber,
      "\(site.isSecret ? "the value" : Excerpt.word.shown(spelling)) is not a JSON number",
      at: start, help: isInfinite ? nil : help)
    builder.scalar(.null, origin: origin(start))
    return true
  }

  /// Returns whether a byte ends a value without quotes.
  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Returns whether the bytes are an integer in JSON: no plus sign, no leading zeros.
  package static func isInteger(_ text: some Collection<UInt8>) -> Bool {
    isNumber(text)
      && text.allSatisfy {
        $0 == UInt8(ascii: "-") || $0 < UInt8(ascii: ":") && $0 >= UInt8(ascii: "0")
      }
  }

  /// Returns whether a double can hold the value of a JSON number.
  package static func isFinite(_ number: String) -> Bool {
    // A number that is shorter and has no exponent always fits.
    guard number.utf8.count > 300 || number.utf8.contains(where: { $0 | 0x20 == 0x65 }) else {
      return true
    }
    return Double(number)?.isFinite ?? false
  }

  /// Returns whether the bytes are a JSON number.
  package static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    func digits() -> Int {
      let run = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    if whole == 0 || (startsWithZero && whole > 1) { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if digits() == 0 { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  /// Reads a string including both quotes.
  private mutating func readString() -> String? {
    let opening = position
    position += 1
    var start = position
    // Used only after the first escape, because most strings have none. Appending to one array
    // avoids copies, as a string may consist of escapes only.
    var decoded: [UInt8] = []
    var hasEscapes = false
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let text: String
        if hasEscapes {
          decoded += bytes[start..<position]
          text = String(decoding: decoded, as: UTF8.self)
        } else {
          text = String(decoding: bytes[start..<position], as: UTF8.self)
        }
        position += 1
        if let broken = brokenString, broken.lowerBound == opening {
          brokenString = opening..<position
        }
        guard !MarkRun.isTooLong(in: text) else {
          reportError(
            JSONFindings.tooManyMarks,
            MarkRun.finding,
            at: opening)
          return nil
        }
        return text
      case UInt8(ascii: "\\"):
        hasEscapes = true
        decoded += bytes[start..<position]
        readEscape(into: &decoded)
        start = position
      case 0..<0x20:
        // A string may have millions of them. Making a message for each would take most of the
        // time.
        if lists(JSONFindings.controlCharacter) {
          reportError(
            JSONFindings.controlCharacter,
            "\(Self.name(ofControl: byte)) inside a string", at: position,
            help: Self.help(forControl: byte))
        }
        if byte == 0x0A || byte == 0x0D { brokenString = opening..<position }
        position += 1
      default:
        position += 1
      }
    }
    dropLineBreaks(of: opening..<bytes.count)
    _ = reportError(
      JSONFindings.truncated,
      site(.value).unclosedString(from: opening, isName: expected == .nameOrEnd, atEnd: true))
    return nil
  }

  private static func name(ofControl byte: UInt8) -> String {
    switch byte {
    case 0x09: "a tab"
    case 0x0A, 0x0D: "a line break"
    default: "control character 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }

  private static func help(forControl byte: UInt8) -> String {
    switch byte {
    case 0x09: "write \\t for the tab"
    case 0x0A, 0x0D: "write \\n for the line break, and the whole string on one line"
    default: "remove it, or write \\u\(Hex.number(byte, digits: 4))"
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) {
    let start = position
    position += 1
    guard position < bytes.count else { return }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let unit = EscapedUnit.unit(ofDigitsAt: position, in: bytes) else {
        return reportError(
          JSONFindings.invalidEscape, "\\u without four hex digits after it", at: start,
          help: "write four hex digits, such as \\u00e9, or \\\\u for a backslash and a u")
      }
      position += EscapedUnit.digits
      var scalar = UnicodeScalar(unit)
      if unit & 0xFC00 == 0xD800, let low = EscapedUnit.lowSurrogate(at: position, in: bytes) {
        position += EscapedUnit.whole
        scalar = EscapedUnit.scalar(unit, low)
      } else if scalar == nil {
        reportError(
          JSONFindings.loneSurrogate,
          "\\u\(String(unit, radix: 16)) is half of a character", at: start)
      }
      text += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    default:
      // The byte may be the first of a longer character, so it is read again as part of the string.
      position -= 1
      let isVisible = byte > 0x20 && byte < 0x7F
      let name = isVisible ? "\\\(Character(UnicodeScalar(byte)))" : "a backslash"
      reportError(
        JSONFindings.invalidEscape, "\(name) is not an escape of JSON", at: start,
        help: Self.help(forEscape: byte, name))
    }
  }

  private static func help(forEscape byte: UInt8, _ name: String) -> String? {
    switch byte {
    case UInt8(ascii: "'"): "write ' without the backslash"
    case 0x0A, 0x0D: "write \\n for a line break, and the whole string on one line"
    case UInt8(ascii: "x"): "write \\u00 and the two digits, or \\\\x for a backslash and an x"
    case 0x21..<0x7F: "write \\\(name) for a backslash, or remove it"
    default: nil
    }
  }

  // MARK: White space and encoding

  // Always inlined, because a call before every value costs 3 % of the instructions.
  /// Skips white space and comments. Returns false after an error that ends the reading, such as a
  /// comment without end.
  @inline(__always)
  private mutating func skipBlanks() -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"):
        guard skipComment() else { return false }
      default: return true
      }
    }
    return true
  }

  private mutating func skipComment() -> Bool {
    let start = position
    let second = position + 1 < bytes.count ? bytes[position + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
      switch expected {
      case .value, .valueOrEnd: return unexpected(.value)
      case .nameOrEnd: return unexpected(.name)
      case .commaOrEnd, .end: return unexpected(.separator)
      }
    }
    reportError(JSONFindings.comment, "a comment, which JSON does not allow", at: start)
    position += 2
    if second == UInt8(ascii: "/") {
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
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
      JSONFindings.truncated, "the comment that begins here is not closed", at: start,
      help: "remove the comment")
    position = bytes.count
    return false
  }
}
