// SPDX-License-Identifier: Apache-2.0

/// Messages about passes: responses of phones and of the server.
extension ReaderWords {
  /// Outcomes of a request for a pass.
  static let outcomes = [
    ReaderWords("outcome.member", "The pass was read: %@"),
    ReaderWords("outcome.memberWithoutText", "The pass was read."),
    ReaderWords(
      "outcome.notPresented", "No pass was presented.",
      "Ask the customer to open the pass in Wallet and hold the phone here again."),
    ReaderWords(
      "outcome.notSent", "The pass was read, but its data did not reach the server.",
      "Check the connection and ask for another tap. The data expires after ten seconds."),
  ]

  /// Status words of the phone, by their name in the kit, with a message for the merchant.
  static let statuses: [(name: String, value: UInt16, words: ReaderWords)] = [
    ("notFound", 0x6A83, outcomes[2]),
    (
      "notActivated", 0x6287,
      ReaderWords(
        "status.notActivated", "The phone did not send the pass.",
        "Ask the customer to unlock the phone or open the pass, then hold it here again.")
    ),
    (
      "holderMustChoose", 0x6984,
      ReaderWords(
        "status.holderMustChoose", "The phone has several passes of this kind.",
        "Ask the customer to choose one, then hold the phone here again.")
    ),
    ("incorrectData", 0x6A80, ours("incorrectData", "the data")),
    ("wrongLength", 0x6700, ours("wrongLength", "the length")),
    ("wrongParameters", 0x6B00, ours("wrongParameters", "the kind")),
    (
      "unsupportedVersion", 0x6340,
      ReaderWords(
        "status.unsupportedVersion", "The phone uses another version of the protocol.",
        "Ask the customer for the card's number instead.")
    ),
    (
      "unknown", 0,
      ReaderWords(
        "status.unknown", "The phone sent a response that this app does not know.",
        "Try again. If it fails, ask for the card's number instead.")
    ),
  ]

  private static func ours(_ name: String, _ part: String) -> ReaderWords {
    ReaderWords(
      "status.\(name)", "The phone rejected \(part) of the request.",
      "This is a bug in the app. Report it to the developer.")
  }

  /// The message for a successful read without data.
  static let noData = ReaderWords(
    "status.noData", "The pass contained no data.", "Hold the phone here again.")

  /// Rejections by the server, with a message for the merchant.
  static let refusals: [(name: String, words: ReaderWords)] =
    VASError.allCases.map { (name: $0.rawValue, words: refusal($0)) } + [
      (
        name: "other",
        words: ReaderWords(
          "refusal.other", "The server rejected the pass for a reason that this app does not know.",
          "Contact the operator of the server.")
      )
    ]

  private static func refusal(_ error: VASError) -> ReaderWords {
    let key = "refusal.\(error.rawValue)"
    switch error {
    case .malformedInput, .malformedTLV, .unexpectedTemplate, .missingCryptogram,
      .truncatedCryptogram:
      return ReaderWords(
        key, "The data of the pass arrived damaged.", "Hold the phone here again.")
    case .unknownKeyIdentifier:
      return ReaderWords(
        key, "The pass was made for another reader.",
        "Ask the customer to update the pass in Wallet. If it fails, contact the operator of the "
          + "server."
      )
    case .ephemeralKeyNotOnCurve, .authenticationFailed:
      return ReaderWords(
        key, "The pass is not genuine, or it is another kind of pass.", "Do not accept it.")
    case .staleTimestamp:
      return ReaderWords(
        key, "The tap is too old.",
        "Hold the phone here again. If it happens each time, the clock of the phone or the server is "
          + "wrong.")
    case .unknownPassType:
      return ReaderWords(
        key, "The server does not know this kind of pass.", "Contact the operator of the server.")
    case .notAppleWallet, .applicationNotFound:
      return ReaderWords(
        key, "This is not a phone with passes in Wallet.",
        "Ask the customer for the card's number instead.")
    case .unsupportedApplicationVersion: return ReaderWords(key, statuses[6].words)
    case .dataNotFound: return ReaderWords(key, outcomes[2])
    case .dataNotActivated: return ReaderWords(key, statuses[1].words)
    case .userInterventionRequired: return ReaderWords(key, statuses[2].words)
    case .incorrectData: return ReaderWords(key, statuses[3].words)
    case .wrongLength: return ReaderWords(key, statuses[4].words)
    case .wrongParameters: return ReaderWords(key, statuses[5].words)
    case .unknownStatus: return ReaderWords(key, statuses[7].words)
    }
  }

  private init(_ key: String, _ same: ReaderWords) {
    self.init(key, same.sentence, same.advice)
  }

  /// Steps of the reader, by their name in the kit.
  static let steps: [(name: String, words: ReaderWords)] = [
    ("notReady", ReaderWords("step.notReady", "The reader is not ready.", "Wait a moment.")),
    ("readyForTap", ReaderWords("step.readyForTap", "Hold the phone or card to this iPhone.")),
    ("cardDetected", ReaderWords("step.cardDetected", "Reading. Hold still.")),
    ("removeCard", ReaderWords("step.removeCard", "You can take it away.")),
    ("readRetry", ReaderWords("step.readRetry", "Not read yet.", "Hold it here again.")),
    ("readCompleted", ReaderWords("step.readCompleted", "Read.")),
    ("readNotCompleted", ReaderWords("step.readNotCompleted", "Not read.", "Try again.")),
    ("readCancelled", ReaderWords("step.readCancelled", "Reading was cancelled.")),
    ("pinEntryRequested", ReaderWords("step.pinEntryRequested", "The card requires its PIN.")),
    ("pinEntryCompleted", ReaderWords("step.pinEntryCompleted", "The PIN was entered.")),
    (
      "interfaceDismissed",
      ReaderWords("step.interfaceDismissed", "The reader's sheet was closed.")
    ),
    ("unknown", ReaderWords("step.unknown", "The reader reports an unknown step.")),
  ]
}
