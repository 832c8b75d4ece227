// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Certificate {
  /// Whether OpenSSL takes the bytes for a certificate, which it judges by other faults than our
  /// own walk: a second opinion on strangers' bytes, for some 20 microseconds.
  static func isReadableByOpenSSL(der: [UInt8]) -> Bool {
    _ = OpenSSL.ready
    let parsed = der.withUnsafeBufferPointer { bytes in
      var cursor = bytes.baseAddress
      return d2i_X509(nil, &cursor, bytes.count)
    }
    guard let parsed else {
      OpenSSL.clearErrors()
      return false
    }
    X509_free(parsed)
    // An unreadable public key leaves its complaint behind without failing.
    OpenSSL.clearErrors()
    return true
  }

  /// Whether the issuer named is the subject. Says nothing about the signature.
  package var isSelfIssued: Bool { subject.matches(issuer) }

  /// Whether the certificate is signed with its own key, as roots are.
  package var isSelfSigned: Bool { isSelfIssued && isSigned(by: self) }

  /// Whether `issuer` is the issuer named here and its key made the signature.
  package func isSigned(by issuer: Certificate) -> Bool {
    issuer.subject.matches(self.issuer) && isSigned(byPublicKeyDER: issuer.publicKeyDER)
  }

  /// Whether the key (a SubjectPublicKeyInfo) made the signature, whoever it belongs to.
  package func isSigned(byPublicKeyDER der: [UInt8]) -> Bool {
    guard let key = try? PublicKey(der: der) else { return false }
    return isSigned(by: key)
  }

  /// Whether the key made the signature; for many certificates of one issuer.
  package func isSigned(by key: PublicKey) -> Bool {
    guard let algorithm = SignatureAlgorithm(oid: signatureAlgorithm) else { return false }
    let hash = algorithm.digest.hash(der[signedRange])
    return key.verifies(
      Array(signatureValue), ofHash: hash, digest: algorithm.digest, scheme: algorithm.scheme)
  }
}
