// SPDX-License-Identifier: Apache-2.0

/// Messages for the errors of Tap to Pay on iPhone.
extension ReaderErrorMessages {
  private static func read(
    _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) -> ReaderErrorMessages { ReaderErrorMessages("read", name, remedy, sentence, advice) }

  private static func prepare(
    _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) -> ReaderErrorMessages { ReaderErrorMessages("prepare", name, remedy, sentence, advice) }

  private static let fault = "This is a bug in the app. Report it to the developer."
  private static let provider = "Ask your payment provider."
  private static let connection = "Check the connection, then try again."

  /// `PaymentCardReaderSession.ReadError` of iOS 16.4.
  static let reading = [
    read("readCancelled", .none, "Reading was cancelled.", ""),
    read("pinCancelled", .none, "The PIN was not entered.", ""),
    read(
      "vasReadFail", .retry, "The pass could not be read.",
      "Hold the phone here again, with the pass open."),
    read(
      "cardReadFailed", .retry, "The card could not be read.",
      "Hold it here again, and keep it there until reading is done."),
    read(
      "paymentReadFailed", .retry, "The payment could not be read.",
      "Try again, or ask for another card."),
    read("paymentCardDeclined", .retry, "The card was declined.", "Ask for another card."),
    read("pinEntryFailed", .retry, "The PIN could not be entered.", "Try again."),
    read("pinEntryTimeout", .retry, "The PIN was not entered in time.", "Try again."),
    read(
      "readerSessionBusy", .retry, "The reader is already in use.",
      "Wait until it finishes, then try again."
    ),
    read(
      "noReaderSession", .renewToken, "The reader is not prepared.", "Prepare it, then try again."),
    read(
      "readerSessionExpired", .renewToken, "The reader must be prepared again.",
      "Prepare it, then try again."),
    read(
      "readerTokenExpired", .renewToken, "The reader's token has expired.",
      "Prepare it with a new token, then try again."),
    read("readerSessionNetworkError", .prepareAgain, "The network connection failed.", connection),
    read(
      "readerSessionAuthenticationError", .prepareAgain, "The reader could not identify itself.",
      connection),
    read("readerServiceError", .prepareAgain, "Apple's service reports an error.", "Try again."),
    read(
      "readerServiceConnectionError", .prepareAgain, "Apple's service cannot be reached.",
      connection),
    read(
      "nfcDisabled", .person, "NFC is turned off on this iPhone.", "Turn it on in Settings."),
    read(
      "passcodeDisabled", .person, "This iPhone has no passcode.", "Set one in Settings."),
    read(
      "readNotAllowedDuringCall", .person, "Reading is not possible during a call.",
      "End the call, then try again."),
    read(
      "readNotAllowed", .person, "Reading is not allowed at the moment.",
      "Open the app. If that does not help, report it to the developer."),
    read(
      "readFromBackgroundError", .person, "The app must be open while it reads.",
      "Open the app, then try again."),
    read(
      "invalidVASMerchants", .developer, "The list of pass type identifiers was rejected.", fault),
    read("invalidVASRequestParameters", .developer, "The request for passes was rejected.", fault),
    read("invalidAmount", .developer, "The amount was rejected.", fault),
    read("invalidCurrencyCode", .developer, "The currency was rejected.", fault),
    read("invalidPreferredAID", .developer, "The preferred application was rejected.", fault),
    read("pinTokenInvalid", .developer, "The PIN token was rejected.", provider),
    read("pinNotAllowed", .developer, "A PIN is not allowed here.", provider),
  ]

  /// Errors of newer systems, by name so that the app runs on older ones.
  static let newerReading = [
    read("cardNotSupported", .retry, "This card is not supported.", "Ask for another card."),
    read("readerNotAvailable", .prepareAgain, "The reader is not available.", "Prepare it again."),
    read(
      "readerInitializationFailed", .prepareAgain, "The reader did not start.", "Prepare it again."),
    read(
      "storeAndForwardDeclineFailed", .developer, "A stored payment could not be declined.", fault),
    read(
      "storeAndForwardResultNotFound", .developer, "A stored payment was not found.", fault),
  ]

  /// `PaymentCardReaderError` of iOS 16.4.
  static let preparing = [
    prepare(
      "accountAlreadyLinked", .prepareAgain, "The terms were already accepted.", "Prepare again."),
    prepare(
      "accountLinkingCancelled", .linkAccount, "The terms were not accepted.",
      "Accept them to take payments and passes on this iPhone."),
    prepare(
      "accountLinkingFailed", .linkAccount, "The terms could not be accepted with this account.",
      "Try again, or with another Apple Account."),
    prepare(
      "accountLinkingRequiresiCloudSignIn", .person, "This iPhone is not signed in to iCloud.",
      "Sign in in Settings, then accept the terms."),
    prepare(
      "accountNotLinked", .linkAccount, "The terms of Tap to Pay on iPhone have not been accepted.",
      "Accept them with an Apple Account."),
    prepare(
      "backgroundRequestNotAllowed", .person,
      "The app must be open while it prepares the reader.",
      "Open the app, then try again."),
    prepare(
      "deviceBanned", .provider, "This iPhone is not allowed to read cards at the moment.", provider
    ),
    prepare("emptyReaderToken", .renewToken, "The reader's token is empty.", provider),
    prepare("invalidMerchant", .provider, "The merchant is unknown.", provider),
    prepare("invalidReaderToken", .renewToken, "The reader's token was rejected.", provider),
    prepare("merchantBlocked", .provider, "The merchant is blocked.", provider),
    prepare(
      "modelNotSupported", .person, "This iPhone cannot read cards.", "Use an iPhone XS or newer."),
    prepare(
      "networkAuthenticationError", .prepareAgain, "The reader could not identify itself.",
      connection),
    prepare("networkError", .prepareAgain, "The network connection failed.", connection),
    prepare(
      "notAllowed", .developer, "The app is not allowed to use the reader.",
      "The entitlement, bundle identifier or token does not match. Report it to the developer."),
    prepare("notReady", .prepareAgain, "The reader is not ready.", "Prepare it again."),
    prepare(
      "osVersionNotSupported", .person, "This version of iOS cannot read cards.",
      "Update iOS in Settings."),
    prepare("passcodeDisabled", .person, "This iPhone has no passcode.", "Set one in Settings."),
    prepare(
      "prepareExpired", .renewToken, "The preparation of the reader has expired.",
      "Prepare it with a new token."),
    prepare("prepareFailed", .prepareAgain, "The reader could not be prepared.", "Try again."),
    prepare("readerBusy", .prepareAgain, "The reader is already being prepared.", "Wait a moment."),
    prepare(
      "readerMemoryFull", .person, "The reader's memory is full.",
      "Restart this iPhone, then try again."),
    prepare(
      "serviceConnectionError", .prepareAgain, "A service of this iPhone cannot be reached.",
      "Try again."),
    prepare(
      "tokenExpired", .renewToken, "The reader's token has expired.", "Prepare with a new token."),
    prepare("unsupported", .person, "This iPhone cannot read cards.", "Use another iPhone."),
  ]

  /// Errors of newer systems, by name.
  static let newerPreparing = [
    prepare(
      "accountDeactivated", .provider, "The Apple Account that accepted the terms was deactivated.",
      provider),
    prepare(
      "accountLinkingCheckFailed", .prepareAgain,
      "The app could not check whether the terms were accepted.",
      connection),
    prepare(
      "storeAndForwardNotAllowed", .prepareAgain,
      "Reading without a connection is not possible at the moment.",
      connection),
    prepare(
      "storeAndForwardSessionExpired", .prepareAgain, "Reading without a connection has expired.",
      connection),
    prepare(
      "storeAndForwardSessionInvalidated", .prepareAgain, "Reading without a connection has ended.",
      connection),
    prepare(
      "storeAndForwardTokenIssuerChanged", .provider,
      "Payments for another provider are still stored.", provider),
  ]

  /// The message for unknown errors.
  static let unknown = ReaderErrorMessages(
    "error", "unknown", .retry, "An unexpected error occurred.",
    "Try again. If it happens again, report it to the developer.")
}
