// SPDX-License-Identifier: Apache-2.0

import COpenSSL

package enum PKCS12Writer {
  /// The encryption of the file.
  package enum Strength: Sendable {
    /// AES-256-CBC with PBKDF2, and a MAC with SHA-256.
    case modern
    /// RC2-40 and 3DES, and a MAC with SHA-1, as old keychains export. For examples and tests only.
    case rc2Era
  }

  /// Returns a file with a key, its certificate and more certificates.
  package static func write(
    key: PrivateKey, certificate: Certificate, others: [Certificate] = [], password: Secret,
    friendlyName: String? = nil, strength: Strength = .modern, iterations: Int32 = 2048
  ) throws(CryptoError) -> [UInt8] {
    _ = OpenSSL.ready
    var bytes: [UInt8]?
    switch strength {
    case .modern:
      bytes = create(
        key, certificate, others, password, friendlyName, iterations,
        keyCipher: NID_aes_256_cbc, certificateCipher: NID_aes_256_cbc, digest: EVP_sha256())
    case .rc2Era:
      guard let context = LibraryContext.legacy else {
        throw CryptoError("OpenSSL's legacy provider, which RC2 needs, is not installed")
      }
      bytes = OpenSSL.with(context) {
        create(
          key, certificate, others, password, friendlyName, iterations,
          keyCipher: NID_pbe_WithSHA1And3_Key_TripleDES_CBC,
          certificateCipher: NID_pbe_WithSHA1And40BitRC2_CBC, digest: EVP_sha1())
      }
    }
    guard let bytes else { throw CryptoError("the PKCS #12 file could not be written") }
    return bytes
  }

  private static func create(
    _ key: PrivateKey, _ certificate: Certificate, _ others: [Certificate], _ password: Secret,
    _ friendlyName: String?, _ iterations: Int32, keyCipher: Int32, certificateCipher: Int32,
    digest: OpaquePointer?
  ) -> [UInt8]? {
    guard let leaf = decode(certificate), let stack = passc_sk_X509_new_null() else { return nil }
    defer {
      X509_free(leaf)
      passc_sk_X509_pop_free(stack)
    }
    for other in others {
      guard let decoded = decode(other) else { return nil }
      guard passc_sk_X509_push(stack, decoded) > 0 else {
        X509_free(decoded)
        return nil
      }
    }
    return password.withUnsafeBytes { password in
      // A zero byte follows the bytes of a `Secret`, as these C functions require.
      let text = password.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard
        let file = PKCS12_create(
          text, friendlyName, key.pointer, leaf, stack, keyCipher, certificateCipher, iterations,
          -1, 0)
      else { return nil }
      defer { PKCS12_free(file) }
      guard
        PKCS12_set_mac(file, text, Int32(password.count), nil, 0, iterations, digest) == 1
      else { return nil }
      return try? PrivateKey.encode("the file could not be written") { i2d_PKCS12(file, $0) }
    }
  }

  private static func decode(_ certificate: Certificate) -> OpaquePointer? {
    certificate.der.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return d2i_X509(nil, &cursor, bytes.count)
    }
  }
}
