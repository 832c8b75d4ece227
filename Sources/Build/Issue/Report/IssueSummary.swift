// SPDX-License-Identifier: Apache-2.0

/// The result of one run of `passc issue`: counts, times, and how it ended.
package struct IssueSummary: Sendable {
  /// How a run ended: with all rows looked at, or early and why.
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

  /// Rows whose pass was made for the first time.
  package var issued = 0
  /// Rows whose pass had been issued before and was made again, changed or not.
  package var reissued = 0
  /// Rows whose pass stands as it would be made; nothing was written.
  package var unchanged = 0
  /// Rows that were refused.
  package var rejected = 0
  /// Wholly empty rows, which are in no other count.
  package var emptyRows = 0
  /// Rows read, those of other shards included.
  package var rowsRead = 0
  /// The size of all bundles that were made, in bytes, archives around them apart.
  package var bundleBytes = 0
  /// How long the run took.
  package var seconds = 0.0
  /// How many threads made passes.
  package var jobs = 1
  /// How the run ended.
  package var end = End.complete
  /// Whether nothing was signed or written: the counts say what would have been done.
  package var isDryRun = false
  /// How long rows took, in microseconds: half of them at most `p50`, and so on.
  package var percentiles: (p50: Double, p90: Double, p99: Double) = (0, 0, 0)
  /// The time all workers together spent on signatures, in seconds.
  package var signingSeconds = 0.0
  /// How many signatures all workers made.
  package var signatures = 0
  /// How many warnings and errors of each code were handed to the listener, where the same fault of
  /// the template in many rows is one warning.
  package var counts: [String: Int] = [:]
  /// Of the refused rows, those whose serial number cannot be read.
  package var unread = 0
  /// How many passes the ledger has as issued that no row named; nil without a ledger, and when the
  /// run did not look at every row.
  package var absent: Int?

  /// The summary of a run that has not looked at any row.
  package init() {}

  /// Rows that have an outcome.
  package var rows: Int { issued + reissued + unchanged + rejected }

  /// Passes written in a second; 0 when no time was measured.
  package var passesPerSecond: Double {
    seconds > 0 ? Double(issued + reissued) / seconds : 0
  }

  /// Rows with an outcome in a second; 0 when no time was measured.
  package var rowsPerSecond: Double { seconds > 0 ? Double(rows) / seconds : 0 }

  /// The share of the workers' time that went into signatures, from 0 to 1.
  package var signingShare: Double {
    seconds > 0 ? signingSeconds / (seconds * Double(jobs)) : 0
  }

  /// The counts for people: `issued 9998, reissued 0, unchanged 0, rejected 2`.
  package var line: String {
    let would = isDryRun ? "would have " : ""
    return "\(would)issued \(issued), reissued \(reissued), unchanged \(unchanged), "
      + "rejected \(rejected)"
  }
}
