// SPDX-License-Identifier: Apache-2.0

/// Everything that can go wrong between a pass on a phone and the message at the reader; the raw
/// values are what `passc nfc decrypt` prints.
public enum VASError: String, Error, Sendable, Hashable, CaseIterable {
  // What the bytes are.
  /// Neither hex nor Base64 nor the JSON object that a line may be.
  case malformedInput
  /// An element of the data does not end where its length says.
  case malformedTLV
  /// The data is not in the template that phones answer with.
  case unexpectedTemplate
  /// The answer of the phone holds no cryptogram.
  case missingCryptogram
  /// The cryptogram is shorter than any can be.
  case truncatedCryptogram

  // What the keys say.
  /// It is encrypted to a key that is not among those given.
  case unknownKeyIdentifier
  /// What the phone sent as its key of this tap is no point of P-256.
  case ephemeralKeyNotOnCurve
  /// The key does not open it: it is of another pass type, or was changed on the way.
  case authenticationFailed
  /// The phone's time is farther from now than was allowed; it may be a replay.
  case staleTimestamp
  /// The line names a pass type that is not among those asked for.
  case unknownPassType

  // What the phone answered.
  /// Another wallet than Apple's answered.
  case notAppleWallet
  /// The phone offers no passes by NFC.
  case applicationNotFound
  /// The phone speaks another version of the protocol.
  case unsupportedApplicationVersion
  /// The phone has no pass for the reader, or does not present it.
  case dataNotFound
  /// The pass is there, and the holder has to unlock or present it.
  case dataNotActivated
  /// The holder has to choose among several passes.
  case userInterventionRequired
  /// The phone found a malformed element in the request.
  case incorrectData
  /// The phone found a wrong length in the request.
  case wrongLength
  /// The phone found wrong parameters in the request.
  case wrongParameters
  /// The phone answered with a status that nobody has documented.
  case unknownStatus

  /// What it means, as a sentence part: lower case, no period.
  public var meaning: String {
    switch self {
    case .malformedInput: "neither hex nor Base64"
    case .malformedTLV: "a TLV element does not end where it says"
    case .unexpectedTemplate: "the data is not in a template with tag 70"
    case .missingCryptogram: "there is no cryptogram (9F27) in it"
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
  /// Name and meaning, as the command prints them.
  public var description: String { "\(rawValue): \(meaning)" }
}
