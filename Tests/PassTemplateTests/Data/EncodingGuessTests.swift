// SPDX-License-Identifier: Apache-2.0

import PassModel
import Testing

@testable import PassTemplate

struct EncodingGuessTests {
  private static func encoded(_ text: String, _ encoding: String) throws -> [UInt8] {
    let converter = try #require(Iconv(from: "UTF-8", to: encoding))
    var isWhole = true
    let bytes = converter.convert(Array(text.utf8), isLast: true) { _ in
      isWhole = false
      return .stop
    }.output
    try #require(isWhole, "\(encoding) lacks a letter of \(text)")
    return bytes
  }

  @Test(arguments: [
    ("Jörg Müller;Straße", "CP1252", "windows-1252"), ("Jäger;Schäfer", "CP1252", "windows-1252"),
    ("Hélène;François;Zoë", "CP1252", "windows-1252"),
    ("Bjørn;Åse;Märta", "CP1252", "windows-1252"),
    ("Łukasz;Żółć;Dąbrowska", "CP1250", "windows-1250"),
    ("Růžena;Dvořák", "CP1250", "windows-1250"),
    ("Őri;Szűcs", "CP1250", "windows-1250"), ("山田太郎;会員番号", "CP932", "windows-31j"),
    ("ポイント;シルバー", "CP932", "windows-31j"), ("Jörg Müller;Straße", "MACINTOSH", "macintosh"),
    ("Иван Петров", "CP1251", "windows-1251"),
    ("Işıl Doğan", "CP1254", "windows-1254"),
  ])
  func findsTheEncodingByItsLetters(_ text: String, _ encoding: String, _ name: String) throws {
    let guess = EncodingGuess(try Self.encoded("Nr;Name\n1;\(text)\n", encoding))
    #expect(guess.name == name, "\(guess)")
  }

  @Test func findsUnicodeWithoutDoubt() {
    let text = "Nr;Name\n1;Jörg Łukasz 山田\n"
    #expect(EncodingGuess(Array(text.utf8)).name == "utf-8")
    #expect(EncodingGuess([0xEF, 0xBB, 0xBF] + Array(text.utf8)).name == "utf-8")
    #expect(EncodingGuess(Array("Nr\n1\n".utf8)).name == "utf-8")
    let little = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(EncodingGuess([0xFF, 0xFE] + little).name == "utf-16le")
    #expect(EncodingGuess(little).name == "utf-16le")
    #expect(
      EncodingGuess(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }).name == "utf-16be")
  }

  /// è and č are the same byte, and both languages have é.
  @Test func namesTheRivalOfABorderlineCase() throws {
    let guess = EncodingGuess(try Self.encoded("No;Name\n1;Hélène\n", "CP1252"))
    #expect(guess.name == "windows-1252" && guess.rival == "windows-1250")
  }

  @Test func surviveBytesOfNoEncoding() {
    for bytes in [[0xFF], [0x81, 0xFF, 0x00], Array(repeating: 0xA0, count: 100)] as [[UInt8]] {
      #expect(!EncodingGuess(bytes).name.isEmpty)
    }
  }
}
