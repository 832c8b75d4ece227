// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// Folders that outputs need.
struct MadeFolderTests {
  /// Commands that need no other file, with the folder that each has to make.
  private static let commands: [(arguments: [String], folder: String)] = [
    (["init", "a/b/gym.pass"], "a/b"),
    (["cert", "example", "-o", "a/b/identity"], "a/b"),
    (["cert", "request", "--pass-type", "pass.com.example.gym", "-o", "a/b/mine"], "a/b/mine"),
    (["nfc", "keygen", "-o", "a/b/reader.pem"], "a/b"),
    (["pay", "example", "once", "-o", "a/b/once.json"], "a/b"),
    (["notify", "swift", "-o", "a/b"], "a/b"),
    (["provision", "example", "-o", "a/b"], "a/b"),
    (["app", "fragments", "--for", "push", "-o", "a/b"], "a/b"),
    (["rules", "-o", "a/b"], "a/b/rules"),
    (["build", "gym.pass", "--sample", "1", "-o", "a/b/gym.pkpass"], "a/b"),
    (["build", "gym.pass", "--sample", "1", "--emit", "folder", "-o", "a/b/gym"], "a/b"),
    (["issue", "gym.pass", "--data", "gym.pass/sample.csv", "-o", "a/b"], "a/b"),
    (["issue", "gym.pass", "--data", "gym.pass/sample.csv", "-o", "a/b/all.tar"], "a/b"),
    (["resign", "gym.pkpass", "-o", "a/b"], "a/b"),
    (["group", "gym.pkpass", "-o", "a/b/all.pkpasses"], "a/b"),
    (["preview", "gym.pkpass", "--as-of", "2026-05-01", "-o", "a/b/gym.png"], "a/b"),
    (["check", "gym.pass", "--report", "json=a/b/report.jsonl"], "a/b"),
  ]

  private static func made() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    #expect(try run(["init", "gym.pass"], in: folder).status == 0)
    #expect(try run(["build", "gym.pass", "--sample", "1"], in: folder).status == 0)
    return folder
  }

  private static func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> Program.Outcome {
    try Program.run(
      try #require(Program.passc), arguments, in: folder.path,
      environment: [
        "HOME": folder.path, "PASSC_IDENTITY": PasscBinary.identity("nfc"),
        "SOURCE_DATE_EPOCH": BuildCase.epoch,
      ])
  }

  @Test(arguments: commands.indices)
  func aMissingFolderIsMadeAndReportedOnce(_ index: Int) throws {
    let (arguments, made) = Self.commands[index]
    let folder = try Self.made()
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 0, "\(arguments): \(outcome.story)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("made folder") }
    #expect(lines == ["passc: made folder \(made)"], "\(arguments): \(outcome.errors)")
    // What is there is not made.
    let again = try Self.run(arguments + ["-q"], in: folder)
    #expect(!again.errors.contains("made folder"), "\(again.errors)")
  }

  @Test(arguments: commands.indices)
  func quietMakesItWithoutAWord(_ index: Int) throws {
    let (arguments, made) = Self.commands[index]
    let folder = try Self.made()
    let outcome = try Self.run(arguments + ["-q"], in: folder)
    // The names of what was drawn are a result.
    let others = outcome.errors.split(separator: "\n").filter { $0 != "a/b/gym.png" }
    #expect(outcome.status == 0 && others.isEmpty, "\(arguments): \(outcome.story)")
    #expect(FileManager.default.fileExists(atPath: folder(made)))
  }

  @Test(arguments: commands.indices)
  func noFolderIsMadeDirectlyBelowTheRoot(_ index: Int) throws {
    let root = "/passc-\(UUID().uuidString)"
    let arguments = Self.commands[index].arguments.map { argument in
      argument.replacing("a/b", with: root)
    }
    let folder = try Self.made()
    let outcome = try Self.run(arguments, in: folder)
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "folder \(root) does not exist, and passc makes no folder directly below /"),
      "\(outcome.story)")
    #expect(!FileManager.default.fileExists(atPath: root))
  }

  // MARK: -q

  @Test func quietKeepsTheLastLine() throws {
    let folder = try Self.made()
    let issue = ["issue", "gym.pass", "--data", "gym.pass/sample.csv", "-o", "passes"]
    let loud = try Self.run(issue + ["--dry-run"], in: folder)
    #expect(loud.status == 0 && loud.errors.contains("days left"), "\(loud.story)")
    let outcome = try Self.run(issue + ["-q"], in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    #expect(outcome.text == "issued 3, reissued 0, unchanged 0, rejected 0\n")
  }

  @Test func quietLeavesNotesOutAndWarningsIn() throws {
    let folder = try Self.made()
    try folder.add("gym.pass/Icon.png", [1])
    let check = ["check", "gym.pass", "gym.pkpass", "--notes"]
    let loud = try Self.run(check, in: folder)
    #expect(loud.text.contains(": note: "), "\(loud.story)")
    let outcome = try Self.run(check + ["--quiet"], in: folder)
    #expect(!outcome.text.contains(": note: "), "\(outcome.story)")
    #expect(outcome.text.contains(": warning: "), "\(outcome.story)")
    let last = try #require(loud.text.split(separator: "\n").last)
    #expect(outcome.text.split(separator: "\n").last?.hasPrefix(last) == true, "\(outcome.story)")
  }
}
