// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto

/// The stored digest that stands for an authentication token. The store never keeps the token.
enum AccessDigest {
  /// Returns the HMAC-SHA256 of type, serial number and token.
  ///
  /// The key prevents a timing attack. Without the key a client cannot know how the digest of a
  /// guessed token begins, so the time of a look-up tells it nothing.
  static func of(
    _ passType: String, _ serial: String, _ token: String, key: [UInt8]
  ) -> [UInt8] {
    Digest.hmacSHA256(
      key: key, message: Array(passType.utf8) + [0] + Array(serial.utf8) + [0] + Array(token.utf8))
  }
}
