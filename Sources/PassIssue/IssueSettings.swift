// SPDX-License-Identifier: Apache-2.0

package import PassBuild
package import PassDiagnostics
import PassTemplate

/// What `passc issue` was asked for.
package struct IssueSettings: Sendable {
  /// The table, `-` for standard input.
  package let dataFile: String
  /// How the table is read, what `--set` gives, and where the files lie that rows name.
  package let data: DataChoice
  /// `-o`; nil only for a dry run.
  package var output: OutputTarget?
  /// `--name` and `--fan-out`: where the file of each serial number goes.
  package var naming: PassNaming
  /// `--index`.
  package var indexFile: String?
  /// `--rejects`.
  package var rejectsFile: String?
  /// `--jobs`: how many threads make passes.
  package var jobs = 1
  /// `--max-rejects`; nil for any number.
  package var maximalRejects: RejectLimit?
  /// `--on-error stop`.
  package var stopsOnError = false
  /// `--shard`: which part of the rows is taken.
  package var shard = Shard.all
  /// `--group-by`.
  package var groupColumn: String?
  /// `--only`; empty for every row.
  package var serials: [String] = []
  /// `--first`: how many rows at most.
  package var first: Int?
  /// `--overwrite`.
  package var overwrites = false
  /// `--ledger`.
  package var ledgerFile: String?
  /// `--trust-ledger`.
  package var trustsLedger = false
  /// `--new-holder`.
  package var newHolders: [String] = []
  /// The signing time was asked for and is not only the clock's.
  package var isTimeGiven = false
  /// Seconds since 1970, of the clock.
  package var now: Int64 = 0
  /// `--resign`.
  package var signsAgain = false
  /// `--durable`: what counts as issued survives a power cut.
  package var isDurable = false
  /// `--dry-run`: rows are rendered and checked, and nothing is signed or written.
  package var isDryRun = false
  /// `--strict`, `--deny` and `--allow`.
  package var policy = Policy()
  /// Seconds since 1970.
  package var signingTime: Int64
  /// Where the table of serial numbers goes when memory does not take it.
  package var scratchFolder = "/tmp"

  /// What every run needs to know.
  ///
  /// - Parameter data: without a file, standard input is read.
  package init(data: DataChoice, naming: PassNaming, signingTime: Int64) {
    self.data = data
    dataFile = data.file ?? "-"
    self.naming = naming
    self.signingTime = signingTime
  }
}

/// `--max-rejects`.
package enum RejectLimit: Sendable, Equatable {
  case rows(Int)
  case percent(Double)

  /// Reads `N` or `P%`.
  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .percent(percent)
    } else {
      guard let rows = Int(text), rows >= 0 else { return nil }
      self = .rows(rows)
    }
  }

  /// Whether so many refused of so many rows are too many.
  ///
  /// - Parameter isComplete: all rows were looked at; before, a share is only judged when a
  ///   hundred were, so that one bad row at the beginning is not "all of them".
  func isExceeded(_ rejected: Int, of rows: Int, isComplete: Bool) -> Bool {
    switch self {
    case .rows(let limit): rejected > limit
    case .percent(let limit):
      (isComplete || rows >= 100) && Double(rejected) > Double(rows) * limit / 100
    }
  }
}

/// What a run says while it works; called from one thread, in the order of the rows.
package protocol IssueListener {
  /// Diagnostics of a row, or of the data as a whole.
  func found(_ diagnostics: [Diagnostic])
  /// A sentence that is no complaint.
  func said(_ sentence: String)
  /// How far it is; asked for several times a second.
  func progressed(_ progress: Progress)
}
