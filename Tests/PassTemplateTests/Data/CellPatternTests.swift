// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of column patterns: what they match, and that no cell takes long (denial of service).
struct CellPatternTests {
  private static func matches(_ pattern: String, _ text: String) throws -> Bool {
    var compiled = try CellPattern(pattern)
    let first = compiled.matches(text)
    // One cell must not affect the next.
    #expect(compiled.matches(text) == first, "\(pattern) on \(text)")
    return first
  }

  /// These took 25 seconds and more for an ordinary cell.
  @Test(arguments: [
    (#"([a-z0-9]+[._-]?)+@example\.com"#, "maximilian.mustermann@example.org"),
    ("(a+)+b", String(repeating: "a", count: 100_000)),
    ("(a|a)*b", String(repeating: "a", count: 100_000)),
    ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x", String(repeating: "é", count: 20_000)),
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
      (".", ["e\u{301}": true, "👩‍👩‍👧": true, "\n": false]), ("é", ["e\u{301}": true]),
      ("[e\u{301}]", ["é": true, "e": false]), ("[\\s\\S]", ["\n": true, "\r\n": true]),
      ("(?:()|a{0})*b{1}{2}", ["bb": true, "b": false, "abb": false]),
      ("[0-9]{5000}", ["1": false]),
      ("\\ba\\b.\\bb\\B.", ["a-bc": true, "aabc": false]),
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
    "(?=a)a", "(?i)a", "\\Qa\\E", "(?#\\", "(?#", "[a\\",
    "(((a{100}){100}){100}){100}", "[0-9]{5001}", "[[:nonsense:]]", "a{99999999999999999999}",
    "[[a]",
    String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000),
  ])
  func refusesWhatItCannotMatch(pattern: String) {
    #expect(throws: PatternError.self) { try CellPattern(pattern) }
  }

  /// Returns a random pattern of the supported syntax that means the same in Foundation.
  private static func randomPattern(_ depth: Int, _ random: inout SplitMix64) -> String {
    let atoms = [
      "a", "b", ".", "[ab]", "[^a]", #"\d"#, #"\w"#, "é", "1", "[a-c1]", #"\W"#, #"\p{L}"#,
      #"[\d-]"#, #"\x61"#, #"\-"#,
    ]
    let quantifiers = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}"]
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    func inner() -> String { randomPattern(depth - 1, &random) }
    var text = ""
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0...9, using: &random) {
      case 6 where depth > 0, 7 where depth > 0: text += "(?:\(inner()))" + pick(quantifiers)
      case 8 where depth > 0: text += "(\(inner())|\(inner()))" + pick(quantifiers)
      case 9: text += pick(["^", "$", "a", "é", #"\b"#, #"\B"#, #"\A"#, #"\z"#])
      // Foundation misses matches if something that can be empty is repeated lazily. Atoms cannot
      // be empty.
      default: text += pick(atoms) + pick(quantifiers + ["*?", "+?", "??"])
      }
    }
    return text
  }

  private static func randomCell(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...6, using: &random))
      .map { _ in ["a", "b", "c", "1", "é", "-"].randomElement(using: &random) ?? "" }.joined()
  }

  /// Compares with Foundation, on cells short enough for it.
  @Test func agreesWithFoundationOnRandomPatterns() throws {
    var random = SplitMix64(seed: 41)
    var matching = 0
    for _ in 0..<3_000 {
      let text = Self.randomPattern(2, &random)
      let judge = try NSRegularExpression(pattern: #"\A(?:\#(text))\z"#)
      var compiled = try CellPattern(text)
      for _ in 0..<8 {
        let cell = Self.randomCell(&random)
        let whole = NSRange(cell.startIndex..., in: cell)
        let expected = judge.firstMatch(in: cell, range: whole) != nil
        if expected { matching += 1 }
        #expect(compiled.matches(cell) == expected, "\(text) on \(cell)")
      }
    }
    #expect(matching > 2_000)
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
