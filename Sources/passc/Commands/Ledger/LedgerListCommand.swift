// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassFiles
import PassIssue
import PassLedger

/// `passc ledger list`: every pass, or every run.
struct LedgerListCommand: ParsableCommand {
  /// Whether a pass counts.
  enum State: String, ExpressibleByArgument, CaseIterable {
    case issued, reserved
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the passes of a ledger, or its runs.",
    discussion: """
      By pass type and serial. Issued passes have a whole file; reserved ones were taken by a run \
      that is going or was stopped, and do not count.

      Examples:
        passc ledger list --ledger gym.ledger --since 2026-05-01
        passc ledger list --ledger gym.ledger --runs
        passc ledger list --ledger gym.ledger --state reserved --format json
      """)

  @OptionGroup var options: LedgerOptions
  @OptionGroup var filterOptions: LedgerFilterOptions

  @Option(help: ArgumentHelp("Only passes that are issued, or reserved.", valueName: "state"))
  var state: State?

  @Flag(help: "List the runs instead.")
  var runs = false

  @Option(help: ArgumentHelp("Stop after so many.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = LedgerFormat.text

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit counts from 1") }
    let filters = [filterOptions.run, filterOptions.since, state?.rawValue].compactMap { $0 }
    if runs, !filters.isEmpty {
      throw ValidationError("--runs lists every run; --run, --since and --state are for passes")
    }
  }

  func run() throws {
    let ledger = try options.open(.reading)
    if runs { return try listRuns(ledger) }
    let filter = try filterOptions.filter(ledger, state: state.map(Self.state))
    var table = LedgerText(colour: Console.resultHasColour)
    var left = limit ?? .max
    var counts: [LedgerPass.State: Int] = [:]
    try ledger.forEachPass(filter) { page in
      let shown = Array(page.prefix(left))
      left -= shown.count
      for pass in shown { counts[pass.state, default: 0] += 1 }
      switch format {
      case .text: Console.write(table.table(shown))
      case .json:
        Console.write(shown.flatMap { LedgerJSON.line($0, withTokens: false) })
      }
      return left > 0
    }
    guard format == .text else { return }
    let reserved = counts[.reserved].map { ", \($0) reserved" } ?? ""
    Console.print("\(counts[.issued] ?? 0) issued\(reserved)")
  }

  private func listRuns(_ ledger: Ledger) throws {
    let runs = try ledger.runs()
      .filter { filterOptions.passType == nil || $0.passType == filterOptions.passType }
      .suffix(limit ?? .max)
      .map { (run: $0, isAlive: try ledger.isAlive($0)) }
    switch format {
    case .text: Console.write(LedgerText(colour: Console.resultHasColour).table(runs))
    case .json: Console.write(runs.flatMap { LedgerJSON.line($0.run, isAlive: $0.isAlive) })
    }
  }

  private static func state(_ state: State) -> LedgerPass.State {
    switch state {
    case .issued: .issued
    case .reserved: .reserved
    }
  }
}
