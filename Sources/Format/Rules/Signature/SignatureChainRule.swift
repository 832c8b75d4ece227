// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
package import PassDiagnostics
import PassModel

/// Rule about the certificate chain from the signer to Apple.
package struct SignatureChainRule: SignedManifestRule {
  private static let policy = Basis.documented("Apple's open-source pass policy (SecPolicy.c)")

  /// The chain does not end at Apple's root.
  package static let notApple = Finding(
    "signature.chain.notApple", .error, effect: .refused, step: .chain,
    why: """
      Wallet accepts only certificates that Apple issued. passc verified the signer's certificate \
      with the keys of every WWDR generation, whether the signature contains them or not.
      """,
    help: """
      sign with a pass type certificate from Apple: passc cert request. For your own certificates, \
      as in tests, name their root
      """,
    settings: [RunSetting(.trust, "FILE")],
    source: policy, walletLog: "trust chain could not be verified",
    wrong: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     Example Test CA
      """,
    right: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     WWDR G4, which Apple Root CA issued
      """,
    bad: [
      .signed(.signed(by: .untrusted), file: "signature"),
      .signed(.signed(by: .forged), file: "signature"),
    ],
    good: [.signed()])

  static let wrongIntermediate = Finding(
    "signature.chain.wrongIntermediate", .warning, effect: .maybeRefused, step: .chain,
    why: """
      The signature must carry the WWDR certificate that issued the signer's certificate, or the \
      device must have it already. A device has two of them built in, and which two depends on its \
      version. 30 of 110 authentic passes carry another generation or none.
      """,
    help: "add the WWDR certificate named here to the signature",
    source: .observed("30 of 110 authentic passes, some made in 2025"),
    walletLog: "trust chain could not be verified",
    wrong: """
      signer's certificate   issued by WWDR G4
      signature also has     WWDR G3
      """,
    right: """
      signer's certificate   issued by WWDR G4
      signature also has     WWDR G4
      """,
    bad: [
      .signed(.signed(by: .wrongIntermediate), file: "signature"),
      .signed(.signed(by: .noIntermediate), file: "signature"),
    ],
    good: [.signed()])

  static let damaged = Finding(
    "signature.chain.damaged", .error, effect: .refused, step: .chain,
    why: """
      A certificate in the signature has the key of a known authority or the identifier of that \
      key, but other bytes. It was damaged when it was copied, often by an editor or a transfer as \
      text.
      """,
    help: "put a sound copy of the WWDR certificate into the signature, and sign again",
    source: policy, walletLog: "trust chain could not be verified",
    wrong: """
      signer's certificate   issued by WWDR G4
      signature also has     a copy of WWDR G4 with other bytes
      """,
    right: """
      signer's certificate   issued by WWDR G4
      signature also has     WWDR G4
      """,
    bad: [.signed(.signed(by: .damagedIntermediate), file: "signature")], good: [.signed()])

  private static let basic = Basis.documented(
    "RFC 5280, 4.2 and 6.1; Apple's open-source pass policy, basic X.509 checks")

  static let notCA = Finding(
    "signature.chain.notCA", .error, effect: .refused, step: .chain,
    why: """
      Only a certificate authority may issue certificates. Its basic constraints must have \
      CA:TRUE, and its key usage, if present, must include certificate signing. Otherwise \
      everybody with a signing certificate could issue more of them.
      """,
    help: "use a certificate that Apple's WWDR issued for passes", source: basic,
    walletLog: "trust chain could not be verified",
    wrong: """
      signer's certificate   issued by pass.com.example.club
      its issuer             basic constraints CA:FALSE
      """,
    right: """
      signer's certificate   issued by WWDR G4
      its issuer             basic constraints CA:TRUE
      """,
    bad: [
      .signed(.signed(by: .notCA), file: "signature"),
      .signed(.signed(by: .noConstraints), file: "signature"),
      .signed(.signed(by: .noCertSign), file: "signature"),
    ],
    good: [.signed()])

  static let keyIdentifier = Finding(
    "signature.chain.keyIdentifier", .error, effect: .refused, step: .chain,
    why: """
      The authority key identifier of a certificate is the subject key identifier of its issuer, \
      if both have one. Verifiers look the issuer up by it. They reject another issuer, even if \
      its key made the signature. Apple's certificates have the right one.
      """,
    help: "have the certificate issued again", source: basic,
    walletLog: "trust chain could not be verified",
    wrong: """
      signer's certificate   authority key identifier 5BD9FA1DE79A1A0B
      its issuer             subject key identifier   88271709A9B61860
      """,
    right: """
      signer's certificate   authority key identifier 88271709A9B61860
      its issuer             subject key identifier   88271709A9B61860
      """,
    bad: [.signed(.signed(by: .otherKeyIdentifier), file: "signature")], good: [.signed()])

  static let criticalExtension = Finding(
    "signature.certificate.criticalExtension", .error, effect: .refused, step: .certificate,
    why: """
      A reader that does not know a critical extension must reject the certificate. passc knows \
      those of RFC 5280 and Apple's own. Apple's certificates have no other.
      """,
    help: "have the certificate issued without this extension", source: basic,
    walletLog: "trust chain could not be verified",
    wrong: """
      signed with             pass.com.example.gym, team A1B2C3D4E5
      extension 1.3.6.1.4.1   critical
      """,
    right: """
      signed with             pass.com.example.gym, team A1B2C3D4E5
      extension 1.3.6.1.4.1   not critical
      """,
    bad: [.signed(.signed(by: .unknownCritical), file: "signature")],
    good: [.signed(.signed(by: .appleCritical))])

  static let surplus = Finding(
    "signature.certificate.surplus", .warning, effect: .style,
    why: """
      The device has Apple's roots, and it needs no certificates outside the chain. Each of them \
      makes every pass about 1.5 kB larger.
      """,
    help: "put only the signing certificate and its WWDR certificate into the signature",
    source: .convention("two certificates in nearly every authentic pass"),
    wrong: "certificates   pass.com.example.gym, WWDR G4, Apple Root CA",
    right: "certificates   pass.com.example.gym, WWDR G4",
    bad: [.signed(.signed(by: .withRoot), file: "signature")], good: [.signed()])

  package var findings: [Finding] {
    [
      Self.notApple, Self.wrongIntermediate, Self.damaged, Self.notCA, Self.keyIdentifier,
      Self.criticalExtension, Self.surplus,
    ]
  }

  package func check(
    _ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report
  ) {
    guard let reading = signedManifest.reading, let chain = reading.chain else { return }
    let place = signedManifest.signaturePlace
    let embedded = reading.message.certificates
    if let original = chain.damagedCopy {
      // Without the copy a device may still have the certificate built in.
      return report(
        Self.damaged,
        "the certificate \(original.name) in the signature is damaged", at: place,
        severity: chain.isTrusted ? .warning : nil, help: Self.help(replacing: original))
    }
    guard chain.isTrusted else {
      return report(
        Self.notApple, Self.description(chain), at: place, help: Self.help(for: chain),
        settings: Self.notApple.settings, notes: Self.notes(about: chain.namesake, chain, place))
    }
    for fault in chain.errors { Self.report(fault, of: chain, at: place, &report) }
    if case .trusted(let authority) = chain.issuer {
      guard !authority.isRoot else { return }
      let others = embedded.filter { $0 != chain.leaf }
      let found = others.isEmpty ? "no intermediate" : listed(others.map(Self.name))
      report(
        Self.wrongIntermediate,
        "the signature contains \(found), the signer's certificate needs \(authority.name)",
        at: place, help: Self.help(for: authority, chain.leaf),
        notes: Self.notes(
          about: others.first { Self.name($0) == authority.name }, chain, place))
      return
    }
    // Each of several signers has a certificate, so none is surplus. The number of signers already
    // has a diagnostic.
    guard reading.message.signers.count < 2 else { return }
    // If the chain is too long, only its root counts as surplus. SignaturePolicyRule reports the
    // length.
    let needed = chain.used.prefix(2) + chain.used.dropFirst(2).filter { !$0.isSelfIssued }
    let surplus = embedded.filter { !needed.contains($0) }
    if !surplus.isEmpty {
      report(
        Self.surplus,
        "the signature contains \(listed(surplus.map(Self.name))), which it does not need",
        at: place)
    }
  }

  private static func report(
    _ fault: CertificateChain.Problem, of chain: CertificateChain, at place: Place,
    _ report: inout Report
  ) {
    func subject(_ certificate: Certificate) -> String {
      certificate == chain.leaf ? "the signer's certificate" : quoted(name(certificate))
    }
    switch fault {
    case .notAuthority(let certificate, let reason):
      let why =
        switch reason {
        case .noBasicConstraints: "it has no basic constraints"
        case .constraintsDeny: "its basic constraints have CA:FALSE"
        case .noCertSigning: "its key usage does not include certificate signing"
        }
      report(
        Self.notCA, "\(subject(certificate)) issued a certificate and may not: \(why)", at: place)
    case .unknownCriticalExtension(let certificate, let oid):
      report(
        Self.criticalExtension,
        "\(subject(certificate)) has an unknown critical extension, \(oid)", at: place)
    case .otherKeyIdentifier(let certificate, let named, let issuer, let has):
      report(
        Self.keyIdentifier,
        "\(subject(certificate)) names \(Hex.encode(named)) as its issuer's key, "
          + "\(quoted(issuer)) has \(Hex.encode(has))", at: place)
    }
  }

  private static func description(_ chain: CertificateChain) -> String {
    if case .missing = chain.issuer, let named = chain.named {
      return "the signer's certificate names \(named.name), whose key did not sign it"
    }
    if case .missing = chain.issuer, let namesake = chain.namesake {
      return "the signature contains \(quoted(name(namesake))), whose key did not sign the "
        + "signer's certificate"
    }
    if case .missing = chain.issuer, !chain.leaf.isSelfIssued {
      return
        "the issuer of the signer's certificate, \(quoted(chain.issuerName)), is not in the "
        + "signature and is not Apple's"
    }
    return "the chain ends at \(quoted(chain.issuerName)), not at Apple"
  }

  /// Returns what tells a certificate from the issuer, whose name it has.
  private static func notes(
    about namesake: Certificate?, _ chain: CertificateChain, _ place: Place
  ) -> [(Place, String)] {
    guard let namesake else { return [] }
    let wanted = chain.leaf.authorityKeyIdentifier.map { Hex.encode($0) } ?? "missing"
    return [
      (place, "the one in the signature: \(namesake.authorityDetails)"),
      (place, "the signer's certificate names the key id \(wanted)"),
    ]
  }

  /// Returns a help text if a certificate is missing. Otherwise the help of the finding is enough.
  private static func help(for chain: CertificateChain) -> String? {
    guard case .missing = chain.issuer, chain.named == nil, chain.namesake == nil,
      !chain.leaf.isSelfIssued
    else { return nil }
    return "add that certificate to the signature; if it is not Apple's, as in tests, name its root"
  }

  private static func name(_ certificate: Certificate) -> String {
    CertificateChain.name(of: certificate)
  }

  private static func help(replacing authority: Trust.Authority) -> String {
    authority.isApple
      ? "download \(authority.name) again from https://www.apple.com/certificateauthority/ and "
        + "sign again"
      : "copy \(authority.name) again in binary mode and sign again"
  }

  private static func help(for authority: Trust.Authority, _ leaf: Certificate) -> String {
    var text = "add \(authority.name) (SHA-256 \(authority.sha256Hex)) to the signature"
    if authority.isApple { text += "; it is on https://www.apple.com/certificateauthority/" }
    return text
  }
}
