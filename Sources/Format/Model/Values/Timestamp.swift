// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Text for a time in seconds since 1970, in UTC.
package enum Timestamp {
  /// Returns the day in UTC, such as `2031-05-01`.
  package static func day(_ seconds: Int64) -> String {
    CivilDate(ofSecondsSince1970: seconds).description
  }

  /// Returns day and time in UTC, such as `2031-05-01T12:00:00Z`.
  package static func text(_ seconds: Int64) -> String {
    CivilTime(secondsSince1970: seconds).description
  }
}
