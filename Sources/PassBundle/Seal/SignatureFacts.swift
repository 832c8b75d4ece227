// SPDX-License-Identifier: Apache-2.0

import PassBuild
package import PassCrypto
import PassModel

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

  /// The file is there.
  package let isPresent: Bool
  package let sizeInBytes: Int
  /// The message; nil when there is none or it cannot be read.
  package let message: CMSMessage?
  /// Everything wrong with it, in words.
  package let faults: [String]
  /// Digest and signature value prove manifest.json; nothing is said about whose key it was.
  package let provesManifest: Bool
  /// The signer's certificate, then those that issued it, each verified with the next one's key.
  package let chain: [Link]
  /// The chain ends at one of Apple's keys.
  package let isApple: Bool

  /// The signer's certificate.
  package var signer: Certificate? {
    guard case .certificate(let certificate)? = chain.first else { return nil }
    return certificate
  }

  /// Seconds since 1970.
  package var signingTime: Int64? { message?.signingTime }

  /// How many certificates of the chain stay valid at the signing time; nil without one.
  package var isValidAtSigning: Bool? {
    guard let signingTime, !chain.isEmpty else { return nil }
    return chain.allSatisfy {
      if case .certificate(let certificate) = $0 { return certificate.isValid(at: signingTime) }
      return true
    }
  }

  /// Reads the signature of a pass and holds it against the manifest.
  package init(of pass: FoundPass) {
    guard let file = pass.file("signature") else {
      self.init(isPresent: false, sizeInBytes: 0, faults: ["there is no signature"])
      return
    }
    let message: CMSMessage
    do {
      message = try CMSMessage(file.bytes)
    } catch {
      self.init(isPresent: true, sizeInBytes: file.bytes.count, faults: [error.description])
      return
    }
    var faults: [String] = []
    var provesManifest = false
    if let manifest = pass.file("manifest.json") {
      let verification = message.verify(content: manifest.bytes)
      provesManifest = verification.provesContent
      faults = verification.faults.map(Self.words)
    } else {
      faults = ["there is no manifest.json the signature could prove"]
    }
    let chain = message.signerCertificate.map { Self.chain(from: $0, in: message) } ?? []
    if let leaf = message.signerCertificate, chain.count == 1 {
      let others = message.certificates.count - 1
      faults.append(
        "the issuer \(IssuerAdvice(for: leaf).name) is not in the signature"
          + (others == 0 ? "" : ", \(others) other certificates are"))
    } else if chain.count > 1, case .known(let anchor) = chain[1] {
      faults.append("the issuer \(anchor.name) is not in the signature")
    }
    self.init(
      isPresent: true, sizeInBytes: file.bytes.count, message: message, faults: faults,
      provesManifest: provesManifest, chain: chain)
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

  private static func chain(from leaf: Certificate, in message: CMSMessage) -> [Link] {
    var chain = [Link.certificate(leaf)]
    var last = leaf
    // Apple's chains have three certificates; nobody's needs more than a few.
    while chain.count < 6, !last.isSelfIssued {
      let next = message.certificates.first { candidate in
        candidate != last && last.isSigned(by: candidate)
      }
      guard let next else {
        if let anchor = TrustAnchors.issuer(of: last) { chain.append(.known(anchor)) }
        break
      }
      chain.append(.certificate(next))
      last = next
    }
    return chain
  }
}
