// SPDX-License-Identifier: Apache-2.0

/// A key that signs SHA-256 hashes, in this process or outside.
///
/// It is a class, so that a type with a key stays a plain value of fixed size.
package protocol SigningKey: AnyObject, Sendable {
  /// RSA or EC with its size or curve.
  var kind: PublicKeyKind { get }
  /// SubjectPublicKeyInfo with an uncompressed EC point.
  var publicKeyDER: [UInt8] { get }

  /// Returns the signature of a SHA-256: RSA PKCS #1 v1.5, or ECDSA in DER. Signatures of an
  /// outside key are verified.
  func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8]
}

extension SigningKey {
  /// Returns whether a SubjectPublicKeyInfo is the public key of this key. The form of the point
  /// does not matter.
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
