// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a signature, before any question of trust.
package enum CMSFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Something else stands in its place: `raw RSA signature bytes`, `PEM text`, `Base64 text`.
  case notCMS(looksLike: String)
  /// CMS that cannot be read; the reason names the byte.
  case malformed(String)
  case trailingBytes(Int)
  /// More bytes than are read, which is their number.
  case tooLarge(Int)
  case noSigner
  case severalSigners(Int)
  case signerCertificateMissing
  /// OpenSSL finds the content proven by a certificate that we cannot read.
  case signerCertificateUnreadable
  /// We cannot read the message, OpenSSL can and finds the content proven; the reason is ours.
  case irregular(String)
  /// Nothing is wrong for us, and OpenSSL refuses the message for the reason it gives.
  case refusedByOpenSSL(String)
  /// The number of certificates inside that OpenSSL cannot read, for which it refuses the message.
  case damagedCertificates(Int)
  /// A hash or signature algorithm that is not known here, by name or OID.
  case unknownAlgorithm(String)
  /// The signer's hash is not in the message's list of hashes, so readers do not compute it.
  case digestNotAnnounced(String)
  /// A signed attribute that has to be there exactly once: `contentType`, `messageDigest`.
  case attributeFault(String)
  case noSigningTime
  /// There is an attribute signingTime, and its value is not a time.
  case unreadableSigningTime
  /// The signed attribute contentType is not the type of the content (RFC 5652, 11.1), by OIDs.
  case contentTypeMismatch(stated: String, content: String)
  /// The content is not what was signed.
  case digestMismatch
  /// The signature value does not fit the signed attributes and the signer's key.
  case signatureMismatch
  /// The content is inside the signature; `equal` when it is the content given.
  case attachedContent(equal: Bool)

  /// Whether it leaves the content unproven. A missing signing time and attached content do not.
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
    case .refusedByOpenSSL(let reason):
      "OpenSSL cannot \(reason.contains("asn1") ? "read" : "verify") the signature (\(reason))"
    case .damagedCertificates(let count):
      "\(count) certificate\(count == 1 ? "" : "s") in the signature "
        + (count == 1 ? "is" : "are") + " damaged"
    case .unknownAlgorithm(let name): "the signature uses an unknown algorithm, \(name)"
    case .digestNotAnnounced(let name):
      "the signature does not announce the signer's hash, \(name)"
    case .attributeFault(let name):
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
