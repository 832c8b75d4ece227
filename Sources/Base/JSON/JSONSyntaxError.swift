// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A syntax error for people: its message, its place and the way to fix it.
struct JSONSyntaxError {
  let message: String
  /// The way to fix it; nil for that of the finding.
  var help: String?
  /// The offset of the place to change.
  let offset: Int
  /// An offset that explains the error, with its message.
  var note: (offset: Int, message: String)?
}

/// The text around a syntax error, what the parser expected there, and the open container. From
/// these it guesses the mistake, so that the message names a correction and not only a byte.
///
/// It is made only for an error, so it may scan the text again.
///
/// Values of members such as passwords and tokens never appear in a message (`isSecret`), because
/// messages are copied into logs and bug reports.
struct JSONSyntaxContext {
  /// What the grammar allows at the place.
  enum Expected {
    case value, name, colon
    /// A comma, or the end of the container.
    case separator
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let position: Int
  let expected: Expected
  /// The innermost open container; nil outside of containers.
  let container: (isObject: Bool, offset: Int)?
  /// The name of the last member in that object.
  let lastName: String?
  /// The line of the first byte; nil if the text has no lines that a user knows.
  let firstLine: Int?

  /// Explains the byte at the place.
  func error() -> JSONSyntaxError {
    let byte = bytes[position]
    if byte >= 0x80 { return nonASCIICharacter() }
    switch expected {
    case .value: return errorInPlaceOfValue(byte)
    case .name: return errorInPlaceOfName(byte)
    case .colon: return errorInPlaceOfColon(byte)
    case .separator: return errorInPlaceOfSeparator(byte)
    }
  }

  // MARK: Words

  /// The tokens that the grammar allows.
  var expectation: String {
    switch expected {
    case .value: "a JSON value"
    case .name: "a member name in double quotes"
    case .colon: "a colon"
    case .separator: container?.isObject == true ? "a comma or }" : "a comma or ]"
    }
  }

  /// Returns an error at the place, with what was found there.
  func unexpected(_ what: String, help: String?) -> JSONSyntaxError {
    JSONSyntaxError(
      message: "found \(what), expected \(expectation)", help: help, offset: position)
  }

  /// The byte at the place for a message.
  private var byteDescription: String {
    let byte = bytes[position]
    return byte >= 0x21 && byte < 0x7F
      ? "'\(Character(UnicodeScalar(byte)))'"
      : "the byte 0x\(Hex.number(UInt32(byte), digits: 2, uppercase: true))"
  }

  /// The last member's name for a message.
  private var quotedMemberName: String { Excerpt.memberName.quoted(lastName ?? "") }

  /// Whether the value at the place is a secret, by the name of its member.
  var isSecret: Bool { lastName.map { SecretMask.isSecret(name: $0) } ?? false }

  /// Returns the number of a line, after a word such as "of"; nothing if its number is unknown.
  func line(_ preposition: String, _ offset: Int) -> String {
    guard let firstLine else { return "" }
    var lines = 0
    for index in 0..<offset {
      let isLineFeed = bytes[index] == 0x0A
      let isLoneReturn =
        bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if isLineFeed || isLoneReturn { lines += 1 }
    }
    return " \(preposition) line \(firstLine + lines)"
  }

  /// The opening bracket of the innermost container, such as `the { of line 3`.
  private var openingBracket: String {
    guard let container else { return "" }
    return "the \(container.isObject ? "{" : "[")\(line("of", container.offset))"
  }

  /// The note about the opening bracket.
  private var openingBracketNote: (Int, String)? { container.map { ($0.offset, "opened here") } }

  /// Offset after the token before the place.
  var previousEnd: Int {
    var end = position
    while end > 0, Self.isWhitespace(bytes[end - 1]) { end -= 1 }
    return end
  }

  private var previous: UInt8? { previousEnd > 0 ? bytes[previousEnd - 1] : nil }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Returns whether a byte can be part of a name without quotes.
  static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private func word(at start: Int) -> String {
    var end = start
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  // MARK: Errors by what is expected

  private func errorInPlaceOfValue(_ byte: UInt8) -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"): return unsupportedQuote(byte)
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      return missingValue(before: byte)
    case UInt8(ascii: ":"):
      return unexpected("':'", help: previous == byte ? "remove one of the colons" : nil)
    case UInt8(ascii: "<") where previousEnd == 0:
      return unexpected("'<'", help: "write JSON: a file that begins with < is HTML or XML")
    default:
      guard Self.isWord(byte) else { return unexpected(byteDescription, help: nil) }
      return unquotedString()
    }
  }

  // The first byte shows the mistake, and each mistake needs another correction: another
  // quote, quotes around a word, or quotes around a placeholder.
  private func errorInPlaceOfName(_ byte: UInt8) -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"): return unsupportedQuote(byte)
    case UInt8(ascii: ","):
      if previous == byte { return doubleComma() }
      return unexpected("','", help: "remove the comma")
    case UInt8(ascii: "{") where beginsPlaceholder: return unquotedPlaceholder()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return unexpected(
        byteDescription,
        help: lastName == nil
          ? "to write a list, replace \(openingBracket) with [ and its closing } with ]"
          : "if \(quotedMemberName) is a list, write [ before its first \(Character(UnicodeScalar(byte)))"
      )
    case UInt8(ascii: "]"): return mismatchedBracket(byte)
    default:
      if Self.isDigit(byte), let number = decimalComma() { return number }
      guard Self.isWord(byte) else { return unexpected(byteDescription, help: nil) }
      let word = word(at: position)
      return unexpected(
        Excerpt.word.shown(word), help: "write \(Excerpt.memberName.quoted(word))")
    }
  }

  private func errorInPlaceOfColon(_ byte: UInt8) -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ";"):
      return unexpected(
        "\(byteDescription) after \(quotedMemberName)", help: "write a colon instead")
    case UInt8(ascii: ","), UInt8(ascii: "}"):
      return JSONSyntaxError(
        message: "no colon and value after \(quotedMemberName)",
        help: "write \(quotedMemberName): and its value, or use [ ] for a list of values",
        offset: previousEnd)
    default:
      return JSONSyntaxError(
        message: "no colon after \(quotedMemberName)",
        help: "write a colon after \(quotedMemberName)",
        offset: previousEnd)
    }
  }

  private func errorInPlaceOfSeparator(_ byte: UInt8) -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: ";"): return unexpected("';'", help: "write a comma instead of the semicolon")
    case UInt8(ascii: "]"), UInt8(ascii: "}"): return mismatchedBracket(byte)
    case UInt8(ascii: ":"), UInt8(ascii: "="): return unexpectedColon(byte)
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["): return missingComma()
    default:
      if position > 0, bytes[position - 1] == UInt8(ascii: "\"") { return unescapedQuote() }
      if position > 0, Self.isDigit(bytes[position - 1]) {
        return unexpected(byteDescription, help: "put the value in double quotes")
      }
      return Self.isWord(byte) || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-")
        ? missingComma() : unexpected(byteDescription, help: nil)
    }
  }
}

// MARK: Kinds of errors

extension JSONSyntaxContext {
  /// A quote that JSON does not have, or a backslash outside of a string, as remains after copying
  /// JSON out of source code.
  private func unsupportedQuote(_ byte: UInt8) -> JSONSyntaxError {
    if byte == UInt8(ascii: "\\") {
      let isQuote = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "\"")
      return unexpected("'\\'", help: isQuote ? "remove the \\ before the quote" : nil)
    }
    let rest = position + 1 < bytes.count ? word(at: position + 1) : ""
    let end = position + 1 + rest.utf8.count
    let isWhole = expected == .name && !rest.isEmpty && end < bytes.count && bytes[end] == byte
    return unexpected(
      "\(Character(UnicodeScalar(byte)))",
      help: isWhole
        ? "write \(Excerpt.memberName.quoted(rest)) in double quotes"
        : "put the \(expected == .name ? "name" : "text") in double quotes (\")")
  }

  /// A value is missing before a comma or a closing bracket.
  private func missingValue(before byte: UInt8) -> JSONSyntaxError {
    switch previous {
    case UInt8(ascii: ":"):
      return JSONSyntaxError(
        message: "\(quotedMemberName) has no value",
        help: "write a value after the colon, such as \"\"",
        offset: previousEnd)
    case UInt8(ascii: ",") where byte == UInt8(ascii: ","): return doubleComma()
    case UInt8(ascii: "[") where byte == UInt8(ascii: ","):
      return unexpected("','", help: "remove the comma")
    default: return mismatchedBracket(byte)
    }
  }

  private func doubleComma() -> JSONSyntaxError {
    JSONSyntaxError(
      message: "two commas without anything between them", help: "remove one of the commas",
      offset: position)
  }

  /// A closing bracket that does not match the innermost open one.
  private func mismatchedBracket(_ byte: UInt8) -> JSONSyntaxError {
    guard let container, container.isObject != (byte == UInt8(ascii: "}")) else {
      return unexpected(byteDescription, help: nil)
    }
    let needed = container.isObject ? "}" : "]"
    return JSONSyntaxError(
      message: "found \(byteDescription), but \(openingBracket) is still open",
      help: "write \(needed) before it, or remove it", offset: position, note: openingBracketNote)
  }

  /// A value follows a value.
  private func missingComma() -> JSONSyntaxError {
    let place = previousEnd
    let sameLine = line("of", place) == line("of", position)
    guard container?.isObject == true else {
      return JSONSyntaxError(
        message: "no comma between two values of the list",
        help: sameLine ? "write a comma here" : "write a comma at the end\(line("of", place))",
        offset: place)
    }
    guard let next = nextName() else {
      return JSONSyntaxError(
        message: "a second value for \(quotedMemberName)",
        help: "keep one value, or write a comma and a name before the second", offset: position)
    }
    return JSONSyntaxError(
      message: "no comma after the value of \(quotedMemberName)",
      help: sameLine
        ? "write a comma before \(Excerpt.memberName.quoted(next))"
        : "write a comma at the end\(line("of", place))",
      offset: place)
  }

  /// The name of a member that begins at the place, with or without quotes.
  private func nextName() -> String? {
    let quote = bytes[position]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let start = isQuoted ? position + 1 : position
    var end = start
    while end < bytes.count, isQuoted ? bytes[end] != quote : Self.isWord(bytes[end]) {
      // Longer text is a value with a missing quote, not a name. The limit also bounds the message.
      if bytes[end] < 0x20 || end - start > 200 { return nil }
      end += 1
    }
    var after = isQuoted ? end + 1 : end
    while after < bytes.count, Self.isWhitespace(bytes[after]) { after += 1 }
    guard after < bytes.count, bytes[after] == UInt8(ascii: ":") else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// A colon or = after a value. In a list, the closing bracket is probably missing before it.
  private func unexpectedColon(_ byte: UInt8) -> JSONSyntaxError {
    if container?.isObject == false, byte == UInt8(ascii: ":") {
      return JSONSyntaxError(
        message: "found ':' in a list, but \(openingBracket) is still open",
        help: "close the list with ] before this name, or put the name and its value into { }",
        offset: position, note: openingBracketNote)
    }
    return unexpected(
      "\(byteDescription) after the value of \(quotedMemberName)",
      help: "write a comma between two members")
  }

  /// Explains text after the end of the JSON.
  func trailingText() -> JSONSyntaxError {
    let byte = bytes[position]
    let end = line("of", max(0, previousEnd - 1))
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return JSONSyntaxError(
        message: "found \(byteDescription), but every bracket is closed already",
        help: "remove it, or the bracket\(end) if that is the one too many", offset: position)
    case UInt8(ascii: ","):
      return JSONSyntaxError(
        message: "found ',' after the end of the JSON",
        help: "remove the bracket\(end) if it is one too many, otherwise the text after it",
        offset: position)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      return JSONSyntaxError(
        message: "a second value after the end of the JSON",
        help: "keep one value, or put both into one object or list", offset: position)
    default:
      return JSONSyntaxError(
        message: "\(counted(bytes.count - position, "byte")) after the end of the JSON",
        offset: position)
    }
  }

  /// Text directly after the closing quote of a string.
  private func unescapedQuote() -> JSONSyntaxError {
    JSONSyntaxError(
      message: "text after the closing quote of a string", help: #"write \" for a quote in a text"#,
      offset: position - 1)
  }

  /// A word where a value belongs, such as `True` of Python.
  private func unquotedString() -> JSONSyntaxError {
    let word = word(at: position)
    let help =
      switch word.lowercased() {
      case "true", "yes", "on": "write true"
      case "false", "no", "off": "write false"
      case "null", "none", "nil", "undefined": "write null, or leave the member out"
      default: "put the text in double quotes"
      }
    return unexpected(isSecret ? "text without quotes" : Excerpt.word.shown(word), help: help)
  }

  /// Whether the place is the second brace of a placeholder.
  private var beginsPlaceholder: Bool {
    guard position > 0, bytes[position - 1] == UInt8(ascii: "{") else { return false }
    var next = position + 1
    while next < bytes.count, Self.isWhitespace(bytes[next]) { next += 1 }
    return next < bytes.count && (Self.isWord(bytes[next]) || bytes[next] == UInt8(ascii: "'"))
  }

  /// A placeholder outside of a string.
  private func unquotedPlaceholder() -> JSONSyntaxError {
    let start = position - 1
    var end = position + 1
    // The help repeats the placeholder on its line, so a longer one gets a general example instead.
    while end < bytes.count, end - start < 80, bytes[end] >= 0x20, bytes[end] != 0x22,
      bytes[end] != UInt8(ascii: "}")
    {
      end += 1
    }
    let isClosed = end + 1 < bytes.count && bytes[end] == bytes[end + 1] && bytes[end] == 0x7D
    let text = String(decoding: bytes[start..<end], as: UTF8.self) + "}}"
    return JSONSyntaxError(
      message: "the placeholder is not in double quotes",
      help: isClosed ? "write \"\(text)\"" : "write \"{{ column }}\", with the quotes",
      offset: start)
  }

  /// A number with a comma instead of a point, such as `48,13`.
  private func decimalComma() -> JSONSyntaxError? {
    guard previousEnd == position, position >= 2, bytes[position - 1] == UInt8(ascii: ","),
      Self.isDigit(bytes[position - 2])
    else { return nil }
    var start = position - 1
    while start > 0, Self.isDigit(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-") {
      start -= 1
    }
    // The message repeats the number, so it must be neither secret nor longer than a number that
    // people write (a 64-bit integer has up to 20 characters).
    guard !isSecret, position - start <= 20 else {
      return JSONSyntaxError(
        message: "found a comma in a number", help: "put the value in double quotes", offset: start)
    }
    let whole = String(decoding: bytes[start..<position - 1], as: UTF8.self)
    let part = String(word(at: position).prefix(20))
    let point = "write \(whole).\(part) with a point"
    return JSONSyntaxError(
      message: "found a comma in the number \(whole),\(part)",
      // With three digits after it, the comma may separate thousands, as in 1,250.
      help: part.utf8.count == 3 ? "write \(whole)\(part) without the comma, or \(point)" : point,
      offset: start)
  }

  /// A character outside of ASCII.
  private func nonASCIICharacter() -> JSONSyntaxError {
    // A scalar has at most four bytes in UTF-8.
    let text = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else {
      return unexpected(byteDescription, help: nil)
    }
    let code = "U+\(Hex.number(scalar.value, digits: 4, uppercase: true))"
    switch scalar.value {
    case 0x2018...0x201F, 0xAB, 0xBB, 0x2032, 0x2033, 0xFF02, 0xFF07, 0xB4:
      return unexpected(
        "\(scalar), a typographic quote", help: "write straight quotes (\") instead")
    case 0xFF01...0xFF5E:
      let plain = Character(UnicodeScalar(UInt8(scalar.value - 0xFEE0)))
      return unexpected("\(scalar), a full-width character", help: "write \(plain) instead")
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000:
      return unexpected(
        "a special space (\(code))", help: "write an ordinary space, or remove it")
    case 0xFEFF, 0x200B...0x200F, 0x2060:
      return unexpected("an invisible character (\(code))", help: "remove it")
    default:
      if expected == .separator, position > 0, bytes[position - 1] == UInt8(ascii: "\"") {
        return unescapedQuote()
      }
      return unexpected("\(scalar)", help: "put the text in double quotes")
    }
  }
}

// MARK: Strings and brackets without end

extension JSONSyntaxContext {
  /// Explains a string that continued on later lines because its closing quote is missing.
  ///
  /// - Parameter isName: whether the string is the name of a member.
  func unclosedString(from opening: Int, isName: Bool, atEnd: Bool = false)
    -> JSONSyntaxError
  {
    var end = opening + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    while end > opening + 1, Self.isWhitespace(bytes[end - 1]) { end -= 1 }
    let line = String(decoding: bytes[opening..<end], as: UTF8.self).unicodeScalars
    if let quote = line.firstIndex(where: { (0x201C...0x201F).contains($0.value) }) {
      return JSONSyntaxError(
        message: "found \(line[quote]), a typographic quote, in a string that is not closed",
        help: "write straight quotes (\") instead",
        offset: opening + String(line[..<quote]).utf8.count)
    }
    let name = word(at: opening + 1)
    let endsWithComma = bytes[end - 1] == UInt8(ascii: ",")
    let place =
      isName && !name.isEmpty
      ? "after \(Excerpt.memberName.shown(name))"
      : "at the end of the text" + (endsWithComma ? ", before the comma" : "")
    return JSONSyntaxError(
      message: "the string that begins here is not closed",
      help: "write a double quote \(place)"
        + (atEnd ? ", or copy the file again if its end is missing" : ""),
      offset: opening)
  }

  /// Explains the end of the text inside of containers, the innermost last.
  func unclosed(_ open: [(isObject: Bool, offset: Int)]) -> JSONSyntaxError? {
    guard let last = open.last else { return nil }
    let bracket = last.isObject ? "{" : "["
    // Up to eight brackets can be copied from the message. More are better counted.
    let missing = open.reversed().prefix(8).map { $0.isObject ? "}" : "]" }.joined()
    let end = previousEnd
    var error = JSONSyntaxError(
      message: "the \(bracket)\(line("of", last.offset)) is not closed",
      help: open.count > 8
        ? "close the \(open.count) open brackets, or copy the file again if its end is missing"
        : "write \(missing) at the end, or copy the file again if its end is missing",
      offset: end, note: (last.offset, "opened here"))
    if firstLine != nil, let pair = BracketIndentation(bytes).firstMismatch() {
      error.help =
        "check the brackets\(line("from", pair.opening))\(line("to", pair.closing))"
        + ": by their indentation, one is missing there"
      error.note = (pair.opening, "this bracket seems to lack its partner")
    }
    return error
  }
}
