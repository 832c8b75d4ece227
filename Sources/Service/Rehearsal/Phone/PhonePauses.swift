// SPDX-License-Identifier: Apache-2.0

/// The pauses before a failed task is retried.
///
/// The number of steps and that the pauses grow are known. Their lengths are an assumption.
package enum PhonePauses {
  /// Pauses of all requests other than log requests, in milliseconds.
  package static let ordinary: [Int64] = [
    10_000, 30_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000, 10_800_000, 21_600_000,
    43_200_000,
  ]
  /// Pauses of log requests, in milliseconds.
  package static let log: [Int64] = [
    5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  ]

  /// Returns the pause after a number of failures, or nil if the task is not retried. A
  /// personalization request is sent only once.
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
