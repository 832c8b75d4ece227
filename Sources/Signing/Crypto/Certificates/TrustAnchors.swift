// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// One of Apple's authorities, identified by fingerprints and key.
package struct TrustAnchor: Sendable, Hashable {
  /// Name for people: `WWDR G4`, `Apple Root CA`.
  package let name: String
  /// Generation of an intermediate: `G4`, or `2008` for the first. Nil for a root.
  package let generation: String?
  /// CN of the subject. Certificates without an authority key identifier refer to it.
  package let commonName: String
  /// OU of the subject. For newer intermediates, this is the generation, such as `G4`.
  package let organizationalUnit: String
  /// Whether it is self-signed. Otherwise it is an intermediate of one of the roots.
  package let isRoot: Bool
  /// `name` of the root that signed it. For a root, its own name.
  package let issuerName: String
  /// Whether it has extension 6.2.1 and may issue signing certificates.
  package let hasWWDRMarker: Bool
  /// First second of the validity in Unix time.
  package let notBefore: Int64
  /// Last second of the validity in Unix time.
  package let notAfter: Int64
  /// Subject key identifier, 20 bytes as lower-case hex. Two certificates with the same key have
  /// the same one.
  package let keyIdentifierHex: String
  /// SHA-256 of the certificate as 64 lower-case hex digits. Identifies the certificate.
  package let sha256Hex: String
  /// SHA-1 of the certificate as 40 lower-case hex digits, as keychains show it.
  package let sha1Hex: String
  /// SubjectPublicKeyInfo in Base64.
  package let publicKeyBase64: String

  /// SubjectPublicKeyInfo in DER.
  package var publicKeyDER: [UInt8] { Base64.decode(publicKeyBase64) ?? [] }
}

/// Apple's certificate authorities, known without their certificates.
///
/// A certificate is Apple's if its SHA-256 is in the table or if a key in the table signed it.
package enum TrustAnchors {
  /// Roots first, then intermediates by age.
  package static var all: [TrustAnchor] { table }

  /// Self-signed certificates, in the order of the table.
  package static var roots: [TrustAnchor] { table.filter(\.isRoot) }
  /// WWDR certificates by age, including those that may not issue signing certificates.
  package static var intermediates: [TrustAnchor] { table.filter { !$0.isRoot } }

  /// Returns the entry for exactly this certificate, by SHA-256.
  package static func anchor(for certificate: Certificate) -> TrustAnchor? {
    anchor(sha256Hex: certificate.sha256Hex)
  }

  /// Returns the entry by SHA-256 (64 lower-case hex digits), or nil if it is not Apple's.
  package static func anchor(sha256Hex: String) -> TrustAnchor? {
    table.first { $0.sha256Hex == sha256Hex }
  }

  /// Returns the entries with a key identifier. The certificates of 2008 and 2013 have the same
  /// key.
  package static func anchors(forKeyIdentifier identifier: [UInt8]) -> [TrustAnchor] {
    anchors(forKeyIdentifier: identifier, among: table)
  }

  private static func anchors(
    forKeyIdentifier identifier: [UInt8], among authorities: [TrustAnchor]
  ) -> [TrustAnchor] {
    let hex = Hex.encode(identifier)
    return authorities.filter { $0.keyIdentifierHex == hex }
  }

  /// Returns the entries with the key that a certificate names as its issuer's, newest first. The
  /// signature is not verified.
  package static func anchors(namedAsIssuerBy certificate: Certificate) -> [TrustAnchor] {
    anchors(namedAsIssuerBy: certificate, among: table)
  }

  private static func anchors(
    namedAsIssuerBy certificate: Certificate, among authorities: [TrustAnchor]
  ) -> [TrustAnchor] {
    guard let identifier = certificate.authorityKeyIdentifier else { return [] }
    return anchors(forKeyIdentifier: identifier, among: authorities).reversed()
  }

  /// Returns whether this is one of Apple's authorities, byte for byte.
  package static func isAppleAuthority(_ certificate: Certificate) -> Bool {
    anchor(for: certificate) != nil
  }

  /// Returns whether the certificate is one of Apple's authorities or signed by one.
  package static func isApple(_ certificate: Certificate) -> Bool {
    isAppleAuthority(certificate) || issuer(of: certificate) != nil
  }

  /// Returns the authority whose key made the signature of the certificate, or nil. The signature
  /// is verified.
  package static func issuer(of certificate: Certificate) -> TrustAnchor? {
    issuer(of: certificate, among: table)
  }

  /// Returns the one of these authorities whose key made the signature. Tests pass their own
  /// authorities, because they cannot sign with Apple's keys.
  static func issuer(of certificate: Certificate, among authorities: [TrustAnchor]) -> TrustAnchor?
  {
    var candidates = anchors(namedAsIssuerBy: certificate, among: authorities)
    if candidates.isEmpty {
      // Certificates without an authority key identifier name their issuer only by subject.
      candidates = authorities.filter { $0.commonName == certificate.issuer.commonName }
    }
    return candidates.first { certificate.isSigned(byPublicKeyDER: $0.publicKeyDER) }
  }
}
