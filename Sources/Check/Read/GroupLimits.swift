// SPDX-License-Identifier: Apache-2.0

/// The limits for the content of a .pkpasses. All its passes together cost at most as much as one
/// large pass.
package struct GroupLimits {
  /// The most passes. Wallet accepts 10.
  static let passes = 250
  /// The most bytes of documents, strings and signatures.
  static let textInBytes = 8 << 20
  /// The number of findings after which no further pass is checked.
  package static let findings = 20_000

  private var passes = 0
  private var text = 0
  private var isFull = false

  init() {}

  /// Whether one more pass may be read.
  var hasRoom: Bool { !isFull && passes < Self.passes }

  /// Returns whether one more pass is within the limits, and counts it. The first pass always is,
  /// because each pass has separate limits.
  mutating func admits(_ pass: FoundPass) -> Bool {
    let size = text + pass.textSizeInBytes
    guard passes == 0 || size <= Self.textInBytes else {
      isFull = true
      return false
    }
    passes += 1
    text = size
    return true
  }
}
