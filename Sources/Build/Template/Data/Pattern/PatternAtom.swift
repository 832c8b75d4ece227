// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII characters, one bit each.
struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static let all = ASCIISet { _ in true }
  static let none = ASCIISet { _ in false }

  init(_ isIn: (UInt8) -> Bool) {
    for byte in UInt8(0)..<128 where isIn(byte) { insert(Int(byte)) }
  }

  /// Creates the ASCII characters of `\d`, `\w`, `\s` and their opposites.
  init(shorthand letter: Character) {
    self.init { byte in
      let isDigit = (0x30...0x39).contains(byte)
      switch letter {
      case "d": return isDigit
      case "D": return !isDigit
      case "s": return byte == 0x20 || (0x09...0x0D).contains(byte)
      case "S": return byte != 0x20 && !(0x09...0x0D).contains(byte)
      default:
        let isWord = isDigit || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
        return isWord == (letter == "w")
      }
    }
  }

  func contains(_ symbol: Int) -> Bool {
    (symbol < 64 ? low >> UInt64(symbol) : high >> UInt64(symbol - 64)) & 1 == 1
  }

  mutating func insert(_ symbol: Int) {
    if symbol < 64 { low |= 1 << UInt64(symbol) } else { high |= 1 << UInt64(symbol - 64) }
  }

  mutating func formUnion(_ other: ASCIISet) {
    low |= other.low
    high |= other.high
  }
}

/// A pattern for one character: a letter, a class or a point.
struct PatternAtom {
  private enum Kind {
    case literal(Character)
    case point
    /// Compared by Swift's `Regex`, one character at a time.
    case source(String)
  }

  private let kind: Kind
  private var matching: ASCIISet
  /// The ASCII characters with a known result.
  private var known = ASCIISet.all
  private var regex: Regex<AnyRegexOutput>?

  init(literal: Character) {
    kind = .literal(literal)
    matching = ASCIISet { Character(Unicode.Scalar($0)) == literal }
  }

  /// Any character except for a line end.
  static var point: PatternAtom {
    PatternAtom(kind: .point, matching: ASCIISet { !(0x0A...0x0D).contains($0) })
  }

  /// `\w`, for word boundaries.
  static var word: PatternAtom {
    PatternAtom(kind: .source("\\w"), matching: ASCIISet(shorthand: "w"))
  }

  private init(kind: Kind, matching: ASCIISet) {
    self.kind = kind
    self.matching = matching
  }

  /// Creates a class or an escape for one character, as written. Nil if it is not valid.
  ///
  /// - Parameter ascii: its ASCII characters, or nil to leave them to `Regex`.
  init?(source: String, ascii: ASCIISet?) {
    self.init(kind: .source(source), matching: ascii ?? .none)
    guard ascii == nil else { return }
    known = .none
    regex = try? Regex(source)
    if regex == nil { return nil }
  }

  mutating func matches(_ symbol: Int, _ characters: [Character]) -> Bool {
    if symbol < 128 {
      if known.contains(symbol) { return matching.contains(symbol) }
      let isIn = ask(Character(Unicode.Scalar(UInt8(symbol))))
      known.insert(symbol)
      if isIn { matching.insert(symbol) }
      return isIn
    }
    let character = characters[symbol - 128]
    switch kind {
    case .literal(let literal): return character == literal
    case .point: return !character.isNewline
    case .source: return ask(character)
    }
  }

  private mutating func ask(_ character: Character) -> Bool {
    guard case .source(let source) = kind else { return false }
    if regex == nil { regex = try? Regex(source) }
    guard let regex else { return false }
    return (try? regex.wholeMatch(in: String(character))) != nil
  }
}
