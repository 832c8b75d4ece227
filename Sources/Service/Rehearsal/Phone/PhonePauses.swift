// SPDX-License-Identifier: Apache-2.0

/// How long a failed task waits before it is tried again.
///
/// Known are the number of levels and that the pauses grow; how long they are is a guess.
package enum PhonePauses {
  /// Of all calls but the log's, in milliseconds.
  package static let ordinary: [Int64] = [
    10_000, 30_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000, 10_800_000, 21_600_000,
    43_200_000,
  ]
  /// Of log calls, in milliseconds.
  package static let log: [Int64] = [
    5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  ]

  /// The pause after so many failures; nil where the task is given up. A personalise call is made
  /// once.
  package static func pause(
    after failures: Int, of purpose: PhoneCall.Purpose
  ) -> Int64? {
    switch purpose {
    case .personalize: nil
    case .log: failures <= log.count ? log[failures - 1] : nil
    default: failures <= ordinary.count ? ordinary[failures - 1] : nil
    }
  }
}
