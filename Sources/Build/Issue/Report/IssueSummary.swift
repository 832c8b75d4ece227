// SPDX-License-Identifier: Apache-2.0

/// The result of one run of `passc issue`: counts, times, and how it ended.
package struct IssueSummary: Sendable {
  /// The reason why a run ended.
  package enum End: Sendable, Equatable {
    /// Every row was processed.
    case complete
    /// SIGINT or SIGTERM.
    case interrupted
    /// A row was rejected, with `--on-error stop`.
    case firstError
    /// More rows were rejected than `--max-rejects` allows.
    case tooManyRejects
    /// Each of the first thousand rows was rejected for this same error.
    case sameError(String)
    /// The rest of the input cannot be read. A diagnostic has the reason.
    case unreadableInput
  }

  /// Rows whose pass was made for the first time.
  package var issued = 0
  /// Rows whose pass had been issued before and was made again, changed or not.
  package var reissued = 0
  /// Rows whose pass is already up to date. Nothing was written.
  package var unchanged = 0
  package var rejected = 0
  /// Empty rows. No other count includes them.
  package var emptyRows = 0
  /// Rows that were read, including rows of other shards.
  package var rowsRead = 0
  /// The total size of the bundles in bytes, without the archives that contain them.
  package var bundleBytes = 0
  package var seconds = 0.0
  package var jobs = 1
  package var end = End.complete
  /// Whether nothing was signed or written. The counts are then those of a real run.
  package var isDryRun = false
  /// The duration of a row in microseconds: half of the rows took at most `p50`, and so on.
  package var percentiles: (p50: Double, p90: Double, p99: Double) = (0, 0, 0)
  /// The time of all workers for signatures, in seconds.
  package var signingSeconds = 0.0
  package var signatures = 0
  /// The number of reported warnings and errors by code. The same warning about the template in
  /// many rows counts once.
  package var counts: [String: Int] = [:]
  /// The rejected rows whose serial number cannot be read.
  package var unread = 0
  /// The number of issued passes in the ledger that no row named. Nil without a ledger, and if the
  /// run did not process every row.
  package var absent: Int?

  package init() {}

  /// The number of rows with an outcome.
  package var rows: Int { issued + reissued + unchanged + rejected }

  /// The number of passes written per second. 0 if no time was measured.
  package var passesPerSecond: Double {
    seconds > 0 ? Double(issued + reissued) / seconds : 0
  }

  /// The number of rows per second. 0 if no time was measured.
  package var rowsPerSecond: Double { seconds > 0 ? Double(rows) / seconds : 0 }

  /// The share of the workers' time spent on signatures, from 0 to 1.
  package var signingShare: Double {
    seconds > 0 ? signingSeconds / (seconds * Double(jobs)) : 0
  }

  /// The counts for people, such as `issued 9998, reissued 0, unchanged 0, rejected 2`.
  package var line: String {
    let would = isDryRun ? "would have " : ""
    return "\(would)issued \(issued), reissued \(reissued), unchanged \(unchanged), "
      + "rejected \(rejected)"
  }
}
