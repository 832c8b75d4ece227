// SPDX-License-Identifier: Apache-2.0

/// Certificates as PassKit hands them to an app that adds a payment card, made for examples and tests:
/// names, usages and marker are Apple's, the organisation says what they are.
///
/// Everything is on P-256 unless the leaf's key is given.
package struct EnciphermentChain: Sendable {
  /// The mark of a certificate that data of an issuer is enciphered for, in Apple's policy for it.
  package static let marker = "1.2.840.113635.100.6.39"
  /// The common name of the intermediate that Apple's policy asks for.
  package static let intermediateName = "Apple Worldwide Developer Relations CA - G2"

  /// How a leaf differs from the ordinary one.
  package struct Leaf: Sendable {
    /// Its key's public half, as SubjectPublicKeyInfo; a fresh one on P-256 without it.
    package var publicKeyDER: [UInt8]?
    /// What its key may be used for.
    package var usage: KeyUsage = .keyAgreement
    /// Whether it has the marker.
    package var hasMarker = true
    /// Unix seconds, the validity of the authorities without it.
    package var notAfter: Int64?

    /// The ordinary one.
    package init() {}
  }

  /// The self-signed root.
  package let root: Certificate
  /// The one between root and leaf.
  package let intermediate: Certificate
  private let key: PrivateKey
  private let notBefore: Int64
  private let notAfter: Int64

  /// A fresh root and intermediate; validity in Unix seconds.
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

  /// A leaf under the intermediate.
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
