// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

/// `passc ledger relocate`: where bundles are that were moved.
struct LedgerRelocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relocate",
    abstract: "Tell a ledger where bundles are that were moved.",
    discussion: """
      A ledger has the place of every bundle. After a folder was moved, this records all files at \
      or below its old place at the same place below its new one, so that the next passc issue \
      finds them there and does not write them again. The files are not looked at: passc ledger \
      verify proves that they are there and whole.

      OLD need not exist any more; NEW must. Exit code 3 when the ledger knows no file at OLD, or \
      while a run is going.

      Examples:
        mv /srv/out /mnt/passes
        passc ledger relocate /srv/out /mnt/passes --ledger gym.ledger
        passc ledger verify --ledger gym.ledger
      """)

  @Argument(
    help: ArgumentHelp("The folder in which the files were.", valueName: "old"),
    completion: .directory)
  var old: String

  @Argument(
    help: ArgumentHelp("The folder in which they are now.", valueName: "new"),
    completion: .directory)
  var new: String

  @OptionGroup var options: LedgerOptions

  @Flag(help: "Change nothing; say how many passes it would concern.")
  var dryRun = false

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = OutputForm.text

  func validate() throws {
    if old.isEmpty || new.isEmpty { throw ValidationError("a folder has no name") }
  }

  func run() throws {
    let ledger = options.ledger
    switch try LedgerRelocation.run(from: old, to: new, in: ledger, isDryRun: dryRun) {
    case .relocated(let passes, let from, let to): show(passes, from, to)
    case .nothing(let below):
      throw Failure.environment(
        "the ledger \(ledger) has no file below \(below)",
        help: "passc ledger list --ledger \(ledger) shows where they are recorded")
    case .same(let folder):
      throw Failure.usage("\(folder) is the old folder and the new one")
    case .missing(let folder):
      throw Failure.environment(
        "there is no folder \(folder)", help: "move the files first, then relocate them")
    case .running(let run):
      throw Failure.environment(
        "run \(run) is going on in \(ledger)", help: "relocate when passc issue has ended")
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
