// SPDX-License-Identifier: Apache-2.0

import PassBuild
package import PassCrypto
import PassModel
package import PassRules

/// What the signature of a pass says and proves.
package struct SignatureFacts: Sendable {
  /// One certificate on the way from the signer up.
  package enum Link: Sendable {
    case certificate(Certificate)
    /// One of Apple's authorities that is not in the signature, known by its key.
    case known(TrustAnchor)

    /// The name people know it by.
    package var name: String {
      switch self {
      case .certificate(let certificate):
        TrustAnchors.anchor(for: certificate)?.name ?? certificate.subject.commonName
          ?? certificate.subject.text
      case .known(let anchor): anchor.name
      }
    }
  }

  /// Whether there is a file of that name, readable or not.
  package let isPresent: Bool
  /// The size of the signature file; 0 when there is none.
  package let sizeInBytes: Int
  /// The signature as a CMS message; nil when there is no file or it cannot be read.
  package let message: CMSMessage?
  /// Everything wrong with it, in words.
  package let faults: [String]
  /// Whether digest and signature value prove manifest.json, by whatever key.
  package let provesManifest: Bool
  /// The signer's certificate, then those that issued it, each verified with the next one's key;
  /// empty unless there is one signer alone and its certificate.
  package let chain: [Link]
  /// Whether one of Apple's authorities is in the chain.
  package let isApple: Bool

  /// The signer's certificate.
  package var signer: Certificate? {
    guard case .certificate(let certificate)? = chain.first else { return nil }
    return certificate
  }

  /// The signing time the signature states, in seconds since 1970.
  package var signingTime: Int64? { message?.signingTime }

  /// Whether every certificate of the chain is valid at the signing time; nil where the signature
  /// states no time or there is no chain.
  package var isValidAtSigning: Bool? {
    guard let signingTime, !chain.isEmpty else { return nil }
    return chain.allSatisfy {
      if case .certificate(let certificate) = $0 { return certificate.isValid(at: signingTime) }
      return true
    }
  }

  /// What was found when the seal was read.
  package init(of seal: Seal) {
    let size = seal.signatureFile?.bytes.count ?? 0
    switch seal.signature {
    case .missing:
      self.init(isPresent: false, sizeInBytes: size, faults: ["there is no signature"])
    case .unreadable(let fault):
      self.init(isPresent: true, sizeInBytes: size, faults: [fault.description])
    case .read(let reading):
      self.init(reading, sizeInBytes: size)
    }
  }

  private init(_ reading: SignatureReading, sizeInBytes: Int) {
    var faults =
      reading.verification?.faults.map(Self.words)
      ?? ["there is no manifest.json to verify"]
    // Of several signers nobody knows whose way to show.
    let isAlone = reading.message.signers.count == 1
    let chain = isAlone ? reading.chain.map(Self.links) ?? [] : []
    if let leaf = reading.chain?.leaf, chain.count == 1 {
      let others = reading.message.certificates.count - 1
      faults.append(
        "the issuer \(IssuerAdvice(for: leaf).name) is not in the signature"
          + (others == 0 ? "" : ", \(others) other certificates are"))
    } else if chain.count > 1, case .known(let anchor) = chain[1] {
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
      case .known: true
      }
    }
    self.faults = faults
  }

  /// The manifest's words for what CMS calls content.
  private static func words(_ fault: CMSFault) -> String {
    fault == .digestMismatch
      ? "manifest.json is not the one that was signed" : fault.description
  }

  /// The certificates of the signature on the way, and the authority known by its key that issued
  /// the last one.
  private static func links(_ chain: CertificateChain) -> [Link] {
    let links = chain.used.map(Link.certificate)
    guard let last = chain.used.last, !last.isSelfIssued,
      let anchor = TrustAnchors.issuer(of: last)
    else { return links }
    return links + [.known(anchor)]
  }
}
