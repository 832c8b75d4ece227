// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

struct LedgerRelocateCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "relocate",
    abstract: "Update a ledger after its files were moved.",
    discussion: """
      A ledger has the place of every file. After you move a folder, this command records that all \
      files at or below OLD are now at the same place below NEW. The next passc issue then finds \
      them and does not write them again. passc does not look at the files: passc ledger verify \
      does.

      OLD may no longer exist, but NEW must. Exit code 3 means that the ledger has no file at OLD, \
      or that a run is going on.

      Examples:
        mv /srv/out /mnt/passes
        passc ledger relocate /srv/out /mnt/passes --ledger gym.ledger
        passc ledger verify --ledger gym.ledger
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder where the files were.", valueName: "old"),
    completion: .directory)
  var old: String

  @Argument(
    help: ArgumentHelp(
      "The folder where they are now.", valueName: "new"),
    completion: .directory)
  var new: String

  @OptionGroup var options: LedgerOptions

  @Flag(help: "Print how many passes would change, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if old.isEmpty || new.isEmpty { throw ValidationError("a folder has no name") }
  }

  func run() throws {
    let ledger = options.ledger
    switch try LedgerRelocation.run(from: old, to: new, in: ledger, isDryRun: dryRun) {
    case .relocated(let passes, let from, let to): show(passes, from, to)
    case .nothing(let below):
      throw CommandFailureError.environment(
        "the ledger \(ledger) has no file below \(below)",
        help: "to see the recorded files, run: passc ledger list --ledger \(ledger)")
    case .same(let folder):
      throw CommandFailureError.usage("\(folder) is the old folder and the new one")
    case .missing(let folder):
      throw CommandFailureError.environment(
        "folder \(folder) does not exist", help: "move the files first, then run the command again")
    case .running(let run):
      throw CommandFailureError.environment(
        "run \(run) is still active in \(ledger)",
        help: "run the command again after passc issue has ended")
    }
  }

  private func show(_ passes: Int, _ from: String, _ to: String) {
    switch format {
    case .text:
      let verb = dryRun ? "would have relocated" : "relocated"
      Console.print("\(verb) \(passes) \(passes == 1 ? "pass" : "passes") from \(from) to \(to)")
    case .json:
      Console.print("{\"version\":1,\"summary\":{\"passes\":\(passes)}}")
    }
  }
}
