// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import Testing

@testable import PassTemplate

struct EncodingTests {
  private static let text = "name,town\nJosé,Łódź 😀\n"

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap {
      isBigEndian
        ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
  }

  @Test
  func findsUTF16ByItsMark() throws {
    let little = [0xFF, 0xFE] + Self.utf16(Self.text, isBigEndian: false)
    let big = [0xFE, 0xFF] + Self.utf16(Self.text, isBigEndian: true)
    for bytes in [little, big] {
      for chunk in [1, 3, 4096] {
        let reading = try readData(bytes, chunk: chunk)
        #expect(reading.texts == [["José", "Łódź 😀"]])
        #expect(reading.diagnostics.isEmpty)
      }
    }
  }

  @Test
  func namesTheEncodingOfUTF16WithoutMark() throws {
    let bytes = Self.utf16(Self.text, isBigEndian: false)
    let diagnostic = try #require(try readData(bytes).diagnostics.first)
    #expect(diagnostic.code == "data.encoding.invalid")
    #expect(diagnostic.settings == [.init(.encoding, "utf-16le")])
    let options = DataOptions(encoding: "UTF-16LE")
    #expect(try readData(bytes, options: options).texts == [["José", "Łódź 😀"]])
  }

  @Test(
    arguments: [
      ("windows-1252", [0x4A, 0x6F, 0x73, 0xE9, 0x80] as [UInt8], "José€"),
      ("cp1252", [0xFC], "ü"), ("latin1", [0xFC], "ü"), ("ISO-8859-15", [0xA4], "€"),
      ("windows-1251", [0xCF, 0xF0], "Пр"), ("shift_jis", [0x93, 0xFA], "日"),
      ("macintosh", [0x8E], "é"), ("gb18030", [0xC8, 0xD5], "日"), ("koi8-r", [0xF0], "П"),
    ] as [(String, [UInt8], String)])
  func readsTheEncodingThatIsNamed(_ name: String, _ bytes: [UInt8], _ text: String) throws {
    let options = DataOptions(encoding: name)
    for chunk in [1, 2, 4096] {
      let reading = try readData(
        Array("a,b\n1,".utf8) + bytes + [0x0A], options: options, chunk: chunk)
      #expect(reading.texts == [["1", text]])
      #expect(reading.diagnostics.isEmpty)
    }
  }

  @Test
  func knowsEveryEncodingItLists() {
    for name in TextEncoding.names {
      let encoding = TextEncoding(named: name)
      #expect(encoding != nil, "\(name)")
      if case .other(let library)? = encoding {
        #expect(Iconv(from: library, to: "UTF-8") != nil, "\(name)")
      }
    }
  }

  @Test
  func listsTheEncodingsWhenTheNameIsUnknown() throws {
    let unknown = try readData("a\n1\n", options: DataOptions(encoding: "klingon")).diagnostics
    #expect(unknown.map(\.code) == ["data.encoding.unknown"])
    #expect(unknown.first?.help.contains("windows-1252, ") == true)
    let near = try readData("a\n1\n", options: DataOptions(encoding: "windows1252")).diagnostics
    #expect(near.first?.settings == [.init(.encoding, "windows-1252")])
  }

  @Test
  func refusesAMarkThatContradictsTheOption() throws {
    let reading = try readData(
      "\u{FEFF}a\n1\n", options: DataOptions(encoding: "windows-1252"))
    #expect(reading.codes == ["data.encoding.contradicted"])
  }

  private func check(
    _ bytes: [UInt8], encoding: String? = nil, chunk: Int
  ) throws -> (Bool, [Diagnostic]) {
    var report = Report()
    let isGood = try EncodingCheck.run(
      name: "data.csv", options: DataOptions(encoding: encoding), read: pieces(bytes, of: chunk),
      report: &report)
    return (isGood, report.diagnostics)
  }

  @Test(arguments: [1, 2, 3, 5, 4096])
  func findsTheFirstBadByteBeforeAnyRowIsRead(_ chunk: Int) throws {
    let start = Array("a,b\r\n1,é€😀\r2,x\n3,".utf8)
    let (isGood, none) = try check(start, chunk: chunk)
    #expect(isGood && none.isEmpty)
    for bad: [UInt8] in [[0xE9], [0xE9, 0x0A], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xC0, 0x80]] {
      let (isGood, diagnostics) = try check(start + bad, chunk: chunk)
      #expect(!isGood)
      #expect(diagnostics.map(\.code) == ["data.encoding.invalid"])
      #expect(diagnostics.first?.location == Location(file: "data.csv", line: 4, column: 3))
    }
  }

  @Test
  func namesNoWindows1252WhereItHasNoLetters() throws {
    let (_, diagnostics) = try check(Array("a\n".utf8) + [0x93, 0xFA, 0x81, 0x40], chunk: 4096)
    #expect(diagnostics.first?.help.contains("shift_jis") == true)
  }

  @Test
  func findsBytesThatMeanNothingInTheNamedEncoding() throws {
    let (isGood, diagnostics) = try check(
      Array("a\nx".utf8) + [0x81], encoding: "windows-1252", chunk: 4096)
    #expect(!isGood)
    #expect(diagnostics.first?.location == Location(file: "data.csv", line: 2, column: 2))
    let half = [0xFF, 0xFE] + Self.utf16("a\n", isBigEndian: false) + [0x00, 0xD8]
    #expect(try !check(half, chunk: 3).0)
    #expect(try !check([0xFF, 0xFE, 0x61, 0x00, 0x62], chunk: 3).0)
  }
}
