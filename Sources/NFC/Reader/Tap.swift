// SPDX-License-Identifier: Apache-2.0

/// A command and its response.
package struct Exchange: Sendable, Hashable {
  package let command: [UInt8]
  /// The response as received. It may be malformed.
  package let response: [UInt8]
}

/// The result of one tap.
package struct Tap: Sendable {
  /// The outcome for one merchant.
  package enum Outcome: Sendable, Hashable {
    case decrypted(DecryptedMessage)
    /// A pass was read, but the reader has no keys.
    case encrypted
    /// 6A83. It does not show whether the customer has the pass.
    case notPresented
    /// 6287: the customer must unlock the phone or present the pass.
    case notActivated
    /// 6984: the customer has several passes of this type and must choose one.
    case holderMustChoose
    case failed(VASError)
    /// The tap ended before this merchant, or the mode reads no passes.
    case notAsked
  }

  /// The result for one merchant.
  package struct Entry: Sendable, Hashable {
    package let merchant: Merchant
    /// Nil if there was no request or the response is malformed.
    package var status: StatusWord?
    package let outcome: Outcome
    /// The encrypted data for a server.
    package var cryptogram: [UInt8]?

    /// Whether the phone sent a pass, even if it cannot be decrypted.
    package var hasPass: Bool { cryptogram != nil }
  }

  package let mode: TerminalMode
  /// Commands with their responses in order, beginning with SELECT.
  package var exchanges: [Exchange] = []
  /// The response to SELECT, or nil if this is not Apple's Wallet.
  package var wallet: SelectResponse?
  /// The error that ended the tap before the first request.
  package var failure: VASError?
  /// Whether a payment card without passes responded. It may be plastic or a phone of another
  /// maker.
  package var isPlainCard = false
  /// One for each merchant in their order. Empty after a failure.
  package var entries: [Entry] = []

  init(mode: TerminalMode) { self.mode = mode }

  /// Whether the phone sent any pass, even if it cannot be decrypted.
  package var hasPass: Bool { entries.contains(where: \.hasPass) }

  /// The action for the customer before the next tap, or nil.
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

  /// Whether the tap must stop, because the customer must do something or the communication failed.
  ///
  /// A message that cannot be decrypted does not stop the tap, because the phone did its part.
  var stopped: Bool {
    entries.contains { entry in
      switch entry.outcome {
      case .notActivated, .holderMustChoose: true
      case .failed: !entry.hasPass
      case .decrypted, .encrypted, .notPresented, .notAsked: false
      }
    }
  }

  // MARK: Result in Apple's reader interface

  /// The result that the reader's method would return. Payment data is not simulated.
  package var result: TapResult {
    let card = isPlainCard || wallet?.capabilities.contains(.paymentMayBePerformed) ?? false
    return switch mode {
    case .vasOnly: TapResult(pass: hasPass, payment: false)
    case .paymentOnly: TapResult(pass: false, payment: card)
    case .vasAndPayment: TapResult(pass: hasPass, payment: card)
    // The first read closes the sheet. If the phone has both, the behaviour is not documented.
    case .vasOrPayment: TapResult(pass: hasPass, payment: card && !hasPass)
    }
  }
}

/// The result of a tap, as `readPaymentCard(_:vasRequest:stopOnVASResult:)` returns it.
package enum TapResult: String, Sendable, Hashable, CaseIterable {
  case pass, payment, both, none

  init(pass: Bool, payment: Bool) {
    self = pass ? (payment ? .both : .pass) : (payment ? .payment : .none)
  }

  package var hasPass: Bool { self == .pass || self == .both }
  package var hasPayment: Bool { self == .payment || self == .both }
}
