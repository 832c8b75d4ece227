// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassIssue

/// `passc ledger merge`: one ledger out of several.
struct LedgerMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Unite several ledgers, such as those of the shards of one job.",
    discussion: """
      The new ledger has every pass and every run. A serial that two of them know must have the \
      same token and be made from the same; otherwise each such serial is named and nothing is \
      written. The sources are never changed, and no process may be issuing into them.

      Example:
        passc ledger merge shard-1.ledger shard-2.ledger -o gym.ledger
      """)

  @Argument(help: ArgumentHelp("The ledgers.", valueName: "ledger"), completion: .file())
  var ledgers: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The ledger to write; it must not exist yet.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = OutputForm.text

  func validate() throws {
    if ledgers.count < 2 { throw ValidationError("there is nothing to merge in one ledger") }
    if ledgers.count > LedgerUnion.most {
      throw ValidationError("at most \(LedgerUnion.most) ledgers are merged at once")
    }
    if Set(ledgers.map(FilePath.normalised)).count < ledgers.count {
      throw ValidationError("one ledger is named twice")
    }
  }

  func run() throws {
    try Disk.makeFolders(FilePath.parent(output))
    var progress = ProgressLine("merged")
    let outcome = try LedgerUnion.write(ledgers, to: output) {
      progress.show($0, of: ledgers.count)
    }
    progress.clear()
    switch outcome {
    case .merged(let passes, let shared, let runs): show(passes, shared, runs)
    case .running(let run, let ledger):
      throw Failure.environment(
        "run \(run) is going on in \(ledger)", help: "merge when passc issue has ended")
    case .conflicts(let conflicts, let total):
      // Each serial has to be settled by itself: all of them, not three.
      var printer = LedgerReportPrinter(format: format, subject: output, limit: .max)
      for conflict in conflicts { printer.show(conflict) }
      let more = total > conflicts.count ? ", \(conflicts.count) of them named" : ""
      throw Failure(
        status: .findings,
        message: total == 1
          ? "the ledgers do not agree about 1 serial; nothing was written"
          : "the ledgers do not agree about \(total) serials\(more); nothing was written")
    }
  }

  private func show(_ passes: Int, _ shared: Int, _ runs: Int) {
    switch format {
    case .text:
      let known = shared > 0 ? ", \(shared) of them known to several" : ""
      Console.print("\(output): \(passes) passes\(known), \(runs) runs")
    case .json:
      Console.print(
        """
        {"version":1,"summary":{"passes":\(passes),"shared":\(shared),"runs":\(runs)}}
        """)
    }
  }
}
