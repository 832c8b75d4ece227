// SPDX-License-Identifier: Apache-2.0

/// A certificate authority for examples and tests with the structure of Apple's. Every name in it
/// shows that it is not Apple's.
package struct ExampleAuthority: Sendable {
  /// A certificate with its private key.
  package struct Issuer: Sendable {
    /// The certificate. Its subject is the issuer of the certificates that it signs.
    package let certificate: Certificate
    /// The private key that signs certificates.
    package let key: PrivateKey

    /// Does not check that the key matches the certificate.
    package init(certificate: Certificate, key: PrivateKey) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// The self-signed root. `Trust` must get it if passes of this authority are to be trusted.
  package let root: Issuer
  /// The authority that signs certificates for passes, as Apple's WWDR intermediates do.
  package let intermediate: Issuer

  /// Uses existing certificates. Does not check that the root signed the intermediate.
  package init(root: Issuer, intermediate: Issuer) {
    self.root = root
    self.intermediate = intermediate
  }

  /// Creates a root, and an intermediate with Apple's extension 6.2.1. Makes RSA keys unless they
  /// are given. The validity is in Unix seconds.
  package init(
    name: String = "Example WWDR, not Apple", notBefore: Int64, notAfter: Int64,
    rootKey: PrivateKey? = nil, intermediateKey: PrivateKey? = nil, hasMarker: Bool = true
  ) throws(CryptoError) {
    let rootKey = if let rootKey { rootKey } else { try PrivateKey.generateRSA2048() }
    let intermediateKey =
      if let intermediateKey { intermediateKey } else { try PrivateKey.generateRSA2048() }
    root = try Self.makeRoot(
      name: "Root of \(name)", key: rootKey, notBefore: notBefore, notAfter: notAfter)
    intermediate = try Self.makeIntermediate(
      name: name, issuer: root, key: intermediateKey, notBefore: notBefore, notAfter: notAfter,
      hasMarker: hasMarker)
  }

  private static func makeRoot(
    name: String, key: PrivateKey, notBefore: Int64, notAfter: Int64
  ) throws(CryptoError) -> Issuer {
    let draft = CertificateDraft(
      subject: subject(name), publicKeyDER: key.publicKeyDER, notBefore: notBefore,
      notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .crlSign]),
        .subjectKeyIdentifier(of: key.publicKeyDER),
      ])
    return Issuer(certificate: try draft.signed(with: key, issuer: nil), key: key)
  }

  /// Returns another intermediate, of the same or another root, like Apple's generations.
  package static func makeIntermediate(
    name: String, issuer: Issuer, key: PrivateKey, notBefore: Int64, notAfter: Int64,
    hasMarker: Bool = true
  ) throws(CryptoError) -> Issuer {
    var draft = CertificateDraft(
      subject: subject(name), publicKeyDER: key.publicKeyDER, notBefore: notBefore,
      notAfter: notAfter,
      extensions: [
        .basicConstraints(isAuthority: true, pathLength: 0),
        .keyUsage([.keyCertSign, .crlSign]), .subjectKeyIdentifier(of: key.publicKeyDER),
        .authorityKeyIdentifier(of: issuer.certificate),
      ])
    if hasMarker {
      draft.extensions.append(.init(oid: .appleWWDRMarker, value: DERWriter.null))
    }
    return Issuer(
      certificate: try draft.signed(with: issuer.key, issuer: issuer.certificate.subject.der),
      key: key)
  }

  private static func subject(_ name: String) -> [(OID, String)] {
    [
      (.commonName, name), (.organizationalUnit, "Examples and tests only"),
      (.organization, "passc example"),
    ]
  }

  /// Returns a signing certificate for a public key, signed by the intermediate.
  package func issue(
    _ request: PassCertificateRequest, publicKeyDER: [UInt8]
  ) throws(CryptoError) -> Certificate {
    try request.draft(publicKeyDER: publicKeyDER, issuer: intermediate.certificate)
      .signed(with: intermediate.key, issuer: intermediate.certificate.subject.der)
  }
}

extension CertificateDraft.Extension {
  static func basicConstraints(isAuthority: Bool, pathLength: UInt64? = nil) -> Self {
    let flag: [UInt8] = isAuthority ? [ASN1Reader.boolean, 1, 0xff] : []
    let length = pathLength.map { DERWriter.integer($0) } ?? []
    return Self(
      oid: .basicConstraints, isCritical: true, value: DERWriter.sequence(flag, length))
  }

  static func keyUsage(_ usage: KeyUsage) -> Self {
    let octet = UInt8(usage.rawValue >> 8)
    let unused = UInt8(min(octet.trailingZeroBitCount, 7))
    return Self(
      oid: .keyUsage, isCritical: true,
      value: DERWriter.element(ASN1Reader.bitString, [unused, octet]))
  }

  static func subjectKeyIdentifier(of publicKeyDER: [UInt8]) -> Self {
    Self(
      oid: .subjectKeyIdentifier,
      value: DERWriter.octetString(CertificateDraft.keyIdentifier(of: publicKeyDER)))
  }

  static func authorityKeyIdentifier(of issuer: Certificate) -> Self {
    let identifier =
      issuer.subjectKeyIdentifier ?? CertificateDraft.keyIdentifier(of: issuer.publicKeyDER)
    return Self(
      oid: .authorityKeyIdentifier,
      value: DERWriter.sequence(DERWriter.element(0x80, identifier)))
  }

  static func extendedKeyUsage(_ usages: [OID]) -> Self {
    Self(
      oid: .extendedKeyUsage,
      value: DERWriter.element(ASN1Reader.sequence, usages.flatMap { DERWriter.oid($0) }))
  }

  static func text(_ oid: OID, _ text: String) -> Self {
    Self(oid: oid, value: DERWriter.utf8String(text))
  }
}
