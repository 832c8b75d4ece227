// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

struct LedgerListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the passes of a ledger, or its runs.",
    discussion: """
      The list is in the order of pass type identifier and serial number. An issued pass has a \
      complete file. A reserved one belongs to a run that is going on or was stopped.

      Examples:
        passc ledger list --ledger gym.ledger --since 2026-05-01
        passc ledger list --ledger gym.ledger --runs
        passc ledger list --ledger gym.ledger --status reserved --format json
      """)

  @OptionGroup var options: LedgerOptions
  @OptionGroup var filterOptions: LedgerFilterOptions

  @Option(
    help: ArgumentHelp(
      "Select passes with this status.", valueName: "status"))
  var status: LedgerSelection.State?

  @Flag(help: "List the runs in place of the passes.")
  var runs = false

  @Option(
    help: ArgumentHelp(
      "Print this many rows.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit counts from 1", help: "write --limit 10")
    }
    let filters = [filterOptions.run, filterOptions.since, status?.rawValue].compactMap { $0 }
    if runs, !filters.isEmpty {
      throw ValidationError(
        "--runs lists every run, and --run, --since and --status are for passes",
        help: "leave out --runs to list passes")
    }
  }

  func run() throws {
    let listing = try LedgerListing(of: options.ledger, as: format.form)
    if runs {
      return try listing.runs(passType: filterOptions.passType, limit: limit) { format.write($0) }
    }
    let counts = try filterOptions.selecting(status) { selection in
      try listing.passes(selection, limit: limit) { format.write($0) }
    }
    guard format == .text else { return }
    let reserved = counts.reserved > 0 ? ", \(counts.reserved) reserved" : ""
    Console.print("\(counts.issued) issued\(reserved)")
  }
}

extension LedgerSelection.State: ExpressibleByArgument {}
