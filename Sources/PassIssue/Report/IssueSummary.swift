// SPDX-License-Identifier: Apache-2.0

/// What a run came to.
package struct IssueSummary: Sendable {
  /// How a run ended before the last row.
  package enum End: Sendable, Equatable {
    /// Every row was looked at.
    case complete
    /// SIGINT or SIGTERM.
    case interrupted
    /// A row was refused and --on-error says stop.
    case firstError
    /// More rows were refused than --max-rejects takes.
    case tooManyRejects
    /// Every one of the first thousand rows has that fault.
    case sameFault(String)
    /// The input cannot be read on; a diagnostic says why.
    case unreadableInput
  }

  /// Rows whose pass is new.
  package var issued = 0
  /// Rows whose pass was issued before and has changed.
  package var reissued = 0
  /// Rows whose pass was left as it is.
  package var unchanged = 0
  /// Rows that were refused.
  package var rejected = 0
  /// Wholly empty rows, which count for nothing.
  package var emptyRows = 0
  /// Rows read, those of other shards included.
  package var rowsRead = 0
  /// How many bytes all new bundles have.
  package var bundleBytes = 0
  /// How long the run took.
  package var seconds = 0.0
  /// How many threads made passes.
  package var jobs = 1
  /// Why the run came to its end.
  package var end = End.complete
  /// Whether nothing was signed or written.
  package var isDryRun = false
  /// How long a row took, in microseconds.
  package var percentiles: (p50: Double, p90: Double, p99: Double) = (0, 0, 0)
  /// Time all workers spent in signatures, in seconds.
  package var signingSeconds = 0.0
  /// How many signatures were made.
  package var signatures = 0
  /// Warnings and errors by code, everything counted.
  package var counts: [String: Int] = [:]
  /// Of the refused rows, those whose serial number cannot be read.
  package var unread = 0
  /// Serial numbers the ledger knows and no row was read with.
  package var absent: Int?

  /// A run that has not begun.
  package init() {}

  /// Rows that have an outcome.
  package var rows: Int { issued + reissued + unchanged + rejected }

  /// Passes written in a second; 0 when no time was measured.
  package var passesPerSecond: Double {
    seconds > 0 ? Double(issued + reissued) / seconds : 0
  }

  /// Rows with an outcome in a second; 0 when no time was measured.
  package var rowsPerSecond: Double { seconds > 0 ? Double(rows) / seconds : 0 }

  /// Of the time the workers had, what went into signatures.
  package var signingShare: Double {
    seconds > 0 ? signingSeconds / (seconds * Double(jobs)) : 0
  }

  /// `issued 9998, reissued 0, unchanged 0, rejected 2`.
  package var line: String {
    let would = isDryRun ? "would have " : ""
    return "\(would)issued \(issued), reissued \(reissued), unchanged \(unchanged), "
      + "rejected \(rejected)"
  }
}
