// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// What stands between two pairs of braces: a column or a text, and what is done to it.
package struct Placeholder: Sendable, Equatable {
  /// What a placeholder shows before its filters.
  package enum Subject: Sendable, Equatable {
    /// A column by its name in the template, or the path of a member of JSON data.
    case column(String)
    /// A text in single quotes.
    case text(String)
  }

  /// What is done to a value before it is shown.
  package enum Filter: Sendable, Equatable {
    /// What stands for an empty value.
    case `default`(String)
    case upper
    case lower
  }

  /// The column or text that is shown.
  package var subject: Subject
  /// The filters, first to last.
  package var filters: [Filter]

  /// The name of the column that is shown; nil for a text.
  package var column: String? {
    if case .column(let name) = subject { return name }
    return nil
  }

  /// The text with the filters applied, left to right.
  package func filtered(_ text: String) -> String {
    filters.reduce(text) { text, filter in
      switch filter {
      case .default(let other): text.isEmpty ? other : text
      case .upper: text.uppercased()
      case .lower: text.lowercased()
      }
    }
  }

  /// What stands for an empty column, or nil when nothing was given.
  package var fallback: String? {
    for case .default(let text) in filters { return text }
    return nil
  }
}

/// A string of a template, cut at its placeholders.
package struct PlaceholderText: Sendable {
  /// A part of the string: plain text, or a placeholder.
  package enum Piece: Sendable, Equatable {
    case literal(String)
    case placeholder(Placeholder)
  }

  /// The parts of the string in order, never empty.
  package let pieces: [Piece]

  /// The placeholder the string consists of, when it is nothing else.
  package var whole: Placeholder? {
    if pieces.count == 1, case .placeholder(let placeholder) = pieces[0] { return placeholder }
    return nil
  }

  /// What is wrong with a placeholder.
  package struct Fault: Error, Equatable {
    /// The fault in words, ready for a diagnostic.
    package let message: String
    /// How many bytes into the string it stands.
    package let offset: Int
  }

  /// Whether a string has a placeholder at all; most have none.
  package static func isPlain(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return false }
      previous = byte
    }
    return true
  }

  /// Cuts a string at its placeholders.
  package init(_ text: String) throws(Fault) {
    var scanner = PlaceholderScanner(Array(text.utf8))
    pieces = try scanner.pieces()
  }
}

/// The grammar: `{{ name | default: 'text' | upper }}`, a text in single quotes instead of the
/// name, `''` for a quote inside a text.
private struct PlaceholderScanner {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func pieces() throws(PlaceholderText.Fault) -> [PlaceholderText.Piece] {
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
        // A constant needs no place of its own.
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

  private mutating func placeholder() throws(PlaceholderText.Fault) -> Placeholder {
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
      guard peek == UInt8(ascii: "|") else {
        throw position >= bytes.count
          ? fault("the placeholder is not closed with }}", at: start)
          : fault("expected | or }} after the name", at: position)
      }
      position += 1
      skipBlanks()
      placeholder.filters.append(try filter())
    }
  }

  private mutating func filter() throws(PlaceholderText.Fault) -> Placeholder.Filter {
    let start = position
    while let byte = peek, isLetter(byte) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "upper": return .upper
    case "lower": return .lower
    case "default":
      skipBlanks()
      guard peek == UInt8(ascii: ":") else {
        throw fault("expected : and text in single quotes after default", at: position)
      }
      position += 1
      skipBlanks()
      guard peek == UInt8(ascii: "'") else {
        throw fault("expected text in single quotes after default:", at: position)
      }
      return .default(try quoted())
    default:
      let known = ["default", "upper", "lower"]
      let hint = NearestName.of(word, among: known).map { ", did you mean \($0)" } ?? ""
      throw fault(
        word.isEmpty
          ? "expected a filter after |: default, upper or lower"
          : "unknown filter \"\(word)\"\(hint); the filters are default, upper and lower", at: start
      )
    }
  }

  /// A column's name: anything but braces, bars and quotes; blanks around it do not belong to it.
  private mutating func name() throws(PlaceholderText.Fault) -> String {
    let start = position
    while let byte = peek, byte >= 0x20,
      !"{}|':\"\\".utf8.contains(byte)
    { position += 1 }
    var name = bytes[start..<position]
    while name.last == UInt8(ascii: " ") { name = name.dropLast() }
    guard !name.isEmpty else {
      throw fault("expected the name of a column or text in single quotes", at: start)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func quoted() throws(PlaceholderText.Fault) -> String {
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
    throw fault("the text is not closed with a single quote", at: start)
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

  private func fault(_ message: String, at offset: Int) -> PlaceholderText.Fault {
    PlaceholderText.Fault(message: message, offset: offset)
  }
}
