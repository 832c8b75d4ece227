// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The signing time of a run: `SOURCE_DATE_EPOCH`, or the clock if it is not set.
package enum SigningTime {
  /// Returns the time in seconds since 1970.
  ///
  /// - Throws: `CommandFailureError` if `SOURCE_DATE_EPOCH` is not a time that a signature can contain.
  package static func now() throws -> Int64 {
    guard let text = Environment.value("SOURCE_DATE_EPOCH"), !text.isEmpty else {
      return Environment.now
    }
    // The limit is the end of the year 9999, the last time that a signature can contain.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw CommandFailureError.usage(
        "SOURCE_DATE_EPOCH is \"\(text)\", expected seconds since 1970",
        help: "SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)")
    }
    return seconds
  }
}
