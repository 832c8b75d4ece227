// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// What the signature proves: that manifest.json is the one the signer's key signed.
struct SignatureProofRule: SealRule {
  private static let standard = Basis.documented("Wallet Passes: Building a Pass; RFC 5652")
  private static let verify = "manifest signature did not verify"
  private static let again =
    "build the pass again, or sign what is there"

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, step: WalletStep,
    why: String, help: String = again, source: Basis = standard, _ bad: Example.Signature...,
    good: Example.Signature? = nil
  ) -> Finding {
    Finding(
      code, severity, effect: effect, step: step, why: why, help: help,
      settings: help == again ? [RunSetting(.acceptedChanges)] : [], source: source,
      walletLog: verify,
      bad: bad.map { .sealed(.signature($0), file: "signature") },
      good: [good.map { .sealed(.signature($0)) } ?? .sealed()])
  }

  static let manifestChanged = finding(
    "signature.manifest.changed", step: .signedManifest,
    why: """
      The digest in the signature is that of another manifest.json: it was written again after \
      signing, or reformatted, or the signature was made over pass.json. Seen in nine published \
      bundles.
      """,
    .ofOtherManifest)
  static let valueWrong = finding(
    "signature.value.wrong", step: .signatureValue,
    why: """
      The signature value was not made by the key of the certificate in the message: key and \
      certificate do not belong together, or the bytes were damaged.
      """,
    help: "sign with the key the certificate was requested with; passc cert doctor tells",
    .byOtherKey)
  static let noSigner = finding(
    "signature.signer.missing", step: .signer,
    why: "The message holds certificates and nobody's signature.", .noSigner)
  static let severalSigners = finding(
    "signature.signer.several", step: .signer,
    why: "Apple's verifier takes a message with exactly one signer.",
    help: "sign once", source: .observed("Apple's open-source Security framework"),
    .severalSigners)
  static let certificateMissing = finding(
    "signature.signer.noCertificate", step: .signer,
    why: "Wallet takes the signer's certificate from the message; it has no other place to look.",
    help: "do not sign with -nocerts; put the pass certificate and its WWDR into the message",
    .noCertificates)
  static let certificateDamaged = finding(
    "signature.certificate.damaged", step: .certificateForm,
    why: "A certificate in the message cannot be read, and readers refuse the whole message.",
    .damagedCertificate)
  static let certificateUnreadable = finding(
    "signature.certificate.unreadable", step: .certificate,
    why: """
      The key inside still proves the manifest, but the certificate around it cannot be read: \
      nobody can follow it to Apple.
      """,
    .unreadableLeaf)
  static let refused = finding(
    "signature.value.refused", step: .signatureValue,
    why: """
      Digest and signature value fit, and OpenSSL refuses the message all the same, for the reason \
      named. Wallet has a verifier of its own; where two disagree, one phone or another will refuse.
      """,
    source: .observed("OpenSSL 3.0"), .damagedKeyUsage, good: .byKeyIdentifier)
  static let unknownAlgorithm = finding(
    "signature.algorithm.unknown", step: .algorithm,
    why: "Wallet knows RSA and ECDSA with SHA-1 and the SHA-2 family.",
    help: "sign with -md sha256", .unknownDigest, good: .sha512)
  static let digestNotAnnounced = finding(
    "signature.digest.notAnnounced", step: .digest,
    why: "Readers compute the hashes a message announces; the signer's is not among them.",
    .digestNotAnnounced)
  static let attributeInvalid = finding(
    "signature.attribute.invalid", step: .attributes,
    why: """
      contentType and messageDigest stand once among the signed attributes. Their order does not \
      matter and others may stand beside them.
      """,
    .noContentType, good: .unsortedAttributes)
  static let attachedOther = finding(
    "signature.content.other", step: .signedContent,
    why: "The message carries a content of its own that is not manifest.json.",
    help: "sign detached: leave -nodetach away", .attachedOther)
  static let attached = finding(
    "signature.content.attached", .warning, effect: .maybeRefused, step: .signedContent,
    why: """
      The manifest is inside the signature, expected beside it only. One authentic pass has it \
      and opens.
      """,
    help: "sign detached: leave -nodetach away", source: .observed("one authentic pass"),
    .attached)

  var findings: [Finding] {
    [
      Self.manifestChanged, Self.valueWrong, Self.noSigner, Self.severalSigners,
      Self.certificateMissing, Self.certificateDamaged, Self.certificateUnreadable, Self.refused,
      Self.unknownAlgorithm,
      Self.digestNotAnnounced, Self.attributeInvalid, Self.attachedOther, Self.attached,
    ]
  }

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let verification = seal.reading?.verification else { return }
    let faults = verification.faults
    let place = seal.signaturePlace
    let hasOtherContent = faults.contains(.attachedContent(equal: false))
    for fault in faults {
      switch fault {
      // SignatureTimeRule's.
      case .noSigningTime, .unreadableSigningTime: continue
      // Said once: the content that is inside is what was signed.
      case .digestMismatch where hasOtherContent: continue
      // The value is over an attribute that is wrong already.
      case .signatureMismatch where hasOtherContent: continue
      default: break
      }
      if case .contentTypeMismatch = fault {
        // OpenSSL does not compare the two, others do.
        report(SignatureFormRule.irregular, fault.description, at: place, severity: .warning)
      }
      guard let finding = Self.finding(for: fault) else { continue }
      report(finding, Self.words(fault), at: place)
    }
  }

  private static func finding(for fault: CMSFault) -> Finding? {
    switch fault {
    case .noSigner: noSigner
    case .severalSigners: severalSigners
    case .signerCertificateMissing: certificateMissing
    case .damagedCertificates: certificateDamaged
    case .signerCertificateUnreadable: certificateUnreadable
    case .refusedByOpenSSL: refused
    case .unknownAlgorithm: unknownAlgorithm
    case .digestNotAnnounced: digestNotAnnounced
    case .attributeFault: attributeInvalid
    case .digestMismatch: manifestChanged
    case .signatureMismatch: valueWrong
    case .attachedContent(let equal): equal ? attached : attachedOther
    case .notCMS, .malformed, .irregular, .trailingBytes, .tooLarge, .noSigningTime,
      .unreadableSigningTime, .contentTypeMismatch:
      nil
    }
  }

  /// The manifest's words for what CMS calls content.
  private static func words(_ fault: CMSFault) -> String {
    switch fault {
    case .digestMismatch: "manifest.json is not the one that was signed"
    case .attachedContent(equal: true):
      "manifest.json is inside the signature, expected a detached one"
    case .attachedContent(equal: false): "the signature is over a content of its own"
    default: fault.description
    }
  }
}
