// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassTesting
import Testing

/// Tests of `ArgumentTable` against the options that the parser lists.
struct OptionTableTests {
  @Test func thereAreCommandsOfEveryProgram() {
    #expect(OptionWalk.all.count { $0.program == "passc" } > 40)
    #expect(OptionWalk.all.count { $0.program == "passc-app" } == 15)
    #expect(OptionWalk.all.count { $0.program == "passc-preview" } == 1)
    #expect(OptionWalk.all.count { $0.program == "passc-service" } == 12)
  }

  /// A new option fails here until it is in the table.
  @Test(arguments: OptionWalk.all)
  func theTableHasEveryOptionOfTheParser(_ command: OptionWalk) throws {
    let role = try #require(
      ArgumentTable.role(of: command.command), "ArgumentTable has no \(command.command)")
    for argument in command.arguments {
      guard !argument.name.isEmpty else {
        // Relocating compares only the names of folders and reads no files.
        let isName = command.command == "ledger relocate"
        #expect(!argument.isPath || role != .none || isName, "an argument of \(command)")
        continue
      }
      let kind = ArgumentTable.kind(of: argument.name, in: command.command)
      #expect(kind?.count == argument.kind, "ArgumentTable: \(command.command) \(argument.name)")
      let role = kind?.role ?? .none
      #expect(
        !argument.isPath || role != .none, "\(argument.name) of \(command.command) names a file")
      let writes = ["Write ", "Also write ", "The file to write", "The folder to write"]
      #expect(
        role.isOutput || !argument.isPath || !writes.contains { argument.abstract.hasPrefix($0) },
        "\(argument.name) of \(command.command): \(argument.abstract)")
      for name in argument.names {
        #expect(ArgumentTable.longName(of: name) == argument.name, "\(name)")
      }
    }
  }

  // MARK: Options given twice

  /// Options with values that messages must not contain.
  private static let secrets = ["--sign-with", "--change", "--at", "--mobile-token", "--database"]

  @Test(arguments: OptionWalk.all)
  func aSecondValueIsWrongUsage(_ command: OptionWalk) throws {
    let folder = try TemporaryFolder()
    for option in command.arguments where option.kind == .single && !option.name.isEmpty {
      let first = option.names.first ?? option.name
      let outcome = try command.run([first, "one.x", "\(option.name)=two.x"], in: folder.path)
      #expect(outcome.status == 2, "\(first): \(outcome.story)")
      #expect(outcome.errors.hasPrefix("passc: error: \(first) "), "\(outcome.errors)")
      let isSecret = Self.secrets.contains(option.name)
      #expect(outcome.errors.contains("\"one.x\" and \"two.x\"") == !isSecret, "\(outcome.errors)")
      #expect(outcome.text == "")
    }
  }

  @Test(arguments: [
    ["build", "-o", "a", "-o", "b", "card.pass"], ["build", "card.pass", "-o=a", "--output=b"],
    ["build", "--identity", "a", "card.pass", "--identity", "a"],
    ["ledger", "list", "--ledger=a", "--ledger", "b"],
    ["check", "card.pass", "--as-of", "2026-01-01", "--strict", "--as-of=2026-01-02"],
  ])
  func everySpellingCounts(_ arguments: [String]) throws {
    let outcome = try BuildCase().passc(arguments)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(
      outcome.errors.contains("is given twice") || outcome.errors.contains("are the same option"),
      "\(outcome.errors)")
  }

  @Test(arguments: [
    ["build", "card.pass", "--set", "serial=1", "--set", "name=A", "--emit", "pass-json"],
    ["check", "card.pass", "--strict", "--strict", "--allow", "image", "--allow", "field"],
    ["check", "card.pass", "--deny", "image", "--deny", "field"],
    // After `--`, arguments are names.
    ["check", "--as-of", "2026-01-01", "--", "card.pass"],
    ["build", "--identity", "a", "--identity", "b", "--help"],
  ])
  func whatMayBeRepeatedStillIs(_ arguments: [String]) throws {
    let outcome = try BuildCase().passc(arguments)
    #expect(outcome.status == 0, "\(outcome.story)")
  }
}
