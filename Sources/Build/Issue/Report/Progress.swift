// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// How far a run of `passc issue` is.
package struct Progress: Sendable {
  /// Rows with an outcome.
  package var rows = 0
  /// Rows that were refused.
  package var rejected = 0
  /// Seconds since the run began.
  package var seconds = 0.0
  /// How much of the input was worked off, from 0 to 1; nil when it is not known where it ends.
  package var share: Double?

  /// The progress of a run that has just begun.
  package init() {}

  /// Rows per second so far.
  package var rate: Double { seconds > 0 ? Double(rows) / seconds : 0 }

  /// How many seconds are left at the same speed; nil when that cannot be told.
  package var secondsLeft: Double? {
    guard let share, share > 0, share <= 1, seconds > 0 else { return nil }
    return seconds * (1 - share) / share
  }

  /// The progress for people: `4,312 rows, 4,980/s, 43 %, 1 min 5 s left`.
  package var line: String {
    var line = "\(rows.grouped) rows, \(Int(rate.rounded()).grouped)/s"
    if let share { line += ", \(Int((share * 100).rounded(.down))) %" }
    if let secondsLeft { line += ", \(Self.duration(secondsLeft)) left" }
    if rejected > 0 { line += ", \(rejected.grouped) rejected" }
    return line
  }

  /// A duration, rounded up to whole seconds, in its two largest units: `3 h 5 min`, `2 min 10 s`,
  /// `7 s`.
  package static func duration(_ seconds: Double) -> String {
    let seconds = Int(max(0, min(seconds, 1e9)).rounded(.up))
    if seconds >= 3600 { return "\(seconds / 3600) h \(seconds % 3600 / 60) min" }
    if seconds >= 60 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds) s"
  }
}
