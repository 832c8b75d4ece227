// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Time of the phone's clock in a cryptogram: unsigned seconds since 2001-01-01T00:00:00Z. The
/// range ends in 2137.
package struct VASTime: Sendable, Hashable {
  /// 2001-01-01T00:00:00Z in seconds since 1970.
  package static let epoch: Int64 = 978_307_200

  /// Seconds since 2001-01-01T00:00:00Z.
  package let seconds: UInt32

  package init(seconds: UInt32) { self.seconds = seconds }

  /// Converts seconds since 1970. Times outside the range become its limits.
  package init(secondsSince1970: Int64) {
    let (seconds, overflow) = secondsSince1970.subtractingReportingOverflow(Self.epoch)
    self.seconds = overflow ? 0 : UInt32(clamping: seconds)
  }

  package var secondsSince1970: Int64 { Self.epoch + Int64(seconds) }

  /// Four bytes, which are encrypted before the message.
  package var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> UInt32($0)) }
  }

  /// Time in UTC, such as `2026-01-02T03:04:05Z`.
  package var iso8601: String { CivilTime(secondsSince1970: secondsSince1970).description }
}
