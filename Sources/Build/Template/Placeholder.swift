// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// The content of a pair of double braces: a column or a string, and its filters.
package struct Placeholder: Sendable, Equatable {
  /// The value of a placeholder before its filters.
  package enum Subject: Sendable, Equatable {
    /// A column by its name in the template, or the path of a member of JSON data.
    case column(String)
    /// A string in single quotes.
    case text(String)
  }

  /// A change of a value before it is shown.
  package enum Filter: Sendable, Equatable {
    /// Replaces an empty value.
    case `default`(String)
    case upper
    case lower
  }

  package var subject: Subject
  package var filters: [Filter]

  /// The name of the column, or nil for a string.
  package var column: String? {
    if case .column(let name) = subject { return name }
    return nil
  }

  /// Applies the filters to a string.
  package func filtered(_ text: String) -> String {
    filters.reduce(text) { text, filter in
      switch filter {
      case .default(let other): text.isEmpty ? other : text
      case .upper: text.uppercased()
      case .lower: text.lowercased()
      }
    }
  }

  /// The value for an empty column, or nil if there is none.
  package var fallback: String? {
    for case .default(let text) in filters { return text }
    return nil
  }
}

/// A string of a template, split at its placeholders.
package struct PlaceholderText: Sendable {
  /// A part of the string: plain text, or a placeholder.
  package enum Piece: Sendable, Equatable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// The parts of the string in order, never empty.
  package let pieces: [Piece]

  /// The placeholder, if the whole string is one.
  package var whole: Placeholder? {
    if pieces.count == 1, case .placeholder(let placeholder) = pieces[0] { return placeholder }
    return nil
  }

  package struct PlaceholderError: Error, Equatable {
    /// The message for a diagnostic.
    package let message: String
    /// The offset in the string in bytes.
    package let offset: Int
    /// The correction. Nil if only the general syntax can be shown.
    package var help: String?
  }

  /// Returns whether a string has no placeholder. Most strings have none.
  package static func isPlain(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return false }
      previous = byte
    }
    return true
  }

  /// Splits a string at its placeholders.
  package init(_ text: String) throws(PlaceholderError) {
    var scanner = PlaceholderScanner(Array(text.utf8))
    pieces = try scanner.pieces()
  }
}

/// A parser for `{{ name | default: 'text' | upper }}`. In place of the name there may be a string
/// in single quotes, with `''` for a quote inside it.
private struct PlaceholderScanner {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func pieces() throws(PlaceholderText.PlaceholderError) -> [PlaceholderText.Piece] {
    var pieces: [PlaceholderText.Piece] = []
    var literal: [UInt8] = []
    while position < bytes.count {
      guard starts(with: "{{") else {
        literal.append(bytes[position])
        position += 1
        continue
      }
      let placeholder = try self.placeholder()
      if case .text(let text) = placeholder.subject {
        // A constant is part of the surrounding text.
        literal += placeholder.filtered(text).utf8
        continue
      }
      if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
      literal = []
      pieces.append(.placeholder(placeholder))
    }
    if !literal.isEmpty || pieces.isEmpty {
      pieces.append(.literal(String(decoding: literal, as: UTF8.self)))
    }
    return pieces
  }

  private mutating func placeholder() throws(PlaceholderText.PlaceholderError) -> Placeholder {
    let start = position
    position += 2
    skipBlanks()
    var placeholder: Placeholder
    if peek == UInt8(ascii: "'") {
      placeholder = Placeholder(subject: .text(try quoted()), filters: [])
    } else {
      placeholder = Placeholder(subject: .column(try name()), filters: [])
    }
    while true {
      skipBlanks()
      if starts(with: "}}") {
        position += 2
        return placeholder
      }
      guard peek == UInt8(ascii: "|") else { throw unclosed(from: start, placeholder) }
      position += 1
      skipBlanks()
      placeholder.filters.append(try filter(of: placeholder))
    }
  }

  /// Explains a placeholder that continues with something other than a bar or its end.
  private func unclosed(from start: Int, _ placeholder: Placeholder)
    -> PlaceholderText.PlaceholderError
  {
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    while text.last == " " { text.removeLast() }
    guard let byte = peek else {
      return syntaxError(
        "the placeholder is not closed with }}", at: start, help: "write \(text) }}")
    }
    switch byte {
    case UInt8(ascii: "}"):
      return syntaxError(
        "the placeholder is closed with one } instead of two", at: position,
        help: "write \(text) }}")
    case UInt8(ascii: ":") where placeholder.filters.isEmpty:
      return syntaxError(
        "expected | or }} after the name, found :", at: position,
        help: "for a default, write \(text) | default: 'text' }}")
    case UInt8(ascii: "{"):
      return syntaxError(
        "a placeholder begins inside another", at: position, help: "close the first one: \(text) }}"
      )
    default: return syntaxError("expected | or }} after the name", at: position)
    }
  }

  private mutating func filter(
    of placeholder: Placeholder
  ) throws(PlaceholderText.PlaceholderError) -> Placeholder.Filter {
    let start = position
    while let byte = peek, isLetter(byte) || position > start && isNameByte(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "upper": return .upper
    case "lower": return .lower
    case "default":
      skipBlanks()
      guard peek == UInt8(ascii: ":") else {
        throw syntaxError(
          "expected : and text in single quotes after default", at: position,
          help: "write | default: 'text'")
      }
      position += 1
      skipBlanks()
      guard peek == UInt8(ascii: "'") else {
        throw syntaxError(
          "expected text in single quotes after default:", at: position,
          help: "write | default: 'text', with single quotes")
      }
      return .default(try quoted())
    default:
      guard !word.isEmpty else {
        throw syntaxError(
          "expected a filter after |", at: start,
          help: "write default: 'text', upper or lower after the bar, or remove it")
      }
      throw syntaxError(
        "unknown filter \(Excerpt.word.quoted(word))", at: start,
        help: FilterHelp.help(for: word, of: placeholder))
    }
  }

  /// Parses a column's name without the spaces around it. Braces, bars and quotes end it.
  private mutating func name() throws(PlaceholderText.PlaceholderError) -> String {
    let start = position
    while let byte = peek, byte >= 0x20,
      !"{}|':\"\\".utf8.contains(byte)
    { position += 1 }
    var name = bytes[start..<position]
    while name.last == UInt8(ascii: " ") { name = name.dropLast() }
    guard !name.isEmpty else {
      let isQuoted = peek == UInt8(ascii: "\"")
      throw syntaxError(
        "expected the name of a column or text in single quotes", at: start,
        help: isQuoted ? "write the name of the column without quotes" : nil)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func quoted() throws(PlaceholderText.PlaceholderError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      position += 1
      if byte != UInt8(ascii: "'") {
        text.append(byte)
      } else if peek == byte {
        text.append(byte)
        position += 1
      } else {
        return String(decoding: text, as: UTF8.self)
      }
    }
    throw syntaxError(
      "the text is not closed with a single quote", at: start,
      help: "write ' after the text, and '' for a quote inside it")
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
  }

  private func syntaxError(
    _ message: String, at offset: Int, help: String? = nil
  ) -> PlaceholderText.PlaceholderError {
    // A long name would be repeated as a whole. The finding then shows the grammar in general.
    let isShort = help.map { $0.utf8.count <= 200 } ?? false
    return PlaceholderText.PlaceholderError(
      message: message, offset: offset, help: isShort ? help : nil)
  }
}

/// Suggestions for filters of other template languages.
private enum FilterHelp {
  /// Returns the placeholder with the intended filter, or another way to the same result.
  static func help(for word: String, of placeholder: Placeholder) -> String {
    let name = placeholder.column ?? "column"
    let folded = word.lowercased().filter { $0 != "_" }
    if let filter = synonyms[folded]
      ?? NearestName.of(folded, among: ["default", "upper", "lower"])
    {
      return "write {{ \(name) | \(filter == "default" ? "default: 'text'" : filter) }}"
    }
    switch folded {
    case "date", "time", "datetime", "strftime", "dateformat":
      return "remove it: Wallet formats the date by the field's \"dateStyle\" and \"timeStyle\""
    case "number", "currency", "money", "round", "format", "numberformat", "percent":
      return "remove it: Wallet formats a number by the field's \"numberStyle\" or \"currencyCode\""
    default:
      return "remove it, and change the value in the data: the filters are default, upper and lower"
    }
  }

  private static let synonyms = [
    "uppercase": "upper", "uppercased": "upper", "upcase": "upper", "touppercase": "upper",
    "toupper": "upper", "caps": "upper", "ucase": "upper",
    "lowercase": "lower", "lowercased": "lower", "downcase": "lower", "tolowercase": "lower",
    "tolower": "lower", "lcase": "lower",
    "fallback": "default", "or": "default", "else": "default", "ifempty": "default",
    "defaultvalue": "default", "coalesce": "default",
  ]
}
