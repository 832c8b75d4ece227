// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A moment in seconds since 1970, written for people and machines in UTC.
package enum Timestamp {
  /// The day in UTC: `2031-05-01`.
  package static func day(_ seconds: Int64) -> String {
    CivilDate(ofSecondsSince1970: seconds).description
  }

  /// Day and time in UTC: `2031-05-01T12:00:00Z`.
  package static func text(_ seconds: Int64) -> String {
    CivilTime(secondsSince1970: seconds).description
  }
}
