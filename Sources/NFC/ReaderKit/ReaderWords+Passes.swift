// SPDX-License-Identifier: Apache-2.0

/// Words about passes: what phones answer and what the server says.
extension ReaderWords {
  /// How the question for a pass ended.
  static let outcomes = [
    ReaderWords("outcome.member", "The pass was read: %@"),
    ReaderWords("outcome.memberWithoutText", "The pass was read."),
    ReaderWords(
      "outcome.notPresented", "No pass was presented.",
      "Ask the customer to open the pass in Wallet and hold the phone here again."),
    ReaderWords(
      "outcome.notSent", "The pass was read, but its data did not reach the server.",
      "Check the connection and ask for another tap; what was read is too old by then."),
  ]

  /// What a status word of the phone means for the person at the till, by the name in the kit.
  static let statuses: [(name: String, value: UInt16, words: ReaderWords)] = [
    ("notFound", 0x6A83, outcomes[2]),
    (
      "notActivated", 0x6287,
      ReaderWords(
        "status.notActivated", "The phone holds the pass back.",
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
        "status.unsupportedVersion", "The phone speaks another version of the protocol.",
        "Ask the customer for the card's number instead.")
    ),
    (
      "unknown", 0,
      ReaderWords(
        "status.unknown", "The phone gave an answer this app does not know.",
        "Try once more, then ask for the card's number instead.")
    ),
  ]

  private static func ours(_ name: String, _ part: String) -> ReaderWords {
    ReaderWords(
      "status.\(name)", "The phone refused \(part) of the request.",
      "This is a fault of the app: tell its developer.")
  }

  /// Data that the reader interface called a success, and that are not there.
  static let noData = ReaderWords(
    "status.noData", "The pass came without data.", "Hold the phone here again.")

  /// What the server's refusals mean for the person at the till.
  static let refusals: [(name: String, words: ReaderWords)] =
    VASError.allCases.map { (name: $0.rawValue, words: refusal($0)) } + [
      (
        name: "other",
        words: ReaderWords(
          "refusal.other", "The server refused the pass for a reason this app does not know.",
          "Tell whoever runs the server.")
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
        "Ask the customer to update the pass in Wallet; else tell whoever runs the server.")
    case .ephemeralKeyNotOnCurve, .authenticationFailed:
      return ReaderWords(
        key, "The pass is not genuine, or is of another kind.", "Do not accept it.")
    case .staleTimestamp:
      return ReaderWords(
        key, "The tap is too old.",
        "Hold the phone here again. If it happens each time, a clock is wrong: the phone's or the "
          + "server's.")
    case .unknownPassType:
      return ReaderWords(
        key, "The server does not know this kind of pass.", "Tell whoever runs the server.")
    case .notAppleWallet, .applicationNotFound:
      return ReaderWords(
        key, "This is no phone with passes in Wallet.",
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

  /// What the reader is doing, by the name in the kit.
  static let steps: [(name: String, words: ReaderWords)] = [
    ("notReady", ReaderWords("step.notReady", "The reader is not ready.", "Wait a moment.")),
    ("readyForTap", ReaderWords("step.readyForTap", "Hold the phone or card to this iPhone.")),
    ("cardDetected", ReaderWords("step.cardDetected", "Reading: hold still.")),
    ("removeCard", ReaderWords("step.removeCard", "You can take it away.")),
    ("readRetry", ReaderWords("step.readRetry", "Not read yet.", "Hold it here again.")),
    ("readCompleted", ReaderWords("step.readCompleted", "Read.")),
    ("readNotCompleted", ReaderWords("step.readNotCompleted", "Not read.", "Try again.")),
    ("readCancelled", ReaderWords("step.readCancelled", "Reading was cancelled.")),
    ("pinEntryRequested", ReaderWords("step.pinEntryRequested", "The card wants its PIN.")),
    ("pinEntryCompleted", ReaderWords("step.pinEntryCompleted", "The PIN was entered.")),
    (
      "interfaceDismissed",
      ReaderWords("step.interfaceDismissed", "The reader's sheet was closed.")
    ),
    ("unknown", ReaderWords("step.unknown", "The reader reports something new.")),
  ]
}
