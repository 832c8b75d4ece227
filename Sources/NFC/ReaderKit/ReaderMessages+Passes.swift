// SPDX-License-Identifier: Apache-2.0

/// Messages about passes: responses of phones and of the server.
extension ReaderMessages {
  /// Outcomes of a request for a pass.
  static let outcomes = [
    ReaderMessages("outcome.member", "The pass was read: %@"),
    ReaderMessages("outcome.memberWithoutText", "The pass was read."),
    ReaderMessages(
      "outcome.notPresented", "No pass was presented.",
      "Ask the customer to open the pass in Wallet and hold the phone here again."),
    ReaderMessages(
      "outcome.notSent", "The pass was read, but its data did not reach the server.",
      "Check the connection and ask for another tap. The data expires after ten seconds."),
  ]

  /// Status words of the phone, by their name in the kit, with a message for the merchant.
  static let statuses: [(name: String, value: UInt16, words: ReaderMessages)] = [
    ("notFound", 0x6A83, outcomes[2]),
    (
      "notActivated", 0x6287,
      ReaderMessages(
        "status.notActivated", "The phone did not send the pass.",
        "Ask the customer to unlock the phone or open the pass, then hold it here again.")
    ),
    (
      "holderMustChoose", 0x6984,
      ReaderMessages(
        "status.holderMustChoose", "The phone has several passes of this kind.",
        "Ask the customer to choose one, then hold the phone here again.")
    ),
    ("incorrectData", 0x6A80, ours("incorrectData", "the data")),
    ("wrongLength", 0x6700, ours("wrongLength", "the length")),
    ("wrongParameters", 0x6B00, ours("wrongParameters", "the kind")),
    (
      "unsupportedVersion", 0x6340,
      ReaderMessages(
        "status.unsupportedVersion", "The phone uses another version of the protocol.",
        "Ask the customer for the card's number instead.")
    ),
    (
      "unknown", 0,
      ReaderMessages(
        "status.unknown", "The phone sent a response that this app does not know.",
        "Try again. If it fails, ask for the card's number instead.")
    ),
  ]

  private static func ours(_ name: String, _ part: String) -> ReaderMessages {
    ReaderMessages(
      "status.\(name)", "The phone rejected \(part) of the request.",
      "This is a bug in the app. Report it to the developer.")
  }

  /// The message for a successful read without data.
  static let noData = ReaderMessages(
    "status.noData", "The pass contained no data.", "Hold the phone here again.")

  /// Rejections by the server, with a message for the merchant.
  static let refusals: [(name: String, words: ReaderMessages)] =
    VASError.allCases.map { (name: $0.rawValue, words: errorText($0)) } + [
      (
        name: "other",
        words: ReaderMessages(
          "refusal.other", "The server rejected the pass for a reason that this app does not know.",
          "Contact the operator of the server.")
      )
    ]

  private static func errorText(_ error: VASError) -> ReaderMessages {
    let key = "refusal.\(error.rawValue)"
    switch error {
    case .malformedInput, .malformedTLV, .unexpectedTemplate, .missingCryptogram,
      .truncatedCryptogram:
      return ReaderMessages(
        key, "The data of the pass arrived damaged.", "Hold the phone here again.")
    case .unknownKeyIdentifier:
      return ReaderMessages(
        key, "The pass was made for another reader.",
        "Ask the customer to update the pass in Wallet. If it fails, contact the operator of the "
          + "server."
      )
    case .ephemeralKeyNotOnCurve, .authenticationFailed:
      return ReaderMessages(
        key, "The pass is not genuine, or it is another kind of pass.", "Do not accept it.")
    case .staleTimestamp:
      return ReaderMessages(
        key, "The tap is too old.",
        "Hold the phone here again. If it happens each time, the clock of the phone or the server is "
          + "wrong.")
    case .unknownPassType:
      return ReaderMessages(
        key, "The server does not know this kind of pass.", "Contact the operator of the server.")
    case .notAppleWallet, .applicationNotFound:
      return ReaderMessages(
        key, "This is not a phone with passes in Wallet.",
        "Ask the customer for the card's number instead.")
    case .unsupportedApplicationVersion: return ReaderMessages(key, statuses[6].words)
    case .dataNotFound: return ReaderMessages(key, outcomes[2])
    case .dataNotActivated: return ReaderMessages(key, statuses[1].words)
    case .userInterventionRequired: return ReaderMessages(key, statuses[2].words)
    case .incorrectData: return ReaderMessages(key, statuses[3].words)
    case .wrongLength: return ReaderMessages(key, statuses[4].words)
    case .wrongParameters: return ReaderMessages(key, statuses[5].words)
    case .unknownStatus: return ReaderMessages(key, statuses[7].words)
    }
  }

  private init(_ key: String, _ same: ReaderMessages) {
    self.init(key, same.sentence, same.advice)
  }

  /// Steps of the reader, by their name in the kit.
  static let steps: [(name: String, words: ReaderMessages)] = [
    ("notReady", ReaderMessages("step.notReady", "The reader is not ready.", "Wait a moment.")),
    ("readyForTap", ReaderMessages("step.readyForTap", "Hold the phone or card to this iPhone.")),
    ("cardDetected", ReaderMessages("step.cardDetected", "Reading. Hold still.")),
    ("removeCard", ReaderMessages("step.removeCard", "You can take it away.")),
    ("readRetry", ReaderMessages("step.readRetry", "Not read yet.", "Hold it here again.")),
    ("readCompleted", ReaderMessages("step.readCompleted", "Read.")),
    ("readNotCompleted", ReaderMessages("step.readNotCompleted", "Not read.", "Try again.")),
    ("readCancelled", ReaderMessages("step.readCancelled", "Reading was cancelled.")),
    ("pinEntryRequested", ReaderMessages("step.pinEntryRequested", "The card requires its PIN.")),
    ("pinEntryCompleted", ReaderMessages("step.pinEntryCompleted", "The PIN was entered.")),
    (
      "interfaceDismissed",
      ReaderMessages("step.interfaceDismissed", "The reader's sheet was closed.")
    ),
    ("unknown", ReaderMessages("step.unknown", "The reader reports an unknown step.")),
  ]
}
