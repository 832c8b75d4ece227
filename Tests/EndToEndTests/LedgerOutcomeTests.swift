// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc ledger import --outcomes` and `export --format outcomes`.
struct LedgerOutcomeTests {
  let card: BuildCase

  init() throws { card = try BuildCase([:]) }

  private static func digest(_ digit: Character) -> String {
    String(repeating: digit, count: 64)
  }

  private static func line(
    _ serial: String, _ digest: Character = "a", content: Character = "c",
    place: String? = nil
  ) -> String {
    """
    {"passType":"pass.com.example.gym","serial":"\(serial)","outcome":"issued",\
    "digest":"\(Self.digest(digest))","size":4711,\
    "place":"\(place ?? "s3://cards/gym/\(serial).pkpass")","entry":null,\
    "content":"\(Self.digest(content))","code":null,"message":null,"fault":null,"part":1}
    """
  }

  private func ledger(_ arguments: [String]) throws -> Program.Outcome {
    try card.passc(["ledger"] + arguments + ["--ledger", "a.ledger"])
  }

  private func take(_ lines: [String], _ name: String = "outcomes.jsonl") throws -> Program.Outcome
  {
    try card.folder.add(name, Array(lines.map { $0 + "\n" }.joined().utf8))
    return try ledger(["import", "--outcomes", name])
  }

  @Test func takesUpATableAndGivesItBack() throws {
    let refused =
      #"{"passType":"p","serial":null,"outcome":"refused","code":"data.cell.missing"}"#
    let first = try take([Self.line("A-1"), refused, "", Self.line("A-2", "b")])
    #expect(first.status == 0, "\(first.story)")
    #expect(first.text == "imported 2, known 0, rejected 0, rows without a pass 1\n")
    let back = try ledger(["export", "--format", "outcomes"])
    #expect(
      back.text.split(separator: "\n").map(String.init)
        == ["A-1", "A-2"].map { serial in
          """
          {"version":1,"passType":"pass.com.example.gym","serial":"\(serial)","outcome":"issued",\
          "digest":"\(Self.digest(serial == "A-1" ? "a" : "b"))","size":4711,\
          "place":"s3://cards/gym/\(serial).pkpass","entry":null,"content":"\(Self.digest("c"))"}
          """
        }, "\(back.story)")
    let again = try take(back.text.split(separator: "\n").map(String.init))
    #expect(again.text == "imported 0, known 2, rejected 0, rows without a pass 0\n")
  }

  @Test func whatWasIssuedAnewTakesThePlaceOfTheOldOne() throws {
    #expect(try take([Self.line("A-1"), Self.line("A-2")]).status == 0)
    let later = try take([Self.line("A-1", "d", content: "e"), Self.line("A-2")])
    #expect(
      later.text == "imported 1, known 1, rejected 0, rows without a pass 0\n", "\(later.story)")
    let export = try ledger(["export", "--format", "outcomes"])
    #expect(export.text.contains(Self.digest("d")) && export.text.contains(Self.digest("e")))
  }

  @Test func asksNoDiskForWhatLiesInAStore() throws {
    #expect(
      try take([Self.line("A-1"), Self.line("A-2", place: "/nowhere/A-2.pkpass")]).status == 0)
    let proof = try ledger(["verify", "--format", "json"])
    #expect(
      proof.text.contains("ledger.file.missing") && proof.text.contains("/nowhere/A-2.pkpass"))
    #expect(!proof.text.contains("s3://"), "\(proof.story)")
  }

  @Test(arguments: [
    (#"{"passType":"p","serial":"A-1""#, "outcomes.jsonl:2:31", "json.text.truncated"),
    ("[1]", "outcomes.jsonl:2:1", "the line is not a JSON object"),
    (#"{"serial":"A-1"}"#, "outcomes.jsonl:2:1", "outcome is missing"),
    (#"{"outcome":"made"}"#, "outcomes.jsonl:2:12", #"outcome is "made""#),
    (
      #"{"outcome":"issued","passType":"p","serial":5,"digest":"x","size":1}"#,
      "outcomes.jsonl:2:45", "serial is empty or not a string"
    ),
    (
      #"{"outcome":"issued","passType":"p","serial":"A","digest":"x","size":0,"place":"x"}"#,
      "outcomes.jsonl:2:58", "digest is not a SHA-256"
    ),
    (
      #"{"outcome":"issued","passType":"p","serial":"A","digest":"x","size":0,"place":"x"}"#,
      "outcomes.jsonl:2:69", "size is not a whole number"
    ),
    (
      #"{"outcome":"issued","passType":"p","serial":"A","digest":"x","size":0,"place":"x"}"#,
      "outcomes.jsonl:2:79", "place is neither an absolute path"
    ),
  ])
  func saysWhereALineIsWrongAndTakesTheOthers(
    _ wrong: String, _ place: String, _ words: String
  ) throws {
    let outcome = try take([Self.line("A-1"), wrong, Self.line("A-2")])
    #expect(outcome.status == 1)
    #expect(outcome.text == "imported 2, known 0, rejected 1, rows without a pass 0\n")
    let line = outcome.errors.split(separator: "\n").first { $0.contains(words) }
    #expect(line?.hasPrefix(place + ":") ?? false, "\(outcome.story)")
  }

  @Test func namesASerialThatDiffersOnlyInCase() throws {
    let outcome = try take([Self.line("A-1"), Self.line("a-1", "b")])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("outcomes.jsonl:2:1: error: "), "\(outcome.story)")
    #expect(outcome.errors.contains("ledger.import.differsInCase"))
  }

  @Test func needsATableOrBundles() throws {
    #expect(try ledger(["import"]).status == 2)
    let missing = try ledger(["import", "--outcomes", "none.jsonl"])
    #expect(missing.status == 3 && missing.errors.contains("none.jsonl"))
    #expect(!card.exists("a.ledger"))
    #expect(try ledger(["export", "--format", "outcomes", "--with-tokens"]).status == 2)
  }
}
