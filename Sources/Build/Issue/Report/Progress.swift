// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The progress of a run of `passc issue`.
package struct Progress: Sendable {
  /// The number of rows with an outcome.
  package var rows = 0
  package var rejected = 0
  /// The time since the start of the run.
  package var seconds = 0.0
  /// The processed share of the input, from 0 to 1. Nil if its size is unknown.
  package var share: Double?

  package init() {}

  /// Rows per second so far.
  package var rate: Double { seconds > 0 ? Double(rows) / seconds : 0 }

  /// The estimated remaining seconds at the same speed. Nil if unknown.
  package var secondsLeft: Double? {
    guard let share, share > 0, share <= 1, seconds > 0 else { return nil }
    return seconds * (1 - share) / share
  }

  /// The progress for people, such as `4,312 rows, 4,980/s, 43 %, 1 min 5 s left`.
  package var line: String {
    var line = "\(rows.grouped) rows, \(Int(rate.rounded()).grouped)/s"
    if let share { line += ", \(Int((share * 100).rounded(.down))) %" }
    if let secondsLeft { line += ", \(Self.duration(secondsLeft)) left" }
    if rejected > 0 { line += ", \(rejected.grouped) rejected" }
    return line
  }

  /// Returns a duration, rounded up to whole seconds, in its two largest units: `3 h 5 min`, `2 min
  /// 10 s`, `7 s`.
  package static func duration(_ seconds: Double) -> String {
    let seconds = Int(max(0, min(seconds, 1e9)).rounded(.up))
    if seconds >= 3600 { return "\(seconds / 3600) h \(seconds % 3600 / 60) min" }
    if seconds >= 60 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds) s"
  }
}
