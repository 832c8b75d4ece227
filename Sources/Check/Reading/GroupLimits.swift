// SPDX-License-Identifier: Apache-2.0

/// How much of a .pkpasses is looked at: all its passes together cost no more than one large pass.
package struct GroupLimits {
  /// How many passes; Wallet takes 10.
  static let passes = 250
  /// How many bytes of documents, strings and signatures.
  static let textInBytes = 8 << 20
  /// How many findings, after which no further pass is checked.
  package static let findings = 20_000

  private var passes = 0
  private var text = 0
  private var isFull = false

  /// Limits of which nothing is used.
  init() {}

  /// Whether one more pass may be read at all.
  var hasRoom: Bool { !isFull && passes < Self.passes }

  /// Whether one more pass is within the limits. The first one always is: a pass has limits of its
  /// own.
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
