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
  package var output: (any IssueOutput)?
  /// `--file-name` and `--fan-out`: the paths of the files below the output folder.
  package var naming: PassNaming
  /// `--index`, the file that takes the table again with the place of each pass; nil to write none.
  package var indexFile: String?
  /// `--outcomes`, the file that takes what became of each row; nil to write none.
  package var outcomesFile: String?
  /// `--rejects`, the file that takes the refused rows; nil to write none.
  package var rejectsFile: String?
  /// `--jobs`, how many threads make passes; at least 1.
  package var jobs = 1
  /// `--in-flight`, how many threads wait at once for signatures of a key outside this process; nil
  /// for as many as `jobs`.
  package var inFlight: Int?
  /// `--max-rejects`; with nil a run never stops for the number of refused rows.
  package var maximalRejects: RejectLimit?
  /// `--on-error stop`: the run ends with the first row that is refused.
  package var stopsOnError = false
  /// `--shard`, the part of the rows this run issues.
  package var shard = Shard.all
  /// `--group-by`, a column by its name in template.json or by its header; nil to give each pass a
  /// file of its own.
  package var groupColumn: String?
  /// `--only`, the serial numbers to issue; empty for all.
  package var serials: [String] = []
  /// `--first`, how many rows of the table are read; nil for all.
  package var first: Int?
  /// `--overwrite`: other versions of a pass and an archive of that name are replaced.
  package var overwrites = false
  /// `--ledger`, the file of the ledger; nil to issue without one.
  package var ledgerFile: String?
  /// `--trust-ledger`: a file is taken to be where the ledger says, without a look at the disk.
  package var trustsLedger = false
  /// `--new-holder`, serial numbers that may go to another holder.
  package var newHolders: [String] = []
  /// Whether the signing time was asked for (`SOURCE_DATE_EPOCH`) and is not only the clock's.
  package var isTimeGiven = false
  /// The time by the clock, in seconds since 1970: when the ledger says it was.
  package var now: Int64 = 0
  /// `--re-sign`: a pass with the same content is signed again, with a ledger only when the
  /// certificate is another one.
  package var signsAgain = false
  /// `--durable`: files and ledger reach the disk (fsync) before they count.
  package var isDurable = false
  /// `--dry-run`: every row is filled in and judged, nothing is signed or written.
  package var isDryRun = false
  /// What `--strict`, `--deny` and `--allow` make of findings.
  package var policy = Policy()
  /// The time the signatures state, in seconds since 1970.
  package var signingTime: Int64
  /// The folder for the table of serial numbers, where memory does not take it.
  package var scratchFolder = "/tmp"

  /// Settings with what every run has to be told; everything else is off.
  ///
  /// - Parameters:
  ///   - data: without a file, standard input is read.
  ///   - signingTime: in seconds since 1970.
  package init(data: DataChoice, naming: PassNaming, signingTime: Int64) {
    self.data = data
    dataFile = data.file ?? "-"
    self.naming = naming
    self.signingTime = signingTime
  }
}

/// How many refused rows a run puts up with, `--max-rejects`: a number or a share in percent.
package enum RejectLimit: Sendable, Equatable {
  case rows(Int)
  case percent(Double)

  /// Reads `N` or `P%`; nil for a text that is neither, below 0 or above 100 %.
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
  /// Something worth knowing that is not a complaint, as a sentence without a period.
  func said(_ sentence: String)
  /// How far the run is; called ten times a second at most.
  func progressed(_ progress: Progress)
}
