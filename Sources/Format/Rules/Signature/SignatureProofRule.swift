// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Rule about the cryptographic verification of manifest.json by the signature.
struct SignatureProofRule: SignedManifestRule {
  private static let standard = Basis.documented("Wallet Passes: Building a Pass; RFC 5652")
  private static let verify = "Manifest signature did not verify successfully"
  private static let again =
    "build the pass again, or sign what is there"

  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, step: WalletStep,
    why: String, help: String = again, source: Basis = standard, wrong: String, right: String,
    _ bad: Example.Signature..., good: Example.Signature? = nil
  ) -> Finding {
    Finding(
      code, severity, effect: effect, step: step, why: why, help: help,
      settings: help == again ? [RunSetting(.acceptedChanges)] : [], source: source,
      walletLog: verify, wrong: wrong, right: right,
      bad: bad.map { .signed(.signature($0), file: "signature") },
      good: [good.map { .signed(.signature($0)) } ?? .signed()])
  }

  static let manifestChanged = finding(
    "signature.manifest.changed", step: .signedManifest,
    why: """
      The digest in the signature belongs to another manifest.json. The file was written again or \
      reformatted after signing, or the signature was made over another file or without -binary. \
      passc compares the digest with manifest.json in other line breaks, with and without a byte \
      order mark and a last line break, and with every file. Nine published bundles have this error.
      """,
    wrong: "openssl cms -sign -binary -outform DER -in pass.json ...",
    right: "openssl cms -sign -binary -outform DER -in manifest.json ...",
    .signsOtherManifest, .signsPassFile)
  static let valueWrong = finding(
    "signature.value.wrong", step: .signatureValue,
    why: """
      The signature value was not made with the key of the certificate in the message. Key and \
      certificate do not belong together, or the bytes were damaged.
      """,
    help: "sign with the key of the certificate; passc cert doctor checks that they match",
    wrong: """
      certificate   pass.com.example.gym, requested with gym.key
      signed with   club.key
      """,
    right: """
      certificate   pass.com.example.gym, requested with gym.key
      signed with   gym.key
      """,
    .signedByOtherKey)
  static let noSigner = finding(
    "signature.signer.missing", step: .signer,
    why: "The message holds certificates, but no signature.",
    wrong: """
      certificates   pass.com.example.gym, WWDR G4
      signers        none
      """,
    right: """
      certificates   pass.com.example.gym, WWDR G4
      signers        pass.com.example.gym
      """, .noSigner)
  static let severalSigners = finding(
    "signature.signer.several", step: .signer,
    why: "Apple's verifier accepts only a message with exactly one signer.",
    help: "sign once", source: .observed("Apple's open-source Security framework"),
    wrong: "signers   pass.com.example.gym, pass.com.example.club",
    right: "signers   pass.com.example.gym",
    .severalSigners)
  static let certificateMissing = finding(
    "signature.signer.noCertificate", step: .signer,
    why: "Wallet takes the signer's certificate from the message and from nowhere else.",
    help: "sign without -nocerts, so that the message has the certificates",
    wrong: "openssl cms -sign -nocerts -binary -outform DER ...",
    right: "openssl cms -sign -certfile wwdr.pem -binary -outform DER ...",
    .noCertificates)
  static let certificateDamaged = finding(
    "signature.certificate.damaged", step: .certificateForm,
    why: "A certificate in the message cannot be read, so readers reject the whole message.",
    wrong: "certificates   pass.com.example.gym, 5 bytes that are not a certificate",
    right: "certificates   pass.com.example.gym, WWDR G4",
    .damagedCertificate)
  static let certificateUnreadable = finding(
    "signature.certificate.unreadable", step: .certificate,
    why: """
      The key in it still verifies the manifest, but the certificate around the key cannot be \
      read. Nobody can follow its chain to Apple.
      """,
    wrong: """
      signer's certificate   pass.com.example.gym
      valid from             2X0401000000Z
      """,
    right: """
      signer's certificate   pass.com.example.gym
      valid from             260401000000Z
      """,
    .unreadableLeaf)
  static let rejected = finding(
    "signature.value.refused", step: .signatureValue,
    why: """
      Digest and signature value fit, but OpenSSL rejects the message for the reason named. Wallet \
      has a different verifier. If two verifiers disagree, some phones will reject the pass.
      """,
    source: .observed("OpenSSL 3.0"),
    wrong: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      key usage     an OCTET STRING, which OpenSSL rejects
      """,
    right: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      key usage     a BIT STRING, digitalSignature
      """, .damagedKeyUsage, good: .signerByKeyIdentifier)
  static let unknownAlgorithm = finding(
    "signature.algorithm.unknown", step: .algorithm,
    why: "Wallet knows RSA and ECDSA with SHA-1 and the SHA-2 family.",
    help: "sign with -md sha256",
    wrong: "openssl cms -sign -md sm3 -binary -outform DER ...",
    right: "openssl cms -sign -md sha256 -binary -outform DER ...", .unknownDigest, good: .sha512)
  static let tooWeak = finding(
    "signature.digest.tooWeak", step: .algorithm,
    why: """
      MD5 is broken: anybody can make two manifests with the same MD5. Apple's open-source \
      framework still has its name, but no published bundle uses it. passc does not verify such a \
      signature.
      """,
    help: "sign with -md sha256", source: .observed("none of 110 authentic passes uses MD5"),
    wrong: "openssl cms -sign -md md5 -binary -outform DER ...",
    right: "openssl cms -sign -md sha256 -binary -outform DER ...", .md5, good: .sha512)
  static let digestNotAnnounced = finding(
    "signature.digest.notAnnounced", step: .digest,
    why: "Readers compute the digests that a message announces. The signer's is not among them.",
    wrong: """
      announced digests   SHA-1
      signer's digest     SHA-256
      """,
    right: """
      announced digests   SHA-256
      signer's digest     SHA-256
      """, .unlistedDigestAlgorithm)
  static let attributeInvalid = finding(
    "signature.attribute.invalid", step: .attributes,
    why: """
      contentType and messageDigest must each be present once among the signed attributes. Their \
      order does not matter, and there may be other attributes.
      """,
    wrong: "signed attributes   signingTime, messageDigest",
    right: "signed attributes   contentType, signingTime, messageDigest",
    .noContentType, good: .unsortedAttributes)
  static let attachedOther = finding(
    "signature.content.other", step: .signedContent,
    why: "The message contains what it signs, and that is not manifest.json.",
    help: "sign detached: leave out -nodetach",
    wrong: "openssl cms -sign -nodetach -binary -outform DER -in pass.json ...",
    right: "openssl cms -sign -binary -outform DER -in manifest.json ...", .attachedOtherContent)
  static let attached = finding(
    "signature.content.attached", .warning, effect: .maybeRefused, step: .signedContent,
    why: """
      The manifest is in the signature. It should only be next to it. One authentic pass has this \
      form, and it opens.
      """,
    help: "sign detached: leave out -nodetach", source: .observed("one authentic pass"),
    wrong: "openssl cms -sign -nodetach -binary -outform DER -in manifest.json ...",
    right: "openssl cms -sign -binary -outform DER -in manifest.json ...",
    .attached)

  var findings: [Finding] {
    [
      Self.manifestChanged, Self.valueWrong, Self.noSigner, Self.severalSigners,
      Self.certificateMissing, Self.certificateDamaged, Self.certificateUnreadable, Self.rejected,
      Self.unknownAlgorithm, Self.tooWeak, Self.digestNotAnnounced, Self.attributeInvalid,
      Self.attachedOther, Self.attached,
    ]
  }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let verification = signedManifest.reading?.verification else { return }
    let faults = verification.faults
    let place = signedManifest.signaturePlace
    let hasOtherContent = faults.contains(.attachedContent(equal: false))
    for fault in faults {
      switch fault {
      // SignatureTimeRule reports these.
      case .noSigningTime, .unreadableSigningTime: continue
      // The signature contains other content, which has a diagnostic. The different digest follows
      // from it.
      case .digestMismatch where hasOtherContent: continue
      // The value signs an attribute that is wrong already.
      case .signatureMismatch where hasOtherContent: continue
      default: break
      }
      if case .contentTypeMismatch = fault {
        // OpenSSL does not compare the two, but other programs do.
        report(SignatureFormRule.irregular, fault.description, at: place, severity: .warning)
      }
      if let reading = signedManifest.reading, Self.mayBeOverOtherContent(fault, reading),
        let other = SignedInstead.find(reading.message, signedManifest)
      {
        report(Self.manifestChanged, other.message, at: place, help: other.help)
        continue
      }
      guard let finding = Self.finding(for: fault) else { continue }
      report(finding, Self.description(fault), at: place)
    }
  }

  /// Returns whether a fault shows that other content was signed. Without signed attributes only
  /// the signature value can show it.
  private static func mayBeOverOtherContent(
    _ fault: CMSError, _ reading: SignatureReading
  ) -> Bool {
    switch fault {
    case .digestMismatch: true
    case .signatureMismatch: reading.message.signsContentDirectly
    default: false
    }
  }

  private static func finding(for fault: CMSError) -> Finding? {
    switch fault {
    case .noSigner: noSigner
    case .severalSigners: severalSigners
    case .signerCertificateMissing: certificateMissing
    case .damagedCertificates: certificateDamaged
    case .signerCertificateUnreadable: certificateUnreadable
    case .rejectedByOpenSSL: rejected
    case .unknownAlgorithm("MD5"): tooWeak
    case .unknownAlgorithm: unknownAlgorithm
    case .digestNotAnnounced: digestNotAnnounced
    case .attributeError: attributeInvalid
    case .digestMismatch: manifestChanged
    case .signatureMismatch: valueWrong
    case .attachedContent(let equal): equal ? attached : attachedOther
    case .notCMS, .malformed, .irregular, .trailingBytes, .tooLarge, .noSigningTime,
      .unreadableSigningTime, .contentTypeMismatch:
      nil
    }
  }

  /// Returns the wording of an error, with "manifest.json" for the content of the CMS message.
  private static func description(_ fault: CMSError) -> String {
    switch fault {
    case .digestMismatch: "manifest.json is not the one that was signed"
    case .attachedContent(equal: true):
      "manifest.json is inside the signature, expected a detached signature"
    case .attachedContent(equal: false): "the signature contains other content than manifest.json"
    case .unknownAlgorithm("MD5"):
      "the signature is over MD5, which is too weak, expected SHA-256"
    default: fault.description
    }
  }
}
