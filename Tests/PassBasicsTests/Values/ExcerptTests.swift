// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct ExcerptTests {
  /// A limit, and how strings at the limit and one letter longer are shown.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let excerpt: Excerpt
    let limit: Int
    let mark: String
    let control: String
    var testDescription: String { name }
  }

  private static let samples = [
    Sample(name: "cell", excerpt: .cell, limit: 40, mark: "…", control: "a\\u{1b}\\u{9f}"),
    Sample(name: "serial", excerpt: .serial, limit: 40, mark: "…", control: "a\u{1B}\u{9F}"),
    Sample(
      name: "entryName", excerpt: .entryName, limit: 120, mark: "…", control: "a\\u{1b}\\u{9f}"),
    Sample(name: "version", excerpt: .version, limit: 100, mark: "…", control: "a\u{1B}\u{9F}"),
    Sample(name: "drawn", excerpt: .drawn, limit: 32, mark: "…", control: "a\u{1B}\u{9F}"),
    Sample(name: "word", excerpt: .word, limit: 40, mark: "", control: "a\u{1B}\u{9F}"),
    Sample(name: "memberName", excerpt: .memberName, limit: 80, mark: "", control: "a\u{1B}\u{9F}"),
    Sample(
      name: "passValue", excerpt: .passValue(), limit: 60, mark: "...", control: "a\u{1B}\u{9F}"),
    Sample(
      name: "passValue(48)", excerpt: .passValue(limit: 48), limit: 48, mark: "...",
      control: "a\u{1B}\u{9F}"),
  ]

  @Test(arguments: samples)
  func cutsWhatIsLonger(_ sample: Sample) {
    let fits = String(repeating: "ä", count: sample.limit)
    #expect(sample.excerpt.shown(fits) == fits)
    #expect(sample.excerpt.quoted(fits) == "\"\(fits)\"")
    #expect(sample.excerpt.shown(fits + "b") == fits + sample.mark)
    #expect(sample.excerpt.quoted(fits + "b") == "\"\(fits)\(sample.mark)\"")
    #expect(sample.excerpt.quoted("") == "\"\"")
  }

  @Test(arguments: samples)
  func spellsControlCharactersWhereItSaysSo(_ sample: Sample) {
    #expect(sample.excerpt.shown("a\u{1B}\u{9F}") == sample.control)
  }

  @Test func showsAShortTextWhole() {
    let text = String(repeating: "x", count: 10_000)
    #expect(Excerpt.whole.quoted(text) == "\"\(text)\"")
  }

  @Test func keepsWhatIsDrawnOnOneLine() {
    #expect(Excerpt.drawn.quoted("one\ntwo\r\nthree") == "\"one two three\"")
    #expect(Excerpt.version.shown("one\ntwo") == "one\ntwo")
  }

  @Test func saysThatAVersionIsEmpty() {
    #expect(Excerpt.version.shown("") == "(empty)")
    #expect(Excerpt.drawn.shown("") == "")
  }

  @Test func showsTwoVersionsFromShortlyBeforeTheyDiffer() {
    let same = String(repeating: "same ", count: 10)
    let (old, new) = Excerpt.version.shown(same + "old", nextTo: same + "new")
    #expect(old == "…same same same same old")
    #expect(new == "…same same same same new")
    let long = String(repeating: "x", count: 200)
    #expect(Excerpt.version.shown("a", nextTo: "b" + long).new == "b" + long.prefix(99) + "…")
    #expect(Excerpt.version.shown("", nextTo: "b") == ("(empty)", "b"))
  }

  /// A family emoji is one character with seven code points.
  @Test func countsCharactersOrCodePoints() {
    let family = "👨‍👩‍👧‍👦"
    let long = String(repeating: family, count: 41)
    #expect(Excerpt.cell.shown(long) == String(repeating: family, count: 40) + "…")
    #expect(Excerpt.entryName.shown(long).unicodeScalars.count == 121)
  }
}
