// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto

/// What opens a pass in place of its token, which is not kept.
enum AccessDigest {
  /// A keyed digest. The key keeps whoever measures times from knowing what the digest of a guess
  /// begins with.
  static func of(
    _ passType: String, _ serial: String, _ token: String, key: [UInt8]
  ) -> [UInt8] {
    Digest.hmacSHA256(
      key: key, message: Array(passType.utf8) + [0] + Array(serial.utf8) + [0] + Array(token.utf8))
  }
}
