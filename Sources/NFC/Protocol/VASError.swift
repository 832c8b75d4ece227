// SPDX-License-Identifier: Apache-2.0

/// The errors between a pass on a phone and the message at the reader. `passc nfc decrypt` prints
/// the raw values.
public enum VASError: String, Error, Sendable, Hashable, CaseIterable {
  // Errors of the data.
  /// The input is not hex, Base64 or a JSON object.
  case malformedInput
  /// An element of the data does not match its length.
  case malformedTLV
  /// The data is not in the template of a phone's response.
  case unexpectedTemplate
  /// The response of the phone contains no cryptogram.
  case missingCryptogram
  /// The cryptogram is too short.
  case truncatedCryptogram

  // Errors of the keys.
  /// The cryptogram is encrypted for a key that was not given.
  case unknownKeyIdentifier
  /// The phone's ephemeral key is not a point on P-256.
  case ephemeralKeyNotOnCurve
  /// The key does not decrypt it: it belongs to another pass type identifier, or was changed in
  /// transit.
  case authenticationFailed
  /// The phone's time differs from now by more than the maximum age. It may be a replay.
  case staleTimestamp
  /// The line names a pass type identifier that was not given.
  case unknownPassType

  // Responses of the phone.
  /// A wallet other than Apple's responded.
  case notAppleWallet
  /// The phone does not offer passes with NFC.
  case applicationNotFound
  /// The phone uses another version of the protocol.
  case unsupportedApplicationVersion
  /// The phone has no pass for the reader, or does not present it.
  case dataNotFound
  /// The pass is there, but the customer must unlock or present it.
  case dataNotActivated
  /// The customer must choose one of several passes.
  case userInterventionRequired
  /// The phone found a malformed element in the request.
  case incorrectData
  /// The phone found a wrong length in the request.
  case wrongLength
  /// The phone found wrong parameters in the request.
  case wrongParameters
  /// The phone returned an undocumented status.
  case unknownStatus

  /// The meaning, in lower case and without a period.
  public var meaning: String {
    switch self {
    case .malformedInput: "neither hex nor Base64"
    case .malformedTLV: "a TLV element has a wrong length"
    case .unexpectedTemplate: "the data is not in a template with tag 70"
    case .missingCryptogram: "it contains no cryptogram (9F27)"
    case .truncatedCryptogram:
      "the cryptogram has fewer than \(CryptogramLayout.shortestLength) bytes"
    case .unknownKeyIdentifier: "it is encrypted for another key than the ones given"
    case .ephemeralKeyNotOnCurve: "the phone's ephemeral key is not a point of P-256"
    case .authenticationFailed:
      "the key does not decrypt it: another pass type identifier, or altered data"
    case .staleTimestamp: "the phone's time is too far from now; it may be a replay"
    case .unknownPassType: "the pass type identifier was not requested"
    case .notAppleWallet: "another wallet responded"
    case .applicationNotFound: "the phone offers no passes by NFC"
    case .unsupportedApplicationVersion: "the phone speaks another version of the protocol"
    case .dataNotFound: "not presented"
    case .dataNotActivated: "the phone has the pass, and the customer has to unlock or present it"
    case .userInterventionRequired: "the customer has to choose a pass"
    case .incorrectData: "the phone found a malformed element in the request"
    case .wrongLength: "the phone found a wrong length in the request"
    case .wrongParameters: "the phone found wrong parameters in the request"
    case .unknownStatus: "the phone responded with an undocumented status"
    }
  }
}

extension VASError: CustomStringConvertible {
  /// The name and meaning, as the command prints them.
  public var description: String { "\(rawValue): \(meaning)" }
}
