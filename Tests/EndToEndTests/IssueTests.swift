// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc issue` as a user runs it.
struct IssueTests {
  /// Returns a table with that many members.
  static func rows(_ count: Int) -> String {
    "serial,name,books\n"
      + (1...count).map { "B-\($0),Member \($0),\($0 % 5)\n" }.joined()
  }

  static func issue(
    _ test: BuildCase, _ arguments: [String], environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Program.Outcome {
    let identity =
      arguments.contains("--identity") ? [] : ["--identity", BuildCase.identity("ordinary")]
    return try test.passc(
      ["issue", "card.pass", "--progress", "none"] + identity + arguments,
      environment: environment, input: input)
  }

  @Test func givesTheBytesOfBuild() throws {
    let test = try BuildCase(["rows.csv": Self.rows(3)])
    let outcome = try Self.issue(test, ["--data", "rows.csv", "-o", "out"])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text == "issued 3, reissued 0, unchanged 0, rejected 0\n")
    #expect(
      outcome.errors.hasPrefix("passc: pass.com.example.passc, team EXAMPLE123, certificate until"))
    let built = try test.build([
      "--set", "serial=B-2", "--set", "name=Member 2", "--set", "books=2", "-o", "b.pkpass",
    ])
    #expect(built.status == 0, "\(built.story)")
    #expect(try test.bytes("out/B-2.pkpass") == test.bytes("b.pkpass"))
    #expect(try test.tree("out").keys.sorted() == (1...3).map { "out/B-\($0).pkpass" })
  }

  /// Rows in random order, some invalid, with different jobs and shards, with and without a ledger.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func givesTheSameWhateverTheOrderJobsAndShards(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let header = "serial,name,books\n"
    var lines = Self.rows(Int.random(in: 60...200, using: &random)).split(separator: "\n")
      .dropFirst().map { $0 + "\n" }
    let good = lines.count
    for number in 0..<Int.random(in: 0...9, using: &random) { lines.append("X-\(number),N,many\n") }
    let test = try BuildCase(["rows.csv": header + lines.joined()])
    func issue(_ data: String, _ output: String, _ more: [String]) throws {
      let outcome = try Self.issue(test, ["--data", data, "-o", output] + more)
      #expect(outcome.status == (lines.count > good ? 1 : 0), "\(seed): \(outcome.story)")
    }
    try issue("rows.csv", "whole", ["--jobs", "1"])
    let whole = try test.tree("whole").mapKeys { String($0.dropFirst(6)) }
    #expect(whole.count == good)
    for turn in 0..<3 {
      lines.shuffle(using: &random)
      try test.folder.add("turn.csv", Array((header + lines.joined()).utf8))
      let jobs = ["--jobs", "\(Int.random(in: 1...6, using: &random))"]
      let ledger = turn == 0 ? [] : ["--ledger", "l\(turn).ledger"]
      let shards = Int.random(in: 1...7, using: &random)
      for shard in 1...shards {
        let outcome = try Self.issue(
          test,
          ["--data", "turn.csv", "-o", "\(turn)", "--shard", "\(shard)/\(shards)"] + jobs + ledger)
        #expect([0, 1].contains(outcome.status), "\(seed): \(outcome.story)")
      }
      let found = try test.tree("\(turn)").mapKeys { String($0.dropFirst(2)) }
      #expect(found == whole, "seed \(seed), turn \(turn), \(shards) shards, \(jobs)")
    }
  }

  /// A hidden note about the template is not formatted, and it is reported once. If it is denied,
  /// it rejects every row.
  @Test func aDeniedNoteOnTheTemplateRefusesEveryRow() throws {
    let test = try BuildCase([
      "rows.csv": Self.rows(3), "card.pass/DE.lproj/pass.strings": "\"NOBODY\" = \"Niemand\";\n",
    ])
    let arguments = ["--data", "rows.csv", "--dry-run", "--jobs", "1"]
    let plain = try Self.issue(test, arguments)
    #expect(plain.status == 0 && !plain.errors.contains("localisation."), "\(plain.story)")
    let denied = try Self.issue(test, arguments + ["--deny", "localisation.language.spelling"])
    #expect(denied.status == 1 && denied.text.contains("rejected 3"), "\(denied.story)")
  }

  @Test func writesTheArchiveInTheOrderOfTheRows() throws {
    let test = try BuildCase(["rows.csv": Self.rows(130)])
    #expect(try Self.issue(test, ["--data", "rows.csv", "-o", "f.tar", "--jobs", "3"]).status == 0)
    let piped = try Self.issue(
      test, ["--data", "-", "--data-format", "csv", "-o", "-"],
      input: Array(Self.rows(130).utf8))
    #expect(piped.status == 0)
    #expect(try test.bytes("f.tar") == piped.output)
    #expect(piped.errors.hasSuffix("issued 130, reissued 0, unchanged 0, rejected 0\n"))
    #expect(try Self.issue(test, ["--data", "rows.csv", "-o", "out"]).status == 0)
    let tar = try #require(Program.path(of: "tar"))
    try test.folder.add("t/x", [])
    let unpacked = try Program.run(tar, ["xvf", "../f.tar"], in: test.folder("t"))
    #expect(unpacked.status == 0, "\(unpacked.story)")
    #expect(unpacked.text.split(separator: "\n").first == "B-1.pkpass")
    #expect(unpacked.text.split(separator: "\n").count == 130)
    #expect(try test.bytes("t/B-77.pkpass") == test.bytes("out/B-77.pkpass"))
    let again = try Self.issue(test, ["--data", "rows.csv", "-o", "f.tar"])
    #expect(again.status == 2, "an archive that is there is not replaced")
  }

  @Test func leavesOutWhatIsWrongAndWritesItToRejects() throws {
    let data = """
      serial,name,books,note
      B-1,Ada,1,
      B-2,"Grace ""G"" Hopper",x,"a, b"

      B-3,Joan
      B-1,Twice,2,
      b-1,Case,2,
      B-4,,4,
      B-5,Good,5,"two
      lines"

      """
    let test = try BuildCase(["rows.csv": data])
    let outcome = try Self.issue(
      test, ["--data", "rows.csv", "-o", "out", "--rejects", "no.csv", "--index", "i.csv"])
    #expect(outcome.status == 1)
    #expect(outcome.text == "issued 2, reissued 0, unchanged 0, rejected 5\n")
    #expect(outcome.errors.contains("rows.csv:3:26: error:"), "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "rows.csv:6:1: error: serial number \"B-1\" is already used on line 2"))
    #expect(outcome.codes.contains("serial.otherCase"))
    #expect(outcome.errors.contains("1 empty row skipped"))
    let rejects = String(decoding: try test.bytes("no.csv"), as: UTF8.self)
    #expect(rejects.hasPrefix("serial,name,books,note,passc_code,passc_reason\n"))
    #expect(rejects.contains("B-2,\"Grace \"\"G\"\" Hopper\",x,\"a, b\",data.integer.invalid,"))
    #expect(rejects.contains("\nB-3,Joan,data.row.tooFewCells,"))
    let index = String(decoding: try test.bytes("i.csv"), as: UTF8.self)
    #expect(index.hasPrefix("serial,name,books,note,pass_file,pass_serial,pass_sha256\n"))
    #expect(index.contains("\"two\nlines\",B-5.pkpass,B-5,"))

    // Rejects used as input are rejected again for the same reasons, without additional columns.
    let again = try Self.issue(
      test, ["--data", "no.csv", "-o", "out2", "--rejects", "no2.csv"])
    #expect(again.status == 1)
    let second = String(decoding: try test.bytes("no2.csv"), as: UTF8.self)
    #expect(second.split(separator: "\n").first == rejects.split(separator: "\n").first)
  }

  @Test func refusesAWrongHeaderBeforeAnythingIsWritten() throws {
    let test = try BuildCase(["rows.csv": "Serial,name,books\n1,2,3\n"])
    let outcome = try Self.issue(test, ["--data", "rows.csv", "-o", "out"])
    #expect(outcome.status == 1)
    #expect(outcome.codes == ["data.column.otherCase"])
    #expect(Disk.identity(of: test.folder("out")) == nil)
  }

  @Test func neverReplacesAnotherPass() throws {
    let test = try BuildCase(["rows.csv": Self.rows(2), "changed.csv": "serial,name\nB-1,Other\n"])
    #expect(try Self.issue(test, ["--data", "rows.csv", "-o", "out"]).status == 0)
    let first = try test.bytes("out/B-1.pkpass")
    let again = try Self.issue(test, ["--data", "rows.csv", "-o", "out"])
    #expect(again.text == "issued 0, reissued 0, unchanged 2, rejected 0\n")
    let changed = try Self.issue(test, ["--data", "changed.csv", "-o", "out"])
    #expect(changed.codes == ["output.file.differs"])
    #expect(try test.bytes("out/B-1.pkpass") == first)
    let replaced = try Self.issue(test, ["--data", "changed.csv", "-o", "out", "--overwrite"])
    #expect(replaced.text == "issued 0, reissued 1, unchanged 0, rejected 0\n")
    #expect(try test.bytes("out/B-1.pkpass") != first)
    try test.folder.add("out/B-2.pkpass", Array("somebody's notes".utf8))
    let other = try Self.issue(test, ["--data", "rows.csv", "-o", "out", "--overwrite"])
    #expect(other.codes == ["output.file.otherPass"])
    #expect(try test.bytes("out/B-2.pkpass") == Array("somebody's notes".utf8))
  }

  @Test func dryRunWritesNothing() throws {
    let test = try BuildCase(["rows.csv": Self.rows(3) + "B-9,N,many\n"])
    let before = try test.tree()
    let outcome = try test.passc(["issue", "card.pass", "--data", "rows.csv", "--dry-run"])
    #expect(outcome.status == 1)
    #expect(outcome.text == "would have issued 3, reissued 0, unchanged 0, rejected 1\n")
    #expect(try test.tree() == before)
  }

  @Test func issuesOnlyWhatWasAskedFor() throws {
    let test = try BuildCase(["rows.csv": Self.rows(9)])
    let outcome = try Self.issue(
      test, ["--data", "rows.csv", "-o", "out", "--only", "B-3", "--only", "B-x"])
    #expect(outcome.status == 1)
    #expect(outcome.codes == ["serial.notFound"])
    #expect(try test.tree("out").keys.sorted() == ["out/B-3.pkpass"])
    #expect(try Self.issue(test, ["--data", "rows.csv", "-o", "two", "--first", "2"]).status == 0)
    #expect(try test.tree("two").count == 2)
  }

  @Test func namesFilesAsTold() throws {
    let test = try BuildCase(["rows.csv": "serial,name\na b/c,Ada\n"])
    let outcome = try Self.issue(
      test, ["--data", "rows.csv", "-o", "out", "--file-name", "card-%s.pkpass", "--fan-out", "2"])
    #expect(outcome.status == 0, "\(outcome.story)")
    let name = try #require(try test.tree("out").keys.first { $0.hasSuffix(".pkpass") })
    #expect(name.hasSuffix("/card-a%20b%2Fc.pkpass"))
    #expect(name.utf8.count == "out/xx/card-a%20b%2Fc.pkpass".utf8.count)
  }

  @Test func reportsAsJSON() throws {
    let test = try BuildCase(["rows.csv": Self.rows(3) + "B-9,N,many\n"])
    let outcome = try Self.issue(
      test, ["--data", "rows.csv", "-o", "out", "--format", "json"])
    #expect(
      outcome.text.hasPrefix("{\"version\":1,\"dryRun\":false,\"end\":\"complete\",\"issued\":3,"))
    #expect(outcome.text.contains("\"signatures\":3"))
    #expect(outcome.errors.contains("{\"version\":1,\"code\":\"data.integer."))
    #expect(outcome.errors.contains("\"serial\":\"B-9\""))
  }

  @Test(arguments: [
    ["--data", "rows.csv"], ["-o", "out"], ["--data", "rows.csv", "-o", "out", "--jobs", "0"],
    ["--data", "rows.csv", "-o", "out", "--shard", "0/3"],
    ["--data", "rows.csv", "-o", "out", "--max-rejects", "x"],
    ["--data", "rows.csv", "-o", "out", "--file-name", "card.pkpass"],
    ["--data", "rows.csv", "-o", "out", "--group-by", "nam"],
    ["--data", "rows.csv", "-o", "card.pass/out"],
    ["--data", "rows.csv", "-o", "out", "--rejects", "rows.csv"],
    ["--data", "rows.csv", "-o", "out", "--dry-run", "--index", "index.csv"],
  ])
  func refusesAWrongCommandLine(_ arguments: [String]) throws {
    let test = try BuildCase(["rows.csv": Self.rows(3)])
    let outcome = try Self.issue(test, arguments)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(outcome.output.isEmpty)
  }

  /// Validates every pass of a run with other programs.
  @Test(
    .enabled(
      if: Program.path(of: "openssl") != nil && Program.path(of: "unzip") != nil,
      "openssl and unzip judge"))
  func opensslAcceptsEveryPass() throws {
    let test = try BuildCase(["rows.csv": Self.rows(200)])
    #expect(try Self.issue(test, ["--data", "rows.csv", "-o", "out"]).status == 0)
    let shell = try #require(Program.path(of: "sh"))
    let root = FilePath.join(Program.repository, "certs-example/root.pem")
    let script = """
      n=0
      for pass in out/*.pkpass; do
        unzip -p "$pass" manifest.json >m.json && unzip -p "$pass" signature >s.der &&
        openssl cms -verify -binary -inform DER -in s.der -content m.json -CAfile "\(root)" \
          -purpose any -no_check_time -out v.json 2>/dev/null && cmp -s m.json v.json &&
        unzip -tq "$pass" >/dev/null && n=$((n + 1))
      done
      echo $n
      """
    let checked = try Program.run(shell, ["-c", script], in: test.folder.path)
    #expect(checked.text == "200\n", "\(checked.story)")
  }
}

extension Dictionary {
  fileprivate func mapKeys(_ change: (Key) -> Key) -> [Key: Value] {
    [Key: Value](uniqueKeysWithValues: map { (change($0.key), $0.value) })
  }
}
