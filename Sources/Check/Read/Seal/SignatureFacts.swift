// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassModel
package import PassRules

/// The content of a signature and the result of its verification.
package struct SignatureFacts: Sendable {
  /// One certificate of the chain, from the signer up.
  package enum Link: Sendable {
    case certificate(Certificate)
    /// An Apple authority that is not in the signature and was recognized by its key.
    case trusted(TrustAnchor)

    package var name: String {
      switch self {
      case .certificate(let certificate):
        TrustAnchors.anchor(for: certificate)?.name ?? certificate.subject.commonName
          ?? certificate.subject.text
      case .trusted(let anchor): anchor.name
      }
    }
  }

  /// Whether there is a file named signature, readable or not.
  package let isPresent: Bool
  /// The size of the signature file in bytes, or 0 if there is none.
  package let sizeInBytes: Int
  /// The signature as a CMS message, or nil if there is no file or it cannot be read.
  package let message: CMSMessage?
  /// All errors in the signature, in words.
  package let errors: [String]
  /// Whether digest and signature value verify manifest.json, with any key.
  package let provesManifest: Bool
  /// The certificate of the signer, followed by those that issued it, each verified with the key of
  /// the next one. It is empty unless there is exactly one signer and its certificate is included.
  package let chain: [Link]
  /// Whether an Apple authority is in the chain.
  package let isApple: Bool

  /// The certificate of the signer.
  package var signer: Certificate? {
    guard case .certificate(let certificate)? = chain.first else { return nil }
    return certificate
  }

  /// The signing time in the signature, in seconds since 1970.
  package var signingTime: Int64? { message?.signingTime }

  /// Whether every certificate of the chain is valid at the signing time. It is nil if there is no
  /// signing time or no chain.
  package var isValidAtSigning: Bool? {
    guard let signingTime, !chain.isEmpty else { return nil }
    return chain.allSatisfy {
      if case .certificate(let certificate) = $0 { return certificate.isValid(at: signingTime) }
      return true
    }
  }

  /// Collects the facts from manifest and signature.
  package init(of signedManifest: SignedManifest) {
    let size = signedManifest.signatureFile?.bytes.count ?? 0
    switch signedManifest.signature {
    case .missing:
      self.init(isPresent: false, sizeInBytes: size, faults: ["the pass has no signature"])
    case .unreadable(let fault):
      self.init(isPresent: true, sizeInBytes: size, faults: [fault.description])
    case .read(let reading):
      self.init(reading, sizeInBytes: size)
    }
  }

  private init(_ reading: SignatureReading, sizeInBytes: Int) {
    var faults =
      reading.verification?.faults.map(Self.description)
      ?? ["there is no manifest.json to verify"]
    // With several signers it is not clear which chain to show.
    let isAlone = reading.message.signers.count == 1
    let chain = isAlone ? reading.chain.map(Self.links) ?? [] : []
    if let leaf = reading.chain?.leaf, chain.count == 1 {
      let others = reading.message.certificates.count - 1
      faults.append(
        "the issuer \(leaf.issuer.commonName ?? leaf.issuer.text) is not in the signature"
          + (others == 0 ? "" : ", \(others) other certificates are"))
    } else if chain.count > 1, case .trusted(let anchor) = chain[1] {
      faults.append("the issuer \(anchor.name) is not in the signature")
    }
    self.init(
      isPresent: true, sizeInBytes: sizeInBytes, message: reading.message, faults: faults,
      provesManifest: reading.provesManifest, chain: chain)
  }

  private init(
    isPresent: Bool, sizeInBytes: Int, message: CMSMessage? = nil, faults: [String],
    provesManifest: Bool = false, chain: [Link] = []
  ) {
    self.isPresent = isPresent
    self.sizeInBytes = sizeInBytes
    self.message = message
    self.provesManifest = provesManifest
    self.chain = chain
    isApple = chain.contains {
      switch $0 {
      case .certificate(let certificate): TrustAnchors.isAppleAuthority(certificate)
      case .trusted: true
      }
    }
    self.errors = faults
  }

  /// Returns the wording of an error, with "manifest.json" for the content of the CMS message.
  private static func description(_ fault: CMSError) -> String {
    fault == .digestMismatch
      ? "manifest.json is not the one that was signed" : fault.description
  }

  /// Returns the certificates of the chain, and the Apple authority that issued the last one,
  /// recognized by its key.
  private static func links(_ chain: CertificateChain) -> [Link] {
    let links = chain.used.map(Link.certificate)
    guard let last = chain.used.last, !last.isSelfIssued,
      let anchor = TrustAnchors.issuer(of: last)
    else { return links }
    return links + [.trusted(anchor)]
  }
}
