// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
  /// Returns unencrypted PKCS #8 in DER. The caller must wipe it.
  package func pkcs8() throws(CryptoError) -> [UInt8] {
    try Self.pkcs8(of: pointer)
  }

  /// Returns unencrypted PKCS #8 in PEM with label `PRIVATE KEY`. The caller must wipe it.
  package func pemBytes() throws(CryptoError) -> [UInt8] {
    var der = try pkcs8()
    defer { Secret.wipe(&der) }
    return PEM.encodeSecret("PRIVATE KEY", der)
  }

  /// Returns PKCS #8 in PEM with label `ENCRYPTED PRIVATE KEY`, encrypted with AES-256-CBC and
  /// PBKDF2 (HMAC-SHA-256).
  package func encryptedPEM(
    password: Secret, iterations: Int32 = 100_000
  ) throws(CryptoError) -> String {
    let der = try Self.encode("the key could not be encrypted") { output in
      guard let info = EVP_PKEY2PKCS8(pointer) else { return -1 }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      guard
        let algorithm = PKCS5_pbe2_set_iv(
          EVP_aes_256_cbc(), iterations, nil, 16, nil, NID_hmacWithSHA256)
      else { return -1 }
      let encrypted = password.withUnsafeBytes { bytes in
        PKCS8_set0_pbe(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), info,
          algorithm)
      }
      guard let encrypted else {
        X509_ALGOR_free(algorithm)
        return -1
      }
      defer { X509_SIG_free(encrypted) }
      return i2d_X509_SIG(encrypted, output)
    }
    return PEM.encode("ENCRYPTED PRIVATE KEY", der)
  }

  static func pkcs8(of key: OpaquePointer) throws(CryptoError) -> [UInt8] {
    try encode("the key could not be written") { output in
      guard let info = EVP_PKEY2PKCS8(key) else { return -1 }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      return i2d_PKCS8_PRIV_KEY_INFO(info, output)
    }
  }

  /// Calls an `i2d` function of OpenSSL and frees what it allocates.
  static func encode(
    _ complaint: String,
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
  ) throws(CryptoError) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    let length = body(&output)
    guard length > 0, let output else { throw CryptoError(complaint) }
    defer { CRYPTO_clear_free(output, Int(length), "", 0) }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }
}
