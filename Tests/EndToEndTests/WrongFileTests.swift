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
    try one.add("page.pkpass", Array("<!DOCTYPE html><html></html>".utf8))
    try one.add("tables/rows.csv", Array("Card\nC-1\n".utf8))
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
      arguments: "build gym.pass --data member.csv \(identity)",
      says: "--data member.csv does not exist",
      help: "did you mean members.csv?"),
    Case(
      arguments: "issue gym.pass --data member.csv --dry-run",
      says: "--data member.csv does not exist",
      help: "did you mean members.csv?"),
    Case(
      arguments: "build gym.pass --data nothing \(identity)",
      says: "--data nothing is a folder, not a table",
      help: "name a .csv, .tsv, .json, .jsonl or .xlsx file, such as --data members.csv"),
    Case(
      arguments: "issue gym.pass --data tables -o out \(identity)",
      says: "--data tables is a folder, not a table",
      help: "did you mean --data tables/rows.csv?"),
    Case(
      arguments: "build gym.pass --certificate nothing --key nothing",
      says: "--certificate nothing is a folder, not a file",
      help: "to use the identity in a folder, write --identity nothing"),
    Case(
      arguments: "build gym.pass --sample 1 --identity nowhere",
      says: "--identity nowhere does not exist",
      help: "to make one for tests, run: passc cert example -o nowhere"),
    Case(
      arguments: "build gym.pass --sample 1 --token-key nowhere",
      says: "--token-key nowhere does not exist",
      help: "to make one, run: openssl rand -hex 32 > nowhere"),
    Case(
      arguments: "issue gym.pass --data members.csv --files nowhere --dry-run",
      says: "--files nowhere does not exist"),
    Case(
      arguments: "build check gym.pass", says: "template check does not exist",
      help: "run one command at a time: passc build, then passc check"),
    Case(
      arguments: "build gym.pass --sample 1 --identity members.csv",
      says: "--identity members.csv is a CSV file, not a folder",
      help: "to make an identity for tests, run: passc cert example -o my-identity"),
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
    let folder = try Self.folder()
    let outcome = try Self.run(wrong.arguments, folder)
    #expect(outcome.status == wrong.status, "\(outcome.story)")
    // Nothing is printed or made before the inputs are checked.
    let lines = outcome.errors.split(separator: "\n").map { String($0) }
    #expect(outcome.text.isEmpty && Disk.identity(of: folder("out")) == nil, "\(outcome.story)")
    #expect(lines.first?.hasPrefix("passc: error: \(wrong.says)") == true, "\(outcome.story)")
    #expect(wrong.says.count <= 60)
    #expect(lines.dropFirst() == (wrong.help.map { ["help: \($0)"] } ?? [])[...])
  }

  /// One way to make an identity for trying, and one for passes on iPhones.
  @Test(arguments: [
    "issue gym.pass --data members.csv -o out", "build gym.pass --sample 1",
    "resign gym.pkpass -o new", "cert doctor",
  ])
  func aMissingIdentityHasBothWaysToMakeOne(_ arguments: String) throws {
    let outcome = try Self.run(arguments, try Self.folder())
    #expect(outcome.status == 2 && outcome.text.isEmpty, "\(outcome.story)")
    let lines = outcome.errors.split(separator: "\n").suffix(3)
    #expect(
      lines.first?.hasSuffix(": add --identity DIR or set PASSC_IDENTITY") == true,
      "\(outcome.story)")
    #expect(
      lines.dropFirst() == [
        "help: to make a test identity, run: passc cert example -o my-identity",
        "help: to make a real one, run: passc cert request --pass-type pass.com.example.gym -o "
          + "my-identity",
      ], "\(outcome.story)")
  }

  /// What `check` looks at is a finding, one for each file.
  @Test(arguments: [
    ("check gym.pas", "gym.pas: error: gym.pas does not exist [", "did you mean gym.pass?", 3),
    (
      "check members.csv", "members.csv: error: members.csv is a CSV file, not a pass [",
      "to check the rows of a table, use a template (passc check TEMPLATE --data members.csv)", 1
    ),
    (
      "check empty.pkpass", "empty.pkpass: error: empty.pkpass is empty, not a pass [",
      "help: copy or download the file again: it has no content", 1
    ),
    (
      "check page.pkpass", "page.pkpass: error: page.pkpass is an HTML page, not a pass [",
      "run: curl -I ADDRESS", 1
    ),
    (
      "check photo.png", "photo.png: error: photo.png is a PNG image, not a pass [",
      "help: name the pass or the template that the image is in, such as gym.pkpass", 1
    ),
    (
      "check gym.pass/pass.json", "gym.pass/pass.json: error: gym.pass/pass.json is a JSON file",
      "help: did you mean gym.pass?", 1
    ),
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

  // MARK: Outputs

  /// Folders that passc reads and never writes to.
  @Test(arguments: [
    ("build gym.pass --sample 1 -o gym.pass", "-o gym.pass is the template", "-o gym.pkpass"),
    ("build gym.pass --sample 1 -o gym.pass/new", "-o gym.pass/new is in the", "-o new"),
    ("build gym.pass --sample 1 -o a --depfile gym.pass/a.d", "--depfile gym.pass/a.d", "a.d"),
    ("build gym.pass --sample 1 -o my-id", "-o my-id is the identity folder", "-o gym.pkpass"),
    ("issue gym.pass --data members.csv -o gym.pass", "-o gym.pass is the", "-o passes"),
    ("issue gym.pass --data members.csv -o a --index gym.pass/i.csv", "--index gym.pass", "i.csv"),
    ("issue gym.pass --data members.csv -o my-id/new", "-o my-id/new is in the", "-o new"),
    ("preview gym.pass -o gym.pass/a.png", "-o gym.pass/a.png is in the template", "-o a.png"),
    ("diff gym.pkpass gym.pass --pictures gym.pass", "--pictures gym.pass", "gym.html"),
    ("check gym.pass --report json=gym.pass/r.json", "--report gym.pass/r.json", "json=r.json"),
    ("resign gym.pkpass -o my-id", "-o my-id is the identity folder", "-o signed"),
  ])
  func nothingIsWrittenIntoATemplateOrAnIdentityFolder(
    _ arguments: String, says: String, other: String
  ) throws {
    let folder = try Self.folder()
    _ = try Program.run(
      "/bin/cp", ["-R", PasscBinary.identity("ordinary"), folder("my-id")], in: folder.path)
    let before = try Self.tree(of: folder)
    let identity =
      arguments.hasPrefix("check") || arguments.hasPrefix("diff")
        || arguments.hasPrefix("preview") ? "" : " --identity my-id"
    let outcome = try Self.run(arguments + identity, folder)
    #expect(outcome.status == 2 && outcome.text.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.hasPrefix("passc: error: \(says)"), "\(outcome.story)")
    #expect(outcome.errors.hasSuffix("\(other)\n"), "\(outcome.story)")
    #expect(try Self.tree(of: folder) == before)
  }

  @Test(arguments: [
    "cert request --pass-type pass.com.example.gym -o gym.pass",
    "cert example -o gym.pass/id", "nfc keygen -o gym.pass/reader.pem",
  ])
  func noKeyIsWrittenIntoATemplate(_ arguments: String) throws {
    let folder = try Self.folder()
    let before = try Self.tree(of: folder)
    let outcome = try Self.run(arguments, folder)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(outcome.errors.contains("is in a template, which is not for keys"), "\(outcome.story)")
    #expect(try Self.tree(of: folder) == before)
  }

  @Test func theFolderYouWorkInMayHoldTheIdentity() throws {
    let folder = try Self.folder()
    _ = try Program.run(
      "/bin/sh", ["-c", "cp \"$0\"/* .", PasscBinary.identity("ordinary")], in: folder.path)
    let outcome = try Self.run("resign gym.pkpass --identity . -o signed", folder)
    #expect(outcome.status != 2, "\(outcome.story)")
  }

  @Test(arguments: [
    (
      "issue gym.pass --data members.csv -o members.csv", Int32(2), "issue needs a folder", "passes"
    ),
    ("issue gym.pass --data members.csv -o photo.png", 3, "issue needs a folder", "passes"),
    ("issue gym.pass --data members.csv -o /dev/null", 3, "is a device, but issue needs", "passes"),
    ("resign gym.pkpass -o gym.pkpass", 2, "resign needs a folder", "signed"),
  ])
  func aFileIsNotAFolderToWriteTo(
    _ arguments: String, status: Int32, says: String, example: String
  ) throws {
    let outcome = try Self.run("\(arguments) \(Self.identity)", try Self.folder())
    #expect(outcome.status == status && outcome.text.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains(says), "\(outcome.story)")
    #expect(outcome.errors.hasSuffix("help: name a folder: -o \(example)\n"), "\(outcome.story)")
  }

  /// The header is read before the first line is printed and before the folder is made.
  @Test(arguments: ["photo.png", "empty.csv"])
  func issueMakesNoFolderForDataItCannotRead(_ data: String) throws {
    let folder = try Self.folder()
    try folder.add("empty.csv", [])
    let outcome = try Self.run("issue gym.pass --data \(data) -o out \(Self.identity)", folder)
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("\(data)"), "\(outcome.story)")
    #expect(Disk.identity(of: folder("out")) == nil, "\(outcome.story)")
  }

  private static func tree(of folder: TemporaryFolder) throws -> String {
    try Program.run("/usr/bin/find", ["."], in: folder.path).text
  }
}
