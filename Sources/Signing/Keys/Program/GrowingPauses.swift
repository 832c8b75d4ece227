// SPDX-License-Identifier: Apache-2.0

/// Pauses between retries. They double up to a maximum.
package struct GrowingPauses: Sendable, Equatable {
  /// The first pause in seconds.
  package var first: Double = 0.1
  /// The maximum pause in seconds.
  package var maxPause: Double = 10
  /// Maximum number of tries.
  package var tries = 12
  /// Random part of a pause that is added or subtracted, so that threads do not retry at the same
  /// time.
  package static let chance = -0.25...0.25

  /// The pauses of the command line.
  package init() {}

  /// Returns the pause after a number of tries in seconds, without the random part. Returns nil to
  /// stop retrying.
  package func pause(after asked: Int) -> Double? {
    guard asked < tries else { return nil }
    return min(Double(sign: .plus, exponent: min(asked - 1, 64), significand: first), maxPause)
  }
}
