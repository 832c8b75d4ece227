// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassTesting
import Testing

/// Names of options: one meaning each, and what becomes of the earlier ones.
struct OptionNameTests {
  // MARK: Earlier names

  @Test(arguments: [
    (["issue", "gym.pass", "--name", "card-%s.pkpass"], "--name is now --file-name"),
    (["issue", "gym.pass", "--resign"], "--resign is now --re-sign"),
    (["cert", "request", "--name=Gym"], "--name is now --common-name"),
    (["cert", "example", "--name", "Gym"], "--name is now --organization"),
    (["cert", "example", "--from", "2026-01-01"], "--from is now --valid-from"),
    (["cert", "example", "--until", "2026-01-01"], "--until is now --valid-until"),
    (["check", "gym.pass", "--limit", "ratio=10"], "--limit is now --archive-limit"),
    (["ledger", "list", "--state", "issued"], "--state is now --status"),
    (["nfc", "tap", "--key", "reader.pem"], "--key is now --reader-key"),
    (["nfc", "decrypt", "--key=reader.pem", "00"], "--key is now --reader-key"),
    (["app", "check", "App", "--against", "gym.pass"], "--against is now --template"),
    (["pay", "check", "a.json", "--against", "b.json"], "--against is now --request"),
    (["preview", "b.pkpass", "--against", "a.pkpass"], "--against is now --old"),
  ])
  func anEarlierNameIsAnswered(_ arguments: [String], _ sentence: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(try #require(Program.passc), arguments, in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "passc: error: \(sentence)\n")
    #expect(outcome.text == "")
  }

  // MARK: One meaning

  /// The value of an option has one name in every command: two names are two meanings.
  @Test func theValueOfAnOptionHasOneName() {
    // A command writes a file or fills a folder. It draws one language or makes several.
    let both = ["--output": ["dir", "file"], "--language": ["tag", "tags"]]
    for (option, uses) in Self.uses {
      let names = Set(uses.map(\.argument.valueName))
      #expect(names.count == 1 || names.sorted() == both[option], "\(option): \(names.sorted())")
    }
  }

  /// An option takes a value in every command, or in none.
  @Test func anOptionIsAFlagEverywhereOrNowhere() {
    for (option, uses) in Self.uses {
      #expect(Set(uses.map { $0.argument.kind == .flag }).count == 1, "\(option)")
    }
  }

  @Test func everyTimeIsCalledTime() {
    let times = ["--as-of", "--since", "--valid-from", "--valid-until"]
    for (option, uses) in Self.uses {
      for use in uses {
        let isTime = use.argument.valueName == "time"
        #expect(isTime == times.contains(option), "\(option) of \(use.command)")
      }
    }
  }

  private static let uses = Dictionary(
    grouping: OptionWalk.all.flatMap { walk in
      walk.arguments.filter { !$0.name.isEmpty }.map { (command: walk.command, argument: $0) }
    }, by: \.argument.name)

  @Test func everyOptionThatTakesATimeReadsADayAndAMoment() throws {
    let folder = try TemporaryFolder()
    let passc = try #require(Program.passc)
    let days = ["--valid-from", "2026-01-01", "--valid-until", "2026-06-30T12:00:00+02:00"]
    let made = try Program.run(passc, ["cert", "example", "-o", "id"] + days, in: folder.path)
    #expect(made.status == 0, "\(made.story)")
    #expect(made.errors.contains("valid until 2026-06-30"))
    for arguments in [
      ["check", "a", "--as-of", "soon"], ["pay", "check", "a", "--as-of", "2026-13-01"],
      ["preview", "a", "--as-of", "2026-05"],
      ["ledger", "list", "--ledger", "l", "--since", "now"],
    ] {
      let outcome = try Program.run(passc, arguments, in: folder.path)
      #expect(outcome.status == 2 || arguments[0] == "ledger", "\(outcome.story)")
    }
  }
}
