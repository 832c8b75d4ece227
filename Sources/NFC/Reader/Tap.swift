// SPDX-License-Identifier: Apache-2.0

/// A command and what came back.
package struct Exchange: Sendable, Hashable {
  /// The command APDU as it was sent.
  package let command: [UInt8]
  /// The response APDU as it came, which need not be one.
  package let response: [UInt8]
}

/// What a reader learned in one tap.
package struct Tap: Sendable {
  /// How the question for one merchant ended.
  package enum Outcome: Sendable, Hashable {
    case decrypted(DecryptedMessage)
    /// Read; the reader holds no keys.
    case encrypted
    /// 6A83. Says nothing about whether the customer has the pass.
    case notPresented
    /// 6287: the holder has to unlock the phone or present the pass.
    case notActivated
    /// 6984: the holder has several passes of the type and has to choose one.
    case holderMustChoose
    case failed(VASError)
    /// The tap ended before this merchant's turn, or the mode reads no passes.
    case notAsked
  }

  /// What a tap brought for one merchant.
  package struct Entry: Sendable, Hashable {
    /// Whose pass was asked for.
    package let merchant: Merchant
    /// Nil when nothing was asked or what came back was no response.
    package var status: StatusWord?
    /// How the question for its pass ended.
    package let outcome: Outcome
    /// As it came, for a server that decrypts.
    package var cryptogram: [UInt8]?

    /// A pass came back, readable or not.
    package var hasPass: Bool { cryptogram != nil }
  }

  /// The mode of the reader during the tap.
  package let mode: TerminalMode
  /// Every command with its response, in order, SELECT first.
  package var exchanges: [Exchange] = []
  /// What the phone said of itself; nil when it was no phone of Apple's.
  package var wallet: SelectResponse?
  /// Why the tap ended before the first question.
  package var failure: VASError?
  /// A payment card without passes answered: of plastic, or in a phone of another maker.
  package var isPlainCard = false
  /// One per merchant, in their order; empty after a failure.
  package var entries: [Entry] = []

  init(mode: TerminalMode) { self.mode = mode }

  /// Whether a pass of any merchant came back, readable or not.
  package var hasPass: Bool { entries.contains(where: \.hasPass) }

  /// What the holder is asked to do before the next tap; nil when nothing is.
  package var requestToHolder: VASError? {
    for entry in entries {
      switch entry.outcome {
      case .notActivated: return .dataNotActivated
      case .holderMustChoose: return .userInterventionRequired
      default: continue
      }
    }
    return nil
  }

  /// Asking on makes no sense: the holder has something to do, or the exchange is broken.
  ///
  /// A message that cannot be decrypted stops nothing: the phone did its part.
  var stopped: Bool {
    entries.contains { entry in
      switch entry.outcome {
      case .notActivated, .holderMustChoose: true
      case .failed: !entry.hasPass
      case .decrypted, .encrypted, .notPresented, .notAsked: false
      }
    }
  }

  // MARK: In the words of Apple's reader interface

  /// Which results the reader's method would return. No payment data is simulated.
  package var result: TapResult {
    let card = isPlainCard || wallet?.capabilities.contains(.paymentMayBePerformed) ?? false
    return switch mode {
    case .vasOnly: TapResult(pass: hasPass, payment: false)
    case .paymentOnly: TapResult(pass: false, payment: card)
    case .vasAndPayment: TapResult(pass: hasPass, payment: card)
    // What is read first closes the sheet. With both in one answer: not documented.
    case .vasOrPayment: TapResult(pass: hasPass, payment: card && !hasPass)
    }
  }
}

/// The ways a tap can end, as `readPaymentCard(_:vasRequest:stopOnVASResult:)` returns them.
package enum TapResult: String, Sendable, Hashable, CaseIterable {
  case pass, payment, both, none

  init(pass: Bool, payment: Bool) {
    self = pass ? (payment ? .both : .pass) : (payment ? .payment : .none)
  }

  /// A pass comes back.
  package var hasPass: Bool { self == .pass || self == .both }
  /// A payment comes back.
  package var hasPayment: Bool { self == .payment || self == .both }
}
