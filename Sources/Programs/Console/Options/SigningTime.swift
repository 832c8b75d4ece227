// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The time a run signs with: `SOURCE_DATE_EPOCH`, else the clock.
package enum SigningTime {
  /// The time in seconds since 1970.
  ///
  /// - Throws: `Failure` when `SOURCE_DATE_EPOCH` is not a time a signature can state.
  package static func now() throws -> Int64 {
    guard let text = Environment.value("SOURCE_DATE_EPOCH"), !text.isEmpty else {
      return Environment.now
    }
    // Up to the year 9999, which is as far as a signature can say.
    guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else {
      throw Failure.usage(
        "SOURCE_DATE_EPOCH is \"\(text)\", expected seconds since 1970",
        help: "SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)")
    }
    return seconds
  }
}
