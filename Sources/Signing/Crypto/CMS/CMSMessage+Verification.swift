// SPDX-License-Identifier: Apache-2.0

extension CMSMessage {
  /// The result of verifying a signature.
  package struct Verification: Sendable {
    /// The signer's certificate, if it is in the message.
    package let signer: Certificate?
    /// All errors, the most basic first. Empty for a valid detached signature.
    package let faults: [CMSError]

    /// Creates a result from another kind of verification, such as a comparison with a verified
    /// message.
    package init(signer: Certificate?, faults: [CMSError]) {
      self.signer = signer
      self.faults = faults
    }

    /// Whether the content is verified to be what the signer's key signed.
    package var provesContent: Bool { !faults.contains(where: \.breaksSignature) }
  }

  /// Verifies digest and signature value. Does not check who the signer is.
  package func verify(content: [UInt8]) -> Verification {
    let own = check(content: content)
    switch secondOpinion(on: content) {
    case .notAsked:
      return own
    case .rejected(let reason):
      guard own.provesContent else { return own }
      return Verification(signer: own.signer, faults: own.faults + [.rejectedByOpenSSL(reason)])
    case .proven:
      // OpenSSL overrules only what our reader cannot read. A hash or a number of signers that
      // Apple rejects remains an error.
      return Verification(
        signer: own.signer,
        faults: own.faults.compactMap { fault in
          switch fault {
          case .signerCertificateMissing: .signerCertificateUnreadable
          case .damagedCertificates: nil
          default: fault
          }
        })
    }
  }

  /// Returns whether the first signer signed this content. The digest in the message decides. If
  /// there is none, because there are no signed attributes, the signature value does.
  package func signs(_ content: [UInt8]) -> Bool {
    guard let signer = signers.first, let digest = signer.digest else { return false }
    let hash = digest.hash(content)
    if let stated = signer.messageDigest { return stated == hash }
    guard signer.signedOctets == nil, let certificate = certificate(of: signer) else {
      return false
    }
    return check(signer, hash: hash, digest: digest, key: certificate) == nil
  }

  /// Whether the first signer signed the content itself and not attributes with its digest.
  package var signsContentDirectly: Bool { signers.first.map { $0.signedOctets == nil } ?? false }

  /// Limits for OpenSSL. It verifies every signer and hashes the whole content with every listed
  /// hash, so an untrusted message could make it run for minutes.
  private static let maxSigners = 8
  private static let maxDigests = 16
  private static let maxCertificates = 64

  private func secondOpinion(on content: [UInt8]) -> SecondOpinion {
    guard (1...Self.maxSigners).contains(signers.count),
      digests.count <= Self.maxDigests, embedded.count <= Self.maxCertificates
    else { return .notAsked }
    return SecondOpinion(signature: bytes, content: content)
  }

  /// Returns the result of our verification, without OpenSSL's.
  private func check(content: [UInt8]) -> Verification {
    var faults: [CMSError] = []
    if let attachedContent {
      faults.append(.attachedContent(equal: attachedContent == content))
    }
    guard let signer = signers.first else {
      return Verification(signer: nil, faults: [.noSigner] + faults)
    }
    if signers.count > 1 { faults.append(.severalSigners(signers.count)) }
    let certificate = certificate(of: signer)
    faults += signer.faults
    if let fault = signer.timeFault { faults.append(fault) }
    if let stated = signer.contentType, stated != contentType {
      faults.append(
        .contentTypeMismatch(stated: stated.dotted, content: contentType.dotted))
    }
    guard let digest = signer.digest else {
      faults.append(.unknownAlgorithm(signer.digestName))
      return Verification(signer: certificate, faults: faults)
    }

    if let unknown = digests.first(where: { DigestAlgorithm(oid: $0) == nil && $0 != .md5 }) {
      faults.append(.unknownAlgorithm(unknown.dotted))
    } else if !digests.contains(signer.digestOID) {
      faults.append(.digestNotAnnounced(signer.digestName))
    }
    let damaged = embedded.prefix(Self.maxCertificates).count {
      !Certificate.isReadableByOpenSSL(der: $0)
    }
    if damaged > 0 { faults.append(.damagedCertificates(damaged)) }

    let contentHash = digest.hash(content)
    if let stated = signer.messageDigest, stated != contentHash {
      faults.append(.digestMismatch)
    }
    guard let certificate else {
      return Verification(signer: nil, faults: faults + [.signerCertificateMissing])
    }
    // Without signed attributes, the signature is over the content itself.
    let hash = signer.signedOctets.map { digest.hash($0) } ?? contentHash
    if let fault = check(signer, hash: hash, digest: digest, key: certificate) {
      faults.append(fault)
    }
    return Verification(signer: certificate, faults: faults)
  }

  /// Returns the signature scheme of an algorithm, or nil if it is unknown.
  static func scheme(of algorithm: OID) -> SignatureAlgorithm.Scheme? {
    switch algorithm {
    case .rsaEncryption: .rsa
    case .ecPublicKey: .ecdsa
    default: SignatureAlgorithm(oid: algorithm)?.scheme
    }
  }

  private func check(
    _ signer: Signer, hash: [UInt8], digest: DigestAlgorithm, key certificate: Certificate
  ) -> CMSError? {
    // The hash is that of digestAlgorithm even if the signature algorithm names another. OpenSSL
    // and Apple do the same, and some real passes need it.
    guard let scheme = Self.scheme(of: signer.signatureOID) else {
      return .unknownAlgorithm(
        signer.signatureOID == .rsaPSS ? "RSA-PSS" : signer.signatureOID.dotted)
    }
    guard let key = try? PublicKey(der: certificate.publicKeyDER) else {
      return .unknownAlgorithm("\(certificate.publicKeyKind)")
    }
    return key.verifies(signer.signature, ofHash: hash, digest: digest, scheme: scheme)
      ? nil : .signatureMismatch
  }
}
