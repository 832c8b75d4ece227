// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto

/// Device identifiers as they are kept. Whoever asks for a list chooses one, of as many bytes as fit
/// into a path, and needs no token for it.
package enum DeviceName {
  /// Longer ones stand as their digest; those of iPhones have 32 bytes.
  package static let limitInBytes = 128

  /// The name under which a device is kept.
  package static func kept(_ name: String) -> String {
    name.utf8.count <= limitInBytes ? name : "sha256:" + Digest.sha256Hex(Array(name.utf8))
  }
}
