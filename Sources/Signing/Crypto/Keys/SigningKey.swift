// SPDX-License-Identifier: Apache-2.0

/// A key that signs SHA-256 hashes, wherever its private half is: here, or outside this process.
///
/// A class, so that what holds one stays a plain value of known size.
package protocol SigningKey: AnyObject, Sendable {
  /// RSA or EC with the number of bits or the curve.
  var kind: PublicKeyKind { get }
  /// The public half as SubjectPublicKeyInfo, EC points uncompressed.
  var publicKeyDER: [UInt8] { get }

  /// The signature over a SHA-256: RSA PKCS #1 v1.5, or ECDSA in DER. It was verified when the key
  /// is outside.
  func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8]
}

extension SigningKey {
  /// Whether a SubjectPublicKeyInfo is this key's public half, in whatever form its point stands.
  package func matches(publicKeyDER other: [UInt8]) -> Bool {
    if other == publicKeyDER { return true }
    guard case .ec = kind, let mine = try? PublicKey(der: publicKeyDER),
      let theirs = try? PublicKey(der: other)
    else { return false }
    return mine.isSame(as: theirs)
  }
}

extension PrivateKey: SigningKey {
  package func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8] {
    try sign(hash: hash, digest: .sha256)
  }
}
