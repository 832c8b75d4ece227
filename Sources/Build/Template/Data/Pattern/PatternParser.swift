// SPDX-License-Identifier: Apache-2.0

/// A parser of patterns: Perl's regular expressions, without those that need more than comparing
/// one character after another.
struct PatternParser {
  private typealias Step = PatternProgram.Step

  private let text: [Character]
  private var position = 0
  private var depth = 0
  private var atoms: [PatternAtom] = []

  private static let depthLimit = 100

  init(_ text: String) { self.text = Array(text) }

  mutating func program() throws(PatternError) -> PatternProgram {
    let steps = try choice()
    if let next {
      throw PatternError("has a \(next) without an opening one, at character \(position + 1)")
    }
    return PatternProgram(atoms: atoms, word: .word, steps: steps + [.match])
  }

  private var next: Character? { position < text.count ? text[position] : nil }

  private func isNext(_ wanted: String) -> Bool {
    position < text.count && text[position...].starts(with: wanted)
  }

  private mutating func skip(_ wanted: String) -> Bool {
    guard isNext(wanted) else { return false }
    position += wanted.count
    return true
  }

  private func unknown(_ what: String, help: String? = nil) -> PatternError {
    PatternError("has \(what), which passc does not support", help: help)
  }

  // MARK: Structure

  private mutating func choice() throws(PatternError) -> [Step] {
    var steps = try sequence()
    while skip("|") {
      steps = PatternProgram.either(steps, try sequence())
      try PatternProgram.check(steps.count)
    }
    return steps
  }

  private mutating func sequence() throws(PatternError) -> [Step] {
    var steps: [Step] = []
    while let character = next, character != "|", character != ")" {
      if isNext("(?#") {
        try skipComment()
      } else {
        steps += try repeated(try piece(character))
        try PatternProgram.check(steps.count)
      }
    }
    return steps
  }

  private mutating func repeated(_ part: [Step]) throws(PatternError) -> [Step] {
    var steps = part
    while let (least, most) = bounds() {
      // Lazy or greedy makes no difference, because whole cells are matched.
      if !skip("?"), next == "+" {
        throw unknown("a possessive repetition, a + after another")
      }
      if let most, most < least {
        throw PatternError("repeats from \(least) to \(most) times")
      }
      steps = try PatternProgram.repeated(steps, from: least, to: most)
    }
    return steps
  }

  private mutating func bounds() -> (Int, Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = position
    guard skip("{") else { return nil }
    let least = number()
    let most = skip(",") ? number() : least
    guard skip("}"), least != nil || most != nil else {
      // A brace without numbers is a literal.
      position = start
      return nil
    }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let digit = next, digit.isASCII, let value = digit.wholeNumberValue {
      number = min((number ?? 0) * 10 + value, PatternProgram.limit + 1)
      position += 1
    }
    return number
  }

  /// Parses one part without its repetition.
  private mutating func piece(_ character: Character) throws(PatternError) -> [Step] {
    let start = position
    position += 1
    switch character {
    case "(": return try group(from: start)
    case "[": return try characterClass(from: start)
    case "\\": return try escape(from: start)
    case "*", "+", "?":
      throw PatternError("repeats nothing with \(character), at character \(position)")
    case ".": return step(.point)
    case "^": return [.assertion(.start)]
    case "$": return [.assertion(.endOrLastLine)]
    default: return step(PatternAtom(literal: character))
    }
  }

  private mutating func step(_ atom: PatternAtom) -> [Step] {
    atoms.append(atom)
    return [.atom(atoms.count - 1)]
  }

  // MARK: Groups

  private mutating func group(from start: Int) throws(PatternError) -> [Step] {
    if next == "*" { throw unknown("(*") }
    if skip("?") { try readKind(ofGroupFrom: start) }
    depth += 1
    guard depth <= Self.depthLimit else { throw PatternError("nests its groups too deeply") }
    let steps = try choice()
    try close(start)
    depth -= 1
    return steps
  }

  private mutating func close(_ start: Int) throws(PatternError) {
    guard skip(")") else {
      throw PatternError("opens a group at character \(start + 1) and never closes it")
    }
  }

  private mutating func skipComment() throws(PatternError) {
    let start = position
    while let character = next, character != ")" { position += character == "\\" ? 2 : 1 }
    try close(start)
  }

  /// Parses the text after `(?`: the name of a group, or `:`.
  private mutating func readKind(ofGroupFrom start: Int) throws(PatternError) {
    if skip(":") { return }
    for look in Self.looks where isNext(look.sign) {
      throw unknown("\(look.name) (?\(look.sign) at character \(start + 1)", help: look.help)
    }
    if skip("P<") || skip("<") { return try name(until: ">") }
    if skip("'") { return try name(until: "'") }
    guard let character = next else { return try close(start) }
    guard let help = Self.flags[character] else { throw unknown("(?\(character)") }
    throw unknown("the flag (?\(character) at character \(start + 1)", help: help)
  }

  private mutating func name(until end: String) throws(PatternError) {
    let start = position
    while let character = next, character.isLetter || character.isNumber || character == "_" {
      position += 1
    }
    guard position > start, skip(end) else {
      throw PatternError("has a group without a name, at character \(start + 1)")
    }
  }

  /// Lookarounds with their alternatives.
  private static let looks = [
    (
      sign: "=", name: "the lookahead",
      help: "write it into the pattern: [0-9]*5[0-9]* in place of (?=.*5)[0-9]*"
    ),
    (
      sign: "!", name: "the lookahead",
      help: "write what is allowed: 0[1-9]|[1-9][0-9] in place of (?!00)[0-9]{2}"
    ),
    (
      sign: "<=", name: "the lookbehind",
      help: "write it into the pattern: .*[0-9] in place of .*(?<=[0-9])"
    ),
    (
      sign: "<!", name: "the lookbehind",
      help: "write what is allowed: .*[^-] in place of .+(?<!-)"
    ),
  ]

  /// Flags with their alternatives.
  private static let flags: [Character: String] = [
    "i": "write both letters: [Gg][Oo][Ll][Dd] in place of (?i)gold",
    "m": "write the line breaks: a\\\\nb in place of (?m)^a$\\\\s^b$",
    "s": "write [\\\\s\\\\S] in place of the point, which matches no line break",
    "x": "write the pattern without spaces and comments",
    "-": "leave it out: a pattern has no flags",
  ]

  // MARK: Escapes

  private mutating func escape(from start: Int) throws(PatternError) -> [Step] {
    guard let character = next else { throw PatternError("ends with a \\") }
    position += 1
    switch character {
    case "A": return [.assertion(.start)]
    case "z": return [.assertion(.end)]
    case "Z": return [.assertion(.endOrLastLine)]
    case "b": return [.assertion(.wordBoundary)]
    case "B": return [.assertion(.noWordBoundary)]
    case "d", "D", "w", "W", "s", "S":
      return try step(from: start, ascii: ASCIISet(shorthand: character))
    case "1"..."9", "k", "g": throw unknown("a reference back to a group, \\\(character)")
    case "Q", "E":
      throw unknown(
        "the quotation \\\(character) at character \(start + 1)",
        help: #"write a\\.b in place of \\Qa.b\\E, a backslash before each sign"#)
    case "G", "K", "X", "C", "y", "Y", "O": throw unknown("\\\(character)")
    case "x", "u", "p", "P", "N", "U", "0":
      try skipNumber(after: character)
      return try step(from: start, ascii: nil)
    default:
      guard character.isASCII, character.isLetter || character.isNumber else {
        return step(PatternAtom(literal: character))
      }
      return try step(from: start, ascii: nil)
    }
  }

  /// Skips the name or number of a character, as in `\x{e9}`, `\u00e9` and `\p{Lu}`.
  private mutating func skipNumber(after letter: Character) throws(PatternError) {
    let start = position
    if letter != "0", letter != "U", skip("{") {
      while let character = next, character != "}" { position += 1 }
      guard skip("}") else {
        throw PatternError("opens a brace at character \(start + 1) and never closes it")
      }
      return
    }
    let digits: [Character: Int] = ["0": 2, "x": 2, "u": 4, "U": 8]
    let end = position + (digits[letter] ?? 0)
    while position < end, let digit = next, digit.isASCII, digit.isHexDigit,
      letter != "0" || digit < "8"
    {
      position += 1
    }
  }

  /// Returns a class or escape for Swift's `Regex`.
  private mutating func step(from start: Int, ascii: ASCIISet?) throws(PatternError) -> [Step] {
    let written = String(text[start..<position])
    guard let atom = PatternAtom(source: written, ascii: ascii) else {
      throw PatternError("has \(written), which means nothing")
    }
    return step(atom)
  }

  // MARK: Classes

  private mutating func characterClass(from start: Int) throws(PatternError) -> [Step] {
    let ascii = try plainClass()
    if ascii == nil {
      position = start
      try skipClass()
    }
    return try step(from: start, ascii: ascii)
  }

  /// Parses a class of letters, ranges and shorthands to its end. Returns its ASCII characters, or
  /// nil if it has other members.
  private mutating func plainClass() throws(PatternError) -> ASCIISet? {
    let isNegated = skip("^")
    var members = ASCIISet.none
    var count = 0
    while count == 0 || next != "]" {
      count += 1
      guard let member = classMember() else { return nil }
      guard case .letter(let lower) = member else {
        if case .shorthand(let set) = member { members.formUnion(set) }
        continue
      }
      var upper = lower
      if next == "-", position + 1 < text.count, text[position + 1] != "]" {
        guard !isNext("--") else { return nil }
        position += 1
        guard case .letter(let letter)? = classMember() else { return nil }
        upper = letter
        guard lower.unicodeScalars.count == 1, upper.unicodeScalars.count == 1 else { return nil }
        guard lower <= upper || !lower.isASCII || !upper.isASCII else {
          throw PatternError("has the range \(lower)-\(upper) in the wrong order")
        }
      }
      members.formUnion(Self.ascii(from: lower, to: upper))
    }
    position += 1
    return ASCIISet { members.contains(Int($0)) != isNegated }
  }

  private enum ClassMember {
    case letter(Character)
    case shorthand(ASCIISet)
  }

  /// Parses one member of a class. Returns nil if it is neither a letter nor a shorthand.
  private mutating func classMember() -> ClassMember? {
    guard let character = next, character != "[", character != "]",
      !["&&", "--", "~~"].contains(where: isNext)
    else { return nil }
    position += 1
    guard character == "\\" else { return .letter(character) }
    guard let escaped = next else { return nil }
    position += 1
    switch escaped {
    case "d", "D", "w", "W", "s", "S": return .shorthand(ASCIISet(shorthand: escaped))
    case "t": return .letter("\t")
    case "n": return .letter("\n")
    case "r": return .letter("\r")
    case _ where escaped.isASCII && !escaped.isLetter && !escaped.isNumber:
      return .letter(escaped)
    default: return nil
    }
  }

  /// Returns the ASCII characters of a range.
  private static func ascii(from lower: Character, to upper: Character) -> ASCIISet {
    // Only the first scalar may be ASCII, as in an e followed by an accent.
    guard lower.unicodeScalars.count == 1, let low = lower.unicodeScalars.first,
      let high = upper.unicodeScalars.first
    else { return .none }
    return ASCIISet { low.value <= $0 && $0 <= high.value }
  }

  private mutating func skipClass() throws(PatternError) {
    let start = position
    var open = 0
    while let character = next {
      position += 1
      switch character {
      case "\\": position += 1
      case "[":
        open += 1
        if next == "^" { position += 1 }
        if next == "]" { position += 1 }
      case "]":
        open -= 1
        if open == 0 { return }
      default: break
      }
    }
    throw PatternError("opens a class with [ at character \(start + 1) and never closes it")
  }
}
