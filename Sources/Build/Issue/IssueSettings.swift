// SPDX-License-Identifier: Apache-2.0

package import PassBuild
package import PassDiagnostics
import PassTemplate

/// The options of `passc issue`.
package struct IssueSettings: Sendable {
  /// The table, or `-` for standard input.
  package let dataFile: String
  /// How the table is read, the values of `--set`, and the location of files that rows name.
  package let data: DataChoice
  /// `-o`. Nil only for a dry run.
  package var output: (any IssueOutput)?
  /// `--file-name` and `--fan-out`: the paths of the files below the output folder.
  package var naming: PassNaming
  /// `--index`: the file for a copy of the table with the place of each pass. Nil for none.
  package var indexFile: String?
  /// `--outcomes`: the file for the outcome of each row. Nil for none.
  package var outcomesFile: String?
  /// `--rejects`: the file for the rejected rows. Nil for none.
  package var rejectsFile: String?
  /// `--jobs`: the number of threads that make passes, at least 1.
  package var jobs = 1
  /// `--in-flight`: the number of threads that can wait for signatures of a key outside this
  /// process. Nil for the number of `jobs`.
  package var inFlight: Int?
  /// `--max-rejects`. With nil no number of rejected rows stops the run.
  package var maximalRejects: RejectLimit?
  /// `--on-error stop`: the first rejected row ends the run.
  package var stopsOnError = false
  /// `--shard`: the part of the rows that this run issues.
  package var shard = Shard.all
  /// `--group-by`: a column by its name in template.json or its header. With nil each pass has its
  /// own file.
  package var groupColumn: String?
  /// `--only`: the serial numbers to issue. Empty for all.
  package var serials: [String] = []
  /// `--first`: the number of rows to read. Nil for all.
  package var first: Int?
  /// `--overwrite`: replaces other versions of a pass, and an archive with the same name.
  package var overwrites = false
  /// `--ledger`: the file of the ledger. Nil for none.
  package var ledgerFile: String?
  /// `--trust-ledger`: assumes that files are at the places in the ledger, without reading the
  /// disk.
  package var trustsLedger = false
  /// `--new-holder`: serial numbers that may be issued to another customer.
  package var newHolders: [String] = []
  /// Whether the signing time was given (`SOURCE_DATE_EPOCH`) and is not the current time.
  package var isTimeGiven = false
  /// The current time for the ledger, in seconds since 1970.
  package var now: Int64 = 0
  /// `--re-sign`: signs a pass with the same content again. With a ledger only if the certificate
  /// is another one.
  package var signsAgain = false
  /// `--durable`: flushes files and ledger to the disk (fsync) before a pass counts as issued.
  package var isDurable = false
  /// `--dry-run`: fills in and checks every row, and signs and writes nothing.
  package var isDryRun = false
  /// The effect of `--strict`, `--deny` and `--allow` on findings.
  package var policy = Policy()
  /// The signing time in seconds since 1970.
  package var signingTime: Int64
  /// The folder for the table of serial numbers, if it does not fit into memory.
  package var scratchFolder = "/tmp"

  /// Creates settings with the required values. All other options are off.
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

/// The maximum number of rejected rows, `--max-rejects`: a number or a percentage.
package enum RejectLimit: Sendable, Equatable {
  case rows(Int)
  case percent(Double)

  /// Parses `N` or `P%`. Returns nil for any other string, and for values below 0 or above 100 %.
  package init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .percent(percent)
    } else {
      guard let rows = Int(text), rows >= 0 else { return nil }
      self = .rows(rows)
    }
  }

  /// Returns whether too many rows were rejected.
  ///
  /// - Parameter isComplete: whether all rows were processed. Before that, a percentage is only
  ///   checked after a hundred rows, so that one bad row at the start is not 100 %.
  func isExceeded(_ rejected: Int, of rows: Int, isComplete: Bool) -> Bool {
    switch self {
    case .rows(let limit): rejected > limit
    case .percent(let limit):
      (isComplete || rows >= 100) && Double(rejected) > Double(rows) * limit / 100
    }
  }
}

/// Receives the events of a run on one thread, in the order of the rows.
package protocol IssueListener {
  /// Reports diagnostics of a row or of all the data.
  func found(_ diagnostics: [Diagnostic])
  /// Reports information that is not a diagnostic, as a sentence without a period.
  func wroteLine(_ sentence: String)
  /// Reports the progress of the run, at most ten times a second.
  func progressed(_ progress: Progress)
}
