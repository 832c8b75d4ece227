// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Certificate {
  /// Returns whether OpenSSL can read a certificate. Its parser rejects other errors than ours.
  /// Takes about 20 µs.
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
    // An unreadable public key adds to the error queue although the call succeeds.
    OpenSSL.clearErrors()
    return true
  }

  /// Whether issuer and subject are the same. The signature is not verified.
  package var isSelfIssued: Bool { subject.matches(issuer) }

  /// Whether the certificate is signed with its own key, as roots are.
  package var isSelfSigned: Bool { isSelfIssued && isSigned(by: self) }

  /// Returns whether `issuer` has the right name and its key made the signature.
  package func isSigned(by issuer: Certificate) -> Bool {
    issuer.subject.matches(self.issuer) && isSigned(byPublicKeyDER: issuer.publicKeyDER)
  }

  /// Returns whether the key (SubjectPublicKeyInfo) made the signature. The name is not checked.
  package func isSigned(byPublicKeyDER der: [UInt8]) -> Bool {
    guard let key = try? PublicKey(der: der) else { return false }
    return isSigned(by: key)
  }

  /// Returns whether the key made the signature. Faster for many certificates of one issuer.
  package func isSigned(by key: PublicKey) -> Bool {
    guard let algorithm = SignatureAlgorithm(oid: signatureAlgorithm) else { return false }
    let hash = algorithm.digest.hash(der[signedRange])
    return key.verifies(
      Array(signatureValue), ofHash: hash, digest: algorithm.digest, scheme: algorithm.scheme)
  }
}
