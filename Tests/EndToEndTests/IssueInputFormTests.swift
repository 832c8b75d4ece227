// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of `passc issue` with tables of every form. Its rejects have the same form.
struct IssueInputFormTests {
  /// A form of a table: delimiter, line ends and encoding.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var file = "rows.csv"
    var delimiter = ","
    var lineEnd = "\n"
    /// Byte order mark or `sep=`.
    var start: [UInt8] = []
    var options: [String] = []
    var encode: @Sendable (String) -> [UInt8] = { Array($0.utf8) }

    /// Returns lines with commas in this form.
    func spelled(_ lines: [String]) -> [UInt8] {
      start
        + encode(lines.map { $0.replacing(",", with: delimiter) }.joined(separator: lineEnd))
    }
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  private static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8($0.value) }
  }

  static let forms: [Form] = [
    Form(testDescription: "UTF-8"),
    Form(
      testDescription: "UTF-8 with a mark", delimiter: ";", lineEnd: "\r\n",
      start: [0xEF, 0xBB, 0xBF]),
    Form(testDescription: "lines that end with CR", lineEnd: "\r"),
    Form(
      testDescription: "UTF-16 LE", delimiter: "\t", lineEnd: "\r\n", start: [0xFF, 0xFE],
      encode: { utf16($0, isBigEndian: false) }),
    Form(
      testDescription: "UTF-16 BE", start: [0xFE, 0xFF], encode: { utf16($0, isBigEndian: true) }),
    Form(
      testDescription: "UTF-16 LE without a mark", options: ["--encoding", "utf-16le"],
      encode: { utf16($0, isBigEndian: false) }),
    Form(
      testDescription: "windows-1252", delimiter: ";", lineEnd: "\r\n",
      options: ["--encoding", "windows-1252"], encode: latin),
    Form(testDescription: "another delimiter", delimiter: "|", options: ["--delimiter", "|"]),
    Form(
      testDescription: "sep=", delimiter: "|", lineEnd: "\r\n", start: Array("sep=|\r\n".utf8)),
    Form(testDescription: "TSV", file: "rows.tsv", delimiter: "\t"),
  ]

  @Test(arguments: forms)
  func writesRejectsAndIndexInTheFormOfTheInput(_ form: Form) throws {
    let test = try BuildCase()
    try test.folder.add(
      form.file,
      form.spelled(["serial,name,books", "A-1,José,1", "A-2,Zoë,many", "A-3,Ünal,3", ""]))
    let outcome = try IssueTests.issue(
      test,
      ["--data", form.file, "-o", "out", "--rejects", "no-\(form.file)", "--index", "index.csv"]
        + form.options)
    #expect(outcome.text == "issued 2, reissued 0, unchanged 0, rejected 1\n", "\(outcome.story)")
    let rejects = try test.bytes("no-\(form.file)")
    #expect(
      rejects.starts(
        with: form.spelled([
          "serial,name,books,passc_code,passc_reason", "A-2,Zoë,many,data.integer.invalid,",
        ])))
    let end = form.encode(form.lineEnd)
    #expect(rejects.suffix(end.count).elementsEqual(end))
    #expect(
      try test.bytes("index.csv").starts(
        with: form.spelled([
          "serial,name,books,pass_file,pass_serial,pass_sha256", "A-1,José,1,A-1.pkpass,A-1,",
        ])))
    // Corrected rejects can be issued with the same options.
    let again = try IssueTests.issue(
      test,
      ["--data", "no-\(form.file)", "-o", "again", "--rejects", "no2.csv"] + form.options)
    #expect(again.text == "issued 0, reissued 0, unchanged 0, rejected 1\n", "\(again.story)")
    #expect(try test.bytes("no2.csv") == rejects)
  }

  /// A row rejected for an invalid byte keeps it, so it is rejected again. No other character may
  /// replace it.
  @Test(arguments: [
    ("windows-1252", [0x81] as [UInt8]), ("shift_jis", [0xFF]), ("utf-16le", [0x00, 0xDC]),
    ("utf-8", [0xFF]),
  ])
  func doesNotMakeAGoodRowOfOneWithBadBytes(_ encoding: String, _ bad: [UInt8]) throws {
    let encode = { (text: String) in
      encoding == "utf-16le" ? Self.utf16(text, isBigEndian: false) : Array(text.utf8)
    }
    let test = try BuildCase()
    try test.folder.add(
      "rows.csv", encode("serial,name,books\nA-1,J") + bad + encode(",1\nA-2,K,2\n"))
    let options = ["--encoding", encoding, "--rejects"]
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out"] + options + ["no.csv"])
    #expect(outcome.codes == ["data.encoding.invalid"])
    let again = try IssueTests.issue(
      test, ["--data", "no.csv", "-o", "again"] + options + ["no2.csv"])
    #expect(again.codes == ["data.encoding.invalid"], "\(again.story)")
    #expect(try test.bytes("no2.csv") == test.bytes("no.csv"))
  }

  /// The reason has characters that old encodings do not have.
  @Test func writesAQuestionMarkWhereTheEncodingLacksACharacterOfTheReason() throws {
    let test = try BuildCase()
    let long = String(repeating: "é", count: 50)
    try test.folder.add("rows.csv", Self.latin("serial,name,books\nA-1,N,\(long)\n"))
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "o", "--encoding", "iso-8859-1", "--rejects", "no.csv"])
    #expect(outcome.errors.contains("ééé…\""), "\(outcome.story)")
    #expect(try test.bytes("no.csv").contains(Self.latin("ééé?\"")))
  }

  @Test func issuesFromJSONLines() throws {
    let test = try BuildCase([
      "rows.jsonl": """
      {"serial":"A-1","name":"José","books":1}
      {"serial":"A-2","name":"Zoë","books":"many"}

      {"serial":"A-3","name":"K","books":null}
      {"serial":"A-3","name":"Again"}
      no object

      """,
      "rows.csv": "serial,name,books\nA-1,José,1\nA-3,K,\n",
    ])
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.jsonl", "-o", "out", "--rejects", "no.jsonl", "--index", "index.csv"])
    #expect(outcome.text == "issued 2, reissued 0, unchanged 0, rejected 3\n", "\(outcome.story)")
    #expect(outcome.errors.contains("rows.jsonl:2:"))
    #expect(outcome.errors.contains("1 empty row skipped"))
    let rejects = String(decoding: try test.bytes("no.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    #expect(rejects.count == 3)
    #expect(
      rejects[0].hasPrefix(
        #"{"serial":"A-2","name":"Zoë","books":"many","passc_code":"data.integer.invalid","#))
    #expect(rejects[1].contains(#""passc_code":"serial.repeated""#))
    #expect(rejects[2] == "no object")
    let index = String(decoding: try test.bytes("index.csv"), as: UTF8.self)
    #expect(index.hasPrefix("name,books,serial,") || index.hasPrefix("serial,name,books,"))
    // The same rows as CSV give the same passes.
    #expect(try IssueTests.issue(test, ["--data", "rows.csv", "-o", "csv"]).status == 0)
    for name in ["A-1", "A-3"] {
      #expect(try test.bytes("out/\(name).pkpass") == test.bytes("csv/\(name).pkpass"))
    }
  }
}
