// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of the sources of a row for `passc build`, and of errors in rows.
struct BuildDataTests {
  private static func shows(_ json: String, _ name: String, _ books: Int) -> Bool {
    json.contains("\"value\":\"\(name)\"}") && json.contains("\"value\":\(books)}")
  }

  @Test(arguments: [
    ("row.json", #"{"serial":"J-1","name":"Jürgen","books":7}"#),
    ("row.jsonl", "{\"serial\":\"J-1\",\"name\":\"Jürgen\",\"books\":7}\n{\"no\":1}\n"),
    ("row.csv", "name,books,serial\r\nJürgen,7,J-1\r\n"),
    ("row.csv", "\u{FEFF}name;books;serial\n\"Jürgen\";7;J-1\n"),
    ("row.tsv", "name\tbooks\tserial\nJürgen\t7\tJ-1\n"),
  ])
  func takesARowOfEveryFormat(_ file: String, _ content: String) throws {
    let one = try BuildCase([file: content])
    let json = try one.passJSON(["--data", file])
    #expect(Self.shows(json, "Jürgen", 7), "\(json)")
    // On standard input the same bytes only need their format.
    let format = String(file.dropFirst(4))
    let piped = try one.passJSON(
      ["--data", "-", "--data-format", format], input: Array(content.utf8))
    #expect(piped == json)
    let unnamed = try one.passJSON(["--data", "-"], input: Array(content.utf8))
    #expect(unnamed.hasPrefix("2: passc: error: standard input"), "\(unnamed)")
    #expect(unnamed.contains("--data-format"), "\(unnamed)")
  }

  @Test func setGivesAndOverridesValues() throws {
    let one = try BuildCase(["row.csv": "serial,name,books\nA-1,Ada,1\n"])
    #expect(Self.shows(try one.passJSON(BuildCase.ada), "Ada", 0))
    let over = try one.passJSON(["--data", "row.csv", "--set", "name=Bo=B", "--set", "books=12"])
    #expect(Self.shows(over, "Bo=B", 12), "\(over)")
    let partial = try one.passJSON(["--set", "serial=A-1"])
    #expect(partial.hasPrefix("1: card.pass/pass.json:7:"), "\(partial)")
    #expect(partial.contains("column \"name\""), "\(partial)")
    let wrong = try one.passJSON(BuildCase.ada + ["--set", "books=many"])
    #expect(wrong.contains("[data.integer.invalid]"), "\(wrong)")
    let nearly = try one.passJSON(["--set", "serial=A-1", "--set", "nmae=x"])
    #expect(nearly.contains("nmae"), "\(nearly)")
  }

  @Test func sampleCountsRowsOfTheSampleOrOfTheData() throws {
    let one = try BuildCase([
      "rows.csv": "serial,name,books\nR-1,Rosa,4\n\nR-2,\"Ru\nth\",5\n"
    ])
    #expect(Self.shows(try one.passJSON(["--sample", "1"]), "Ada", 3))
    #expect(Self.shows(try one.passJSON(["--sample", "2"]), "Grace", 0))
    #expect(Self.shows(try one.passJSON(["--data", "rows.csv"]), "Rosa", 4))
    let second = try one.passJSON(["--data", "rows.csv", "--sample", "2"])
    #expect(Self.shows(second, "Ru\\nth", 5), "\(second)")
  }

  @Test func aBadRowIsNamedByCellAndUse() throws {
    let one = try BuildCase([
      "members.csv": "serial,name,books\nA-1,Ada,3\nA-2,Grace,\"1,5\"\n",
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,", with: "\"formatVersion\": 1, \"expirationDate\": \"{{ name }}\","),
    ])
    let cell = try one.build(["--data", "members.csv", "--sample", "2"])
    #expect(cell.status == 1)
    #expect(cell.text == "")
    #expect(
      cell.errors.hasPrefix("members.csv:3:11: error: column \"books\" is \"1,5\""),
      "\(cell.errors)")
    let row = try one.build(["--data", "members.csv"])
    #expect(row.status == 1)
    #expect(row.errors.hasPrefix("members.csv:2:5: error: "), "\(row.errors)")
    #expect(
      row.errors.contains(
        "card.pass/pass.json:2:41: note: used here, as /expirationDate"), "\(row.errors)")
    #expect(!one.exists("card.pkpass"))
  }

  /// The key is in the template, but the cell must be corrected.
  @Test func aRequiredMemberThatAnEmptyCellTookAwayIsSaidAtTheCell() throws {
    let one = try BuildCase([
      "card.pass/template.json": #"{ "columns": { "name": { "optional": true } } }"#,
      "row.csv": "serial,books,name\nA-1,1,\n",
      "row.jsonl": #"{"serial":"A-1","books":1}"# + "\n",
    ])
    let built = try one.build(["--data", "row.csv"])
    #expect(built.codes == ["key.required.missing"], "\(built.story)")
    #expect(built.errors.hasPrefix("row.csv:2:7: error: "), "\(built.errors)")
    #expect(built.errors.contains("\ncard.pass/pass.json:7:"), "\(built.errors)")
    #expect(built.errors.contains("help: fill the cell"), "\(built.errors)")
    // A row without the member has no cell, so the location is its line.
    let absent = try one.build(["--data", "row.jsonl"])
    #expect(absent.errors.hasPrefix("row.jsonl:1:1: error: "), "\(absent.errors)")
    #expect(absent.errors.contains("help: fill the cell"), "\(absent.errors)")
  }

  @Test func namesTheEncodingThatWouldReadTheData() throws {
    let one = try BuildCase()
    let latin = Array("serial;name;books\nA-1;M".utf8) + [0xFC] + Array("ller;3\n".utf8)
    try one.folder.add("latin.csv", latin)
    let stopped = try one.build(["--data", "latin.csv"])
    #expect(stopped.status == 1)
    #expect(stopped.errors.hasPrefix("latin.csv:2:6: error: "), "\(stopped.errors)")
    #expect(stopped.errors.contains("--encoding windows-1252"), "\(stopped.errors)")
    #expect(!one.exists("card.pkpass"))
    let read = try one.passJSON(["--data", "latin.csv", "--encoding", "windows-1252"])
    #expect(Self.shows(read, "Müller", 3), "\(read)")
    let unknown = try one.passJSON(["--data", "latin.csv", "--encoding", "klingon"])
    #expect(unknown.hasPrefix("2: ") && unknown.contains("klingon"), "\(unknown)")
  }

  /// With two rows of one serial number, one cardholder would get the other's pass.
  @Test func aSerialThatStandsTwiceIsAnErrorWhicheverRowIsBuilt() throws {
    let one = try BuildCase([
      "twice.csv": "serial,name\nA-1,Ada\nA-2,Grace\nA-1,Ada\n",
      "twice.jsonl":
        "{\"serial\":\"A-1\",\"name\":\"Ada\"}\n{\"serial\":\"A-1\",\"name\":\"Eve\"}\n",
    ])
    for (file, line) in [("twice.csv", 4), ("twice.jsonl", 2)] {
      for sample in ["1", "2"] {
        let built = try one.build(["--data", file, "--sample", sample])
        #expect(built.status == 1, "\(built.story)")
        #expect(built.codes == ["serial.repeated"], "\(built.errors)")
        #expect(built.errors.hasPrefix("\(file):\(line):1: error: "), "\(built.errors)")
        #expect(!one.exists("card.pkpass"))
      }
    }
    // With a given serial number, duplicates in the data do not matter.
    let given = try one.build(["--data", "twice.csv", "--set", "serial=B-1"])
    #expect(given.status == 0 && given.errors == "", "\(given.story)")
  }

  @Test func readsUTF16WithAMark() throws {
    let one = try BuildCase()
    let text = "serial,name,books\r\nA-1,Zoë 😀,3\r\n"
    var (little, big): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
    for unit in text.utf16 {
      little += [UInt8(unit & 255), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 255)]
    }
    for bytes in [little, big] {
      try one.folder.add("sheet.csv", bytes)
      let json = try one.passJSON(["--data", "sheet.csv"])
      #expect(Self.shows(json, "Zoë 😀", 3), "\(json)")
    }
  }

  @Test func takesADelimiterThatIsNamed() throws {
    let one = try BuildCase(["row.csv": "serial|name|books\nA,1|Ada;B|3\n"])
    let json = try one.passJSON(["--data", "row.csv", "--delimiter", "|"])
    #expect(Self.shows(json, "Ada;B", 3), "\(json)")
    #expect(json.contains("\"serialNumber\":\"A,1\""))
  }

  @Test func takesThePhotoOfTheRowFromTheDatasFolderOrTheNamedOne() throws {
    let one = try BuildCase([
      "card.pass/template.json": """
      { "columns": { "books": { "type": "integer", "default": 0 },
                     "photo": { "type": "file", "optional": true } },
        "images": { "thumbnail.png": "{{ photo }}" } }
      """,
      "data/rows.csv": "serial,name,photo\nA,Ada,ada.png\nB,Bo,\nC,Cy,../icon.png\nD,Di,no.png\n",
    ])
    let (own, ada, other) = (
      PNGImage.plain(width: 90, height: 90), PNGImage.plain(width: 80, height: 90),
      PNGImage.plain(width: 70, height: 90)
    )
    try one.folder.add("card.pass/thumbnail.png", own)
    try one.folder.add("data/ada.png", ada)
    try one.folder.add("elsewhere/ada.png", other)
    try one.folder.add("icon.png", ada)
    func thumbnail(_ arguments: [String]) throws -> [UInt8] {
      let outcome = try one.passc(
        ["build", "card.pass", "--data", "data/rows.csv", "--emit", "folder", "-o", "out"]
          + arguments)
      try #require(outcome.status == 0, "\(outcome.story)")
      return try one.bytes("out/thumbnail.png")
    }
    #expect(try thumbnail([]) == ada)
    #expect(try thumbnail(["--files", "elsewhere"]) == other)
    #expect(try thumbnail(["--sample", "2"]) == own)
    let outside = try one.passJSON(["--data", "data/rows.csv", "--sample", "3"])
    #expect(outside.hasPrefix("1: data/rows.csv:4:6: error: "), "\(outside)")
    let missing = try one.passJSON(["--data", "data/rows.csv", "--sample", "4"])
    #expect(missing.contains("data/rows.csv:5:6: error: "), "\(missing)")
    #expect(missing.contains("[data.path.missing]"), "\(missing)")
  }

  @Test func dataCanNeverBreakTheStructure() throws {
    let one = try BuildCase()
    let hostile = "\"}],\"voided\":true,\\ {{ serial }} \u{202E}<a>\n\u{1}"
    let json = try one.passJSON(["--set", "serial=A", "--set", "name=" + hostile])
    #expect(!json.contains("\"voided\":true"), "\(json)")
    #expect(json.contains(#"\"}],\"voided\":true,\\ {{ serial }}"#), "\(json)")
  }

  @Test func aPipeThatEndsEarlyIsNoDeath() throws {
    let one = try BuildCase()
    let passc = try #require(Program.passc)
    let outcome = try Program.run(
      "/bin/sh",
      ["-c", "'\(passc)' build card.pass --sample 1 --emit pass-json | true; exec 3>&-"],
      in: one.folder.path)
    #expect(outcome.status == 0)
    let gone = try Program.run(
      "/bin/sh", ["-c", "'\(passc)' build card.pass --sample 1 --emit pass-json >&-; echo $?"],
      in: one.folder.path)
    #expect(gone.text == "3\n", "\(gone.story)")
  }
}
