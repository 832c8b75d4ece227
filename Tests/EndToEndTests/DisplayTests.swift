// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// How findings look: the text of their place, colors, and the last line.
struct DisplayTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "gym.pass"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let text = String(decoding: try Disk.read(folder("gym.pass/sample.csv")), as: UTF8.self)
    try folder.add(
      "members.csv", Array(text.replacing("2028-06-30", with: "30.06.2028").utf8))
    return folder
  }

  private static func run(
    _ arguments: [String], _ folder: TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try Program.run(
      try #require(Program.passc), arguments, in: folder.path,
      environment: ["HOME": folder.path].merging(environment) { $1 })
  }

  private static let check = ["check", "gym.pass", "--data", "members.csv"]
  private static let excerpt = """
      3 | Valid until: 30.06.2028
        |              ^^^^^^^^^^
    """

  @Test func checkShowsTheCellAndNothingElseOfItsRow() throws {
    let outcome = try Self.run(Self.check, try Self.folder())
    #expect(outcome.text.contains("]\n" + Self.excerpt + "\nhelp: "), "\(outcome.text)")
    #expect(outcome.text.contains("\n\n1 package checked: 1 error"), "\(outcome.text)")
  }

  @Test(arguments: ["true", "1"])
  func inCINoCellIsShown(ci: String) throws {
    let outcome = try Self.run(Self.check, try Self.folder(), ["CI": ci])
    #expect(outcome.status == 1 && !outcome.text.contains(" | "), "\(outcome.text)")
  }

  @Test func noExcerptIsShownWhereItIsNotWanted() throws {
    let folder = try Self.folder()
    for arguments in [Self.check, ["issue", "gym.pass", "--data", "members.csv", "--dry-run"]] {
      let outcome = try Self.run(arguments + ["--no-excerpt"], folder)
      #expect(outcome.status == 1)
      #expect(!(outcome.text + outcome.errors).contains("^"), "\(outcome.story)")
      let shown = try Self.run(arguments, folder)
      #expect((shown.text + shown.errors).contains(Self.excerpt), "\(shown.story)")
    }
  }

  @Test(arguments: ["json", "sarif", "junit", "github", "gitlab"])
  func machineFormatsHaveNoExcerpt(_ format: String) throws {
    let outcome = try Self.run(Self.check + ["--format", format], try Self.folder())
    #expect(!outcome.text.contains("^") && !outcome.text.contains("3 | "), "\(outcome.text)")
  }

  @Test func colorIsTheUsersChoice() throws {
    let folder = try Self.folder()
    let escape = "\u{1B}["
    func output(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
      let outcome = try Self.run(arguments, folder, environment)
      return outcome.text + outcome.errors
    }
    #expect(try !output(Self.check).contains(escape))
    #expect(try output(Self.check + ["--color", "always"]).contains(escape))
    #expect(try output(Self.check + ["--color=always"], ["NO_COLOR": "1"]).contains(escape))
    #expect(try output(["build", "gym.pas", "--color", "always"]).contains("does not exist"))
    #expect(try output(["inspect", "x", "--color", "always"]).contains(escape))
    #expect(try output(Self.check + ["--color", "sometimes"]).contains("--color"))
  }

  @Test func buildEndsWithTheNumberOfErrors() throws {
    let folder = try Self.folder()
    let identity = PasscBinary.identity("ordinary")
    let outcome = try Self.run(
      ["build", "gym.pass", "--data", "members.csv", "--sample", "2", "--identity", identity],
      folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasSuffix("\n\n1 error; nothing written\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains(Self.excerpt), "\(outcome.errors)")
  }

  /// The token of an entry in a bundle whose JSON is one line.
  @Test func noTokenOfABundleIsShown() throws {
    let folder = try Self.folder()
    let text = String(decoding: try Disk.read(folder("gym.pass/pass.json")), as: UTF8.self)
    let token = "s3cr3t-s3cr3t-s3cr3t-s3cr3t"
    let members =
      #"{"webServiceURL":"https://passes.example.com","authenticationToken":"\#(token)","bogusKey":1,"#
    try folder.add("gym.pass/pass.json", Array(members.utf8) + Array(text.dropFirst().utf8))
    let built = try Self.run(
      ["build", "gym.pass", "--sample", "1", "--identity", PasscBinary.identity("ordinary")],
      folder)
    #expect(built.status == 0 && built.errors.contains("***"), "\(built.story)")
    let checked = try Self.run(["check", "gym.pkpass"], folder)
    #expect(checked.text.contains("bogusKey") && checked.text.contains("^^^"), "\(checked.text)")
    for outcome in [built, checked] {
      #expect(!(outcome.text + outcome.errors).contains("s3cr3t"), "\(outcome.story)")
    }
  }

  // MARK: Bugs that were seen

  @Test func theDayOfSigningCoversTheWholeDay() throws {
    let folder = try Self.folder()
    // 2026-03-01T23:30:00Z.
    let built = try Self.run(
      ["build", "gym.pass", "--sample", "1", "--identity", PasscBinary.identity("ordinary")],
      folder, ["SOURCE_DATE_EPOCH": "1772407800"])
    try #require(built.status == 0, "\(built.errors)")
    func codes(_ day: String) throws -> String {
      try Self.run(["check", "gym.pkpass", "--as-of", day], folder).text
    }
    #expect(try !codes("2026-03-01").contains("signature.time.future"))
    #expect(try codes("2026-02-27").contains("signature.time.future"))
  }

  @Test func aChangedFolderIsSignedAgainWithTheCommandThatIsPrinted() throws {
    let folder = try Self.folder()
    let identity = PasscBinary.identity("ordinary")
    let built = try Self.run(
      [
        "build", "gym.pass", "--sample", "1", "--identity", identity, "--emit", "folder", "-o",
        "ed",
      ],
      folder)
    try #require(built.status == 0, "\(built.errors)")
    let text = String(decoding: try Disk.read(folder("ed/pass.json")), as: UTF8.self)
    try folder.add("ed/pass.json", Array((text + " ").utf8))
    let refused = try Self.run(["resign", "ed", "-o", "new", "--identity", identity], folder)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("ed does not match manifest and signature"))
    let line = try #require(
      refused.errors.split(separator: "\n").first { $0.contains("run: passc resign") })
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(words.firstIndex(of: "resign").map { Array(words[$0...]) })
    let signed = try Self.run(command, folder)
    #expect(signed.status == 0 && signed.text == "new/ed.pkpass\n", "\(signed.story)")
  }
}
