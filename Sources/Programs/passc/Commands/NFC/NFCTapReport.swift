// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassNFC
import PassReport

/// The results of one or more taps, as text and as JSON.
struct NFCTapReport {
  let visit: NFCVisit
  /// The time of the report in seconds since 1970. The age of messages is relative to it.
  let now: Int64

  private var taps: [Tap] { visit.taps }
  private var phone: NFCPhone { visit.phone }
  private var reader: Reader { visit.reader }

  // MARK: Verdict

  /// Whether the visit succeeded. For every pass type identifier the reader got the message of the
  /// pass, or the sign-up URL reached the phone. A payment also succeeds if the mode allows a tap
  /// to end with one.
  var isFine: Bool {
    guard visit.notJoined.isEmpty, let tap = taps.last, tap.failure == nil else { return false }
    if visit.joined.isEmpty, tap.result.hasPayment, tap.isPlainCard || tap.mode == .vasOrPayment {
      return true
    }
    return tap.entries.allSatisfy { entry in
      switch entry.outcome {
      case .decrypted(let message): isInPhone(message)
      case .encrypted: true
      case .notPresented: !isJoined(entry.merchant) && offerArrived(entry.merchant)
      case .notAsked: tap.mode == .paymentOnly || (reader.passes == .first && tap.hasPass)
      case .notActivated, .holderMustChoose, .failed: false
      }
    }
  }

  private func isJoined(_ merchant: Merchant) -> Bool {
    visit.joined.contains { $0.passTypeIdentifier == merchant.id }
  }

  /// Returns whether a pass in the phone has this message. If none has it, the simulation has a
  /// bug.
  private func isInPhone(_ message: DecryptedMessage) -> Bool {
    phone.passes.contains {
      $0.id.passTypeIdentifier == message.passTypeIdentifier
        && Array($0.sentMessage) == message.message
    }
  }

  private func offerArrived(_ merchant: Merchant) -> Bool {
    let id = MerchantIdentifier(passTypeIdentifier: merchant.id)
    return phone.signUpOffers.contains { $0.merchant == id && $0.url == merchant.url }
  }

  // MARK: Text

  func text(trace: Bool, colour: Bool) -> String {
    let style = NFCTextStyle(colour: colour)
    let exchangeText = NFCTraceText(merchants: reader.merchants, style: style)
    var reasons = reasons
    var text = ""
    for (number, tap) in taps.enumerated() {
      if number == visit.beforeJoining.taps, number > 0 { text += joining(style) }
      if taps.count > 1 { text += style.bold("tap \(number + 1)") + "\n" }
      if trace { text += tap.exchanges.map(exchangeText.text).joined() }
      if let failure = tap.failure {
        text += "\(style.attention(failure.rawValue)): \(failure.meaning)\n"
      }
      for entry in tap.entries {
        text += self.text(of: entry, tap, style)
        guard entry.status != nil, let reason = reasons.popFirst() else { continue }
        // The text above already shows sent data and the response for a missing pass.
        if let reason, reason != .notInstalled { text += "  in the phone: \(reason.rawValue)\n" }
      }
      text += "\(style.bold("result")): \(Self.description(for: tap.result))\n"
    }
    if visit.joined.isEmpty {
      text += joining(style)
    } else {
      text += offers(phone.signUpOffers.dropFirst(visit.beforeJoining.offers), style)
    }
    return text
  }

  /// Describes the result that an app gets from readPaymentCard.
  private static func description(for result: TapResult) -> String {
    switch result {
    case .pass: "pass, no payment"
    case .payment: "payment, no pass"
    case .both: "both, payment and pass"
    case .none: "none, neither pass nor payment"
    }
  }

  /// Describes the sign-up offers before the customer joined, and the passes that were added
  /// or not added.
  private func joining(_ style: NFCTextStyle) -> String {
    var text = offers(phone.signUpOffers.prefix(visit.beforeJoining.offers), style)
    for id in visit.joined {
      text += "\(style.bold("holder")): joined, \(description(for: id)) is in Wallet now\n"
    }
    for id in visit.notJoined {
      text +=
        "\(style.attention("not joined")): no URL for \(description(for: id)) reached the phone\n"
    }
    return text
  }

  private func description(for id: NFCPass.ID) -> String {
    TextWriter.printable("\(id.passTypeIdentifier), \(id.serialNumber)")
  }

  private func offers(_ offers: ArraySlice<SignUpOffer>, _ style: NFCTextStyle) -> String {
    offers.map { offer in
      let type = offer.passTypeIdentifier ?? merchant(of: offer)?.id
      let named = type.map { " for \(TextWriter.printable($0))" } ?? ""
      return """
        \(style.bold("phone")): sign-up offered\(named)
          \(TextWriter.printable(offer.url))

        """
    }.joined()
  }

  /// The reasons why the phone sent no pass, one for each request in order. nil means that it sent
  /// a pass.
  ///
  /// Only a simulated phone can report the reason. A real reader gets only the status word.
  private var reasons: ArraySlice<NFCPhoneEvent.Reason?> {
    phone.events.compactMap { event in
      switch event {
      case .served: .some(nil)
      case .rejected(_, _, let reason): .some(reason)
      case .offered, .added: nil
      }
    }[...]
  }

  private func text(of entry: Tap.Entry, _ tap: Tap, _ style: NFCTextStyle) -> String {
    "\(style.bold(TextWriter.printable(entry.merchant.id))): \(description(about: entry, tap, style))\n"
  }

  private func description(about entry: Tap.Entry, _ tap: Tap, _ style: NFCTextStyle) -> String {
    switch entry.outcome {
    case .decrypted(let message):
      let words = message.text.map { TextWriter.printable($0) } ?? Hex.encode(message.message)
      let age = NFCAnswer.ageDescription(age: message.age(at: now))
      let doubt = isInPhone(message) ? "" : "\n  no pass in the phone says that"
      return """
        \(style.bold(words))
          key \(Hex.encode(message.keyIdentifier)) (\(message.variant.rawValue)), sent \
        \(message.time.iso8601), \(age)\(doubt)
        """
    case .encrypted:
      return """
        encrypted, see passc nfc decrypt
          \(Hex.encode(entry.cryptogram ?? []))
        """
    case .notPresented: return "not presented"
    case .notActivated: return style.attention(VASError.dataNotActivated.meaning)
    case .holderMustChoose: return style.attention(VASError.userInterventionRequired.meaning)
    case .failed(let error): return "\(style.attention(error.rawValue)), \(error.meaning)"
    case .notAsked:
      if tap.isPlainCard { return "not asked: a card without passes" }
      return tap.mode == .paymentOnly ? "a reader for payment only requests no pass" : "not asked"
    }
  }

  private func merchant(of offer: SignUpOffer) -> Merchant? {
    reader.merchants.first { MerchantIdentifier(passTypeIdentifier: $0.id) == offer.merchant }
  }

  // MARK: JSON

  /// One object, without a line end.
  var json: [UInt8] {
    let offers: [JSONTree] = phone.signUpOffers.map {
      [
        "url": .string($0.url), "passType": .string($0.passTypeIdentifier ?? merchant(of: $0)?.id),
      ]
    }
    let json: JSONTree = [
      "version": 1, "ok": .boolean(isFine), "taps": .array(taps.map(json(of:))),
      "signUpOffers": .array(offers), "joined": .array(visit.joined.map(Self.json(of:))),
      "notJoined": .array(visit.notJoined.map(Self.json(of:))),
      "phone": .strings(phone.events.map(\.text)),
    ]
    return json.bytes
  }

  private static func json(of id: NFCPass.ID) -> JSONTree {
    ["passType": .string(id.passTypeIdentifier), "serial": .string(id.serialNumber)]
  }

  private func json(of tap: Tap) -> JSONTree {
    [
      "mode": .string(tap.mode.name), "error": .string(tap.failure?.rawValue),
      "result": .string(tap.result.rawValue), "vasResult": .boolean(tap.result.hasPass),
      "paymentResult": .boolean(tap.result.hasPayment), "plainCard": .boolean(tap.isPlainCard),
      "exchanges": .array(
        tap.exchanges.map { exchange in
          [
            "command": json(
              exchange.command, Trace.title(ofCommand: exchange.command),
              Trace.lines(ofCommand: exchange.command, merchants: reader.merchants)),
            "response": json(
              exchange.response, Trace.title(ofResponse: exchange.response),
              Trace.lines(ofResponse: exchange.response)),
          ]
        }),
      "results": .array(tap.entries.map(json(of:))),
    ]
  }

  private func json(_ bytes: [UInt8], _ title: String, _ lines: [Trace.Line]) -> JSONTree {
    [
      "hex": .string(Hex.encode(bytes)), "meaning": .string(title),
      "elements": .array(
        lines.map {
          [
            "depth": .number($0.depth), "tag": .string($0.tag), "name": .string($0.name),
            "hex": .string($0.hex), "meaning": .string($0.meaning),
          ]
        }),
    ]
  }

  private func json(of entry: Tap.Entry) -> JSONTree {
    var members: [JSONTree.Member] = [
      ("outcome", .string(name(of: entry.outcome))), ("status", .string(entry.status?.description)),
    ]
    if case .decrypted(let message) = entry.outcome {
      members += message.members(at: now)
    } else {
      members.append(("passType", .string(entry.merchant.id)))
    }
    if case .failed(let error) = entry.outcome {
      members.append(("error", .string(error.rawValue)))
    }
    if let cryptogram = entry.cryptogram {
      members.append(("cryptogram", .string(Hex.encode(cryptogram))))
    }
    return .object(members)
  }

  private func name(of outcome: Tap.Outcome) -> String {
    switch outcome {
    case .decrypted: "decrypted"
    case .encrypted: "encrypted"
    case .notPresented: "notPresented"
    case .notActivated: "notActivated"
    case .holderMustChoose: "holderMustChoose"
    case .failed: "failed"
    case .notAsked: "notAsked"
    }
  }
}
