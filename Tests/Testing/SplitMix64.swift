// SPDX-License-Identifier: Apache-2.0

/// A small seeded generator, so that a failing case can be repeated.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that gives the same numbers for the same seed on every machine.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// One byte of noise.
  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
