// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto

/// Shortens device library identifiers before they are stored.
///
/// A client chooses its identifier, which can be as long as a path, and needs no token for a list.
package enum DeviceName {
  /// Identifiers with more bytes are replaced by their digest. Those of iPhones have 32 bytes.
  package static let limitInBytes = 128

  /// Returns the identifier as it is stored.
  package static func stored(_ name: String) -> String {
    name.utf8.count <= limitInBytes ? name : "sha256:" + Digest.sha256Hex(Array(name.utf8))
  }
}
