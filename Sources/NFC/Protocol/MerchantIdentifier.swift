// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// SHA-256 of the pass type identifier, 32 bytes. Readers send it instead of the identifier.
package struct MerchantIdentifier: Sendable, Hashable {
  package static let length = 32

  /// The content of 9F25.
  package let bytes: [UInt8]

  /// Hashes the exact spelling. Case matters.
  package init(passTypeIdentifier: String) {
    bytes = Digest.sha256(Array(passTypeIdentifier.utf8))
  }

  /// Returns nil if the hash does not have 32 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }
}
