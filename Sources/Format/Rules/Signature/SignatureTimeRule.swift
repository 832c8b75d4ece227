// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// The signing time, at which Wallet judges the chain.
struct SignatureTimeRule: SealRule {
  static let missing = Finding(
    "signature.time.missing", .error, effect: .refused, step: .signingTimePresence,
    why: """
      Wallet judges the certificates at the signing time and refuses a signature that does not \
      say when it was made. Seen in three published bundles.
      """,
    help: "sign with signed attributes: leave -noattr away",
    source: .documented("Wallet Passes: Building a Pass"),
    walletLog: "must contain a signing date",
    bad: [
      .sealed(.signature(.noSigningTime), file: "signature"),
      .sealed(.signature(.unreadableTime), file: "signature"),
    ],
    good: [.sealed()])

  static let future = Finding(
    "signature.time.future", .error, effect: .refused, step: .signingTime,
    why: "A signature from tomorrow comes from a clock that is wrong; no certificate covers it.",
    help: "set the clock of the machine that signs, or have another day judged",
    settings: [RunSetting(.day, "DAY")],
    source: .observed("Apple's open-source Security framework"),
    bad: [.sealed(.signature(.inTheFuture), file: "signature")], good: [.sealed()])

  static let notValid = Finding(
    "signature.time.notValid", .error, effect: .refused, step: .signingTime,
    why: """
      At the signing time a certificate of the chain had ended or not begun. Wallet judges every \
      one of them at that time.
      """,
    help: "renew the certificate, then sign again; passc cert doctor shows the dates",
    source: .documented("Apple's open-source pass policy"),
    bad: [
      .sealed(.signed(by: .expiredWhenSigned), file: "signature"),
      .sealed(.signed(by: .notYetValid), file: "signature"),
      .sealed(.signed(by: .intermediateExpired), file: "signature"),
    ],
    good: [.sealed()])

  static let expiredSince = Finding(
    "signature.certificate.expired", .warning, effect: .style,
    why: """
      The certificate has ended since the pass was signed. Wallet judges the chain at the signing \
      time, so the pass stays good, as 101 of 110 authentic ones show; a new signature or an \
      update needs a valid certificate.
      """,
    help: "renew the certificate before the next signature, or have another day judged",
    settings: [RunSetting(.day, "DAY")],
    source: .observed("101 of 110 authentic passes"),
    bad: [.sealed(.signed(by: .expiredSince), file: "signature")], good: [.sealed()])

  var findings: [Finding] { [Self.missing, Self.future, Self.notValid, Self.expiredSince] }

  /// Clocks differ; a signature a few minutes old on another machine is no fault.
  static let toleranceInSeconds: Int64 = 600

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let reading = seal.reading, !reading.message.signers.isEmpty else { return }
    let place = seal.signaturePlace
    guard let time = reading.signingTime else {
      // An attribute without one value is SignatureProofRule's.
      guard let fault = reading.message.signers[0].timeFault else { return }
      return report(
        Self.missing, fault.description, at: place,
        help: fault == .unreadableSigningTime ? "sign it again: passc build or passc resign" : nil)
    }
    let (latest, isBeyond) = context.today.addingReportingOverflow(Self.toleranceInSeconds)
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
    // One word for the whole chain: the leaf cannot outlive what issued it.
    guard let first = ended.first else { return }
    report(
      Self.expiredSince,
      "\(first.name) ended on \(Timestamp.day(first.notAfter)), signed in time on "
        + Timestamp.day(time), at: place)
  }
}
