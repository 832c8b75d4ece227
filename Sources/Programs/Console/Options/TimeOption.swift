// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Times as every option takes them: ISO 8601, a day, or a day with a time and an offset.
package enum TimeOption {
  /// Reads the time that a command runs as of: noon in UTC of a day without a time.
  ///
  /// - Throws: `Failure` with exit code 2.
  package static func asOf(_ text: String) throws -> Int64 {
    if let seconds = seconds(text, dayBegins: "T12:00:00Z") { return seconds }
    throw notATime(text, option: "--as-of")
  }

  /// Reads a time; nil for any other text.
  ///
  /// - Parameter time: the time and zone of a day that has none.
  package static func seconds(_ text: String, dayBegins time: String) -> Int64? {
    W3CDate(isDay(text) ? text + time : text)?.seconds
  }

  /// Returns whether a text is as long as a day without a time.
  package static func isDay(_ text: String) -> Bool { text.utf8.count == 10 }

  /// The error of a value that is not a time.
  package static func notATime(_ text: String, option: String) -> Failure {
    .usage(
      "\(option) \"\(text)\" is not a time",
      help: "write \(option) 2026-05-01 or \(option) 2026-05-01T18:30:00+02:00")
  }
}
