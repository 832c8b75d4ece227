// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc issue --group-by`. A group is issued as a unit.
struct IssueGroupTests {
  private static let rows = """
    serial,name,books,order
    A-1,Ada,1,O/1
    A-2,Grace,2,O/1
    B-1,Joan,3,O-2

    """
    + (1...12).map { "C-\($0),Member \($0),1,O-3\n" }.joined()

  private static func issue(
    _ test: BuildCase, _ arguments: [String] = []
  ) throws -> Program.Outcome {
    try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--group-by", "order"] + arguments)
  }

  @Test func putsRowsOfOneValueIntoOneFile() throws {
    let test = try BuildCase(["rows.csv": Self.rows])
    let outcome = try Self.issue(test)
    #expect(outcome.text == "issued 15, reissued 0, unchanged 0, rejected 0\n", "\(outcome.story)")
    #expect(
      try test.tree("out").keys.sorted() == [
        "out/O%2F1.pkpasses", "out/O-2.pkpasses", "out/O-3.pkpasses", "out/O-3~2.pkpasses",
      ])
    let checked = try test.passc([
      "check", "out", "--trust", FilePath.join(Program.repository, "certs-example/root.pem"),
    ])
    #expect(checked.status == 0, "\(checked.story)")
    let built = try test.build([
      "--set", "serial=A-2", "--set", "name=Grace", "--set", "books=2", "-o", "a.pkpass",
    ])
    #expect(built.status == 0)
    #expect(try test.bytes("out/O%2F1.pkpasses").holds(try test.bytes("a.pkpass")))
    let again = try Self.issue(test)
    #expect(again.text == "issued 0, reissued 0, unchanged 15, rejected 0\n")
  }

  @Test func rewritesAGroupWhenOneRowChanges() throws {
    let test = try BuildCase(["rows.csv": Self.rows])
    #expect(try Self.issue(test, ["--ledger", "l"]).status == 0)
    let again = try Self.issue(test, ["--ledger", "l"])
    #expect(again.text == "issued 0, reissued 0, unchanged 15, rejected 0\n", "\(again.story)")
    let before = try test.tree("out")
    try test.folder.add(
      "rows.csv", Array(Self.rows.split(separator: "Grace").joined(separator: "Grete").utf8))
    let changed = try Self.issue(test, ["--ledger", "l"])
    #expect(changed.text == "issued 0, reissued 2, unchanged 13, rejected 0\n")
    let after = try test.tree("out")
    #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == ["out/O%2F1.pkpasses"])

    // One row alone would be all that its group is written with.
    let alone = try Self.issue(test, ["--ledger", "l", "--only", "A-1", "--re-sign"])
    #expect(alone.status == 1 && alone.codes == ["group.pass.dropped"], "\(alone.story)")

    // If a row is deleted, its pass is removed from the group after confirmation. So is the second
    // part of the group.
    let fewer = Self.rows.split(separator: "\n").filter {
      !$0.hasPrefix("C-1,") && !$0.hasPrefix("C-2,")
    }
    try test.folder.add("rows.csv", Array((fewer.joined(separator: "\n") + "\n").utf8))
    let dropped = try Self.issue(test, ["--ledger", "l"])
    #expect(dropped.status == 1 && Set(dropped.codes) == ["group.pass.dropped"], "\(dropped.story)")
    #expect(dropped.errors.contains("group \"O-3\" contains C-1.pkpass and 1 more"))
    #expect(try test.tree("out").keys.sorted() == after.keys.sorted())
    #expect(try Self.issue(test, ["--ledger", "l", "--overwrite"]).status == 0)
    #expect(!test.exists("out/O-3~2.pkpasses"))
    #expect(!(try test.bytes("out/O-3.pkpasses").holds("C-1.pkpass")))
  }

  @Test func aSerialNumberStandsInOneShardWhateverItsGroup() throws {
    let rows = "serial,name,order\n" + (1...12).map { "G-1,Ada,O\($0)\n" }.joined()
    let test = try BuildCase(["rows.csv": rows])
    var made: [String] = []
    for shard in 1...3 {
      let outcome = try IssueTests.issue(
        test,
        [
          "--data", "rows.csv", "-o", "out", "--group-by", "order", "--set", "books=1", "--shard",
          "\(shard)/3",
        ])
      made.append(String(outcome.text.prefix { $0 != "," }))
      #expect(Set(outcome.codes).isSubset(of: ["serial.repeated"]), "\(outcome.story)")
    }
    #expect(made.sorted() == ["issued 0", "issued 0", "issued 1"])
    #expect(try Disk.list(test.folder("out")).map(\.name) == ["O1.pkpasses"])
  }

  @Test func refusesAValueThatReturns() throws {
    let test = try BuildCase([
      "rows.csv": "serial,name,order\n1,A,x\n2,B,y\n3,C,x\n4,D,\n5,,y2\n6,F,y2\n"
    ])
    let outcome = try Self.issue(test, ["--set", "books=1"])
    #expect(outcome.status == 1)
    #expect(outcome.codes.contains("group.value.returns"), "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "rows.csv:4:1: error: group \"x\" comes again, its rows began on line 2"))
    #expect(outcome.codes.contains("group.value.missing"))
    #expect(outcome.codes.contains("group.pass.missing"), "the group is made without the row")
    #expect(try test.tree("out").keys.sorted() == ["x", "y", "y2"].map { "out/\($0).pkpasses" })
  }
}
