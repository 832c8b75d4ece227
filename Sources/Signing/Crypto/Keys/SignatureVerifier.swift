// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A verifier for signatures of one key and scheme with a prepared context. For one thread.
final class SignatureVerifier {
  private let context: OpaquePointer

  /// Returns nil if the key does not support the scheme.
  init?(_ key: PublicKey, digest: DigestAlgorithm, scheme: SignatureAlgorithm.Scheme) {
    switch (key.kind, scheme) {
    case (.rsa, .rsa), (.ec, .ecdsa): break
    default: return nil
    }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else { return nil }
    self.context = context
    guard EVP_PKEY_verify_init(context) == 1,
      scheme != .rsa || EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, digest.handle) == 1
    else {
      OpenSSL.clearErrors()
      return nil
    }
  }

  deinit { EVP_PKEY_CTX_free(context) }

  /// Returns whether the signature of a hash is by the key.
  func verifies(_ signature: [UInt8], ofHash hash: [UInt8]) -> Bool {
    let isVerified =
      EVP_PKEY_verify(context, signature, signature.count, hash, hash.count) == 1
    if !isVerified { OpenSSL.clearErrors() }
    return isVerified
  }
}
