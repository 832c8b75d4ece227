// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The trusted authorities: Apple's, and roots or intermediates that the user added.
package struct Trust: Sendable {
  /// An authority that is known even if it is not in the signature.
  package struct Authority: Sendable, Hashable {
    /// Name for people: `WWDR G4`, or the common name of an added one.
    package let name: String
    /// Whether it is one of Apple's. Added ones never are.
    package let isApple: Bool
    /// Whether a chain ends here: one of Apple's roots, or an added self-issued certificate.
    package let isRoot: Bool
    /// Whether it has extension 6.2.1 and may issue signing certificates.
    package let hasMarker: Bool
    /// First second of the validity in Unix time.
    package let notBefore: Int64
    /// Last second of the validity in Unix time.
    package let notAfter: Int64
    /// Subject key identifier, or empty if absent.
    package let keyIdentifier: [UInt8]
    /// SHA-256 of the certificate as 64 lower-case hex digits.
    package let sha256Hex: String
    /// Name of its issuer, if known.
    package let issuerName: String?
    /// The certificate, if it was added.
    let certificate: Certificate?

    /// Returns whether a time (Unix seconds) is within the validity.
    package func isValid(at seconds: Int64) -> Bool {
      notBefore <= seconds && seconds <= notAfter
    }

    init(_ anchor: TrustAnchor) {
      name = anchor.name
      isApple = true
      isRoot = anchor.isRoot
      hasMarker = anchor.hasWWDRMarker
      notBefore = anchor.notBefore
      notAfter = anchor.notAfter
      keyIdentifier = Hex.decode(anchor.keyIdentifierHex) ?? []
      sha256Hex = anchor.sha256Hex
      issuerName = anchor.isRoot ? nil : anchor.issuerName
      certificate = nil
    }

    init(_ certificate: Certificate) {
      self.certificate = certificate
      name = certificate.subject.authorityName
      isApple = false
      isRoot = certificate.isSelfIssued
      hasMarker = certificate.hasWWDRMarker
      notBefore = certificate.notBefore
      notAfter = certificate.notAfter
      keyIdentifier = certificate.subjectKeyIdentifier ?? []
      sha256Hex = certificate.sha256Hex
      issuerName = certificate.isSelfIssued ? nil : certificate.issuer.commonName
    }
  }

  private let added: [Certificate]

  /// Trusts Apple's authorities and the given ones. These cannot replace one of Apple's.
  package init(adding certificates: [Certificate] = []) {
    added = certificates
  }

  /// Returns the authority with exactly this certificate.
  package func authority(_ certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.anchor(for: certificate) { return Authority(anchor) }
    return added.contains(certificate) ? Authority(certificate) : nil
  }

  /// Returns the authority whose key made the signature of the certificate, or nil. The signature
  /// is verified.
  package func issuer(of certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.issuer(of: certificate) { return Authority(anchor) }
    return added.first { certificate.isSigned(by: $0) }.map(Authority.init)
  }

  /// Returns the authority whose certificate is damaged in this copy. The copy has its key or its
  /// key identifier, other bytes, and no valid signature.
  package func original(of copy: Certificate) -> Authority? {
    guard authority(copy) == nil, issuer(of: copy) == nil else { return nil }
    let identifier = copy.subjectKeyIdentifier.map { Hex.encode($0) }
    let key = copy.publicKeyDER
    let anchors = TrustAnchors.all.filter {
      $0.keyIdentifierHex == identifier || $0.publicKeyDER == key
    }
    // The certificates of 2008 and 2013 have the same key.
    if let anchor = anchors.first(where: { $0.notAfter == copy.notAfter }) ?? anchors.first {
      return Authority(anchor)
    }
    return added.first {
      $0.publicKeyDER == key
        || $0.subjectKeyIdentifier != nil && $0.subjectKeyIdentifier == copy.subjectKeyIdentifier
    }.map(Authority.init)
  }

  /// Returns the authority that the certificate names as its issuer, by key or name. The signature
  /// is not verified.
  package func namedIssuer(of certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.anchors(namedAsIssuerBy: certificate).first {
      return Authority(anchor)
    }
    return added.first { $0.subject.matches(certificate.issuer) }.map(Authority.init)
  }
}
