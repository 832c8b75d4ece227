// SPDX-License-Identifier: Apache-2.0

/// Words about the errors of Core NFC.
extension ReaderErrorWords {
  private static func session(
    _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) -> ReaderErrorWords { ReaderErrorWords("session", name, remedy, sentence, advice) }

  private static let again = "Hold the phone here again, and keep it there until the sign."
  private static let fault = "This is a fault of the app: tell its developer."

  /// Who may use payment tags at all.
  static let eligibility =
    "Reading payment cards needs iOS 26, an Apple Account registered in the European Union and an "
    + "iPhone that is there, while developing and testing too."

  /// `NFCReaderError.Code` as iOS 13 knows it.
  static let sessions = [
    session("readerSessionInvalidationErrorUserCanceled", .none, "Reading has ended.", ""),
    session(
      "readerSessionInvalidationErrorSessionTimeout", .retry,
      "Nothing was held to this iPhone for 60 seconds.", "Begin again."),
    session(
      "readerSessionInvalidationErrorSystemIsBusy", .retry, "Something else is reading by NFC.",
      "Wait a moment, then begin again."),
    session(
      "readerSessionInvalidationErrorSessionTerminatedUnexpectedly", .retry,
      "Reading was interrupted.", "Begin again."),
    session("readerTransceiveErrorTagConnectionLost", .retry, "The connection was lost.", again),
    session("readerTransceiveErrorRetryExceeded", .retry, "The answer did not arrive.", again),
    session("readerTransceiveErrorTagResponseError", .retry, "The answer was not readable.", again),
    session(
      "readerTransceiveErrorSessionInvalidated", .retry, "Reading has ended already.",
      "Begin again."),
    session("readerTransceiveErrorTagNotConnected", .retry, "Nothing is connected.", again),
    session(
      "readerErrorRadioDisabled", .person, "NFC is switched off.", "Switch it on in Settings."),
    session(
      "readerErrorSecurityViolation", .developer, "The app may not read by NFC.",
      "Entitlement, usage description or list of application identifiers are missing: tell the "
        + "app's developer."),
    session(
      "readerErrorUnsupportedFeature", .person, "This iPhone does not read passes.",
      "Use another iPhone."),
    session("readerErrorInvalidParameter", .developer, "A value was refused.", fault),
    session("readerErrorInvalidParameterLength", .developer, "A length was refused.", fault),
    session("readerErrorParameterOutOfBound", .developer, "A value is out of bounds.", fault),
  ]

  /// What iOS 26 adds, by number, so that the app runs on older systems.
  static let newerSessions: [(code: Int, error: ReaderErrorWords)] = [
    (
      7,
      session(
        "readerErrorIneligible", .person, "This iPhone or its account may not read these cards.",
        eligibility)
    ),
    (
      8,
      session(
        "readerErrorAccessNotAccepted", .person, "Reading by NFC was not allowed on this iPhone.",
        "Allow it when you are asked, or in Settings.")
    ),
  ]

  /// Why a session cannot begin.
  static let noNFC = ReaderWords(
    "unavailable.noNFC", "This device does not read by NFC.",
    "Use an iPhone; a Mac and the simulator cannot.")
  /// Why a session for payment tags cannot begin where others can.
  static let notEligible = ReaderWords(
    "unavailable.notEligible", "Reading payment cards is not available here.", eligibility)
  /// A tag that is there and cannot be used.
  static let noTag = ReaderWords(
    "tag.notAvailable", "This card cannot be read here.", "Hold one card or phone here, alone.")
  /// What was found and did not answer.
  static let notRead = ReaderWords(
    "tag.notRead", "It could not be read.", "Hold it here again.")
  /// What the sheet says while nothing is there.
  static let hold = ReaderWords("sheet.hold", "Hold the customer's phone near this one.")
}
