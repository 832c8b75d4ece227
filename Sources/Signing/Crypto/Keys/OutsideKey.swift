// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// How a SHA-256 is signed by whoever holds a key outside this process.
package enum OutsideAlgorithm: String, Sendable {
  /// RSASSA-PKCS1-v1_5 (RFC 8017, 8.2); as many bytes as the modulus has.
  case rsaPKCS1SHA256 = "RSA-PKCS1-SHA256"
  /// ECDSA with P-256, the two numbers in a DER SEQUENCE (RFC 3279, 2.2.3).
  case ecdsaP256SHA256 = "ECDSA-P256-SHA256"

  /// The one that a key takes; nil for keys that sign no passes outside.
  package init?(_ kind: PublicKeyKind) {
    switch kind {
    case .rsa: self = .rsaPKCS1SHA256
    case .ec("P-256"): self = .ecdsaP256SHA256
    case .ec, .other: return nil
    }
  }

  /// The scheme its signatures are verified by.
  var scheme: SignatureAlgorithm.Scheme { self == .rsaPKCS1SHA256 ? .rsa : .ecdsa }

  /// Throws unless the signature is the key's over a SHA-256.
  ///
  /// - Parameter signer: what messages call whoever gave it.
  func verify(
    _ signature: [UInt8], ofHash hash: [UInt8], with key: PublicKey, signer: String
  ) throws(CryptoError) {
    guard key.verifies(signature, ofHash: hash, digest: .sha256, scheme: scheme) else {
      throw Self.wrongSignature(signature, of: signer, key.kind)
    }
  }

  /// A signature that is not the key's.
  static func wrongSignature(
    _ signature: [UInt8], of signer: String, _ kind: PublicKeyKind
  ) -> CryptoError {
    CryptoError(
      "the signature of \(signer) (\(signature.count) bytes) does not verify with the "
        + "certificate's \(kind) key, so passc wrote nothing",
      isWrongSignature: true)
  }
}

/// Somebody outside this process who signs hashes: a token, or a program that asks a service.
///
/// Safe from every thread; a thread that waits for its signature holds up no other.
package protocol HashSigner: AnyObject, Sendable {
  /// What messages call it; never a secret.
  var name: String { get }

  /// The signature over a SHA-256, as it came.
  ///
  /// - Throws: `CryptoError` when there is none to be had.
  func sign(_ hash: [UInt8], _ algorithm: OutsideAlgorithm) throws(CryptoError) -> [UInt8]
}

/// A key whose private half never comes here. Every signature is verified with the public half
/// before anybody gets it.
package final class OutsideKey: SigningKey {
  private let publicKey: PublicKey
  private let algorithm: OutsideAlgorithm
  private let signer: any HashSigner

  package var kind: PublicKeyKind { publicKey.kind }
  package var publicKeyDER: [UInt8] { publicKey.der }
  /// What messages call whoever holds it.
  package var name: String { signer.name }

  /// The key that a signer holds.
  ///
  /// - Parameter publicKeyDER: SubjectPublicKeyInfo.
  /// - Throws: `CryptoError` when it is no key that can sign passes outside.
  package init(publicKeyDER: [UInt8], signer: any HashSigner) throws(CryptoError) {
    (publicKey, algorithm) = try Self.parts(ofPublicKey: publicKeyDER)
    self.signer = signer
  }

  /// A public key, and how whoever holds its private half signs.
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

  /// What one thread verifies many signatures with, and how long those of an RSA key are.
  func verifier() throws(CryptoError) -> (SignatureVerifier, lengthInBytes: Int) {
    guard
      let verifier = SignatureVerifier(publicKey, digest: .sha256, scheme: algorithm.scheme)
    else { throw CryptoError("the certificate's \(kind) key cannot verify signatures") }
    return (verifier, publicKey.sizeInBytes)
  }

  /// The same, verified with what a thread has for it.
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

/// Keys that are in no file: what `--key pkcs11:` and `--sign-with` name.
package struct OutsideKeys: Sendable {
  /// What messages call them; never a secret.
  package let name: String
  /// Those whose public half is known.
  package let keys: [OutsideKey]
  /// Signs with a key whose public half only the certificate tells; nil where all are known.
  package let unnamed: (any HashSigner)?

  /// What was found, or what is taken to be there.
  package init(name: String, keys: [OutsideKey] = [], unnamed: (any HashSigner)? = nil) {
    self.name = name
    self.keys = keys
    self.unnamed = unnamed
  }
}
