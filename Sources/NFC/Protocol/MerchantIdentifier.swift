// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// What a reader asks for instead of the pass type identifier: its SHA-256, 32 bytes.
package struct MerchantIdentifier: Sendable, Hashable {
  /// How many bytes a SHA-256 has.
  package static let length = 32

  /// The hash, the content of 9F25.
  package let bytes: [UInt8]

  /// The identifier hashed exactly as written: upper and lower case differ.
  package init(passTypeIdentifier: String) {
    bytes = Digest.sha256(Array(passTypeIdentifier.utf8))
  }

  /// The hash itself; nil when it is not 32 bytes long.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }
}
