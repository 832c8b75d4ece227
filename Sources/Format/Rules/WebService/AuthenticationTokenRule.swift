// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `authenticationToken`, which a device sends to the web service.
struct AuthenticationTokenRule: Rule {
  static let lengthInCharacters = AppleLimit.authenticationTokenInCharacters

  private static let url = #""webServiceURL": "https://example.com/passes""#
  private static func token(_ text: String, at pointer: String? = nil) -> Example {
    .json("{\(url), \"authenticationToken\": \"\(text)\"}", at: pointer)
  }

  static let missing = Finding(
    "webService.token.missing", .error, effect: .refused, step: .webService,
    why: """
      A pass with webServiceURL must have a token. A template may leave it out, because `passc \
      issue` fills it in.
      """,
    help: """
      add authenticationToken, a different secret of at least \(lengthInCharacters) characters for every pass, or \
      remove webServiceURL
      """,
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: """
      "webServiceURL": "https://example.com/passes"
      """,
    right: """
      "webServiceURL": "https://example.com/passes",
      "authenticationToken": "tG7vRk2LwQ9sXd4B"
      """,
    bad: [.json("{\(url)}", at: "/webServiceURL")],
    good: [
      token("0123456789abcdef"), .json("{\(url)}", .template(row: "{}")),
      .json(#"{"webServiceURL": null, "authenticationToken": null}"#),
    ])

  static let tooShort = Finding(
    "webService.token.tooShort", .error, effect: .refused, step: .webService,
    why: "Wallet rejects a token of fewer than \(lengthInCharacters) characters.",
    help: "use at least \(lengthInCharacters) random characters, different for every pass",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: """
      "authenticationToken": "gym2026"
      """,
    right: """
      "authenticationToken": "tG7vRk2LwQ9sXd4B"
      """,
    bad: [
      token("0123456789abcde", at: "/authenticationToken"), token("", at: "/authenticationToken"),
    ],
    good: [token("0123456789abcdef")])

  static let withoutURL = Finding(
    "webService.token.withoutURL", .warning, effect: .ignored,
    why: "Wallet sends the token only to the web service. Without webServiceURL there is none.",
    help: "add webServiceURL, or remove the token",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: """
      "authenticationToken": "tG7vRk2LwQ9sXd4B"
      """,
    right: """
      "authenticationToken": "tG7vRk2LwQ9sXd4B",
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [
      .json(#"{"authenticationToken": "0123456789abcdef"}"#, at: "/authenticationToken"),
      .json(#"{"authenticationToken": "short"}"#, at: "/authenticationToken"),
    ],
    good: [token("0123456789abcdef")])

  var findings: [Finding] { [Self.missing, Self.tooShort, Self.withoutURL] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let url = pass.document["webServiceURL"]
    guard let token = pass.document["authenticationToken"] else {
      if let url, pass.origin != .template {
        report(Self.missing, "webServiceURL has no authenticationToken next to it", at: url)
      }
      return
    }
    guard url != nil else {
      report(Self.withoutURL, "authenticationToken has no webServiceURL next to it", at: token)
      return
    }
    // The token itself is a secret and must not be in a message.
    guard let length = token.string?.count, length < Self.lengthInCharacters else { return }
    report(
      Self.tooShort,
      "authenticationToken has \(counted(length, "character")), expected at least "
        + "\(Self.lengthInCharacters)",
      at: token)
  }
}
