// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An RSA signer (PKCS #1 v1.5) of SHA-256 hashes for one thread.
protocol RSASigning: AnyObject {
  /// Length of a signature, which is that of the modulus.
  var lengthInBytes: Int { get }

  /// Writes a signature to `value`.
  ///
  /// - Parameter value: must be `lengthInBytes` long.
  func sign(
    _ hash: UnsafeRawBufferPointer, into value: UnsafeMutableRawBufferPointer
  ) throws(CryptoError)
}

/// A key in this process with a prepared context.
final class RSASigningHere: RSASigning {
  private let key: OpaquePointer
  private let context: OpaquePointer
  let lengthInBytes: Int

  /// Copies the key. OpenSSL stores blinding numbers with a key, and threads that share a key wait
  /// for each other.
  init(copying shared: OpaquePointer) throws(CryptoError) {
    guard let key = EVP_PKEY_dup(shared) else { throw CryptoError("the key cannot be copied") }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      throw CryptoError("the key cannot sign")
    }
    self.key = key
    self.context = context
    lengthInBytes = Int(EVP_PKEY_get_size(key))
    guard EVP_PKEY_sign_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, DigestAlgorithm.sha256.handle) == 1
    else { throw CryptoError("the key cannot sign with PKCS #1 padding") }
  }

  deinit {
    EVP_PKEY_CTX_free(context)
    EVP_PKEY_free(key)
  }

  func sign(
    _ hash: UnsafeRawBufferPointer, into value: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    var length = value.count
    let done = EVP_PKEY_sign(
      context, value.bindMemory(to: UInt8.self).baseAddress, &length,
      hash.bindMemory(to: UInt8.self).baseAddress, hash.count)
    guard done == 1, length == value.count else { throw CryptoError("the key could not sign") }
  }
}

/// A key outside this process with a verifier.
final class RSASigningOutside: RSASigning {
  private let key: OutsideKey
  private let verifier: SignatureVerifier
  let lengthInBytes: Int

  init(_ key: OutsideKey) throws(CryptoError) {
    self.key = key
    (verifier, lengthInBytes) = try key.verifier()
  }

  func sign(
    _ hash: UnsafeRawBufferPointer, into value: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    // A verified signature is as long as the modulus.
    value.copyBytes(from: try key.sign(sha256: Array(hash), verifier))
  }
}
