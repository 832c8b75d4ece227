// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An RSA or EC private key. Any thread may use it. The memory is wiped when it is released.
package final class PrivateKey: Sendable, CustomStringConvertible {
  // Immutable after `init`. OpenSSL counts references and locks its caches, so there is no race.
  nonisolated(unsafe) let pointer: OpaquePointer
  /// RSA or EC. Other kinds are rejected when read.
  package let kind: PublicKeyKind
  /// SubjectPublicKeyInfo with an uncompressed EC point.
  package let publicKeyDER: [UInt8]

  /// Takes ownership of `pointer`.
  init(owning pointer: OpaquePointer, kind: PublicKeyKind, publicKeyDER: [UInt8]) {
    self.pointer = pointer
    self.kind = kind
    self.publicKeyDER = publicKeyDER
  }

  // OpenSSL wipes the private numbers with the last reference.
  deinit { EVP_PKEY_free(pointer) }

  package var description: String { "\(kind) private key" }

  /// Returns the signature of a hash made with `digest`: RSA PKCS #1 v1.5, or ECDSA in DER.
  package func sign(hash: [UInt8], digest: DigestAlgorithm = .sha256) throws(CryptoError)
    -> [UInt8]
  {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
      throw CryptoError("the key cannot sign")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_sign_init(context) == 1 else { throw CryptoError("the key cannot sign") }
    if case .rsa = kind {
      guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1 else {
        throw CryptoError("the key cannot sign with PKCS #1 padding")
      }
    }
    guard EVP_PKEY_CTX_set_signature_md(context, digest.handle) == 1 else {
      throw CryptoError("the key cannot sign a \(digest.rawValue) hash")
    }
    var length = 0
    guard EVP_PKEY_sign(context, nil, &length, hash, hash.count) == 1 else {
      throw CryptoError("the key could not sign")
    }
    var done: Int32 = 0
    let signature = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      var written = length
      done = EVP_PKEY_sign(context, buffer.baseAddress, &written, hash, hash.count)
      count = done == 1 ? written : 0
    }
    guard done == 1 else { throw CryptoError("the key could not sign") }
    return signature
  }

  /// Makes an RSA key of 2048 bits with exponent 65537.
  package static func generateRSA2048() throws(CryptoError) -> PrivateKey {
    try generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) == 1 }
  }

  package static func generateP256() throws(CryptoError) -> PrivateKey {
    try generate("EC") { EVP_PKEY_CTX_set_group_name($0, "prime256v1") == 1 }
  }

  /// Makes a P-384 key, as Apple's newer roots have.
  package static func generateP384() throws(CryptoError) -> PrivateKey {
    try generate("EC") { EVP_PKEY_CTX_set_group_name($0, "secp384r1") == 1 }
  }

  private static func generate(
    _ type: String, _ configure: (OpaquePointer) -> Bool
  ) throws(CryptoError) -> PrivateKey {
    _ = OpenSSL.ready
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else {
      throw CryptoError("no \(type) key can be made")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, configure(context),
      EVP_PKEY_generate(context, &key) == 1, let key
    else { throw CryptoError("no \(type) key could be made") }
    // Read by our own reader, so that a new key is like one from a file.
    defer { EVP_PKEY_free(key) }
    var der = try PrivateKey.pkcs8(of: key)
    defer { Secret.wipe(&der) }
    return try PrivateKey(pkcs8: der)
  }
}
