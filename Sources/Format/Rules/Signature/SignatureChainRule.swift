// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
package import PassDiagnostics
import PassModel

/// The chain from the signer's certificate to Apple.
package struct SignatureChainRule: SealRule {
  private static let policy = Basis.documented("Apple's open-source pass policy (SecPolicy.c)")

  /// The chain does not end at Apple's root.
  package static let notApple = Finding(
    "signature.chain.notApple", .error, effect: .refused, step: .chain,
    why: """
      Wallet accepts only certificates that Apple issued. The signature of the signer's \
      certificate was verified against the keys of every WWDR generation, in the message or not.
      """,
    help: """
      sign with a pass type certificate from Apple: passc cert request. For certificates of your \
      own, as in tests, name their root
      """,
    settings: [RunSetting(.trust, "FILE")],
    source: policy, walletLog: "trust chain could not be verified",
    bad: [
      .sealed(.signed(by: .untrusted), file: "signature"),
      .sealed(.signed(by: .forged), file: "signature"),
    ],
    good: [.sealed()])

  static let wrongIntermediate = Finding(
    "signature.chain.wrongIntermediate", .warning, effect: .maybeRefused, step: .chain,
    why: """
      The message must carry the WWDR certificate that issued the signer's, or the device has to \
      know it already: it has two built in, and which ones depends on its version. 30 of 110 \
      authentic passes carry another generation or none.
      """,
    help: "put the generation named here into the signature",
    source: .observed("30 of 110 authentic passes, some made in 2025"),
    walletLog: "trust chain could not be verified",
    bad: [
      .sealed(.signed(by: .wrongIntermediate), file: "signature"),
      .sealed(.signed(by: .noIntermediate), file: "signature"),
    ],
    good: [.sealed()])

  private static let basic = Basis.documented(
    "RFC 5280, 4.2 and 6.1; Apple's open-source pass policy, basic X.509 checks")

  static let notCA = Finding(
    "signature.chain.notCA", .error, effect: .refused, step: .chain,
    why: """
      Only an authority may issue certificates: its basic constraints say so, and its key usage, \
      where it has one, names signing certificates. Otherwise everybody with a pass certificate \
      could issue more of them.
      """,
    help: "use a certificate that Apple's WWDR issued for passes", source: basic,
    walletLog: "trust chain could not be verified",
    bad: [
      .sealed(.signed(by: .notCA), file: "signature"),
      .sealed(.signed(by: .noConstraints), file: "signature"),
      .sealed(.signed(by: .noCertSign), file: "signature"),
    ],
    good: [.sealed()])

  static let keyIdentifier = Finding(
    "signature.chain.keyIdentifier", .error, effect: .refused, step: .chain,
    why: """
      The authority key identifier of a certificate is the subject key identifier of its issuer, \
      where both have one. Verifiers look the issuer up by it and refuse another, although its key \
      made the signature.
      """,
    help: "have the certificate issued anew; Apple's are right", source: basic,
    walletLog: "trust chain could not be verified",
    bad: [.sealed(.signed(by: .otherKeyIdentifier), file: "signature")], good: [.sealed()])

  static let criticalExtension = Finding(
    "signature.certificate.criticalExtension", .error, effect: .refused, step: .certificate,
    why: """
      Critical says: who does not know this extension must refuse the certificate. Those of RFC \
      5280 and Apple's own are known.
      """,
    help: "have the certificate issued without it; Apple's have none", source: basic,
    walletLog: "trust chain could not be verified",
    bad: [.sealed(.signed(by: .unknownCritical), file: "signature")],
    good: [.sealed(.signed(by: .appleCritical))])

  static let surplus = Finding(
    "signature.certificate.surplus", .warning, effect: .style,
    why: """
      The device knows Apple's roots, and nobody needs certificates that are not on the way; each \
      makes every pass some 1.5 kB larger.
      """,
    help: "put the pass certificate and its WWDR into the signature, nothing else",
    source: .convention("two certificates in nearly every authentic pass"),
    bad: [.sealed(.signed(by: .withRoot), file: "signature")], good: [.sealed()])

  package var findings: [Finding] {
    [
      Self.notApple, Self.wrongIntermediate, Self.notCA, Self.keyIdentifier,
      Self.criticalExtension, Self.surplus,
    ]
  }

  package func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let reading = seal.reading, let chain = reading.chain else { return }
    let place = seal.signaturePlace
    let embedded = reading.message.certificates
    guard chain.isTrusted else {
      return report(
        Self.notApple, Self.words(chain), at: place, help: Self.help(for: chain),
        settings: Self.notApple.settings)
    }
    for fault in chain.faults { Self.say(fault, of: chain, at: place, &report) }
    if case .known(let authority) = chain.issuer {
      guard !authority.isRoot else { return }
      let others = embedded.filter { $0 != chain.leaf }
      let found = others.isEmpty ? "no intermediate" : listed(others.map(Self.name))
      report(
        Self.wrongIntermediate,
        "the signature carries \(found), the signer's certificate needs \(authority.name)",
        at: place, help: Self.help(for: authority, chain.leaf))
      return
    }
    // Of several signers each brings a certificate; that there are several is said already.
    guard reading.message.signers.count < 2 else { return }
    // Of a chain that is too long nothing is surplus but its root: its length is said.
    let needed = chain.used.prefix(2) + chain.used.dropFirst(2).filter { !$0.isSelfIssued }
    let surplus = embedded.filter { !needed.contains($0) }
    if !surplus.isEmpty {
      report(
        Self.surplus,
        "the signature carries \(listed(surplus.map(Self.name))) beside what is needed", at: place)
    }
  }

  private static func say(
    _ fault: CertificateChain.Fault, of chain: CertificateChain, at place: Place,
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
        case .constraintsDeny: "its basic constraints say that it is no authority"
        case .noCertSigning: "its key usage leaves signing certificates out"
        }
      report(
        Self.notCA, "\(subject(certificate)) issued a certificate and may not: \(why)", at: place)
    case .unknownCriticalExtension(let certificate, let oid):
      report(
        Self.criticalExtension,
        "\(subject(certificate)) has a critical extension nobody here knows, \(oid)", at: place)
    case .otherKeyIdentifier(let certificate, let named, let issuer, let has):
      report(
        Self.keyIdentifier,
        "\(subject(certificate)) names \(Hex.encode(named)) as its issuer's key, "
          + "\(quoted(issuer)) has \(Hex.encode(has))", at: place)
    }
  }

  private static func words(_ chain: CertificateChain) -> String {
    if case .missing = chain.issuer, let named = chain.named {
      return "the signer's certificate names \(named.name), whose key did not sign it"
    }
    if case .missing = chain.issuer, let namesake = chain.namesake {
      return "the signature carries \(quoted(name(namesake))), whose key did not sign the signer's "
        + "certificate"
    }
    if case .missing = chain.issuer, !chain.leaf.isSelfIssued {
      return
        "the issuer of the signer's certificate, \(quoted(chain.issuerName)), is missing in the "
        + "signature and is none of Apple's"
    }
    return "the chain ends at \(quoted(chain.issuerName)), not at Apple"
  }

  /// Only where a certificate is missing more can be said than the finding says.
  private static func help(for chain: CertificateChain) -> String? {
    guard case .missing = chain.issuer, chain.named == nil, chain.namesake == nil,
      !chain.leaf.isSelfIssued
    else { return nil }
    return "put that certificate into the signature; when it is none of Apple's, as in tests, name "
      + "its root"
  }

  private static func name(_ certificate: Certificate) -> String {
    CertificateChain.name(of: certificate)
  }

  private static func help(for authority: Trust.Authority, _ leaf: Certificate) -> String {
    var text = "put \(authority.name) (SHA-256 \(authority.sha256Hex)) into the signature"
    if authority.isApple { text += "; it is on https://www.apple.com/certificateauthority/" }
    return text
  }
}
