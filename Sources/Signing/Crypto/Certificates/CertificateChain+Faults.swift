// SPDX-License-Identifier: Apache-2.0

extension CertificateChain {
  /// A reason to reject a chain although all its signatures are valid.
  package enum Problem: Sendable, Hashable {
    /// A certificate issued another one without permission.
    case notAuthority(Certificate, Reason)
    /// A critical extension that verifiers do not know.
    case unknownCriticalExtension(Certificate, OID)
    /// The key identifier for the issuer differs from the one that the issuer has.
    case otherKeyIdentifier(Certificate, named: [UInt8], issuer: String, has: [UInt8])

    /// The reason why a certificate must not issue others (RFC 5280, 6.1.4).
    package enum Reason: Sendable, Hashable {
      case noBasicConstraints, constraintsDeny, noCertSigning
    }

    /// Returns whether verifiers of passes know an extension. They know all of Apple's.
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

  /// Returns the errors of the certificates from the leaf to the end. Trusted roots and Apple's
  /// certificates are not checked.
  static func errors(
    of way: [Certificate], end: Trust.Authority?, trust: Trust
  ) -> [Problem] {
    var way = way
    if let end, !end.isRoot, let certificate = end.certificate, !way.contains(certificate) {
      way.append(certificate)
    }
    var faults: [Problem] = []
    for (index, certificate) in way.enumerated() {
      let known = trust.authority(certificate)
      if let known, known.isApple || known.isRoot { continue }
      if index > 0, let reason = certificate.reasonNotToIssue {
        faults.append(.notAuthority(certificate, reason))
      }
      for found in certificate.extensions where found.isCritical && !Problem.isKnown(found.oid) {
        faults.append(.unknownCriticalExtension(certificate, found.oid))
      }
      // The issuer of the last certificate matters only if that certificate is not trusted itself.
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

  /// Returns the name of a certificate for people: that of Apple's authority, or the common name
  /// with the generation, or the subject.
  package static func name(of certificate: Certificate) -> String {
    TrustAnchors.anchor(for: certificate)?.name ?? certificate.subject.authorityName
  }
}

extension Certificate {
  /// The reason why this certificate must not issue others (RFC 5280, 6.1.4). Nil if it may.
  package var reasonNotToIssue: CertificateChain.Problem.Reason? {
    guard hasExtension(.basicConstraints) else { return .noBasicConstraints }
    guard isCertificateAuthority else { return .constraintsDeny }
    guard let keyUsage else { return hasExtension(.keyUsage) ? .noCertSigning : nil }
    return keyUsage.contains(.keyCertSign) ? nil : .noCertSigning
  }

  /// Returns whether this certificate may have issued another: it is an authority and has the right
  /// key identifier. The signature is not verified.
  func mayHaveIssued(_ other: Certificate) -> Bool {
    guard reasonNotToIssue == nil else { return false }
    guard let named = other.authorityKeyIdentifier, let own = subjectKeyIdentifier else {
      return true
    }
    return named == own
  }
}
