// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassTemplate

/// Patterns of columns: what they match, and that no cell takes long.
struct CellPatternTests {
  private static func matches(_ pattern: String, _ text: String) throws -> Bool {
    var compiled = try CellPattern(pattern)
    let first = compiled.matches(text)
    // Nothing of one cell is left for the next.
    #expect(compiled.matches(text) == first, "\(pattern) on \(text)")
    return first
  }

  /// Took 25 seconds and more, for a cell like any other.
  @Test(arguments: [
    (#"([a-z0-9]+[._-]?)+@example\.com"#, "maximilian.mustermann@example.org"),
    ("(a+)+b", String(repeating: "a", count: 100_000)),
    ("(a|a)*b", String(repeating: "a", count: 100_000)),
    ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x", String(repeating: "é", count: 20_000)),
    ("(?=(a+)+$)(a+)+b", String(repeating: "a", count: 50_000)),
    ("((a{0,20}){0,20})*b", String(repeating: "a", count: 2_000)),
    ("(((a*)*)*)*b", String(repeating: "a", count: 50_000)),
  ])
  func anOrdinaryCellThatDoesNotMatchEndsAtOnce(pattern: String, cell: String) throws {
    #expect(try !Self.matches(pattern, cell))
  }

  @Test(
    arguments: [
      ("", ["": true, "a": false]),
      ("^A-[0-9]+$", ["A-17": true, "A-": false, "xA-1": false, "A-17x": false]),
      ("a|b|", ["a": true, "b": true, "": true, "ab": false]),
      ("(?:ab|c){2,3}", ["abab": true, "ababc": true, "ab": false, "abababab": false]),
      ("(?<year>[0-9]{4})-(?P<m>[0-9]{2})", ["2031-05": true, "2031-5": false]),
      ("x{0}y{,2}z{2,}", ["zz": true, "yyzzz": true, "xzz": false, "yyyzz": false]),
      ("a{x}", ["a{x}": true]), ("a*?b+?c??", ["aabb": true, "bc": true, "a": false]),
      ("[^A-Z\\d]+", ["abc": true, "aB": false, "a1": false, "ä": true, "Ä": true]),
      ("[A-ZÄÖÜa-zäöüß -]+", ["Jörg Müller-Lüdenscheidt": true, "Ada 1": false]),
      ("[a\\]-]+", ["]a-": true, "b": false]),
      ("[\\]\\\\.]", ["]": true, "\\": true, ".": true, "x": false]),
      (#"\p{Lu}\p{Ll}+"#, ["Ärger": true, "ada": false, "Ada": true]),
      ("[[:alpha:]]+", ["abc": true, "a1": false]),
      ("[a-z&&[^aeiou]]+", ["xyz": true, "xay": false]),
      ("[\\w.]+", ["a.b_1": true, "é": true, "-": false]),
      ("\\Qa.b\\E+", ["a.bb": true, "axb": false]),
      ("(?i)gold|silber", ["GOLD": true, "SilBER": true, "bronze": false]),
      ("(?i)[a-c]ß", ["Bß": true, "d": false]), ("a(?i:b)c", ["aBc": true, "aBC": false]),
      ("(?i)é", ["É": true]), (".", ["e\u{301}": true, "👩‍👩‍👧": true, "\n": false]),
      ("(?s).", ["\n": true, "\r\n": true]), ("é", ["e\u{301}": true]),
      ("(?!00)[0-9]+", ["01": true, "001": false]),
      ("(?=.*[0-9])(?=.*[a-z]).{4,}", ["abc1": true, "abcd": false]),
      (".*(?<!-)", ["a-b": true, "a-": false]), ("(?<=^)a(?<=a)b(?=$)", ["ab": true, "b": false]),
      ("a(?=(?!bc)b)..", ["abd": true, "abc": false]),
      ("\\ba\\b.\\bb\\B.", ["a-bc": true, "aabc": false]),
      ("(?m)^a$\\n^b$", ["a\nb": true, "a\nc": false]),
      ("\\Aa\\z", ["a": true]), ("\\x41\\u0042\\t", ["AB\t": true]), ("(?#why)a", ["a": true]),
      (#"\d{3}"#, ["123": true, "12a": false, "١٢٣": true]), ("[\\s]+", [" \t": true, "a": false]),
    ] as [(String, [String: Bool])])
  func matchesWholeCells(pattern: String, cells: [String: Bool]) throws {
    for (cell, expected) in cells {
      #expect(try Self.matches(pattern, cell) == expected, "\(pattern) on \(cell)")
    }
  }

  @Test(arguments: [
    "(a", "a)", "[a", "[", "[]", "[]a]", "*a", "a|*", "\\", "(?<n", "(?<>a)", "a{3,2}", "[z-a]",
    "(a)\\1",
    "(?>a)", "a++", "(?R)", "(?x)a", "\\p{Nonsense}", "\\x{", "\\k<n>", "(*FAIL)", "(?i", "\\K",
    "(((a{100}){100}){100}){100}", "[0-9]{5001}", "[[:nonsense:]]", "a{99999999999999999999}",
    "[[a]",
    String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000),
  ])
  func refusesWhatItCannotMatch(pattern: String) {
    #expect(throws: PatternFault.self) { try CellPattern(pattern) }
  }

  /// Swift's `Regex` is the judge, on cells short enough for it.
  @Test func agreesWithRegexOnRandomPatterns() throws {
    var random = SplitMix64(seed: 41)
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    func pattern(_ depth: Int) -> String {
      let atoms = ["a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "é", "1", "[a-c1]", "\\W"]
      let quantifiers = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "*?"]
      var text = ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0...9, using: &random) {
        case 0...5: text += pick(atoms) + pick(quantifiers)
        case 6,
          7 where depth > 0:
          text += "(?:\(pattern(depth - 1)))" + pick(quantifiers)
        case 8 where depth > 0: text += "(?:\(pattern(depth - 1))|\(pattern(depth - 1)))"
        case 9 where depth > 0: text += pick(["(?=", "(?!"]) + pattern(depth - 1) + ")"
        default: text += pick(["^", "$", "a", "é"])
        }
      }
      return text
    }
    for _ in 0..<1_500 {
      let text = pattern(2)
      let regex = try Regex(text)
      var compiled = try CellPattern(text)
      for _ in 0..<6 {
        let cell = (0..<Int.random(in: 0...5, using: &random))
          .map { _ in pick(["a", "b", "c", "1", "é", "-"]) }.joined()
        let expected = try regex.wholeMatch(in: cell) != nil
        #expect(compiled.matches(cell) == expected, "\(text) on \(cell)")
      }
    }
  }

  @Test func randomBytesAreReadOrRefused() {
    var random = SplitMix64(seed: 7)
    let parts = [
      "(", ")", "[", "]", "{", "}", "?", "*", "+", "|", "\\", "^", "$", "-", ":", "<", "=", "!",
      "a",
      "i", "1", ",", "p", "Q", "E", "x", "#", "&&", "é", "P", "'", ">", "b", "\r\n", "0",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      if var pattern = try? CellPattern(text) { _ = pattern.matches("ab-1é\r\n") }
    }
  }
}
