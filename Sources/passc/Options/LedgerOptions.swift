// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassDiagnostics
import PassFiles
import PassLedger
import PassModel

/// The ledger of `passc ledger`.
struct LedgerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String

  func open(_ access: Ledger.Access) throws -> Ledger {
    try Ledger(ledger, access: access, readers: Processors.allowed)
  }
}

/// How the answer of a ledger is written: text for people, JSON for programs.
enum LedgerFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Which passes of a ledger are meant.
struct LedgerFilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only passes of this type.", valueName: "id"))
  var passType: String?

  @Option(
    help: ArgumentHelp("Only passes of this run, a number or last.", valueName: "id"))
  var run: String?

  @Option(
    help: ArgumentHelp(
      "Only what was issued then or later: 2026-05-01 (UTC) or 2026-05-01T18:30:00+02:00.",
      valueName: "time"))
  var since: String?

  func filter(_ ledger: Ledger, state: LedgerPass.State?) throws -> PassFilter {
    var filter = PassFilter(passType: passType, state: state)
    if let since { filter.since = try Self.time(since) }
    if let run { filter.run = try Self.run(run, ledger) }
    return filter
  }

  private static func time(_ text: String) throws -> Int64 {
    if let date = W3CDate(text.utf8.count == 10 ? text + "T00:00:00Z" : text) {
      return date.seconds
    }
    throw Failure.usage(
      "\"\(text)\" is no time",
      help: "write --since 2026-05-01 or --since 2026-05-01T18:30:00+02:00")
  }

  private static func run(_ text: String, _ ledger: Ledger) throws -> Int64 {
    if text == "last" {
      guard let last = try ledger.runs().last else {
        throw Failure.environment("the ledger \(ledger.path) has no runs yet")
      }
      return last.id
    }
    guard let id = Int64(text) else {
      throw Failure.usage("\"\(text)\" is no run", help: "write --run 12 or --run last")
    }
    guard try ledger.run(id) != nil else {
      throw Failure.environment(
        "the ledger \(ledger.path) has no run \(id)", help: "passc ledger list --runs shows them")
    }
    return id
  }
}
