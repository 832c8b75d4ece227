// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The signature algorithm of a key outside this process.
package enum OutsideAlgorithm: String, Sendable {
  /// RSASSA-PKCS1-v1_5 (RFC 8017, 8.2). The signature is as long as the modulus.
  case rsaPKCS1SHA256 = "RSA-PKCS1-SHA256"
  /// ECDSA with P-256. The two numbers are in a DER SEQUENCE (RFC 3279, 2.2.3).
  case ecdsaP256SHA256 = "ECDSA-P256-SHA256"

  /// Returns nil for keys that cannot sign passes outside this process.
  package init?(_ kind: PublicKeyKind) {
    switch kind {
    case .rsa: self = .rsaPKCS1SHA256
    case .ec("P-256"): self = .ecdsaP256SHA256
    case .ec, .other: return nil
    }
  }

  var scheme: SignatureAlgorithm.Scheme { self == .rsaPKCS1SHA256 ? .rsa : .ecdsa }

  /// Throws if the signature of a SHA-256 does not match the key.
  ///
  /// - Parameter signer: name of the signer for messages.
  func verify(
    _ signature: [UInt8], ofHash hash: [UInt8], with key: PublicKey, signer: String
  ) throws(CryptoError) {
    guard key.verifies(signature, ofHash: hash, digest: .sha256, scheme: scheme) else {
      throw Self.wrongSignature(signature, of: signer, key.kind)
    }
  }

  /// Returns the error for a signature that does not match the key.
  static func wrongSignature(
    _ signature: [UInt8], of signer: String, _ kind: PublicKeyKind
  ) -> CryptoError {
    CryptoError(
      "the signature of \(signer) (\(signature.count) bytes) does not verify with the "
        + "certificate's \(kind) key, so passc wrote nothing",
      isWrongSignature: true)
  }
}

/// A signer outside this process: an HSM or smart card, or a program that calls a key service.
///
/// Any thread may call it. A thread that waits for a signature must not block others.
package protocol HashSigner: AnyObject, Sendable {
  /// Name for messages. Never a secret.
  var name: String { get }

  /// Returns the unverified signature of a SHA-256.
  ///
  /// - Throws: `CryptoError` if there is no signature.
  func sign(_ hash: [UInt8], _ algorithm: OutsideAlgorithm) throws(CryptoError) -> [UInt8]
}

/// A key whose private key is outside this process. Every signature is verified with the public key
/// before it is returned.
package final class OutsideKey: SigningKey {
  private let publicKey: PublicKey
  private let algorithm: OutsideAlgorithm
  private let signer: any HashSigner

  package var kind: PublicKeyKind { publicKey.kind }
  package var publicKeyDER: [UInt8] { publicKey.der }
  /// Name of the signer for messages.
  package var name: String { signer.name }

  /// - Parameter publicKeyDER: SubjectPublicKeyInfo.
  /// - Throws: `CryptoError` if a key of this kind cannot sign passes outside this process.
  package init(publicKeyDER: [UInt8], signer: any HashSigner) throws(CryptoError) {
    (publicKey, algorithm) = try Self.parts(ofPublicKey: publicKeyDER)
    self.signer = signer
  }

  /// Returns a public key and the algorithm of its signer.
  static func parts(
    ofPublicKey der: [UInt8]
  ) throws(CryptoError) -> (PublicKey, OutsideAlgorithm) {
    let key = try PublicKey(der: der)
    guard let algorithm = OutsideAlgorithm(key.kind) else {
      throw CryptoError(
        "a key of kind \(key.kind) cannot sign passes outside a file; RSA and P-256 can")
    }
    return (key, algorithm)
  }

  package func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8] {
    try sign(sha256: hash, verifier().0)
  }

  /// Returns a verifier for one thread, and the length of an RSA signature.
  func verifier() throws(CryptoError) -> (SignatureVerifier, lengthInBytes: Int) {
    guard
      let verifier = SignatureVerifier(publicKey, digest: .sha256, scheme: algorithm.scheme)
    else { throw CryptoError("the certificate's \(kind) key cannot verify signatures") }
    return (verifier, publicKey.sizeInBytes)
  }

  /// Signs and verifies with the verifier of the calling thread.
  func sign(
    sha256 hash: [UInt8], _ verifier: SignatureVerifier
  ) throws(CryptoError) -> [UInt8] {
    let signature = try signer.sign(hash, algorithm)
    guard verifier.verifies(signature, ofHash: hash) else {
      throw OutsideAlgorithm.wrongSignature(signature, of: signer.name, kind)
    }
    return signature
  }
}

/// Keys of `--key pkcs11:` and `--sign-with`, which are not in files.
package struct OutsideKeys: Sendable {
  /// Name for messages. Never a secret.
  package let name: String
  /// Keys with known public keys.
  package let keys: [OutsideKey]
  /// A signer whose public key is only known from the certificate. Nil if all keys are known.
  package let unnamed: (any HashSigner)?

  package init(name: String, keys: [OutsideKey] = [], unnamed: (any HashSigner)? = nil) {
    self.name = name
    self.keys = keys
    self.unnamed = unnamed
  }
}
