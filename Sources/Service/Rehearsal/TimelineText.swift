// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The timeline as text for a terminal.
package enum TimelineText {
  /// Returns a line for each entry. Entries with a finding begin with an exclamation mark.
  package static func text(of timeline: [TimelineEntry]) -> String {
    let width = timeline.map { $0.laneName.count }.max() ?? 0
    return timeline.map { entry in
      let name = entry.laneName + String(repeating: " ", count: width - entry.laneName.count)
      let outcome = entry.outcome.map { "  " + $0 } ?? ""
      let words = TextWriter.printable("\(name)  \(entry.text)\(outcome)")
      return "\(entry.isFaulty ? "!" : " ") \(seconds(entry.at))  \(words)\n"
    }.joined()
  }

  /// Formats a time in seconds with two decimals, right-aligned.
  static func seconds(_ milliseconds: Int64) -> String {
    let hundredths = milliseconds / 10 % 100
    let text = "\(milliseconds / 1_000).\(hundredths < 10 ? "0" : "")\(hundredths)"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text + " s"
  }
}
