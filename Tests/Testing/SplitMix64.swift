// SPDX-License-Identifier: Apache-2.0

/// A seeded random number generator, so that a failing case can be repeated.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator. The same seed gives the same numbers on every machine.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a random byte.
  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
