// SPDX-License-Identifier: Apache-2.0

extension CMSMessage {
  /// What came out of holding a signature against its content.
  package struct Verification: Sendable {
    /// The signer's certificate when it is in the message.
    package let signer: Certificate?
    /// Everything found, most basic first; empty for a faultless detached signature.
    package let faults: [CMSFault]

    /// A verification that was made in another way, as by comparing with a verified message.
    package init(signer: Certificate?, faults: [CMSFault]) {
      self.signer = signer
      self.faults = faults
    }

    /// Whether the content is proven to be what the signer's key signed.
    package var provesContent: Bool { !faults.contains(where: \.breaksSignature) }
  }

  /// Checks digest and signature value. Says nothing about who the signer is.
  package func verify(content: [UInt8]) -> Verification {
    let own = judge(content: content)
    switch secondOpinion(on: content) {
    case .notAsked:
      return own
    case .refused(let reason):
      guard own.provesContent else { return own }
      return Verification(signer: own.signer, faults: own.faults + [.refusedByOpenSSL(reason)])
    case .proven:
      // Only what our walk cannot read is overruled: a hash or a number of signers that Apple does
      // not take stays a fault.
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

  /// How much OpenSSL may be asked to do: it verifies every signer, and computes every hash that
  /// is announced over the whole content.
  private static let limitOfSigners = 8
  private static let limitOfDigests = 16
  private static let limitOfCertificates = 64

  private func secondOpinion(on content: [UInt8]) -> SecondOpinion {
    guard (1...Self.limitOfSigners).contains(signers.count),
      digests.count <= Self.limitOfDigests, embedded.count <= Self.limitOfCertificates
    else { return .notAsked }
    return SecondOpinion(signature: bytes, content: content)
  }

  /// What our own walk finds.
  private func judge(content: [UInt8]) -> Verification {
    var faults: [CMSFault] = []
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
    let damaged = embedded.prefix(Self.limitOfCertificates).count {
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
    // Without signed attributes the signature covers the content itself.
    let hash = signer.signedOctets.map { digest.hash($0) } ?? contentHash
    if let fault = check(signer, hash: hash, digest: digest, key: certificate) {
      faults.append(fault)
    }
    return Verification(signer: certificate, faults: faults)
  }

  /// The kind of signature an algorithm names; nil for one that is not known here.
  static func scheme(of algorithm: OID) -> SignatureAlgorithm.Scheme? {
    switch algorithm {
    case .rsaEncryption: .rsa
    case .ecPublicKey: .ecdsa
    default: SignatureAlgorithm(oid: algorithm)?.scheme
    }
  }

  private func check(
    _ signer: Signer, hash: [UInt8], digest: DigestAlgorithm, key certificate: Certificate
  ) -> CMSFault? {
    // The hash is the one of digestAlgorithm, whatever hash the signature algorithm names: so do
    // OpenSSL and Apple, and real passes need it.
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
