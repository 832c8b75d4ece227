// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassTesting
import Testing

/// Tests of `passc issue --ledger`: no pass is lost or issued twice.
struct IssueLedgerTests {
  private static let updatable = BuildCase.passJSON.replacingFirst(
    "\"formatVersion\": 1,",
    "\"formatVersion\": 1, \"webServiceURL\": \"https://example.com/passes\",")
  private static let held = """
    {"columns": {"name": {"holder": true}, "books": {"type": "integer", "default": 0}}}
    """

  private static func issue(
    _ test: BuildCase, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--ledger", "l.ledger"] + arguments,
      environment: environment)
  }

  @Test func skipsWhatHasNotChanged() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(20)])
    let first = try Self.issue(test, [])
    #expect(first.text == "issued 20, reissued 0, unchanged 0, rejected 0\n", "\(first.story)")
    // Another time and another order of options do not change the content.
    let again = try Self.issue(test, [], environment: ["SOURCE_DATE_EPOCH": "1800000000"])
    #expect(again.text == "issued 0, reissued 0, unchanged 20, rejected 0\n", "\(again.story)")
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(19).replacingFirst("Member 7,", "Ada,").utf8))
    try Disk.remove(test.folder("out/B-9.pkpass"))
    let dry = try Self.issue(test, ["--dry-run"])
    #expect(dry.text == "would have issued 0, reissued 2, unchanged 17, rejected 0\n")
    let changed = try Self.issue(test, [])
    #expect(changed.text == "issued 0, reissued 2, unchanged 17, rejected 0\n")
    #expect(changed.errors.contains("in the ledger and not in the data: 1, left as they are"))
    #expect(test.exists("out/B-9.pkpass"))
    #expect(try Disk.list(test.folder("out")).count == 20)
    let resigned = try IssueTests.issue(
      test,
      [
        "--data", "rows.csv", "-o", "out", "--ledger", "l.ledger", "--re-sign", "--identity",
        BuildCase.identity("nfc"),
      ])
    #expect(resigned.text == "issued 0, reissued 19, unchanged 0, rejected 0\n")
  }

  @Test func keepsTheTokenOfAPass() throws {
    let test = try BuildCase([
      "card.pass/pass.json": Self.updatable, "rows.csv": IssueTests.rows(3),
    ])
    let without = try IssueTests.issue(test, ["--data", "rows.csv", "-o", "out"])
    #expect(without.status == 2)
    #expect(try Self.issue(test, []).status == 0)
    let token = try Self.token(try test.bytes("out/B-2.pkpass"))
    #expect(token.utf8.count == 64)
    #expect(try token != Self.token(try test.bytes("out/B-1.pkpass")))
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(3).replacingFirst("Member 2,", "Ada,").utf8))
    let changed = try Self.issue(test, [])
    #expect(changed.text == "issued 0, reissued 1, unchanged 2, rejected 0\n")
    #expect(!changed.errors.contains(token))
    #expect(try Self.token(try test.bytes("out/B-2.pkpass")) == token)

    try test.folder.add("key", Array(String(repeating: "0123456789abcdef", count: 4).utf8))
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(3).replacingFirst("Member 2,", "Grace,").utf8))
    let derived = try Self.issue(test, ["--token-key", "key"])
    #expect(derived.codes == ["token.changed"], "\(derived.story)")
  }

  /// Returns passes made with a token key and imported as outcomes, which have no tokens.
  private func issuedElsewhere() throws -> BuildCase {
    let test = try BuildCase([
      "card.pass/pass.json": Self.updatable, "rows.csv": IssueTests.rows(3),
      "key": String(repeating: "0123456789abcdef", count: 4),
    ])
    let first = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "elsewhere", "--token-key", "key"])
    #expect(first.status == 0, "\(first.story)")
    let lines = try (1...3).map { number in
      let bundle = try test.bytes("elsewhere/B-\(number).pkpass")
      return """
        {"passType":"pass.com.example.passc","serial":"B-\(number)","outcome":"issued",\
        "digest":"\(Hex.encode(Digest.sha256(bundle)))","size":\(bundle.count),\
        "place":"s3://cards/B-\(number).pkpass"}

        """
    }
    try test.folder.add("outcomes.jsonl", Array(lines.joined().utf8))
    let taken = try test.passc([
      "ledger", "import", "--outcomes", "outcomes.jsonl", "--ledger", "l.ledger",
    ])
    #expect(taken.status == 0, "\(taken.story)")
    return test
  }

  @Test func makesUpNoTokenForAPassThatWasIssuedElsewhere() throws {
    let test = try issuedElsewhere()
    try test.folder.add("rows.csv", Array(IssueTests.rows(4).utf8))
    let dry = try Self.issue(test, ["--dry-run"])
    #expect(dry.codes == ["token.unknown", "token.unknown", "token.unknown"], "\(dry.story)")
    let refused = try Self.issue(test, [])
    #expect(refused.codes == ["token.unknown", "token.unknown", "token.unknown"])
    #expect(refused.text == "issued 1, reissued 0, unchanged 0, rejected 3\n", "\(refused.story)")
    #expect(refused.errors.contains("--token-key"))
    #expect(try Disk.list(test.folder("out")).map(\.name) == ["B-4.pkpass"])
    try test.folder.add("rows.csv", Array(IssueTests.rows(3).utf8))
    let derived = try Self.issue(test, ["--token-key", "key"])
    #expect(derived.text == "issued 0, reissued 3, unchanged 0, rejected 0\n", "\(derived.story)")
    let token = try Self.token(try test.bytes("out/B-2.pkpass"))
    #expect(try token == Self.token(try test.bytes("elsewhere/B-2.pkpass")))
    // From now on the ledger has the token.
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(3).replacingFirst("Member 2,", "Ada,").utf8))
    let changed = try Self.issue(test, [])
    #expect(changed.text == "issued 0, reissued 1, unchanged 2, rejected 0\n", "\(changed.story)")
    #expect(try Self.token(try test.bytes("out/B-2.pkpass")) == token)
  }

  @Test func aTokenStaysUnknownUntilSomebodyTellsIt() throws {
    let test = try issuedElsewhere()
    // A version without a web service does not have the token.
    try test.folder.add("card.pass/pass.json", Array(BuildCase.passJSON.utf8))
    let silent = try Self.issue(test, ["--only", "B-1"])
    #expect(silent.text == "issued 0, reissued 1, unchanged 0, rejected 0\n", "\(silent.story)")
    try test.folder.add("card.pass/pass.json", Array(Self.updatable.utf8))
    #expect(try Self.issue(test, ["--only", "B-1"]).codes == ["token.unknown"])
    let shown = try test.passc(["ledger", "show", "B-1", "--ledger", "l.ledger"])
    #expect(shown.text.contains("unknown, another program issued it"), "\(shown.story)")
    // The bundle has the token.
    let reported = try test.passc([
      "ledger", "import", "elsewhere/B-2.pkpass", "--ledger", "l.ledger",
    ])
    #expect(reported.text.hasPrefix("imported 1, known 0"), "\(reported.story)")
    let back = try test.passc(["ledger", "export", "--format", "outcomes", "--ledger", "l.ledger"])
    #expect(back.text.contains("s3://cards/B-2.pkpass"))
    #expect(try Self.issue(test, ["--only", "B-2"]).status == 0)
    #expect(
      try Self.token(try test.bytes("out/B-2.pkpass"))
        == Self.token(try test.bytes("elsewhere/B-2.pkpass")))
  }

  @Test func refusesAnotherHolder() throws {
    let test = try BuildCase([
      "card.pass/template.json": Self.held, "rows.csv": IssueTests.rows(3),
    ])
    #expect(try Self.issue(test, []).status == 0)
    let before = try test.bytes("out/B-2.pkpass")
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(3).replacingFirst("Member 2,", "Ada,").utf8))
    for arguments in [["--dry-run"], []] {
      let refused = try Self.issue(test, arguments)
      #expect(refused.codes == ["serial.otherHolder"], "\(refused.story)")
      #expect(refused.text.hasSuffix("unchanged 2, rejected 1\n"))
    }
    #expect(try test.bytes("out/B-2.pkpass") == before)
    let allowed = try Self.issue(test, ["--new-holder", "B-2"])
    #expect(allowed.text == "issued 0, reissued 1, unchanged 2, rejected 0\n")
  }

  @Test func looksForNoFileWhenItIsToTrustTheLedger() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(6)])
    #expect(try Self.issue(test, []).status == 0)
    try Disk.remove(test.folder("out/B-2.pkpass"))
    try test.folder.add("out/B-3.pkpass", [1, 2, 3])
    let trusting = try Self.issue(test, ["--trust-ledger"])
    #expect(trusting.text == "issued 0, reissued 0, unchanged 6, rejected 0\n", "\(trusting.story)")
    #expect(!test.exists("out/B-2.pkpass"))
    // A changed pass is issued, wherever the others are.
    try test.folder.add(
      "rows.csv", Array(IssueTests.rows(6).replacingFirst("Member 5,", "Ada,").utf8))
    let elsewhere = try IssueTests.issue(
      test,
      ["--data", "rows.csv", "-o", "other", "--ledger", "l.ledger", "--trust-ledger"])
    #expect(elsewhere.text == "issued 0, reissued 1, unchanged 5, rejected 0\n")
    #expect(try Disk.list(test.folder("other")).map(\.name) == ["B-5.pkpass"])
    // Without the option: one file is missing, one is in another folder, and the third is damaged.
    let looking = try Self.issue(test, [])
    #expect(
      looking.text == "issued 0, reissued 3, unchanged 3, rejected 0\n", "\(looking.story)")
    #expect(try test.bytes("out/B-3.pkpass").count > 1000)
    // In a folder that is not in the ledger, a file that is not a pass may belong to the user.
    try test.folder.add("third/B-4.pkpass", [1, 2, 3])
    let third = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "third", "--ledger", "l.ledger", "--only", "B-4"])
    #expect(third.codes == ["output.file.otherPass"], "\(third.story)")
    #expect(try test.bytes("third/B-4.pkpass") == [1, 2, 3])
  }

  @Test func anArchiveHasEveryPassAgainUnlessTheLedgerIsTrusted() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(4)])
    // The folder is next to the archive, with the same file names.
    #expect(try Self.issue(test, []).status == 0)
    let archive = ["--data", "rows.csv", "-o", "out/all.tar", "--ledger", "l.ledger"]
    let whole = try IssueTests.issue(test, archive)
    #expect(whole.text == "issued 0, reissued 4, unchanged 0, rejected 0\n", "\(whole.story)")
    let again = try IssueTests.issue(test, archive + ["--overwrite"])
    #expect(again.text == "issued 0, reissued 4, unchanged 0, rejected 0\n", "\(again.story)")
    let trusting = try IssueTests.issue(test, archive + ["--overwrite", "--trust-ledger"])
    #expect(trusting.text == "issued 0, reissued 0, unchanged 4, rejected 0\n")
    #expect(try test.bytes("out/all.tar").allSatisfy { $0 == 0 }, "an archive of nothing")
  }

  @Test func theLedgerProvesThePassesOfAnArchive() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(5)])
    let issued = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "all.tar", "--ledger", "l.ledger"])
    #expect(issued.status == 0, "\(issued.story)")
    let verify = ["ledger", "verify", "--ledger", "l.ledger"]
    let proven = try test.passc(verify)
    #expect(proven.status == 0 && proven.text.contains("5 passes issued"), "\(proven.story)")
    var bytes = try test.bytes("all.tar")
    bytes[700] ^= 1
    try test.folder.add("all.tar", bytes)
    let damaged = try test.passc(verify)
    #expect(damaged.status == 1, "\(damaged.story)")
    #expect(
      damaged.errors.contains("SHA-256 of B-1.pkpass differs from the one that was issued"),
      "\(damaged.story)")
  }

  /// Both the check of passes in an archive and the search for passes of a ledger.
  @Test func anArchiveWithoutItsEndIsRefused() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(2)])
    let issued = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "all.tar", "--ledger", "l.ledger"])
    #expect(issued.status == 0, "\(issued.story)")
    try test.folder.add("all.tar", Array(try test.bytes("all.tar").dropLast(1024)))
    let complaint = "cannot read all.tar: the tar archive has no end"
    let checked = try test.passc(["check", "all.tar"])
    #expect(checked.status == 3 && checked.text.contains(complaint), "\(checked.story)")
    let verified = try test.passc(["ledger", "verify", "--ledger", "l.ledger"])
    #expect(verified.status == 1, "\(verified.story)")
    #expect(verified.errors.contains("the tar archive has no end"), "\(verified.story)")
  }

  /// With a lost ledger, or a mistyped name, every pass would get another token.
  @Test func anotherVersionOfAPassTheLedgerDoesNotKnowStays() throws {
    let test = try BuildCase([
      "card.pass/pass.json": Self.updatable, "rows.csv": IssueTests.rows(3),
    ])
    #expect(try Self.issue(test, []).status == 0)
    let before = try test.tree("out")
    let another = ["--data", "rows.csv", "-o", "out", "--ledger", "another"]
    let refused = try IssueTests.issue(test, another)
    #expect(refused.text == "issued 0, reissued 0, unchanged 0, rejected 3\n", "\(refused.story)")
    #expect(Set(refused.codes) == ["output.file.differs"])
    #expect(try test.tree("out") == before)
    let replaced = try IssueTests.issue(test, another + ["--overwrite"])
    #expect(replaced.status == 0, "\(replaced.story)")
    #expect(try test.tree("out") != before)
  }

  @Test func aRefusedRowIsInTheDataAllTheSame() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(3)])
    #expect(try Self.issue(test, []).status == 0)
    try test.folder.add(
      "rows.csv", Array("serial,name,books\nB-1,A,many\nB-2,Member 2,2\nB-3,A,1\n".utf8))
    let refused = try Self.issue(test, [])
    #expect(refused.text == "issued 0, reissued 1, unchanged 1, rejected 1\n", "\(refused.story)")
    #expect(!refused.errors.contains("in the ledger"), "\(refused.errors)")
    try test.folder.add("rows.csv", Array("serial,name,books\nB-1\nB-2,Member 2,2\n".utf8))
    let unread = try Self.issue(test, [])
    #expect(
      unread.errors.contains(
        "in the ledger and not in the data, or in rows that cannot be read: 2"),
      "\(unread.errors)")
  }

  /// A run in progress waits for the rest of its rows.
  @Test func leavesToAnotherProcessWhatItHasIssued() throws {
    let header = "serial,name,books\n"
    let test = try BuildCase([
      "rows.csv": IssueTests.rows(64), "same.csv": header + "B-7,Member 7,2\nC-1,Ada,1\n",
      "other.csv": header + "B-7,Grace,2\n",
    ])
    let binary = try #require(Program.passc)
    let script = """
      issue() {
        data=$1
        shift
        "\(binary)" issue card.pass --identity "\(BuildCase.identity("ordinary"))" \
          --progress none --data "$data" -o out --ledger l.ledger "$@"
      }
      mkfifo slow.csv
      issue slow.csv >first.txt 2>&1 &
      exec 3>slow.csv
      cat rows.csv >&3
      for wait in $(seq 300); do
        [ -e out/B-7.pkpass ] && break
        sleep 0.1
      done
      sleep 0.3
      issue same.csv; echo "exit $?"
      issue other.csv; echo "exit $?"
      exec 3>&-
      wait
      tail -1 first.txt
      issue other.csv; echo "exit $?"
      """
    let outcome = try Program.run(
      try #require(Program.path(of: "sh")), ["-c", script], in: test.folder.path,
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch, "HOME": test.folder.path])
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines == [
        "issued 1, reissued 0, unchanged 1, rejected 0", "exit 0",
        "issued 0, reissued 0, unchanged 0, rejected 1", "exit 1",
        "issued 64, reissued 0, unchanged 0, rejected 0",
        "issued 0, reissued 1, unchanged 0, rejected 0", "exit 0",
      ], "\(outcome.story)")
    #expect(outcome.codes == ["serial.inOtherRun"], "\(outcome.story)")
  }

  /// A run that is killed repeatedly at random times has the same result as an undisturbed run.
  @Test func endsAsIfNobodyHadKilledIt() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(1500)])
    let binary = try #require(Program.passc)
    let shell = try #require(Program.path(of: "sh"))
    let environment = ["HOME": test.folder.path]
    let command = """
      "\(binary)" issue card.pass --identity "\(BuildCase.identity("ordinary"))" --progress none \
      --data rows.csv -o out --ledger l.ledger
      """
    for delay in ["0.05", "0.3", "0.12", "0.5", "0.2", "0.8", "0.4"] {
      _ = try Program.run(
        shell, ["-c", "\(command) 2>/dev/null & pid=$!; sleep \(delay); kill -9 $pid; wait $pid"],
        in: test.folder.path, environment: environment)
    }
    let last = try Program.run(
      shell, ["-c", command], in: test.folder.path, environment: environment)
    #expect(last.status == 0, "\(last.story)")
    let names = try Disk.list(test.folder("out")).map(\.name)
    #expect(names.count == 1500)
    #expect(names.allSatisfy { $0.hasSuffix(".pkpass") }, "nothing is left lying around")
    let clean = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "clean"],
      environment: ["SOURCE_DATE_EPOCH": Self.signingTime(of: test)])
    #expect(clean.status == 0)
    let equal = try Program.run(
      shell, ["-c", "diff -r out clean && echo equal"], in: test.folder.path)
    #expect(equal.text == "equal\n", "\(equal.story)")
    let settled = try Program.run(
      shell, ["-c", command], in: test.folder.path, environment: environment)
    #expect(settled.text == "issued 0, reissued 0, unchanged 1500, rejected 0\n")
  }

  @Test func finishesWhatIsBegunWhenAskedToStop() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(20_000)])
    let binary = try #require(Program.passc)
    let shell = try #require(Program.path(of: "sh"))
    let command = """
      "\(binary)" issue card.pass --identity "\(BuildCase.identity("ordinary"))" --progress none \
      --data rows.csv -o out --ledger l.ledger
      """
    let stopped = try Program.run(
      shell, ["-c", "\(command) & pid=$!; sleep 1.5; kill -TERM $pid; wait $pid; echo $?"],
      in: test.folder.path, environment: ["HOME": test.folder.path])
    #expect(stopped.errors.contains("stopped by a signal after"), "\(stopped.story)")
    #expect(stopped.errors.contains("give the same command again to go on"))
    #expect(stopped.text.hasSuffix("\n3\n"))
    let names = try Disk.list(test.folder("out")).map(\.name)
    #expect(stopped.text.hasPrefix("issued \(names.count), "))
  }

  /// Returns the signing time of the passes of a run.
  private static func signingTime(of test: BuildCase) throws -> String {
    let inspected = try test.passc(["inspect", "out/B-1.pkpass", "--format", "json"])
    let after = try #require(inspected.text.components(after: "\"signingTime\": \""))
    let script = "date -u -d \(after.prefix { $0 != "\"" }) +%s"
    let shell = try #require(Program.path(of: "sh"))
    return String(
      try Program.run(shell, ["-c", script], in: test.folder.path).text.filter(\.isNumber))
  }

  private static func token(_ bundle: [UInt8]) throws -> String {
    let text = String(decoding: bundle, as: UTF8.self)
    let after = try #require(text.components(after: "\"authenticationToken\":\""))
    return String(after.prefix { $0 != "\"" })
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }

  private func firstRange(of part: String) -> Range<String.Index>? { ranges(of: part).first }

  private func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: other)
    return copy
  }

  /// Returns the text after the first occurrence.
  fileprivate func components(after part: String) -> Substring? {
    firstRange(of: part).map { self[$0.upperBound...] }
  }
}
