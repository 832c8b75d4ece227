// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

struct LedgerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this ledger.", valueName: "file"), completion: .file())
  var ledger: String
}

extension OutputForm {
  var form: LedgerListing.Form {
    switch self {
    case .text: .text(colour: Console.resultHasColour)
    case .json: .json
    }
  }
}

/// Options that select passes of a ledger.
struct LedgerFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select passes of this pass type identifier.", valueName: "id"))
  var passType: String?

  @Option(
    help: ArgumentHelp(
      "Select passes of this run, a number or last.", valueName: "id"))
  var run: String?

  @Option(
    help: ArgumentHelp(
      "Select passes issued at this time or later.",
      valueName: "time"))
  var since: String?

  /// Calls `body` with the selection. An invalid selection becomes a `CommandFailureError` with the option and
  /// help.
  func selecting<Result>(
    _ state: LedgerSelection.State? = nil, _ body: (LedgerSelection) throws -> Result
  ) throws -> Result {
    var selection = LedgerSelection(passType: passType, state: state)
    selection.run = run
    selection.since = since
    do {
      return try body(selection)
    } catch let invalid as LedgerSelection.SelectionError {
      throw Self.failure(invalid)
    }
  }

  private static func failure(_ invalid: LedgerSelection.SelectionError) -> CommandFailureError {
    switch invalid {
    case .notATime(let text):
      TimeOption.notATime(text, option: "--since")
    case .notARun(let text):
      .usage("\"\(text)\" is not a run", help: "write --run 12 or --run last")
    case .noRunsYet(let ledger): .environment("the ledger \(ledger) has no runs yet")
    case .noSuchRun(let id, let ledger):
      .environment(
        "the ledger \(ledger) has no run \(id)", help: "to see them, run: passc ledger list --runs")
    }
  }
}
