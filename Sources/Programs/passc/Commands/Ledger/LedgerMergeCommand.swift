// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassIssue

struct LedgerMergeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge several ledgers, such as those of the shards of a job.",
    discussion: """
      The new ledger has every pass and every run. If two ledgers have the same serial number, \
      token and digest must be equal. Otherwise passc names each such serial number and writes \
      nothing. It never changes the sources. Do not issue passes with these ledgers meanwhile.

      Example:
        passc ledger merge shard-1.ledger shard-2.ledger -o gym.ledger
      """)

  @Argument(help: ArgumentHelp("The ledgers.", valueName: "ledger"), completion: .file())
  var ledgers: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write this ledger, which must not exist yet.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if ledgers.count < 2 {
      throw ValidationError(
        "merging needs two or more ledgers",
        help: "name two or more: passc ledger merge a.ledger b.ledger -o all.ledger")
    }
    if ledgers.count > LedgerUnion.most {
      throw ValidationError("at most \(LedgerUnion.most) ledgers are merged at once")
    }
    if Set(ledgers.map(FilePath.normalised)).count < ledgers.count {
      throw ValidationError("one ledger is named twice", help: "name each ledger once")
    }
  }

  func run() throws {
    try MadeFolder.makeParent(of: output)
    var progress = ProgressLine("merged")
    let outcome = try LedgerUnion.write(ledgers, to: output) {
      progress.show($0, of: ledgers.count)
    }
    progress.clear()
    switch outcome {
    case .merged(let passes, let shared, let runs): show(passes, shared, runs)
    case .running(let run, let ledger):
      throw CommandFailureError.environment(
        "run \(run) is still active in \(ledger)",
        help: "run the command again after passc issue has ended")
    case .conflicts(let conflicts, let total):
      // The user has to resolve the conflict of each serial number, so text shows all of them and
      // not only three.
      var printer = LedgerReportPrinter(format: format, subject: output, limit: .max)
      for conflict in conflicts { printer.show(conflict) }
      let more = total > conflicts.count ? ", \(conflicts.count) of them named" : ""
      throw CommandFailureError(
        status: .findings,
        message: total == 1
          ? "the ledgers differ about 1 serial number; nothing was written"
          : "the ledgers differ about \(total) serial numbers\(more); nothing was written")
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
