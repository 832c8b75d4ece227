// SPDX-License-Identifier: Apache-2.0

/// Messages for the errors of Core NFC.
extension ReaderErrorMessages {
  private static func session(
    _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) -> ReaderErrorMessages { ReaderErrorMessages("session", name, remedy, sentence, advice) }

  private static let again = "Hold the phone here again, and keep it there until reading is done."
  private static let fault = "This is a bug in the app. Report it to the developer."

  /// The conditions for reading payment tags.
  static let eligibility =
    "Reading payment cards needs iOS 26, an Apple Account registered in the European Union and an "
    + "iPhone located there. This also applies to development and testing."

  /// `NFCReaderError.Code` of iOS 13.
  static let sessions = [
    session("readerSessionInvalidationErrorUserCanceled", .none, "Reading has ended.", ""),
    session(
      "readerSessionInvalidationErrorSessionTimeout", .retry,
      "No card or phone was held to this iPhone for 60 seconds.", "Start again."),
    session(
      "readerSessionInvalidationErrorSystemIsBusy", .retry, "Another app is using NFC.",
      "Wait a moment, then start again."),
    session(
      "readerSessionInvalidationErrorSessionTerminatedUnexpectedly", .retry,
      "Reading was interrupted.", "Start again."),
    session("readerTransceiveErrorTagConnectionLost", .retry, "The connection was lost.", again),
    session("readerTransceiveErrorRetryExceeded", .retry, "The phone did not respond.", again),
    session(
      "readerTransceiveErrorTagResponseError", .retry, "The response could not be read.", again),
    session(
      "readerTransceiveErrorSessionInvalidated", .retry, "Reading has already ended.",
      "Start again."),
    session(
      "readerTransceiveErrorTagNotConnected", .retry, "No card or phone is connected.", again),
    session(
      "readerErrorRadioDisabled", .person, "NFC is turned off.", "Turn it on in Settings."),
    session(
      "readerErrorSecurityViolation", .developer, "The app is not allowed to use NFC.",
      "The entitlement, the usage description or the list of application identifiers is missing. "
        + "Report it to the developer."),
    session(
      "readerErrorUnsupportedFeature", .person, "This iPhone cannot read passes.",
      "Use another iPhone."),
    session("readerErrorInvalidParameter", .developer, "A value was rejected.", fault),
    session("readerErrorInvalidParameterLength", .developer, "A length was rejected.", fault),
    session("readerErrorParameterOutOfBound", .developer, "A value is out of range.", fault),
  ]

  /// Errors added in iOS 26, by number so that the app runs on older systems.
  static let newerSessions: [(code: Int, error: ReaderErrorMessages)] = [
    (
      7,
      session(
        "readerErrorIneligible", .person,
        "This iPhone or its account is not allowed to read these cards.",
        eligibility)
    ),
    (
      8,
      session(
        "readerErrorAccessNotAccepted", .person, "Reading with NFC was not allowed on this iPhone.",
        "Allow it when you are asked, or in Settings.")
    ),
  ]

  /// The message when a session cannot start.
  static let noNFC = ReaderMessages(
    "unavailable.noNFC", "This device cannot read with NFC.",
    "Use an iPhone. A Mac or the simulator cannot read.")
  /// The message when a session for payment tags cannot start, but others can.
  static let notEligible = ReaderMessages(
    "unavailable.notEligible", "Reading payment cards is not available here.", eligibility)
  /// The message for a tag that cannot be used.
  static let noTag = ReaderMessages(
    "tag.notAvailable", "This card cannot be read here.", "Hold only one card or phone here.")
  /// The message for a tag that did not respond.
  static let notRead = ReaderMessages(
    "tag.notRead", "The card or phone could not be read.", "Hold it here again.")
  /// The text of the system sheet before a tap.
  static let hold = ReaderMessages("sheet.hold", "Hold the customer's phone near this one.")
}
