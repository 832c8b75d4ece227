// SPDX-License-Identifier: Apache-2.0

import PassModel

/// A time as Google's API has it: ISO 8601 with or without an offset, with optional fractions.
package struct GoogleTime: Sendable {
  package let hasOffset: Bool
  /// Seconds since 1970, of a time without offset as if it were in UTC.
  package let seconds: Int64

  /// Reads a time. Returns nil if the text is not one.
  package init?(_ text: String) {
    if let date = W3CDate(text) {
      seconds = date.seconds
      hasOffset = true
    } else if let date = W3CDate(text + "Z") {
      seconds = date.seconds
      hasOffset = false
    } else {
      return nil
    }
  }
}
