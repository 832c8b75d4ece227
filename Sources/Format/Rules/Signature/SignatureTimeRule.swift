// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Rule about the signing time. Wallet checks the validity of the chain at that time.
struct SignatureTimeRule: SignedManifestRule {
  static let missing = Finding(
    "signature.time.missing", .error, effect: .refused, step: .signingTimePresence,
    why: """
      Wallet checks the certificates at the signing time and rejects a signature without one. \
      Three published bundles have this error.
      """,
    help: "sign with signed attributes: leave out -noattr",
    source: .documented("Wallet Passes: Building a Pass"),
    walletLog: "Signature must contain a signing date",
    wrong: "openssl cms -sign -noattr -binary -outform DER ...",
    right: "openssl cms -sign -binary -outform DER ...",
    bad: [
      .signed(.signature(.noSigningTime), file: "signature"),
      .signed(.signature(.unreadableTime), file: "signature"),
    ],
    good: [.signed()])

  static let future = Finding(
    "signature.time.future", .error, effect: .refused, step: .signingTime,
    why: "A signing time in the future comes from a wrong clock. No certificate covers it.",
    help: "set the clock of the machine that signs, or check as of another day",
    settings: [RunSetting(.day, "DAY")],
    source: .observed("Apple's open-source Security framework"),
    wrong: """
      signing time   2036-05-01T10:00:00Z
      today          2026-05-01
      """,
    right: """
      signing time   2026-05-01T10:00:00Z
      today          2026-05-01
      """,
    bad: [.signed(.signature(.futureSigningTime), file: "signature")], good: [.signed()])

  static let notValid = Finding(
    "signature.time.notValid", .error, effect: .refused, step: .signingTime,
    why: """
      At the signing time a certificate of the chain was expired or not yet valid. Wallet checks \
      every one of them at that time.
      """,
    help: "renew the certificate, then sign again; passc cert doctor shows the dates",
    source: .documented("Apple's open-source pass policy"),
    wrong: """
      certificate    valid from 2025-04-01 to 2026-05-01
      signing time   2026-05-20T10:00:00Z
      """,
    right: """
      certificate    valid from 2026-05-02 to 2027-06-01
      signing time   2026-05-20T10:00:00Z
      """,
    bad: [
      .signed(.signed(by: .expiredWhenSigned), file: "signature"),
      .signed(.signed(by: .notYetValid), file: "signature"),
      .signed(.signed(by: .intermediateExpired), file: "signature"),
    ],
    good: [.signed()])

  static let expiredSince = Finding(
    "signature.certificate.expired", .warning, effect: .style,
    why: """
      The certificate has expired since the pass was signed. Wallet checks the chain at the \
      signing time, so the pass stays good, as 101 of 110 authentic ones show. A new signature or \
      an update needs a valid certificate.
      """,
    help: "renew the certificate before you sign again, or check as of another day",
    settings: [RunSetting(.day, "DAY")],
    source: .observed("101 of 110 authentic passes"),
    wrong: """
      signing time   2025-04-20T10:00:00Z
      certificate    valid to 2025-05-01
      today          2026-05-01
      """,
    right: """
      signing time   2025-04-20T10:00:00Z
      certificate    valid to 2026-05-20
      today          2026-05-01
      """,
    bad: [.signed(.signed(by: .expiredSince), file: "signature")], good: [.signed()])

  var findings: [Finding] { [Self.missing, Self.future, Self.notValid, Self.expiredSince] }

  /// The tolerance for clocks of different machines. A signing time a few minutes in the future is
  /// not an error.
  static let toleranceInSeconds: Int64 = 600

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let reading = signedManifest.reading, !reading.message.signers.isEmpty else { return }
    let place = signedManifest.signaturePlace
    guard let time = reading.signingTime else {
      // An attribute without exactly one value is reported by SignatureProofRule.
      guard let fault = reading.message.signers[0].timeFault else { return }
      return report(
        Self.missing, fault.description, at: place,
        help: fault == .unreadableSigningTime ? "sign it again: passc build or passc resign" : nil)
    }
    let (latest, isBeyond) = context.endOfToday.addingReportingOverflow(Self.toleranceInSeconds)
    guard isBeyond || time <= latest else {
      return report(
        Self.future,
        "the signing time is \(Timestamp.text(time)), today is \(Timestamp.day(context.today))",
        at: place)
    }
    guard let chain = reading.chain else { return }
    let wrong = chain.notValid(at: time)
    for part in wrong {
      report(
        Self.notValid,
        "\(part.name) is valid from \(Timestamp.day(part.notBefore)) to "
          + "\(Timestamp.day(part.notAfter)), signed on \(Timestamp.day(time))", at: place)
    }
    guard wrong.isEmpty else { return }
    let ended = chain.notValid(at: context.today).filter { $0.notAfter < context.today }
    // One diagnostic is enough for the whole chain.
    guard let first = ended.first else { return }
    report(
      Self.expiredSince,
      "\(first.name) expired on \(Timestamp.day(first.notAfter)), signed in time on "
        + Timestamp.day(time), at: place)
  }
}
