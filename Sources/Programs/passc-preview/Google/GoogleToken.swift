// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassGoogle
import PassGoogleModel
import PassJSON

/// The check of a save link that somebody made. The signature cannot be verified without the key.
enum GoogleToken {
  /// Returns whether a text is a save link or its token.
  static func isLink(_ text: String) -> Bool {
    text.hasPrefix("https://pay.google.com/") || text.hasPrefix("eyJ") && text.contains(".")
  }

  static func check(_ link: String, name: String, report: inout Report) {
    let place = Place.file(name)
    let token = link.split(separator: "/").last.map(String.init) ?? link
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = decoded(parts[0]), let claims = decoded(parts[1]),
      decoded(parts[2]) != nil
    else {
      return report(
        GoogleFindings.linkInvalid, "the token is not three parts in base64url", at: place)
    }
    guard let root = JSONReader.read(header, name: "header", mode: .lenient, report: &report)?.root,
      let payload = JSONReader.read(claims, name: "claims", mode: .lenient, report: &report)?.root
    else { return }
    if root["alg"]?.string != "RS256" || parts[2].isEmpty {
      report(GoogleFindings.linkInvalid, "the token is not signed with RS256", at: root)
    }
    checkClaims(payload, &report)
    if token.utf8.count > GoogleSaveLink.safeLength {
      report(
        GoogleFindings.linkTooLong,
        "the token has \(token.utf8.count) characters, \(GoogleSaveLink.safeLength) are safe",
        at: place)
    }
    guard let passes = GooglePayload(payload) else {
      return report(GoogleFindings.linkInvalid, "the payload has no class or object", at: payload)
    }
    for part in passes.parts where part.value["rotatingBarcode"] != nil {
      report(
        GoogleFindings.rotatingKeyInLink, "the link contains a rotating barcode", at: part.value)
    }
    passes.check(.written, report: &report)
  }

  private static func checkClaims(_ claims: JSONValue, _ report: inout Report) {
    for (name, expected) in [("aud", "google"), ("typ", "savetowallet")] {
      let value = claims[name]?.string
      // An older spelling still occurs.
      if value == expected || (name == "typ" && value == "savetoandroidpay") { continue }
      report(
        GoogleFindings.linkInvalid, "the claim \"\(name)\" is not \"\(expected)\"",
        at: claims[name]?.place ?? claims.place)
    }
    if !(claims["iss"]?.string?.contains("@") ?? false) {
      report(
        GoogleFindings.linkInvalid, "the claim \"iss\" is not an e-mail address",
        at: claims["iss"]?.place ?? claims.place)
    }
    if claims["iat"]?.number?.integer == nil {
      report(
        GoogleFindings.linkInvalid, "the claim \"iat\" is not a time in seconds",
        at: claims["iat"]?.place ?? claims.place)
    }
  }

  private static func decoded(_ part: Substring) -> [UInt8]? {
    var text = part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    while text.count % 4 != 0 { text.append("=") }
    return Base64.decode(String(text))
  }
}
