// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Whom a checker believes: Apple's authorities, and roots or intermediates the user added.
package struct Trust: Sendable {
  /// An authority that is known without being in the signature.
  package struct Authority: Sendable, Hashable {
    /// What people call it: `WWDR G4`, or the common name of an added one.
    package let name: String
    /// Whether it is in the table of Apple's authorities; those the user added never are.
    package let isApple: Bool
    /// Whether a chain ends here: a listed root of Apple's, or an added certificate that names
    /// itself as its issuer.
    package let isRoot: Bool
    /// Whether it carries 6.2.1 and so may issue pass certificates.
    package let hasMarker: Bool
    /// The first second of the validity, in Unix time.
    package let notBefore: Int64
    /// The last second of the validity, in Unix time.
    package let notAfter: Int64
    /// The subject key identifier of its certificate; empty when it has none.
    package let keyIdentifier: [UInt8]
    /// SHA-256 of its certificate as 64 lower-case hex digits.
    package let sha256Hex: String
    /// The name of the authority that issued it, where that is known.
    package let issuerName: String?
    /// The certificate of one that was added.
    let certificate: Certificate?

    /// Whether a moment (Unix seconds) lies within the validity.
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
      name = certificate.subject.commonName ?? certificate.subject.text
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

  /// Apple's authorities and those given; what is added never replaces one of Apple's.
  package init(adding certificates: [Certificate] = []) {
    added = certificates
  }

  /// The authority this certificate is, byte for byte.
  package func authority(_ certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.anchor(for: certificate) { return Authority(anchor) }
    return added.contains(certificate) ? Authority(certificate) : nil
  }

  /// The authority whose key made the certificate's signature, verified; nil when none did.
  package func issuer(of certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.issuer(of: certificate) { return Authority(anchor) }
    return added.first { certificate.isSigned(by: $0) }.map(Authority.init)
  }

  /// The authority the certificate names as its issuer, by key or name; says nothing about the
  /// signature.
  package func namedIssuer(of certificate: Certificate) -> Authority? {
    if let anchor = TrustAnchors.anchors(namedAsIssuerBy: certificate).first {
      return Authority(anchor)
    }
    return added.first { $0.subject.matches(certificate.issuer) }.map(Authority.init)
  }
}
