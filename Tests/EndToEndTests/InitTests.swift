// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct InitTests {
  @Test(
    .disabled(if: PasscBinary.path(of: "unzip") == nil, "unzip is not installed"),
    arguments: ["storeCard", "coupon", "eventTicket", "generic", "boardingPass"])
  func makesATemplateThatBuildsWithoutAWarning(style: String) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "new.pass", "--style", style], in: folder.path)
    #expect(made.status == 0 && made.errors == "")
    #expect(made.text.contains("passc build new.pass --sample 1"))
    for row in 1...3 {
      let built = try PasscBinary.run(
        ["build", "new.pass", "--sample", "\(row)", "--strict"]
          + ["--identity", PasscBinary.identity("ordinary"), "-o", "\(row).pkpass"],
        in: folder.path)
      #expect(built.status == 0 && built.errors == "", "\(built.errors)")
    }
    #expect(try PasscBinary.judge("unzip", ["-tq", "1.pkpass"], in: folder.path)?.status == 0)
  }

  @Test func theCommandsItNamesWork() throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "tickets/my tour.pass"], in: folder.path)
    let commands = made.text.split(separator: "\n").filter { $0.hasPrefix("  passc ") }
    #expect(commands.count == 3)
    for command in commands {
      // Only the word with a space is in quotes.
      var words: [String] = []
      for (index, part) in command.split(separator: "'").enumerated() {
        words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      let outcome = try PasscBinary.run(Array(words.dropFirst()), in: folder.path)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test func keepsTheReadersKeyBesideTheTemplate() throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "a/gym.pass", "--nfc"], in: folder.path)
    #expect(made.status == 0)
    #expect(made.text.contains("a/gym-nfc-private.pem"))
    #expect(
      try Disk.list(folder("a")).map(\.name) == ["gym-nfc-private.pem", "gym.pass"])
    let listing = try PasscBinary.judge("ls", ["-l", "gym-nfc-private.pem"], in: folder("a"))
    #expect(listing?.text.hasPrefix("-rw-------") == true)
    // The key fits the template. The pass needs an NFC certificate.
    for (identity, status) in [("nfc", Int32(0)), ("ordinary", 1)] {
      let built = try PasscBinary.run(
        ["build", "a/gym.pass", "--sample", "1", "--nfc-key", "a/gym-nfc-private.pem"]
          + ["--identity", PasscBinary.identity(identity), "-o", "out.pkpass"], in: folder.path)
      #expect(built.status == status, "\(built.errors)")
    }
    let key = try Disk.read(folder("a/gym-nfc-private.pem"))
    #expect(try PasscBinary.run(["init", "a/gym", "--nfc"], in: folder.path).status == 3)
    #expect(try Disk.read(folder("a/gym-nfc-private.pem")) == key, "never replaced")
    #expect(try Disk.kind(of: folder("a/gym")) == nil)
  }

  @Test func givesTheSameTemplateTwice() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { _ = try PasscBinary.run(["init", name], in: folder.path) }
    for entry in try Disk.list(folder("a")) where entry.kind == .file {
      #expect(
        try Disk.read(folder("a/\(entry.name)")) == Disk.read(folder("b/\(entry.name)")),
        "\(entry.name)")
    }
  }

  @Test func refusesAFolderWithSomethingInIt() throws {
    let folder = try TemporaryFolder(["gym.pass/pass.json": "mine"])
    let outcome = try PasscBinary.run(["init", "gym.pass", "--nfc"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("gym.pass exists and is not empty"))
    #expect(try Disk.list(folder.path).map(\.name) == ["gym.pass"])
    #expect(try Disk.read(folder("gym.pass/pass.json")) == Array("mine".utf8))
  }

  @Test func refusesAStyleNobodyKnows() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["init", "a", "--style", "loyalty"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--style is \"loyalty\", expected storeCard, "))
    #expect(try Disk.list(folder.path).isEmpty)
  }
}
