// SPDX-License-Identifier: Apache-2.0

/// When a question that may be repeated is asked again: after pauses that double up to a longest one,
/// until it has been asked often enough.
package struct GrowingPauses: Sendable, Equatable {
  /// The pause before the second try, in seconds.
  package var first: Double = 0.1
  /// How long a pause gets, in seconds.
  package var longest: Double = 10
  /// How often a question is asked at most.
  package var tries = 12
  /// What share of a pause chance adds or takes away, so that not all ask at the same moment again.
  package static let chance = -0.25...0.25

  /// The pauses of the command line.
  package init() {}

  /// How long is waited after so many tries, in seconds, chance left out; nil when it is given up.
  package func pause(after asked: Int) -> Double? {
    guard asked < tries else { return nil }
    return min(Double(sign: .plus, exponent: min(asked - 1, 64), significand: first), longest)
  }
}
