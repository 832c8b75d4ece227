// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// One certificate of Apple's authorities, known by its fingerprints and its key.
package struct TrustAnchor: Sendable, Hashable {
  /// What people call it: `WWDR G4`, `Apple Root CA`.
  package let name: String
  /// Of an intermediate: `G4`, or `2008` for the first; nil for a root.
  package let generation: String?
  /// CN of its subject, which certificates without an authority key identifier name as their
  /// issuer.
  package let commonName: String
  /// OU of its subject; for newer intermediates the generation, as `G4`.
  package let organizationalUnit: String
  /// Whether it signed itself; every other is an intermediate under one of the roots.
  package let isRoot: Bool
  /// `name` of the root that signed it; a root's own name.
  package let issuerName: String
  /// Whether it carries 6.2.1 and so may issue pass certificates.
  package let hasWWDRMarker: Bool
  /// The first second of the validity, in Unix time.
  package let notBefore: Int64
  /// The last second of the validity, in Unix time.
  package let notAfter: Int64
  /// Its subject key identifier, 20 bytes as lower-case hex; two certificates with one key share
  /// it.
  package let keyIdentifierHex: String
  /// SHA-256 of the certificate as 64 lower-case hex digits, by which it is recognised.
  package let sha256Hex: String
  /// SHA-1 of the certificate as 40 lower-case hex digits, as keychains show it.
  package let sha1Hex: String
  /// The public key: Base64 of its SubjectPublicKeyInfo.
  package let publicKeyBase64: String

  /// The public key as SubjectPublicKeyInfo in DER.
  package var publicKeyDER: [UInt8] { Base64.decode(publicKeyBase64) ?? [] }
}

/// Apple's certificate authorities, known without their certificates.
///
/// A certificate is Apple's when its SHA-256 is listed, or when a listed key signed it.
package enum TrustAnchors {
  /// Roots first, then intermediates by age.
  package static var all: [TrustAnchor] { table }

  /// The self-signed certificates, in the order of the table.
  package static var roots: [TrustAnchor] { table.filter(\.isRoot) }
  /// The WWDR certificates by age, with those that may not issue pass certificates.
  package static var intermediates: [TrustAnchor] { table.filter { !$0.isRoot } }

  /// The entry for exactly this certificate, by SHA-256.
  package static func anchor(for certificate: Certificate) -> TrustAnchor? {
    anchor(sha256Hex: certificate.sha256Hex)
  }

  /// The entry for the certificate with this SHA-256, 64 lower-case hex digits; nil when it is not
  /// Apple's.
  package static func anchor(sha256Hex: String) -> TrustAnchor? {
    table.first { $0.sha256Hex == sha256Hex }
  }

  /// Entries with this key; the certificates of 2008 and 2013 share one.
  package static func anchors(forKeyIdentifier identifier: [UInt8]) -> [TrustAnchor] {
    anchors(forKeyIdentifier: identifier, among: table)
  }

  private static func anchors(
    forKeyIdentifier identifier: [UInt8], among authorities: [TrustAnchor]
  ) -> [TrustAnchor] {
    let hex = Hex.encode(identifier)
    return authorities.filter { $0.keyIdentifierHex == hex }
  }

  /// The entries whose key is named as the issuer's by a certificate, newest first. Says nothing
  /// about the signature.
  package static func anchors(namedAsIssuerBy certificate: Certificate) -> [TrustAnchor] {
    anchors(namedAsIssuerBy: certificate, among: table)
  }

  private static func anchors(
    namedAsIssuerBy certificate: Certificate, among authorities: [TrustAnchor]
  ) -> [TrustAnchor] {
    guard let identifier = certificate.authorityKeyIdentifier else { return [] }
    return anchors(forKeyIdentifier: identifier, among: authorities).reversed()
  }

  /// Whether this is one of Apple's own authority certificates, byte for byte.
  package static func isAppleAuthority(_ certificate: Certificate) -> Bool {
    anchor(for: certificate) != nil
  }

  /// Whether the certificate is one of Apple's authorities or was signed by one of their keys.
  package static func isApple(_ certificate: Certificate) -> Bool {
    isAppleAuthority(certificate) || issuer(of: certificate) != nil
  }

  /// The authority whose key made the certificate's signature, verified; nil when none did.
  package static func issuer(of certificate: Certificate) -> TrustAnchor? {
    issuer(of: certificate, among: table)
  }

  /// The one of these authorities whose key made the certificate's signature, verified. A test
  /// cannot sign with Apple's keys, so it brings its own.
  static func issuer(of certificate: Certificate, among authorities: [TrustAnchor]) -> TrustAnchor?
  {
    var candidates = anchors(namedAsIssuerBy: certificate, among: authorities)
    if candidates.isEmpty {
      // Certificates without an authority key identifier name their issuer by subject only.
      candidates = authorities.filter { $0.commonName == certificate.issuer.commonName }
    }
    return candidates.first { certificate.isSigned(byPublicKeyDER: $0.publicKeyDER) }
  }
}
