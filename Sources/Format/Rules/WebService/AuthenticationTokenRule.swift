// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// `authenticationToken`: what the device shows the web service.
struct AuthenticationTokenRule: Rule {
  static let lengthInCharacters = 16

  private static let url = #""webServiceURL": "https://example.com/passes""#
  private static func token(_ text: String, at pointer: String? = nil) -> Example {
    .json("{\(url), \"authenticationToken\": \"\(text)\"}", at: pointer)
  }

  static let missing = Finding(
    "webService.token.missing", .error, effect: .refused, step: .webService,
    why: """
      With webServiceURL the token is required. A template may leave it out: issuing fills it in.
      """,
    help: """
      add authenticationToken, a secret of 16 or more characters of its own for every pass, or \
      leave webServiceURL out
      """,
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    bad: [.json("{\(url)}", at: "/webServiceURL")],
    good: [
      token("0123456789abcdef"), .json("{\(url)}", .template(row: "{}")),
      .json(#"{"webServiceURL": null, "authenticationToken": null}"#),
    ])

  static let tooShort = Finding(
    "webService.token.tooShort", .error, effect: .refused, step: .webService,
    why: "Wallet refuses a token of fewer than 16 characters.",
    help: "use at least 16 characters, at random, different for every pass",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    walletLog: "token too short",
    bad: [
      token("0123456789abcde", at: "/authenticationToken"), token("", at: "/authenticationToken"),
    ],
    good: [token("0123456789abcdef")])

  static let withoutURL = Finding(
    "webService.token.withoutURL", .warning, effect: .ignored,
    why: "The token is shown to the web service only; without webServiceURL there is none.",
    help: "add webServiceURL, or leave the token out",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
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
        report(Self.missing, "webServiceURL stands without an authenticationToken", at: url)
      }
      return
    }
    guard url != nil else {
      report(Self.withoutURL, "authenticationToken stands without a webServiceURL", at: token)
      return
    }
    // The token itself is a secret and never part of a message.
    guard let length = token.string?.count, length < Self.lengthInCharacters else { return }
    report(
      Self.tooShort,
      "authenticationToken has \(counted(length, "character")), expected at least "
        + "\(Self.lengthInCharacters)",
      at: token)
  }
}
