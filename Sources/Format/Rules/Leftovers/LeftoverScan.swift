// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A search for leftovers in a text that may have some.
struct LeftoverScan {
  private typealias Match = (kind: Leftover.Kind, range: Range<Int>)

  private let bytes: UnsafeBufferPointer<UInt8>
  private let exemptions: Leftover.Exemptions
  /// Whether a backslash separates the names of folders.
  private var isWindowsPath = false
  private var found: [Leftover] = []

  /// The most bytes of a tag or placeholder.
  private static let maxLength = 300
  /// The most characters that may be the beginning of a leftover and are not. Each may cost a look
  /// at `longest` bytes, so this bounds the time for hostile texts.
  private static let limit = 2000

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ exemptions: Leftover.Exemptions) {
    self.bytes = bytes
    self.exemptions = exemptions
  }

  /// Returns the first leftover of each kind.
  mutating func all() -> [Leftover] {
    if let range = noValue() { add((.noValue, range)) }
    if !exemptions.contains(.encoding), let word = wordEncodedTwice() { found.append(word) }
    isWindowsPath = bytes.contains(UInt8(ascii: "\\")) && startsWithWindowsPath
    var index = 0
    var misses = 0
    while index < bytes.count, misses < Self.limit {
      guard bytes[index] < 0x80, Leftover.isSuspicious(bytes[index]) else {
        index += 1
        continue
      }
      if let found = match(at: index) {
        add(found)
        index = max(index + 1, found.range.upperBound)
      } else {
        index += 1
        misses += 1
      }
    }
    return found
  }

  private mutating func add(_ match: Match) {
    guard !found.contains(where: { $0.kind == match.kind }) else { return }
    found.append(
      Leftover(kind: match.kind, text: String(decoding: bytes[match.range], as: UTF8.self)))
  }

  private func match(at index: Int) -> Match? {
    switch bytes[index] {
    case UInt8(ascii: "<"): angle(at: index)
    case UInt8(ascii: "&"): entity(at: index)
    case UInt8(ascii: "\\"): escape(at: index)
    case UInt8(ascii: "{"): placeholder(brace(at: index))
    case UInt8(ascii: "["): bracket(at: index)
    case UInt8(ascii: "%"): goError(at: index) ?? placeholder(percent(at: index))
    // Mailchimp writes *|NAME|*.
    case UInt8(ascii: "*"): placeholder(merge(from: index, "*|", "|*"))
    case UInt8(ascii: "@"): placeholder(marked(at: index, "@@"))
    case UInt8(ascii: "_"): placeholder(marked(at: index, "__"))
    default: nil
    }
  }

  private func placeholder(_ range: Range<Int>?) -> Match? {
    guard let range else { return nil }
    return (.placeholder, range)
  }

  // MARK: Values of programs

  /// Returns what programs write in place of a value if that is the text, or its last word after
  /// at most two others.
  private func noValue() -> Range<Int>? {
    guard bytes.count <= 80, mayBeNoValue else { return nil }
    let whole = 0..<bytes.count
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "Invalid Date" || text == "Invalid date" { return whole }
    if text.hasPrefix("Optional("), text.hasSuffix(")") { return whole }
    let words = text.split { !$0.isLetter && !$0.isNumber }
    if words.allSatisfy({ ["undefined", "null", "NaN"].contains($0) }) { return whole }
    let start = lengthWithoutEndMarks - "undefined".utf8.count
    guard words.count <= 3, words.last == "undefined", starts(with: "undefined", at: start) else {
      return nil
    }
    return start..<lengthWithoutEndMarks
  }

  /// The number of bytes before the marks at the end of a sentence, as in "Hello, undefined!".
  private var lengthWithoutEndMarks: Int {
    var end = bytes.count
    while end > 0, Leftover.isEndMark(bytes[end - 1]) { end -= 1 }
    return end
  }

  private var mayBeNoValue: Bool {
    if starts(with: "undefined", at: lengthWithoutEndMarks - 9)
      || starts(with: "NaN", at: bytes.count - 3)
    {
      return true
    }
    switch byte(0) {
    case UInt8(ascii: "u"): return starts(with: "undefined", at: 0)
    case UInt8(ascii: "n"): return starts(with: "null", at: 0)
    case UInt8(ascii: "N"): return starts(with: "NaN", at: 0)
    case UInt8(ascii: "I"): return starts(with: "Invalid ", at: 0)
    case UInt8(ascii: "O"): return starts(with: "Optional(", at: 0)
    case UInt8(ascii: "("): return starts(with: "(null)", at: 0)
    default: return false
    }
  }

  /// Returns the first word that was encoded as UTF-8 twice.
  private func wordEncodedTwice() -> Leftover? {
    guard case .encodedTwice(let meant)? = TwiceEncoded.damage(in: bytes, 0..<bytes.count) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(separator: " ")
    guard let meant else {
      let word = words.first { $0.contains("√") || $0.contains("├") }
      return Leftover(kind: .encodedTwice(nil), text: String(word ?? text[...]))
    }
    let meantWords = meant.split(separator: " ")
    guard words.count == meantWords.count,
      let (word, meantWord) = zip(words, meantWords).first(where: { $0 != $1 })
    else { return Leftover(kind: .encodedTwice(meant), text: text) }
    return Leftover(kind: .encodedTwice(String(meantWord)), text: String(word))
  }

  // MARK: Markup

  private func angle(at index: Int) -> Match? {
    // <%= name %>, <?php … ?>, <?= … ?>, <<name>>
    if let range = merge(from: index, "<%", "%>") { return (.placeholder, range) }
    if starts(with: "<?php", at: index) || starts(with: "<?=", at: index) {
      return (.placeholder, index..<(position(of: "?>", from: index).map { $0 + 2 } ?? index + 3))
    }
    if let range = merge(from: index, "<<", ">>"), isName(index + 2..<range.upperBound - 2) {
      return (.placeholder, range)
    }
    let end = position(of: ">", from: index)
    // Python writes <Member object at 0x7f…>.
    if let end, let object = position(of: " object at 0x", from: index), object < end {
      return (.noValue, index..<end + 1)
    }
    // Go writes <nil>, and Objective-C <null>.
    for value: StaticString in ["<nil>", "<null>"] where starts(with: value, at: index) {
      return (.noValue, index..<index + value.utf8CodeUnitCount)
    }
    guard !exemptions.contains(.markup) else { return nil }
    for opening: StaticString in ["<!--", "<![CDATA["] where starts(with: opening, at: index) {
      return (.markup, index..<index + opening.utf8CodeUnitCount)
    }
    guard let end else { return nil }
    let start = byte(index + 1) == UInt8(ascii: "/") ? index + 2 : index + 1
    var nameEnd = start
    while nameEnd < end, Self.isLetterOrDigit(byte(nameEnd)) { nameEnd += 1 }
    guard start < nameEnd, nameEnd - start <= 10 else { return nil }
    switch byte(nameEnd) {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), 0x09...0x0D, 0x20: break
    default: return nil
    }
    let name = String(decoding: bytes[start..<nameEnd], as: UTF8.self).lowercased()
    guard HTMLNames.tags.contains(name) else { return nil }
    return (name == "a" ? .link : .markup, index..<end + 1)
  }

  private func entity(at index: Int) -> Match? {
    guard !exemptions.contains(.markup) else { return nil }
    let isNumber = byte(index + 1) == UInt8(ascii: "#")
    let start = isNumber ? index + 2 : index + 1
    var end = start
    while end - start < 9, Self.isLetterOrDigit(byte(end)) { end += 1 }
    guard end > start, byte(end) == UInt8(ascii: ";") else { return nil }
    if isNumber {
      let isHex = byte(start) | 0x20 == UInt8(ascii: "x")
      let digits = bytes[(isHex ? start + 1 : start)..<end]
      guard !digits.isEmpty, digits.allSatisfy(isHex ? Self.isHexDigit : Self.isDigit) else {
        return nil
      }
    } else {
      guard HTMLNames.entities.contains(String(decoding: bytes[start..<end], as: UTF8.self)) else {
        return nil
      }
    }
    return (.markup, index..<end + 1)
  }

  // MARK: Escapes

  private func escape(at index: Int) -> Match? {
    guard !exemptions.contains(.escapes), !isWindowsPath, let end = endOfEscape(at: index) else {
      return nil
    }
    return (.escape, index..<end)
  }

  private func endOfEscape(at index: Int) -> Int? {
    func hexDigits(_ count: Int) -> Int? {
      let end = index + 2 + count
      return (index + 2..<end).allSatisfy { Self.isHexDigit(byte($0)) } ? end : nil
    }
    switch byte(index + 1) {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      return index + 2
    case UInt8(ascii: "u"): return hexDigits(4)
    case UInt8(ascii: "x"): return hexDigits(2)
    case UInt8(ascii: "/"):
      // The \/ of PHP is in addresses: https:\/\/example.com
      let before = byte(index - 1)
      let isInAddress = Self.isLetterOrDigit(before) || before == UInt8(ascii: ":")
      let after = byte(index + 2)
      return isInAddress && (Self.isLetterOrDigit(after) || after == UInt8(ascii: "\\"))
        ? index + 2 : nil
    default: return nil
    }
  }

  /// Whether there is a path such as `C:\new` or `\\server\reports` near the beginning.
  private var startsWithWindowsPath: Bool {
    if starts(with: "\\\\", at: 0) { return true }
    return (1..<max(1, min(bytes.count, Self.maxLength))).contains {
      // A colon before a line break follows more than one letter.
      starts(with: ":\\", at: $0) && Self.isLetter(byte($0 - 1)) && !Self.isLetter(byte($0 - 2))
    }
  }

  // MARK: Placeholders

  private func brace(at index: Int) -> Range<Int>? {
    if let range = merge(from: index, "{{", "}}") {
      // Three braces, as in Mustache.
      let isTriple =
        byte(index + 2) == UInt8(ascii: "{") && byte(range.upperBound) == UInt8(ascii: "}")
      return isTriple ? index..<range.upperBound + 1 : range
    }
    if let range = merge(from: index, "{%", "%}") { return range }
    guard let end = position(of: "}", from: index + 1), end > index + 1 else { return nil }
    let content = index + 1..<end
    switch byte(index - 1) {
    case UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "%"):
      if Self.isLetter(byte(index + 1)) || byte(index + 1) == UInt8(ascii: "_") {
        return index - 1..<end + 1
      }
    default: break
    }
    // {!Contact.Name} of Salesforce, {$name} of Smarty.
    let sign = byte(index + 1)
    let isMerged =
      sign == UInt8(ascii: "!") && isName(index + 2..<end)
      || sign == UInt8(ascii: "$") && isWord(index + 2..<end)
    return isMerged || isPosition(content) || isVariable(content) ? index..<end + 1 : nil
  }

  /// Returns whether this is a position of .NET or Java: `0`, or `0:C2`.
  private func isPosition(_ range: Range<Int>) -> Bool {
    let digits = bytes[range].prefix(while: Self.isDigit).count
    guard (1...2).contains(digits) else { return false }
    let next = range.lowerBound + digits
    return next == range.upperBound
      || byte(next) == UInt8(ascii: ":") && Self.isLetter(byte(next + 1))
  }

  /// Returns whether this is the name of a variable: `first_name`, `firstName` or `member.name`. A
  /// word in braces may be intended.
  private func isVariable(_ range: Range<Int>) -> Bool {
    guard isWord(range) else { return false }
    return range.dropFirst().contains { index in
      let isBetweenLetters = Self.isLetter(byte(index - 1)) && Self.isLetter(byte(index + 1))
      switch byte(index) {
      case UInt8(ascii: "_"), UInt8(ascii: "."):
        return isBetweenLetters && index + 1 < range.upperBound
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte(index - 1))
      default: return false
      }
    }
  }

  /// Returns a name in capitals between two marks, such as `__FIRST_NAME__`.
  private func marked(at index: Int, _ mark: StaticString) -> Range<Int>? {
    guard !Self.isLetterOrDigit(byte(index - 1)), let range = merge(from: index, mark, mark),
      !Self.isLetterOrDigit(byte(range.upperBound))
    else { return nil }
    let name = range.dropFirst(2).dropLast(2)
    let isName =
      name.count > 1
      && name.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte($0)) || Self.isDigit(byte($0))
          || byte($0) == UInt8(ascii: "_")
      }
    return isName && Self.isLetter(byte(name.lowerBound)) ? range : nil
  }

  private func bracket(at index: Int) -> Match? {
    if let range = merge(from: index, "[[", "]]"), isName(index + 2..<range.upperBound - 2) {
      return (.placeholder, range)
    }
    // JavaScript writes [object Object].
    guard starts(with: "[object ", at: index), let end = position(of: "]", from: index),
      end > index + 8, bytes[index + 8..<end].allSatisfy(Self.isLetter)
    else { return nil }
    return (.noValue, index..<end + 1)
  }

  /// Returns a format code such as `%s` or `%1$@`, or a name such as `%name%` and `%(name)s`.
  private func percent(at index: Int) -> Range<Int>? {
    guard !exemptions.contains(.formatCodes), !isPercentSign(at: index) else { return nil }
    if let range = merge(from: index, "%%", "%%") {
      return isWord(index + 2..<range.upperBound - 2) ? range : nil
    }
    if byte(index + 1) == UInt8(ascii: "("), let end = position(of: ")", from: index),
      isName(index + 2..<end), let codeEnd = endOfFormatCode(from: end + 1)
    {
      return index..<codeEnd
    }
    if let end = endOfFormatCode(from: index + 1) { return index..<end }
    guard let end = position(of: "%", from: index + 1), end > index + 2, isWord(index + 1..<end),
      !Self.isLetterOrDigit(byte(end + 1))
    else { return nil }
    return index..<end + 1
  }

  /// Returns what Go writes for a format code that does not fit its value: `%!d(string=x)`.
  private func goError(at index: Int) -> Match? {
    guard !exemptions.contains(.formatCodes), starts(with: "%!", at: index),
      Self.isLetter(byte(index + 2)), byte(index + 3) == UInt8(ascii: "("),
      let end = position(of: ")", from: index)
    else { return nil }
    return (.noValue, index..<end + 1)
  }

  /// Returns whether the sign stands for per cent (50%, 50 %) or is part of an address (%20).
  private func isPercentSign(at index: Int) -> Bool {
    let before = byte(index - 1)
    if Self.isLetterOrDigit(before) { return true }
    switch before {
    case 0x20, 0xA0: return Self.isDigit(byte(before == 0x20 ? index - 2 : index - 3))
    case UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "&"),
      UInt8(ascii: "?"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }

  private func endOfFormatCode(from start: Int) -> Int? {
    var index = start
    while index - start < 8,
      Self.isDigit(byte(index)) || byte(index) == UInt8(ascii: "$")
        || byte(index) == UInt8(ascii: ".")
    {
      index += 1
    }
    while byte(index) == UInt8(ascii: "l") { index += 1 }
    switch byte(index) {
    case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "d"), UInt8(ascii: "f"),
      UInt8(ascii: "i"), UInt8(ascii: "u"):
      return Self.isLetterOrDigit(byte(index + 1)) ? nil : index + 1
    default: return nil
    }
  }

  // MARK: Characters

  /// Returns the range of two delimiters and the text between them, which must have a letter or
  /// digit.
  private func merge(
    from start: Int, _ opening: StaticString, _ closing: StaticString
  ) -> Range<Int>? {
    let content = start + opening.utf8CodeUnitCount
    guard starts(with: opening, at: start), let end = position(of: closing, from: content),
      bytes[content..<end].contains(where: Self.isLetterOrDigit)
    else { return nil }
    return start..<end + closing.utf8CodeUnitCount
  }

  /// Returns where a text occurs next, if that is near.
  private func position(of text: StaticString, from start: Int) -> Int? {
    let last = min(bytes.count, start + Self.maxLength) - text.utf8CodeUnitCount
    guard start <= last else { return nil }
    return (start...last).first { starts(with: text, at: $0) }
  }

  private func starts(with text: StaticString, at start: Int) -> Bool {
    guard start >= 0, start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
  }

  /// Returns whether this is a name with spaces between its words.
  private func isName(_ range: Range<Int>) -> Bool {
    guard let first = range.first, Self.isLetter(byte(first)) || byte(first) >= 0x80 else {
      return false
    }
    return range.allSatisfy {
      let byte = byte($0)
      return Self.isLetterOrDigit(byte) || byte >= 0x80 || byte == 0x20 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
  }

  /// Returns whether this is a name of letters, digits, `_` and `.`.
  private func isWord(_ range: Range<Int>) -> Bool {
    guard let first = range.first, Self.isLetter(byte(first)) || byte(first) == UInt8(ascii: "_")
    else { return false }
    return range.allSatisfy {
      let byte = byte($0)
      return Self.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
  }

  /// Returns a byte, or 0 before the beginning and after the end.
  private func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
