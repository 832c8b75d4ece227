// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Times in options: ISO 8601, as a day or as a day with a time and an offset.
package enum TimeOption {
  /// Reads the value of `--as-of`. A day without a time means noon in UTC.
  ///
  /// - Throws: `CommandFailureError` with exit code 2.
  package static func asOf(_ text: String) throws -> Int64 {
    if let seconds = seconds(text, dayBegins: "T12:00:00Z") { return seconds }
    throw notATime(text, option: "--as-of")
  }

  /// Reads a time in seconds since 1970. The result is nil if the text is not a time.
  ///
  /// - Parameter time: time and zone that are added to a day without a time.
  package static func seconds(_ text: String, dayBegins time: String) -> Int64? {
    W3CDate(isDay(text) ? text + time : text)?.seconds
  }

  /// Returns whether a text has the length of a day without a time. It checks nothing else.
  package static func isDay(_ text: String) -> Bool { text.utf8.count == 10 }

  /// Returns the error of a value that is not a time.
  package static func notATime(_ text: String, option: String) -> CommandFailureError {
    .usage(
      "\(option) \"\(text)\" is not a time",
      help: "write \(option) 2026-05-01 or \(option) 2026-05-01T18:30:00+02:00")
  }
}
