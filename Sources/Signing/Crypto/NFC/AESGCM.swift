// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// AES-256-GCM with a tag of 16 octets and a nonce of any length.
package enum AESGCM {
  /// Length of a key in octets.
  package static let keyLength = 32
  /// Length of the tag after the ciphertext in octets.
  package static let tagLength = 16

  /// Decrypts and verifies. Returns nil if the tag does not match key, nonce, additional data and
  /// ciphertext.
  package static func open(
    _ sealed: some Collection<UInt8>, key: Secret, nonce: [UInt8], additional: [UInt8] = []
  ) throws(CryptoError) -> [UInt8]? {
    guard sealed.count >= tagLength else { return nil }
    let text = Array(sealed.dropLast(tagLength))
    var tag = Array(sealed.suffix(tagLength))
    var fits = false
    var plain = try run(text, key: key, nonce: nonce, additional: additional, encrypts: false) {
      context in
      var length: Int32 = 0
      guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
      else { return false }
      var none: UInt8 = 0
      fits = EVP_CipherFinal_ex(context, &none, &length) == 1
      return true
    }
    guard fits else {
      // Unverified plaintext must not be used, so it is wiped.
      Secret.wipe(&plain)
      OpenSSL.clearErrors()
      return nil
    }
    return plain
  }

  /// Encrypts and appends the tag. Throws if the key does not have 32 octets or the nonce is empty.
  package static func encrypt(
    _ plain: [UInt8], key: Secret, nonce: [UInt8], additional: [UInt8] = []
  ) throws(CryptoError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: tagLength)
    let text = try run(plain, key: key, nonce: nonce, additional: additional, encrypts: true) {
      context in
      var length: Int32 = 0
      var none: UInt8 = 0
      return EVP_CipherFinal_ex(context, &none, &length) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), &tag) == 1
    }
    return text + tag
  }

  private static func run(
    _ input: [UInt8], key: Secret, nonce: [UInt8], additional: [UInt8], encrypts: Bool,
    finish: (OpaquePointer) -> Bool
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keyLength, !nonce.isEmpty, let size = Int32(exactly: input.count),
      let additionalSize = Int32(exactly: additional.count)
    else { throw CryptoError("the key or nonce for AES-256-GCM has the wrong length") }
    guard let cipher = fetched, let context = EVP_CIPHER_CTX_new() else {
      throw CryptoError("this OpenSSL has no AES-256-GCM")
    }
    defer { EVP_CIPHER_CTX_free(context) }
    let direction: Int32 = encrypts ? 1 : 0
    var length: Int32 = 0
    // The length of the nonce must be set before the nonce. Otherwise OpenSSL reads 12 octets.
    let started =
      EVP_CipherInit_ex(context, cipher, nil, nil, nil, direction) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
      && key.withUnsafeBytes {
        EVP_CipherInit_ex(
          context, nil, nil, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, direction)
      } == 1
      && (additional.isEmpty
        || EVP_CipherUpdate(context, nil, &length, additional, additionalSize) == 1)
    guard started else { throw CryptoError("AES-256-GCM could not start") }
    var output = [UInt8](repeating: 0, count: input.count)
    if !input.isEmpty {
      guard EVP_CipherUpdate(context, &output, &length, input, size) == 1, length == size else {
        throw CryptoError("AES-256-GCM failed")
      }
    }
    guard finish(context) else { throw CryptoError("AES-256-GCM could not finish") }
    return output
  }

  // Immutable after the fetch and never freed, so threads can share it.
  nonisolated(unsafe) private static let fetched: OpaquePointer? = {
    _ = OpenSSL.ready
    return EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
  }()
}
