// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of `passc issue` that ends before the last row. The result must not depend on the number
/// of jobs.
struct IssueStopTests {
  private static let jobs = [1, 2, 4]

  /// The output of a run without times.
  private struct Told: Equatable {
    let status: Int32
    let line: String
    let errors: String
    let rejects: String
    let index: String

    init(_ test: BuildCase, _ jobs: Int, _ options: [String]) throws {
      let outcome = try IssueTests.issue(
        test,
        [
          "--data", "rows.csv", "-o", "out\(jobs)", "--jobs", "\(jobs)", "--rejects",
          "no\(jobs).csv", "--index", "index\(jobs).csv",
        ] + options)
      status = outcome.status
      line = outcome.text
      errors = outcome.errors.split(separator: "\n").filter {
        !$0.contains("/s; ") && !$0.contains("made folder")
      }.joined(separator: "\n")
      rejects = String(decoding: try test.bytes("no\(jobs).csv"), as: UTF8.self)
      index = String(decoding: try test.bytes("index\(jobs).csv"), as: UTF8.self)
    }
  }

  /// Once 1280, 1472 or 1536 rows were counted as rejected, depending on the jobs (race).
  @Test func countsTheSameRejectedRowsWhateverTheJobsWhenOneFaultStopsTheRun() throws {
    let rows = "serial,name,books\n" + (1...5000).map { "B-\($0),N,many\n" }.joined()
    let test = try BuildCase(["rows.csv": rows])
    let reported = try Self.jobs.map { try Told(test, $0, []) }
    #expect(reported[0].status == 1)
    #expect(reported[0].line == "issued 0, reissued 0, unchanged 0, rejected 1000\n")
    #expect(
      reported[0].errors.contains(
        "each of the first 1,000 rows is rejected with data.integer.invalid"))
    #expect(reported[0].errors.contains("and 980 more [data.integer.invalid]"))
    #expect(
      reported[0].errors.split(separator: "\n").count { $0.hasSuffix("[data.integer.invalid]") }
        == 21,
      "twenty, then a count")
    #expect(reported[0].rejects.split(separator: "\n").count == 1001)
    for other in reported.dropFirst() { #expect(other == reported[0]) }
  }

  /// The rows after the failing row are valid, and their passes may already be in progress.
  @Test(arguments: [["--on-error", "stop"], ["--max-rejects", "0"]])
  func countsNothingBehindTheRowThatEndsTheRun(_ options: [String]) throws {
    let rows =
      IssueTests.rows(30) + "X-1,N,many\n"
      + (31...900).map { "B-\($0),Member,\($0 % 5)\n" }.joined() + "X-2,N,many\n"
    let test = try BuildCase(["rows.csv": rows])
    let reported = try Self.jobs.map { try Told(test, $0, options) }
    #expect(reported[0].status == 1)
    #expect(reported[0].line == "issued 30, reissued 0, unchanged 0, rejected 1\n")
    #expect(reported[0].rejects.split(separator: "\n").count == 2)
    #expect(reported[0].index.split(separator: "\n").count == 31)
    for other in reported.dropFirst() { #expect(other == reported[0]) }
    // Passes in progress are complete, and the next run finds them.
    let paths = try test.tree("out4").keys
    #expect(paths.count >= 30 && paths.allSatisfy { $0.hasSuffix(".pkpass") })
    let again = try IssueTests.issue(test, ["--data", "rows.csv", "-o", "out4"])
    #expect(
      again.text
        == "issued \(900 - paths.count), reissued 0, unchanged \(paths.count), rejected 2\n")
  }

  @Test func stopsAtTheLimitOfRejects() throws {
    let rows = IssueTests.rows(50) + (1...20).map { "X-\($0),N,many\n" }.joined()
    let test = try BuildCase(["rows.csv": rows])
    let counted = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--max-rejects", "3"])
    #expect(counted.status == 1)
    #expect(counted.text == "issued 50, reissued 0, unchanged 0, rejected 4\n")
    #expect(counted.errors.contains("more than --max-rejects allows"))
    let shared = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--max-rejects", "50%"])
    #expect(!shared.errors.contains("more than --max-rejects allows"))
    let first = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--on-error", "stop"])
    #expect(first.errors.contains("stopped at the first rejected row"))
  }

  /// An archive on a pipe has no entries after the failing row, and no end.
  @Test func breaksTheArchiveOffOnAPipe() throws {
    let test = try BuildCase(["rows.csv": IssueTests.rows(200) + "X-1,N,many\n"])
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "-", "--on-error", "stop", "--jobs", "2"])
    #expect(outcome.status == 1)
    let end = [UInt8](repeating: 0, count: 1024)
    #expect(!outcome.output.suffix(1024).elementsEqual(end))
  }
}
