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
    ("Gökhan Çağlar;İpek Şahin", "CP1254", "windows-1254"),
    ("Μαρία Παπαδοπούλου;Γιώργος", "CP1253", "windows-1253"),
    ("ОЛЬГА;Смирнова;Баллы", "CP1251", "windows-1251"), ("Иван Петров", "KOI8-R", "koi8-r"),
    ("יוסי כהן;רחל לוי", "CP1255", "windows-1255"), ("محمد العلي;فاطمة", "CP1256", "windows-1256"),
    ("12,50 €;Müller", "CP1252", "windows-1252"), ("12,50 €;Müller", "ISO-8859-15", "iso-8859-15"),
    ("Łukasz;Dąbrowska;Świąt", "ISO-8859-2", "iso-8859-2"),
    ("Guðrún Þórsdóttir", "CP1252", "windows-1252"),
    ("สมชาย ใจดี;หมายเลข", "CP874", "windows-874"), ("王小明;会员卡号;积分", "GBK", "gbk"),
    ("王小明;會員編號;點數", "BIG5", "big5"), ("김민수;회원번호;포인트", "EUC-KR", "euc-kr"),
    ("山田太郎;ポイント", "EUC-JP", "euc-jp"), ("ﾔﾏﾀﾞ ﾀﾛｳ;番号", "CP932", "windows-31j"),
  ])
  func findsTheEncodingByItsLetters(_ text: String, _ encoding: String, _ name: String) throws {
    let guess = EncodingGuess(try Self.encoded("Nr;Name\n1;\(text)\n", encoding))
    #expect(guess.name == name, "\(guess)")
  }

  /// In these code pages the letters are the bytes of kanji, quotation marks and signs of currencies
  /// elsewhere.
  @Test(arguments: [
    ("Jürgen Müßig;Käthe Größ;Gültig bis", "IBM850", "ibm850"), ("Müller", "IBM850", "ibm850"),
    ("JÜRGEN MÜLLER;ÄRZTE;GRÖSSE", "IBM850", "ibm850"), ("Zoë;Öztürk;für", "IBM850", "ibm850"),
    ("Hélène;François;Zoé;Lefèvre", "IBM850", "ibm850"), ("José;Núñez;Begoña", "IBM850", "ibm850"),
    ("João;Conceição", "IBM850", "ibm850"), ("Niccolò;città;perché", "IBM850", "ibm850"),
    ("Søren Østergård;Åse Bjørnson", "IBM850", "ibm850"),
    ("Łukasz Żółć;Dąbrowska", "IBM852", "ibm852"), ("Jiří Dvořák;Žaneta", "IBM852", "ibm852"),
    ("Şükrü Yıldız;Gökçe;Ağaoğlu", "IBM857", "ibm857"),
    ("Иван Петров;Ольга", "IBM866", "ibm866"), ("Μαρία;Γιώργος Νικολάου", "CP737", "ibm737"),
  ])
  func findsTheEncodingsOfDOS(_ text: String, _ encoding: String, _ name: String) throws {
    let guess = EncodingGuess(try Self.encoded("Nr;Name\r\n1;\(text)\r\n", encoding))
    #expect(guess.name == name, "\(guess)")
  }

  @Test func theFirstByteOfASecondLanguageDoesNotDecide() throws {
    let guess = EncodingGuess(
      try Self.encoded("Nr;Name\n1;Jörg Müller\n2;Peña\n3;Çelik\n4;Åse\n", "IBM850"))
    #expect(guess.name == "ibm850" && guess.rival == nil, "\(guess)")
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
