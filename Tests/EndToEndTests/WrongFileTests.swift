// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Files that are missing, mistyped or of another kind: one sentence with the name that was typed,
/// and one thing to do.
struct WrongFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let says: String
    var help: String?
    var status: Int32 = 3
    var testDescription: String { arguments }
  }

  private static func folder() throws -> TemporaryFolder {
    let one = try SamplePasses.folder(["gym"])
    try one.add("members.csv", Array("Card,Name\nC-1,Ada\n".utf8))
    try one.add("empty.pkpass", [])
    try one.add("photo.png", PNGImage.plain(width: 2, height: 2))
    try one.add("nothing/readme.txt", Array("hello\n".utf8))
    return one
  }

  private static let identity = "--identity \(PasscBinary.identity("ordinary"))"

  private static func run(_ arguments: String, _ folder: TemporaryFolder) throws -> Program.Outcome
  {
    try PasscBinary.run(arguments.split(separator: " ").map(String.init), in: folder.path)
  }

  @Test(arguments: [
    Case(
      arguments: "build gym.pas --sample 1", says: "template gym.pas does not exist",
      help: "did you mean gym.pass?"),
    Case(
      arguments: "issue gim.pass --data members.csv --dry-run",
      says: "template gim.pass does not exist", help: "did you mean gym.pass?"),
    Case(
      arguments: "build tickets.pass", says: "template tickets.pass does not exist",
      help: "to make one, run: passc init gym.pass"),
    Case(
      arguments: "build gym.pkpass", says: "gym.pkpass is a finished pass, not a template",
      help: "to check it, run: passc check gym.pkpass"),
    Case(
      arguments: "build members.csv", says: "members.csv is a CSV file, not a template",
      help: "to use its rows, run: passc build TEMPLATE --data members.csv"),
    Case(
      arguments: "build gym.pass/pass.json", says: "gym.pass/pass.json is a JSON file, not a",
      help: "did you mean gym.pass?"),
    Case(
      arguments: "build photo.png", says: "photo.png is a PNG image, not a template",
      help: "to make a template, run: passc init gym.pass"),
    Case(
      arguments: "build gym.pass --data member.csv \(identity)", says: "member.csv does not exist",
      help: "did you mean members.csv?"),
    Case(
      arguments: "issue gym.pass --data member.csv --dry-run", says: "member.csv does not exist",
      help: "did you mean members.csv?"),
    Case(
      arguments: "build gym.pass --data nothing \(identity)",
      says: "nothing is a folder, not a file"),
    Case(
      arguments: "build gym.pass --sample 1 --identity members.csv",
      says: "members.csv is a file, not a folder"),
    Case(
      arguments: "inspect gmy.pkpass", says: "gmy.pkpass does not exist",
      help: "did you mean gym.pkpass?"),
    Case(
      arguments: "diff gym.pkpass gmy.pkpass", says: "gmy.pkpass does not exist",
      help: "did you mean gym.pkpass?"),
    Case(
      arguments: "resign nothin/gym.pkpass -o new \(identity)",
      says: "nothin/gym.pkpass does not exist"),
    Case(
      arguments: "group -o a.pkpasses gym.pkpass ./gym.pkpass", says: "./gym.pkpass is given twice",
      help: "give each pass once", status: 2),
    Case(
      arguments: "nfc reader-kit gim.pass --api proximity -o kit",
      says: "template gim.pass does not exist", help: "did you mean gym.pass?"),
  ])
  func aWrongFileIsNamedFirst(_ wrong: Case) throws {
    let outcome = try Self.run(wrong.arguments, try Self.folder())
    #expect(outcome.status == wrong.status, "\(outcome.story)")
    // issue says first what it is about to do.
    let lines = outcome.errors.split(separator: "\n").map { String($0) }
      .drop { !$0.hasPrefix("passc: error: ") }
    #expect(lines.first?.hasPrefix("passc: error: \(wrong.says)") == true, "\(outcome.story)")
    #expect(wrong.says.count <= 60)
    #expect(lines.dropFirst() == (wrong.help.map { ["help: \($0)"] } ?? [])[...])
  }

  /// What `check` looks at is a finding, one for each file.
  @Test(arguments: [
    ("check gym.pas", "gym.pas: error: gym.pas does not exist [", "did you mean gym.pass?", 3),
    (
      "check members.csv", "members.csv: error: members.csv is a CSV file, not a pass [",
      "check a template with them (passc check TEMPLATE --data members.csv)", 1
    ),
    ("check empty.pkpass", "empty.pkpass: error: empty.pkpass is empty, not a pass [", "", 1),
    ("check photo.png", "photo.png: error: photo.png is a PNG image, not a pass [", "", 1),
  ])
  func aFileThatCannotBeCheckedIsOneFinding(
    _ arguments: String, says: String, help: String, status: Int32
  ) throws {
    let outcome = try Self.run(arguments, try Self.folder())
    #expect(outcome.status == status && outcome.errors == "", "\(outcome.story)")
    #expect(outcome.text.hasPrefix(says), "\(outcome.story)")
    #expect(outcome.text.contains(help), "\(outcome.story)")
    #expect(outcome.text.ranges(of: ": error: ").count == 1, "\(outcome.story)")
  }

  @Test func aPassThatIsGivenTwiceIsCheckedOnce() throws {
    let folder = try Self.folder()
    let outcome = try Self.run("check gym.pkpass ./gym.pkpass . --exclude *.pass", folder)
    #expect(outcome.text.ranges(of: "gym.pkpass: Wallet rejects").count == 1, "\(outcome.story)")
    #expect(!outcome.text.contains("serial."), "\(outcome.story)")
  }

  @Test func aFolderWithoutAPassSaysSo() throws {
    let folder = try Self.folder()
    let built = try Self.run("build nothing", folder)
    #expect(built.errors.hasPrefix("nothing: error: nothing has no pass.json ["), "\(built.story)")
    let checked = try Self.run("check nothing", folder)
    #expect(checked.status == 3 && checked.errors.hasPrefix("passc: error: no pass in nothing"))
  }
}
