// SPDX-License-Identifier: Apache-2.0

/// Certificates like those that PassKit gives to an app for adding a payment card. For examples and
/// tests.
///
/// Names, usages and extension are Apple's, and the organization shows that they are examples. All
/// keys are P-256, except a given key of the leaf.
package struct EnciphermentChain: Sendable {
  /// OID of the extension that Apple's policy requires in a certificate for encrypting an issuer's
  /// data.
  package static let marker = "1.2.840.113635.100.6.39"
  /// Common name of the intermediate that Apple's policy requires.
  package static let intermediateName = "Apple Worldwide Developer Relations CA - G2"

  /// Differences from the ordinary leaf.
  package struct Leaf: Sendable {
    /// SubjectPublicKeyInfo. If nil, a new P-256 key is made.
    package var publicKeyDER: [UInt8]?
    package var usage: KeyUsage = .keyAgreement
    /// Whether it has the extension `marker`.
    package var hasMarker = true
    /// Unix seconds. If nil, the validity is that of the authorities.
    package var notAfter: Int64?

    package init() {}
  }

  package let root: Certificate
  package let intermediate: Certificate
  private let key: PrivateKey
  private let notBefore: Int64
  private let notAfter: Int64

  /// Creates a root and an intermediate. The validity is in Unix seconds.
  package init(
    notBefore: Int64, notAfter: Int64, intermediateName: String = Self.intermediateName
  ) throws(CryptoError) {
    (self.notBefore, self.notAfter) = (notBefore, notAfter)
    let rootKey = try PrivateKey.generateP256()
    key = try PrivateKey.generateP256()
    root = try CertificateDraft(
      subject: Self.subject("passc example root"), publicKeyDER: rootKey.publicKeyDER,
      notBefore: notBefore, notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .crlSign]),
        .subjectKeyIdentifier(of: rootKey.publicKeyDER),
      ]
    ).signed(with: rootKey, issuer: nil)
    intermediate = try CertificateDraft(
      subject: Self.subject(intermediateName), publicKeyDER: key.publicKeyDER,
      notBefore: notBefore, notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true, pathLength: 0), .keyUsage([.keyCertSign, .crlSign]),
        .subjectKeyIdentifier(of: key.publicKeyDER), .authorityKeyIdentifier(of: root),
      ]
    ).signed(with: rootKey, issuer: root.subject.der)
  }

  /// Returns a new leaf of the intermediate.
  package func leaf(_ leaf: Leaf = Leaf()) throws(CryptoError) -> Certificate {
    let publicKey =
      if let given = leaf.publicKeyDER { given } else { try PrivateKey.generateP256().publicKeyDER }
    var draft = CertificateDraft(
      subject: Self.subject("passc example encipherment"), publicKeyDER: publicKey,
      notBefore: notBefore, notAfter: leaf.notAfter ?? notAfter,
      extensions: [
        .basicConstraints(isAuthority: false), .keyUsage(leaf.usage),
        .subjectKeyIdentifier(of: publicKey), .authorityKeyIdentifier(of: intermediate),
      ])
    if leaf.hasMarker, let marker = OID(dotted: Self.marker) {
      draft.extensions.append(.init(oid: marker, value: DERWriter.null))
    }
    return try draft.signed(with: key, issuer: intermediate.subject.der)
  }

  private static func subject(_ name: String) -> [(OID, String)] {
    [
      (.commonName, name), (.organizationalUnit, "Examples and tests only"),
      (.organization, "passc example"),
    ]
  }
}
