// SPDX-License-Identifier: Apache-2.0

extension CMSMessage {
  /// What came out of holding a signature against its content.
  package struct Verification: Sendable {
    /// The signer's certificate when it is in the message.
    package let signer: Certificate?
    /// Everything found, most basic first; empty for a faultless detached signature.
    package let faults: [CMSFault]

    /// Whether the content is proven to be what the signer's key signed.
    package var provesContent: Bool { !faults.contains(where: \.breaksSignature) }
  }

  /// Checks digest and signature value. Says nothing about who the signer is.
  package func verify(content: [UInt8]) -> Verification {
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
    if signer.signingTime == nil { faults.append(.noSigningTime) }
    guard let digest = signer.digest else {
      faults.append(.unknownAlgorithm(signer.digestName))
      return Verification(signer: certificate, faults: faults)
    }

    if let unknown = digests.first(where: { DigestAlgorithm(oid: $0) == nil && $0 != .md5 }) {
      faults.append(.unknownAlgorithm(unknown.dotted))
    } else if !digests.contains(signer.digestOID) {
      faults.append(.digestNotAnnounced(signer.digestName))
    }
    let damaged = embedded.count { !Certificate.isReadableByOpenSSL(der: $0) }
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

  private func check(
    _ signer: Signer, hash: [UInt8], digest: DigestAlgorithm, key certificate: Certificate
  ) -> CMSFault? {
    // The hash is the one of digestAlgorithm, whatever hash the signature algorithm names: so do
    // OpenSSL and Apple, and real passes need it.
    let scheme: SignatureAlgorithm.Scheme
    switch signer.signatureOID {
    case .rsaEncryption: scheme = .rsa
    case .ecPublicKey: scheme = .ecdsa
    case let oid:
      guard let algorithm = SignatureAlgorithm(oid: oid) else {
        return .unknownAlgorithm(oid == .rsaPSS ? "RSA-PSS" : oid.dotted)
      }
      scheme = algorithm.scheme
    }
    guard let key = try? PublicKey(der: certificate.publicKeyDER) else {
      return .unknownAlgorithm("\(certificate.publicKeyKind)")
    }
    return key.verifies(signer.signature, ofHash: hash, digest: digest, scheme: scheme)
      ? nil : .signatureMismatch
  }
}
