// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassTesting
import Testing

/// Tests that keys in unusual forms, and data under another name, are never packaged.
struct BuildKeyFormsTests {
  /// A key made by openssl for this test, as PEM and as one line of Base64.
  private struct Key {
    let pem: String
    let base64: String
    var lines: [String] {
      stride(from: 0, to: base64.count, by: 64).map { String(base64.dropFirst($0).prefix(64)) }
    }

    init(in folder: TemporaryFolder) throws {
      let openssl = try #require(Program.path(of: "openssl"))
      let made = try Program.run(
        openssl, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
        in: folder.path)
      pem = made.text
      base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    }

    func der(in folder: TemporaryFolder) throws -> [UInt8] {
      let openssl = try #require(Program.path(of: "openssl"))
      return try Program.run(
        openssl, ["base64", "-d", "-A"], in: folder.path, input: Array(base64.utf8)
      ).output
    }
  }

  private static func template(including name: String) -> String {
    BuildCase.templateJSON.replacing("\"columns\"", with: "\"include\": [\"\(name)\"], \"columns\"")
  }

  /// Builds a template that includes the file, with every finding allowed.
  private static func build(
    _ name: String, _ bytes: [UInt8], _ arguments: [String] = BuildCase.ada
  ) throws -> (one: BuildCase, outcome: Program.Outcome) {
    let one = try BuildCase(["card.pass/template.json": template(including: name)])
    try one.folder.add("card.pass/\(name)", bytes)
    return (one, try one.build(arguments + ["--allow", "*"]))
  }

  @Test func aKeyInJSONIsFoundHoweverItsLinesAreWritten() throws {
    let folder = try TemporaryFolder()
    let key = try Key(in: folder)
    let random = key.base64.dropFirst(60).prefix(43).replacing("/", with: "_")
      .replacing("+", with: "-")
    let texts = [
      "{\"key\": \"\(key.lines.joined(separator: "\\n"))\"}",
      "{\"key\": \"\(key.lines.joined(separator: "\\u000a"))\"}",
      "{\"key\": [\n  \"\(key.lines.joined(separator: "\",\n  \""))\"\n]}",
      "{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"AA\", \"y\": \"AA\", \"d\": \"\(random)\"}",
      "{\"kty\": \"oct\", \"k\": \"\(random)\"}",
    ]
    for text in texts {
      let (one, outcome) = try Self.build("notes.json", Array(text.utf8))
      #expect(outcome.status == 1, "\(text): \(outcome.story)")
      #expect(outcome.codes == ["package.privateKey.present"], "\(text): \(outcome.story)")
      #expect(!one.exists("card.pkpass"))
    }
  }

  @Test func keysOfPasscAreFoundWhateverTheyAreCalled() throws {
    let key = String(repeating: "0f1e2d3c4b5a6978", count: 4)
    for text in [key, key + "\n", "# new\n\(key)\n# old\n\(key)\n"] {
      let (_, outcome) = try Self.build("terms.txt", Array(text.utf8))
      #expect(outcome.status == 1, "\(outcome.story)")
      #expect(outcome.codes == ["package.privateKey.present"], "\(outcome.story)")
    }
  }

  // MARK: Images

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns an icon with an additional chunk before its end and bytes after it.
  private static func icon(_ type: String? = nil, _ data: [UInt8] = [], after: [UInt8] = [])
    -> [UInt8]
  {
    let icon = BuildCase.icon(1)
    guard let type else { return icon + after }
    let body = Array(type.utf8) + data
    let chunk = bigEndian(data.count) + body + bigEndian(Int(CRC32.of(body)))
    return Array(icon.dropLast(12)) + chunk + Array(icon.suffix(12)) + after
  }

  private static func zlib(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> [UInt8] {
    let gzip = try #require(Program.path(of: "gzip"))
    let packed = try Program.run(gzip, ["-nc"], in: folder.path, input: bytes).output
    return [0x78, 0x9C] + packed.dropFirst(10).dropLast(8) + [0, 0, 0, 0]
  }

  @Test func aKeyInTheTextsOfAnImageOrAfterItsEndIsFound() throws {
    let folder = try TemporaryFolder()
    let key = try Key(in: folder)
    let comment = Array("Comment\0".utf8)
    let long = Array("\(String(repeating: "a photo of a library. ", count: 300))\(key.pem)".utf8)
    let images: [(name: String, bytes: [UInt8])] = [
      ("tEXt", Self.icon("tEXt", comment + Array(key.base64.utf8))),
      ("tEXt, DER", Self.icon("tEXt", comment + (try key.der(in: folder)))),
      ("zTXt", Self.icon("zTXt", comment + [0] + (try Self.zlib(Array(key.pem.utf8), in: folder)))),
      ("zTXt, long", Self.icon("zTXt", comment + [0] + (try Self.zlib(long, in: folder)))),
      ("iTXt", Self.icon("iTXt", comment + [0, 0, 0, 0] + Array(key.base64.utf8))),
      (
        "iTXt, packed",
        Self.icon(
          "iTXt", comment + [1, 0] + Array("en\0\0".utf8) + (try Self.zlib(long, in: folder)))
      ),
      ("a chunk of nobody's", Self.icon("prVt", Array(key.base64.utf8))),
      ("PEM behind it", Self.icon(after: Array(key.pem.utf8))),
      ("DER behind it", Self.icon(after: try key.der(in: folder))),
      ("a token key behind it", Self.icon(after: Array(String(repeating: "ab", count: 32).utf8))),
    ]
    for image in images {
      let one = try BuildCase()
      try one.folder.add("card.pass/icon.png", image.bytes)
      let outcome = try one.build(BuildCase.ada + ["--allow", "*"])
      #expect(outcome.status == 1, "\(image.name): \(outcome.story)")
      #expect(
        outcome.codes.contains("package.privateKey.present"), "\(image.name): \(outcome.story)")
      #expect(!one.exists("card.pkpass"))
    }
  }

  @Test func otherTextsAndBytesOfAnImageAreFine() throws {
    let folder = try TemporaryFolder()
    let comment = Array("Comment\0".utf8)
    let text = Array("a private key is never packed, see -- BEGIN PRIVATE KEY --".utf8)
    for image in [
      Self.icon("tEXt", comment + text), Self.icon("zTXt", comment + [0] + [1, 2, 3, 4, 5]),
      Self.icon("zTXt", comment + [0] + (try Self.zlib(text, in: folder))),
      Self.icon("iTXt", comment), Self.icon(after: text),
    ] {
      let one = try BuildCase()
      try one.folder.add("card.pass/icon.png", image)
      let outcome = try one.build(BuildCase.ada)
      #expect(outcome.status == 0 && outcome.codes == [], "\(outcome.story)")
    }
  }

  /// Text that is too large to search must not be packaged.
  @Test func moreCompressedTextThanIsLookedThroughIsReported() throws {
    let folder = try TemporaryFolder()
    let text = try Self.zlib([UInt8](repeating: 0x61, count: 3 << 20), in: folder)
    let one = try BuildCase()
    try one.folder.add("card.pass/icon.png", Self.icon("zTXt", Array("Comment\0\0".utf8) + text))
    let outcome = try one.build(BuildCase.ada + ["--allow", "*"])
    #expect(outcome.status == 1, "\(outcome.story)")
    #expect(outcome.codes == ["package.archive.present"], "\(outcome.story)")
  }

  // MARK: Data

  @Test func theRunsDataIsRecognisedUnderAnotherNameAndInAnotherForm() throws {
    let csv = "serial,name\nA-17,Ada Lovelace\nB-18,Grace Hopper\n"
    let copies = [
      csv, "\u{FEFF}" + csv.replacing(",", with: ";"),
      csv.replacing(",", with: "\t") + "C-19\tEve\n",
      "A-17 is Ada Lovelace, B-18 is Grace Hopper",
      #"[{"serial":"A-17","name":"Ada Lovelace"},{"serial":"B-18","name":"Grace Hopper"}]"#,
    ]
    for name in ["notes.txt", "notes.json"] {
      for copy in copies {
        let one = try BuildCase([
          "card.pass/template.json": Self.template(including: name), "card.pass/\(name)": copy,
          "members.csv": csv,
        ])
        let outcome = try one.build(["--data", "members.csv", "--allow", "*"])
        #expect(outcome.status == 1, "\(copy): \(outcome.story)")
        #expect(outcome.codes == ["template.include.data"], "\(copy): \(outcome.story)")
        let issued = try one.passc([
          "issue", "card.pass", "--data", "members.csv", "-o", "out", "--identity",
          BuildCase.identity("ordinary"),
        ])
        #expect(issued.status == 1 && issued.codes == ["template.include.data"], "\(issued.story)")
      }
    }
    for fine in ["Ask Ada Lovelace at the desk.", "serial,name", "A-17", ""] {
      let one = try BuildCase([
        "card.pass/template.json": Self.template(including: "notes.txt"),
        "card.pass/notes.txt": fine, "members.csv": csv,
      ])
      let outcome = try one.build(["--data", "members.csv"])
      #expect(outcome.status == 0, "\(fine): \(outcome.story)")
    }
  }

  @Test func theTemplatesSampleIsRecognisedWithoutAnyData() throws {
    let row = #"{"serial":"A-17","name":"Ada Lovelace"}"#
    let one = try BuildCase([
      "card.pass/template.json": Self.template(including: "notes.txt").replacing(
        "sample.csv", with: "sample.json"),
      "card.pass/sample.json": row, "card.pass/notes.txt": row + "\n",
    ])
    let outcome = try one.build(BuildCase.ada)
    #expect(outcome.status == 1, "\(outcome.story)")
    #expect(outcome.codes == ["template.include.data"], "\(outcome.story)")
  }
}
