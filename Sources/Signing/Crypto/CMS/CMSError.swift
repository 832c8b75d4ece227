// SPDX-License-Identifier: Apache-2.0

/// An error of a signature, independent of trust.
package enum CMSError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file is something else, such as `raw RSA signature bytes`, `PEM text` or `Base64 text`.
  case notCMS(looksLike: String)
  /// CMS that cannot be read. The reason contains the offset.
  case malformed(String)
  case trailingBytes(Int)
  /// The message has this many bytes, more than the limit.
  case tooLarge(Int)
  case noSigner
  case severalSigners(Int)
  case signerCertificateMissing
  /// OpenSSL verifies the content, but with a certificate that our reader cannot read.
  case signerCertificateUnreadable
  /// Our reader cannot read the message, but OpenSSL can and verifies the content. The reason is
  /// from our reader.
  case irregular(String)
  /// Our verification finds no error, but OpenSSL rejects the message. The reason is from OpenSSL.
  case rejectedByOpenSSL(String)
  /// Number of embedded certificates that OpenSSL cannot read. It rejects the message because of
  /// them.
  case damagedCertificates(Int)
  /// An unknown hash or signature algorithm, by name or OID.
  case unknownAlgorithm(String)
  /// The hash of the signer is not in the list of hashes in the message, so readers do not compute
  /// it.
  case digestNotAnnounced(String)
  /// A signed attribute that must occur exactly once: `contentType`, `messageDigest`.
  case attributeError(String)
  case noSigningTime
  /// The value of the attribute signingTime is not a time.
  case unreadableSigningTime
  /// The signed attribute contentType is not the type of the content (RFC 5652, 11.1). Both are
  /// OIDs.
  case contentTypeMismatch(stated: String, content: String)
  /// The content differs from what was signed.
  case digestMismatch
  /// The signature value does not match the signed attributes and the signer's key.
  case signatureMismatch
  /// The content is inside the signature. `equal` is true if it is the expected content.
  case attachedContent(equal: Bool)

  /// Whether the content is unverified because of this error. A missing signing time and attached
  /// content do not matter here.
  package var breaksSignature: Bool {
    switch self {
    case .noSigningTime, .unreadableSigningTime, .attachedContent, .signerCertificateUnreadable,
      .irregular, .contentTypeMismatch:
      false
    default: true
    }
  }

  package var description: String {
    switch self {
    case .notCMS(let looksLike): "the signature is not CMS, it looks like \(looksLike)"
    case .malformed(let reason): "the signature \(reason)"
    case .trailingBytes(let count):
      "\(count) byte\(count == 1 ? "" : "s") after the end of the signature"
    case .tooLarge(let count):
      "the signature has \(count) bytes, the limit is \(CMSMessage.limitInBytes)"
    case .noSigner: "the signature has no signer"
    case .severalSigners(let count): "the signature has \(count) signers, expected one"
    case .signerCertificateMissing: "the signer's certificate is not in the signature"
    case .signerCertificateUnreadable: "the signer's certificate is damaged"
    case .irregular(let reason): "the signature \(reason)"
    case .rejectedByOpenSSL(let reason):
      "OpenSSL cannot \(reason.contains("asn1") ? "read" : "verify") the signature (\(reason))"
    case .damagedCertificates(let count):
      "\(count) certificate\(count == 1 ? "" : "s") in the signature "
        + (count == 1 ? "is" : "are") + " damaged"
    case .unknownAlgorithm(let name): "the signature uses an unknown algorithm, \(name)"
    case .digestNotAnnounced(let name):
      "the signature does not announce the signer's hash, \(name)"
    case .attributeError(let name):
      "the signed attribute \(name) is not present exactly once with one value"
    case .noSigningTime: "the signature has no signing time"
    case .unreadableSigningTime: "the signing time cannot be read"
    case .contentTypeMismatch(let stated, let content):
      "the signed attribute contentType is \(stated), the content is \(content)"
    case .digestMismatch: "the content is not the one that was signed"
    case .signatureMismatch: "the signature value does not fit the signer's key"
    case .attachedContent(let equal):
      equal
        ? "the content is inside the signature, expected a detached one"
        : "other content is inside the signature, expected a detached one"
    }
  }
}
