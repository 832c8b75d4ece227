// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassConsole
import PassTesting
import Testing

/// Tests of outputs that would replace a key, an input or a database, for every output of every
/// program.
struct OutputGuardTests {
  private static let outputs = OptionWalk.all.filter { !$0.outputs.isEmpty }

  /// Returns a folder with keys and a database under several names.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "token.key": String(repeating: "ab", count: 32) + "\n", "sub/keep": "", "input.txt": "input",
    ])
    let key = try Disk.read(PasscBinary.identity("ordinary") + "/key.pem")
    try folder.add("key.pem", key)
    try folder.add(
      "leaf.pem",
      Array("Bag Attributes\n\n".utf8)
        + Disk.read(PasscBinary.identity("ordinary") + "/certificate.pem"))
    try folder.add("key.txt", Array("Bag Attributes\n\n".utf8) + key)
    try folder.add(
      "other.sqlite", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 84))
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder("soft.pem"), withDestinationPath: "key.pem")
    try files.linkItem(atPath: folder("key.pem"), toPath: folder("hard.pem"))
    return folder
  }

  private static let keys = [
    "key.pem", "sub/../key.pem", "soft.pem", "hard.pem", "key.txt", "token.key", "other.sqlite",
    "leaf.pem",
  ]

  @Test func everyProgramHasOutputs() {
    #expect(Self.outputs.flatMap(\.outputs).count > 40)
    #expect(Set(Self.outputs.map(\.program)).count == 4)
  }

  /// The parser lists the options, and the table has those that write.
  @Test(arguments: outputs)
  func noOutputReplacesAKeyOrADatabase(_ command: OptionWalk) throws {
    let folder = try Self.folder()
    let before = try contents(of: folder)
    for output in command.outputs {
      for file in Self.keys
      where (file != "other.sqlite" || output.role != .database)
        && (file != "leaf.pem" || output.role != .certificate)
      {
        let outcome = try command.run(output.arguments(file), in: folder.path)
        #expect(outcome.status == 2, "\(output.name) \(file): \(outcome.story)")
        #expect(outcome.errors.contains("\(file) would replace a"), "\(outcome.errors)")
        #expect(try contents(of: folder) == before, "\(output.name) \(file)")
      }
    }
  }

  @Test(arguments: outputs)
  func noOutputReplacesAnInputOrAnotherOutput(_ command: OptionWalk) throws {
    let folder = try Self.folder()
    let before = try contents(of: folder)
    let inputs = command.arguments.filter {
      ArgumentTable.kind(of: $0.name, in: command.command)?.role == .input
    }
    for output in command.outputs {
      for input in inputs where (output.name, input.name) != ("--write-baseline", "--baseline") {
        let outcome = try command.run(
          [input.name, "input.txt"] + output.arguments("./sub/../input.txt"), in: folder.path)
        #expect(outcome.status == 2, "\(input.name) \(output.name): \(outcome.story)")
        #expect(
          outcome.errors.contains("an input of this run")
            || outcome.errors.contains("needs a folder"), "\(outcome.errors)")
      }
      // Tasks of serve cannot be combined.
      for other in command.outputs
      where other.name != output.name
        && [output, other].contains(where: { $0.name.hasPrefix("--") })
      {
        let outcome = try command.run(
          output.arguments("new.txt") + other.arguments("sub/../new.txt"), in: folder.path)
        #expect(outcome.status == 2, "\(output.name) \(other.name): \(outcome.story)")
        #expect(outcome.errors.contains("name the same file"), "\(outcome.errors)")
      }
      #expect(try contents(of: folder) == before, "\(output.name)")
    }
  }

  private func contents(of folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for entry in try Disk.list(folder.path) where entry.kind != .folder {
      found[entry.name] = try Disk.read(folder(entry.name))
    }
    return found
  }
}

/// Tests of valid runs with an invalid output, and of runs that may replace their output.
struct OutputGuardRunTests {
  /// Returns a card that extends a base, with a table, an identity and a token key.
  private func card() throws -> BuildCase {
    let one = try BuildCase([
      "rows.csv": "serial,name,books\nA-1,Ada,1\nA-2,Grace,x\n",
      "token.key": String(repeating: "ab", count: 32),
      "card.pass/template.json": """
      { "extends": "../base.pass", "sample": "sample.csv",
        "columns": { "name": { "type": "string" }, "books": { "type": "integer" } } }
      """,
      "base.pass/pass.json": #"{ "logoText": "Library" }"#,
      "password": "secret",
    ])
    try one.folder.add("photos/a.png", BuildCase.icon(1))
    _ = try Program.run(
      "/bin/cp", ["-R", BuildCase.identity("ordinary"), "id"], in: one.folder.path)
    return one
  }

  private static let issue = [
    "issue", "card.pass", "--data", "rows.csv", "--identity", "id", "--token-key", "token.key",
    "--ledger", "card.ledger", "--files", "photos", "--password-file", "password", "-o", "out",
    "--progress", "none",
  ]

  private static let precious = [
    "id/key.pem", "id/certificate.pem", "id/intermediate.pem", "token.key", "rows.csv",
    "card.pass/pass.json", "card.pass/template.json", "card.pass/sample.csv", "card.pass/icon.png",
    "base.pass/pass.json", "photos/a.png", "password", "card.ledger", "card.ledger-wal",
    "./id/../card.pass/../id/key.pem",
  ]

  @Test(arguments: ["--rejects", "--index", "--outcomes"])
  func issueReplacesNothingItNeeds(_ option: String) throws {
    let one = try card()
    for _ in 1...2 {
      // The second time there is a ledger.
      for file in Self.precious {
        let before = try one.tree()
        let outcome = try one.passc(Self.issue + [option, file])
        #expect(outcome.status == 2, "\(option) \(file): \(outcome.story)")
        #expect(try one.tree() == before, "\(file)")
      }
      #expect(try one.passc(Self.issue).status == 1)
    }
  }

  @Test(arguments: ["--report", "--write-baseline"])
  func checkReplacesNothingItNeeds(_ option: String) throws {
    let one = try card()
    #expect(try one.passc(Self.issue).status == 1)
    try one.folder.add("copies/b.pkpass", try one.bytes("out/A-1.pkpass"))
    for file in Self.precious + ["copies/b.pkpass"] where file != "card.ledger-wal" {
      let before = try one.tree()
      let outcome = try one.passc(
        [
          "check", "card.pass", "copies", "--data", "rows.csv", "--certificate",
          "id/certificate.pem", "--trust", "id/root.pem", "--ledger", "card.ledger", "--files",
          "photos", option, option == "--report" ? "json=\(file)" : file,
        ])
      // A check reads neither password nor intermediate.
      guard file != "password", file != "id/intermediate.pem" else { continue }
      #expect(outcome.status == 2, "\(option) \(file): \(outcome.story)")
      #expect(try one.tree() == before, "\(file)")
    }
  }

  @Test func linksInInputFoldersAreFollowed() throws {
    let one = try card()
    try one.folder.add("real/chain.crt", try one.bytes("id/intermediate.pem"))
    let files = FileManager.default
    try files.removeItem(atPath: one.folder("id/intermediate.pem"))
    try files.createSymbolicLink(
      atPath: one.folder("id/intermediate.pem"), withDestinationPath: "../real/chain.crt")
    try files.linkItem(atPath: one.folder("base.pass/pass.json"), toPath: one.folder("hard.json"))
    let before = try one.tree()
    for file in ["real/chain.crt", "hard.json"] {
      let outcome = try one.passc(Self.issue + ["--rejects", file])
      #expect(outcome.status == 2, "\(file): \(outcome.story)")
      #expect(try one.tree() == before)
    }
  }

  /// Existing outputs may be replaced each time.
  @Test func outputsOfTheRunBeforeAreReplaced() throws {
    let one = try card()
    for turn in 1...2 {
      for (arguments, status) in [
        (["build", "card.pass", "--sample", "1", "--identity", "id", "-o", "a.pkpass"], 0),
        (["build", "card.pass", "--sample", "1", "--identity", "id", "--depfile", "a.d"], 0),
        (
          Self.issue + ["--rejects", "bad.csv", "--index", "index.csv", "--outcomes", "o.jsonl"], 1
        ),
        (["check", "a.pkpass", "--report", "json=r.json", "--report", "junit=r.xml"], 0),
        (["check", "a.pkpass", "--write-baseline", "known.json", "--trust", "id/root.pem"], 0),
        (["check", "a.pkpass", "--baseline", "known.json", "--write-baseline", "known.json"], 0),
        (["resign", "a.pkpass", "--identity", "id", "-o", "new"], 0),
        (["group", "a.pkpass", "-o", "all.pkpasses"], 0),
        (["ledger", "export", "--ledger", "card.ledger", "-o", "e.csv", "--with-tokens"], 0),
        (["cert", "import", "id/intermediate.pem", "--into", "id2"], 0),
        (["pay", "example", "once", "-o", "pay.json"], 0),
        // A page of it quotes a certificate in JSON.
        (["rules", "-o", "docs"], 0),
      ] as [([String], Int32)] {
        let outcome = try one.passc(arguments)
        let isUsage = outcome.status == 2
        #expect(!isUsage, "\(turn): \(arguments) \(outcome.story)")
        if arguments[0] != "check" { #expect(outcome.status == status, "\(outcome.story)") }
      }
    }
  }
}

extension OptionWalk {
  /// A file that a command writes.
  struct Output: Sendable {
    /// The option, or empty for an argument without a name.
    let name: String
    let role: ArgumentKind.Role
    /// Words before the name of the file.
    let words: [String]

    func arguments(_ file: String) -> [String] {
      words + [role == .report ? "json=\(file)" : file]
    }
  }

  /// All outputs of the command, from the table.
  var outputs: [Output] {
    let named = arguments.compactMap { argument -> Output? in
      guard !argument.name.isEmpty,
        let role = ArgumentTable.kind(of: argument.name, in: command)?.role, role.isOutput
      else { return nil }
      return Output(name: argument.name, role: role, words: [argument.name])
    }
    guard ArgumentTable.role(of: command)?.isOutput == true else { return named }
    return named + [Output(name: "", role: .output, words: [])]
  }
}
