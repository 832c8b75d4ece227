// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc issue` and the disk: when data are durable, and what happens if the disk is
/// full.
struct IssueDiskTests {
  private static func arguments(_ more: [String]) -> [String] {
    [
      "issue", "card.pass", "--identity", BuildCase.identity("ordinary"), "--progress", "none",
      "--data", "rows.csv",
    ] + more
  }

  // MARK: --durable

  /// Returns the system calls, one per line, with file names.
  private func trace(_ test: BuildCase, _ more: [String]) throws -> [Substring] {
    let binary = try #require(Program.passc, "passc is not beside the tests")
    let traced = try Program.run(
      try #require(Program.path(of: "strace")),
      ["-f", "-y", "-qq", "-e", "trace=execve,fsync,fdatasync,?link,linkat", "-o", "trace", binary]
        + Self.arguments(more), in: test.folder.path,
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch, "HOME": test.folder.path])
    let trace = String(decoding: try test.bytes("trace"), as: UTF8.self)
    try #require(trace.contains("execve("), "nothing was traced: \(traced.story)")
    #expect(traced.status == 0, "\(traced.story)")
    return trace.split(separator: "\n").filter { !$0.contains("resumed>") }
  }

  /// Returns the index of the call that first names a file. File systems without anonymous files
  /// use a temporary name first.
  private static func naming(of file: String, in calls: [Substring]) -> Int? {
    calls.firstIndex { $0.contains("link") && $0.contains(file) }
  }

  @Test(.enabled(if: Machine.letsTrace, "strace is not installed or may not trace"))
  func aDurableRunHasEachFileOnDiskBeforeTheLedgerCountsIt() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(7)])
    let calls = try trace(
      test, ["-o", "new/out", "--ledger", "l.ledger", "--durable", "--jobs", "1"])
    func places(_ parts: String...) -> [Int] {
      calls.indices.filter { index in parts.allSatisfy { calls[index].contains($0) } }
    }
    let files = places("fsync(", "/new/out/")
    let names = (1...7).compactMap { Self.naming(of: "B-\($0).pkpass", in: calls) }
    let folders = places("fsync(", "/new/out>")
    let ledger = places("fdatasync(", "l.ledger-wal")
    #expect(files.count == 7 && names.count == 7)
    #expect(folders.count >= 7)
    // Each file must be durable before its name, and its name before the ledger records it.
    #expect(zip(files, names).allSatisfy { $0 < $1 })
    let first = try #require(files.first)
    let last = try #require(folders.last)
    #expect(ledger.contains { $0 < first }, "serials and tokens were not committed first")
    #expect(ledger.contains { $0 > last }, "the ledger did not count them afterwards")
    // New folders are durable, too.
    #expect(places("fsync(", "/new>").count == 1)
    #expect(places("fsync(", "\(test.folder.path)>").count == 1)
  }

  @Test(.enabled(if: Machine.letsTrace, "strace is not installed or may not trace"))
  func anOrdinaryRunWaitsForNoFile() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(7)])
    let calls = try trace(test, ["-o", "out", "--ledger", "l.ledger"])
    #expect(Self.naming(of: "B-7.pkpass", in: calls) != nil)
    #expect(!calls.contains { $0.contains("sync(") && $0.contains("/out") })
  }

  @Test(.enabled(if: Machine.letsTrace, "strace is not installed or may not trace"))
  func aDurableArchiveIsOnDiskBeforeItsPassesCount() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(3)])
    let calls = try trace(test, ["-o", "all.tar", "--ledger", "l.ledger", "--durable"])
    let archive = try #require(
      calls.firstIndex { $0.contains("fsync(") && !$0.contains("l.ledger") })
    let counted = try #require(
      calls.lastIndex { $0.contains("fdatasync(") && $0.contains("l.ledger-wal") })
    #expect(archive < counted)
  }

  // MARK: Files of a killed process

  /// On file systems without anonymous files, a partial file has a name.
  @Test func clearsAwayWhatAKilledRunWasWriting() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(7)])
    let passes = (1...7).map { "out/B-\($0).pkpass" }
    func issue(_ more: String...) throws {
      try test.folder.add(["out/.passc-0123456789abcdef": "half", "out/ab/.passc-7": "half"])
      let issued = try test.passc(Self.arguments(["-o", "out"] + more))
      #expect(issued.status == 0, "\(issued.story)")
    }
    try issue()
    #expect(try test.tree("out").keys.sorted() == passes + ["out/ab/"])
    try issue("--ledger", "l.ledger")
    // The first run of a ledger does not search for partial files, because it follows no
    // interrupted run.
    #expect(try test.tree("out").count == 10)
  }

  // MARK: Full disks

  /// Runs passc with `-o disk/out` on a small file system.
  private func issue(
    _ test: BuildCase, onDisk options: String, _ more: [String] = [], times: Int = 1
  ) throws -> Program.Outcome {
    try Disk.makeFolders(test.folder("disk"))
    let script = """
      mount -t tmpfs -o \(options) none disk || exit 77
      for turn in $(seq \(times)); do "$@"; code=$?; done
      find disk -type f | wc -l | tr -d ' ' >count
      exit $code
      """
    let binary = try #require(Program.passc, "passc is not beside the tests")
    let outcome = try Program.run(
      try #require(Program.path(of: "unshare")),
      ["-rm", "sh", "-c", script, "sh", binary]
        + Self.arguments((more.contains("-o") ? [] : ["-o", "disk/out"]) + more),
      in: test.folder.path,
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch, "HOME": test.folder.path])
    try #require(outcome.status != 77, "no disk was made: \(outcome.errors)")
    return outcome
  }

  private func filesMade(_ test: BuildCase) throws -> String {
    String(decoding: try test.bytes("count"), as: UTF8.self)
  }

  @Test(.enabled(if: Machine.letsMount, "no small disk can be mounted here"))
  func signsNothingWhenTheDiskIsTooSmall() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(400)])
    for output in [[], ["--group-by", "books"], ["-o", "disk/all.tar"]] {
      let full = try issue(test, onDisk: "size=1m", output)
      #expect(full.status == 3, "\(full.story)")
      #expect(full.errors.contains("passes of "), "\(full.errors)")
      #expect(full.errors.contains(" left\n"), "\(full.errors)")
      #expect(full.errors.contains("nothing was signed"))
      #expect(try filesMade(test) == "0\n")
    }
    let whole = try issue(test, onDisk: "size=40m")
    #expect(whole.status == 0, "\(whole.story)")
    #expect(try filesMade(test) == "400\n")
  }

  /// The first rows are the shortest, so the estimate of the number of rows is too high.
  @Test(.enabled(if: Machine.letsMount, "no small disk can be mounted here"))
  func issuesWhatFitsThoughTheFirstRowsSayOtherwise() throws {
    let long = String(repeating: "Ada ", count: 40)
    let rows = IssueTests.rows(40) + (41...300).map { "B-\($0),\(long),1\n" }.joined()
    let test = try BuildCase(["rows.csv": rows])
    let outcome = try issue(test, onDisk: "size=8m")
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(try filesMade(test) == "300\n")
  }

  @Test(.enabled(if: Machine.letsMount, "no small disk can be mounted here"))
  func signsNothingWhenTheDiskTakesTooFewFiles() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(400)])
    let full = try issue(test, onDisk: "size=40m,nr_inodes=100")
    #expect(full.status == 3, "\(full.story)")
    #expect(
      full.errors.contains("files are needed, the disk of disk/out has room for"), "\(full.errors)")
    #expect(try filesMade(test) == "0\n")
    // The run issues only a part of the table.
    let some = try issue(test, onDisk: "size=40m,nr_inodes=100", ["--first", "60"])
    #expect(some.status == 0, "\(some.story)")
    #expect(try filesMade(test) == "60\n")
  }

  @Test(
    .enabled(if: Machine.letsMount, "no small disk can be mounted here"),
    arguments: [[], ["--fan-out", "1"]])
  func issuesAgainWhereThereIsNoRoomForASecondSet(_ more: [String]) throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(400)])
    let outcome = try issue(test, onDisk: "size=6m,nr_inodes=600", more, times: 2)
    #expect(
      outcome.text == """
        issued 400, reissued 0, unchanged 0, rejected 0
        issued 0, reissued 0, unchanged 400, rejected 0

        """, "\(outcome.story)")
  }
}
