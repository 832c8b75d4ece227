// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassCrypto
package import PassDiagnostics
package import PassJSON

/// Options for checking a request and its response.
package struct ProvisioningOptions: Sendable {
  /// Profile of the processor, or nil for the app's own format.
  package var profile: ProvisioningProfile?
  /// Additional trusted roots, for tests. If there are any, violations of Apple's policy are only
  /// warnings.
  package var trusted: [Certificate] = []
  /// Current time in seconds since 1970.
  package var now: Int64

  /// Creates options for the app's own format and Apple's roots.
  package init(now: Int64) { self.now = now }
}

/// Checks of the messages between app, server and processor. Diagnostics never contain a secret
/// value.
package enum ProvisioningCheck {
  /// Maximum duration of a response in milliseconds, so that the phone still waits.
  package static let limitInMilliseconds = 15_000

  /// Checks one request.
  ///
  /// - Parameter nonces: the nonces of this run.
  /// - Returns: the requested encryption scheme, which the response depends on.
  @discardableResult
  package static func request(
    _ root: JSONValue, _ options: ProvisioningOptions, nonces: SeenNonces, report: inout Report
  ) -> EncryptionScheme {
    let profile = options.profile
    let parts =
      if let profile {
        RequestParts(upstream: root, profile, &report)
      } else {
        RequestParts(own: root, &report)
      }
    var values = SecretValues(report: report)
    let encoding = profile?.certificates ?? .base64
    let chain = parts.certificates.map { (place: $0, content: values.certificate($0, encoding)) }
    if let nonce = parts.nonce, let bytes = values.nonce(nonce, profile?.nonce ?? .base64),
      nonces.insert(bytes)
    {
      values.report(
        ProvisioningFindings.nonceRepeated, "the nonce was used before in this run", at: nonce)
    }
    if let signature = parts.nonceSignature {
      _ = values.nonceSignature(signature, profile?.nonceSignature ?? .base64)
    }
    report = values.report
    let whole = chain.compactMap { link in link.content.map { (link.place, $0) } }
    if let list = parts.list, whole.count == chain.count, whole.count == Array(list.elements).count
    {
      var check = ChainCheck(options: options, scheme: parts.scheme, report: report)
      check.check(whole, list)
      report = check.report
    }
    checkHolder(parts, &report)
    if let profile, let card = parts.card, let text = card.string,
      let fault = profile.cardError(ofCard: text)
    {
      report(ProvisioningFindings.cardForm, fault, at: card)
    }
    return parts.scheme
  }

  // MARK: Name and digits

  private static let maxNameLength = 60

  private static func checkHolder(_ parts: RequestParts, _ report: inout Report) {
    let name = parts.cardholder?.string ?? ""
    if let place = parts.holderPlace, name.isEmpty, (parts.suffix?.string ?? "").isEmpty {
      report(
        ProvisioningFindings.holderMissing,
        "neither the cardholder's name nor the last digits of the account are given", at: place)
    }
    if let place = parts.cardholder {
      if name.unicodeScalars.contains(where: {
        $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
      }) {
        report(
          ProvisioningFindings.holderName, "the cardholder's name has control characters",
          at: place)
      } else if name.count > maxNameLength {
        report(
          ProvisioningFindings.holderName,
          "the cardholder's name has \(name.count) characters, expected at most \(maxNameLength)",
          at: place)
      }
    }
    guard let place = parts.suffix, let suffix = place.string, !suffix.isEmpty else { return }
    let digits = suffix.utf8.count { $0.decimalDigit != nil }
    if digits > 6 {
      report(
        ProvisioningFindings.suffixLong, "the account suffix has \(digits) digits, expected 4",
        at: place)
    } else if digits != 4 || suffix.utf8.count != 4 {
      report(
        ProvisioningFindings.suffixForm,
        "the account suffix has \(SecretBytes.length(suffix)) (\(counted(digits, "digit"))), "
          + "expected 4 digits",
        at: place)
    }
  }
}

extension ProvisioningProfile {
  /// Returns why a card id does not fit the profile, without the id, or nil if it fits.
  func cardError(ofCard id: String) -> String? {
    let length = id.unicodeScalars.count
    if length < card.minimum || length > card.maximum {
      return "the card id has \(SecretBytes.length(id)), "
        + "expected \(card.minimum) to \(card.maximum)"
    }
    if card.isInteger, !id.utf8.allSatisfy({ $0.decimalDigit != nil }) {
      return "the card id is not an integer"
    }
    if id.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) {
      return "the card id has spaces or control characters"
    }
    return nil
  }
}
