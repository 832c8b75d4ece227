// SPDX-License-Identifier: Apache-2.0

extension CertificateChain {
  /// Why a verifier refuses a chain whose every signature is right.
  package enum Fault: Sendable, Hashable {
    /// A certificate on the way issued another and may not.
    case notAuthority(Certificate, Reason)
    /// A certificate says that who does not know this extension must refuse it.
    case unknownCriticalExtension(Certificate, OID)
    /// A certificate names another key as its issuer's than the issuer says to have.
    case otherKeyIdentifier(Certificate, named: [UInt8], issuer: String, has: [UInt8])

    /// What forbids a certificate to issue others (RFC 5280, 6.1.4).
    package enum Reason: Sendable, Hashable {
      case noBasicConstraints, constraintsDeny, noCertSigning
    }

    /// Whether an extension is one that verifiers of passes know; Apple's own all are.
    static func isKnown(_ oid: OID) -> Bool {
      standard.contains(oid) || oid.content.starts(with: apple)
    }

    /// 1.2.840.113635.100
    private static let apple: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64]

    private static let standard: Set<OID> = {
      // RFC 5280, 4.2.1: key identifiers, usages, alternative names, constraints, policies.
      let arcs: [UInt8] = [14, 15, 17, 18, 19, 30, 31, 32, 33, 35, 36, 37, 54]
      return Set(arcs.map { OID(content: [0x55, 0x1d, $0]) } + [.authorityInformation])
    }()
  }

  /// What is wrong with the certificates from the leaf to the end. A root that is trusted, and
  /// what Apple published, is believed as it is.
  static func faults(
    of way: [Certificate], end: Trust.Authority?, trust: Trust
  ) -> [Fault] {
    var way = way
    if let end, !end.isRoot, let certificate = end.certificate, !way.contains(certificate) {
      way.append(certificate)
    }
    var faults: [Fault] = []
    for (index, certificate) in way.enumerated() {
      let known = trust.authority(certificate)
      if let known, known.isApple || known.isRoot { continue }
      if index > 0, let reason = certificate.reasonNotToIssue {
        faults.append(.notAuthority(certificate, reason))
      }
      for found in certificate.extensions where found.isCritical && !Fault.isKnown(found.oid) {
        faults.append(.unknownCriticalExtension(certificate, found.oid))
      }
      // Who issued the last one is asked only where that is not trusted itself.
      let isLast = !way.indices.contains(index + 1)
      if certificate.isSelfIssued || (isLast && known != nil) { continue }
      let issuer =
        isLast
        ? (end?.keyIdentifier, end?.name ?? "")
        : (way[index + 1].subjectKeyIdentifier, name(of: way[index + 1]))
      if let named = certificate.authorityKeyIdentifier, let has = issuer.0, !has.isEmpty,
        named != has
      {
        faults.append(
          .otherKeyIdentifier(certificate, named: named, issuer: issuer.1, has: has))
      }
    }
    return faults
  }

  /// What people call a certificate: the name of Apple's authority, else the common name, else
  /// the subject.
  package static func name(of certificate: Certificate) -> String {
    TrustAnchors.anchor(for: certificate)?.name ?? certificate.subject.commonName
      ?? certificate.subject.text
  }
}

extension Certificate {
  /// Why this certificate may not issue others (RFC 5280, 6.1.4); nil when it may.
  package var reasonNotToIssue: CertificateChain.Fault.Reason? {
    guard hasExtension(.basicConstraints) else { return .noBasicConstraints }
    guard isCertificateAuthority else { return .constraintsDeny }
    guard let keyUsage else { return hasExtension(.keyUsage) ? .noCertSigning : nil }
    return keyUsage.contains(.keyCertSign) ? nil : .noCertSigning
  }

  /// Whether a certificate with this key may have issued that one: an authority, with the key
  /// identifier that is named. Says nothing about the signature.
  func mayHaveIssued(_ other: Certificate) -> Bool {
    guard reasonNotToIssue == nil else { return false }
    guard let named = other.authorityKeyIdentifier, let own = subjectKeyIdentifier else {
      return true
    }
    return named == own
  }
}
