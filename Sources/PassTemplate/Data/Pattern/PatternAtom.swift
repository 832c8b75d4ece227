// SPDX-License-Identifier: Apache-2.0

/// What one character of a cell is compared with: a letter, a class, a point.
struct PatternAtom {
  /// The ASCII characters, a bit each.
  struct ASCIISet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    static let all = ASCIISet { _ in true }
    static let none = ASCIISet { _ in false }

    init(_ isIn: (UInt8) -> Bool) {
      for byte in UInt8(0)..<128 where isIn(byte) { insert(Int(byte)) }
    }

    func contains(_ symbol: Int) -> Bool {
      (symbol < 64 ? low >> UInt64(symbol) : high >> UInt64(symbol - 64)) & 1 == 1
    }

    mutating func insert(_ symbol: Int) {
      if symbol < 64 { low |= 1 << UInt64(symbol) } else { high |= 1 << UInt64(symbol - 64) }
    }
  }

  private enum Kind {
    case literal(Character, ignoresCase: Bool)
    case any(newlines: Bool)
    /// Asked of Swift's `Regex`, one character at a time.
    case source(String)
  }

  private let kind: Kind
  private var matching: ASCIISet
  /// Which ASCII characters were decided already.
  private var known: ASCIISet
  private var regex: Regex<AnyRegexOutput>?

  init(literal: Character, ignoresCase: Bool) {
    kind = .literal(literal, ignoresCase: ignoresCase)
    matching = ASCIISet { byte in
      Self.equal(Character(Unicode.Scalar(byte)), literal, ignoresCase: ignoresCase)
    }
    known = .all
  }

  /// The point.
  init(anyWithNewlines newlines: Bool) {
    kind = .any(newlines: newlines)
    matching = ASCIISet { newlines || !(0x0A...0x0D).contains($0) }
    known = .all
  }

  /// A class or an escape for one character, as it is written.
  ///
  /// - Parameter ascii: what it holds of ASCII; nil when that is left to `Regex`.
  init?(source: String, ascii: ASCIISet?) {
    kind = .source(source)
    matching = ascii ?? .none
    known = ascii == nil ? .none : .all
    guard ascii == nil else { return }
    guard let made = try? Regex(source) else { return nil }
    regex = made
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
    case .literal(let literal, let ignoresCase):
      return Self.equal(character, literal, ignoresCase: ignoresCase)
    case .any(let newlines): return newlines || !character.isNewline
    case .source: return ask(character)
    }
  }

  private mutating func ask(_ character: Character) -> Bool {
    guard case .source(let source) = kind else { return false }
    if regex == nil { regex = try? Regex(source) }
    guard let regex else { return false }
    return (try? regex.wholeMatch(in: String(character))) != nil
  }

  private static func equal(_ one: Character, _ other: Character, ignoresCase: Bool) -> Bool {
    one == other || (ignoresCase && one.lowercased() == other.lowercased())
  }
}
