// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassRead
import PassTesting
import Testing

/// Tests of `passc issue --outcomes`, the result of each row for other programs.
struct IssueOutcomesTests {
  private static let rows = """
    {"serial":"B-1","name":"Ada","books":1}
    {"serial":"B-2","name":"Bo","books":"x"}
    {"serial":"ü \\"3\\"","name":"Cy","books":3}

    """

  private struct Line {
    var line: String?
    var serial: String?
    var outcome: String?
    var place: String?
    var entry: String?
    var code: String?
    var fault: String?
    var digest: String?
    var size: String?
  }

  private static func lines(_ test: BuildCase, _ file: String) throws -> [Line] {
    try test.bytes(file).split(separator: 0x0A).map { bytes in
      var report = Report()
      let root = try #require(
        JSONReader.read(Array(bytes), source: SourceTable.row, report: &report)?.root)
      func text(_ name: String) -> String? {
        root[name]?.string ?? root[name]?.number.map { "\($0.spelling)" }
      }
      #expect(text("version") == "1" && text("passType") == "pass.com.example.passc")
      let members = ["digest", "size", "place", "entry", "code", "message", "fault"]
      #expect(members.allSatisfy { root[$0] != nil })
      return Line(
        line: text("line"), serial: text("serial"), outcome: text("outcome"),
        place: text("place"), entry: text("entry"), code: text("code"), fault: text("fault"),
        digest: text("digest"), size: text("size"))
    }
  }

  private static func issue(
    _ test: BuildCase, _ output: String, _ more: [String] = [], status: Int32 = 1
  ) throws -> [Line] {
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.jsonl", "-o", output, "--outcomes", "told.jsonl"] + more)
    #expect(outcome.status == status, "\(outcome.story)")
    return try lines(test, "told.jsonl")
  }

  /// Digest and size are those of the file, whether the pass is new or not.
  @Test func tellsOfEachRowWhetherItWasMadeNowOrBefore() throws {
    let test = try BuildCase(["rows.jsonl": Self.rows])
    // With a trusted ledger the passes may be in other folders.
    for (folder, ledger) in [
      ("out", []), ("kept", ["--ledger", "a.ledger"]),
      ("other", ["--ledger", "a.ledger", "--trust-ledger"]),
    ] {
      for turn in 0...1 {
        let reported = try Self.issue(test, folder, ledger + ["--jobs", "\(turn + 1)"])
        #expect(reported.map(\.line) == ["1", "2", "3"])
        #expect(reported.map(\.serial) == ["B-1", "B-2", "ü \"3\""])
        let isNew = turn == 0 && ledger.count < 3
        let word = isNew ? "issued" : "unchanged"
        #expect(reported.map(\.outcome) == [word, "refused", word])
        for line in [reported[0], reported[2]] {
          let place = try #require(line.place)
          #expect(place.hasPrefix("/") && line.entry == nil && line.code == nil)
          #expect(place.contains(ledger.isEmpty ? "/out/" : "/kept/"))
          let bytes = try Disk.read(place)
          #expect(line.digest == Digest.sha256Hex(bytes))
          #expect(line.size == "\(bytes.count)")
        }
        #expect(reported[1].code == "data.integer.invalid")
        #expect(reported[1].fault == "rows.jsonl:2:37")
        #expect(reported[1].digest == nil && reported[1].size == nil && reported[1].place == nil)
      }
    }
  }

  @Test func namesTheArchiveAndTheEntry() throws {
    let test = try BuildCase(["rows.jsonl": Self.rows])
    let reported = try Self.issue(test, "all.tar")
    #expect(reported[0].place?.hasSuffix("/all.tar") == true && reported[0].entry == "B-1.pkpass")
    var archive = TarReader(try test.bytes("all.tar"))
    for line in [reported[0], reported[2]] {
      let entry = try #require(try archive.next())
      #expect(line.entry == entry.name)
      #expect(line.digest == Digest.sha256Hex(Array(entry.bytes)))
    }
    // Only the reader of a pipe knows its destination.
    let piped = try Self.issue(test, "-")
    #expect(piped[0].place == nil && piped[0].entry == "B-1.pkpass")
    #expect(piped.map(\.digest) == reported.map(\.digest))
    // The file of a group is the .pkpasses, which contains the entry.
    let grouped = try Self.issue(test, "groups", ["--group-by", "name"])
    #expect(grouped[0].place?.hasSuffix("/groups/Ada.pkpasses") == true)
    #expect(grouped[0].entry == "B-1.pkpass" && grouped[0].digest == reported[0].digest)
  }

  @Test func isTakenUpByALedger() throws {
    let test = try BuildCase(["rows.jsonl": Self.rows])
    _ = try Self.issue(test, "out")
    let taken = try test.passc(
      ["ledger", "import", "--outcomes", "told.jsonl", "--ledger", "b.ledger"])
    #expect(taken.status == 0, "\(taken.story)")
    let checked = try test.passc(["ledger", "verify", "--ledger", "b.ledger"])
    #expect(checked.status == 0, "\(checked.story)")
    let listed = try test.passc(["ledger", "list", "--ledger", "b.ledger"])
    #expect(listed.text.contains("B-1") && !listed.text.contains("B-2"))
  }

  @Test func refusesWhatCannotBeMeant() throws {
    let test = try BuildCase(["rows.jsonl": Self.rows])
    for (more, words) in [
      (["--dry-run"], "--outcomes lists the files that were made"),
      (["--rejects", "./told.jsonl"], "--outcomes and --rejects name the same file"),
      (["--index", "told.jsonl"], "--outcomes and --index name the same file"),
    ] {
      let outcome = try IssueTests.issue(
        test, ["--data", "rows.jsonl", "-o", "out", "--outcomes", "told.jsonl"] + more)
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.story)")
    }
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.jsonl", "-o", "out", "--outcomes", "rows.jsonl"])
    #expect(outcome.status == 2, "\(outcome.story)")
  }

  /// The passes of an incomplete archive do not exist.
  @Test func tellsNothingOfAnArchiveThatIsNotThere() throws {
    let test = try BuildCase(["rows.jsonl": Self.rows])
    let outcome = try IssueTests.issue(
      test,
      [
        "--data", "rows.jsonl", "-o", "all.tar", "--outcomes", "told.jsonl", "--on-error", "stop",
      ])
    #expect(outcome.status == 1, "\(outcome.story)")
    #expect(!test.exists("told.jsonl") && !test.exists("all.tar"))
  }
}
