// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A sign-up that the service rejects.
  package static let personalizeRefused = Finding(
    "rehearse.personalize.refused", .error, effect: .wrong,
    why: """
      A phone makes the call once. It reports the failure to the customer and keeps the sign-up \
      pass.
      """,
    help: "respond with 200 and the signature over the token",
    source: archived,
    wrong: """
      POST /v1/passes/pass.com.example.gym/A-1/personalize
      HTTP/1.1 404 Not Found
      """,
    right: """
      POST /v1/passes/pass.com.example.gym/A-1/personalize
      HTTP/1.1 200 OK
      """)

  /// A wrong signature over the personalization token.
  package static let personalizeSignature = Finding(
    "rehearse.personalize.signature", .warning, effect: .style,
    why: """
      The signature is a detached CMS signature over the UTF-8 bytes of the token, made with the \
      signing certificate of the pass.
      """,
    help: "sign the token exactly as it came, detached, in DER",
    source: archived,
    walletLog: "Received invalid personaliz",
    wrong: """
      "personalizationToken": "cGVyc29uYWw="
      signed: the 8 bytes that the Base64 stands for
      """,
    right: """
      "personalizationToken": "cGVyc29uYWw="
      signed: the 12 characters cGVyc29uYWw=
      """)

  /// An invalid sign-up that the service accepts.
  package static let personalizeBody = Finding(
    "rehearse.personalize.body", .warning, effect: .style,
    why: """
      Without personalizationToken there is nothing to sign. Fields that the pass does not \
      request are data you should not store.
      """,
    help: "respond with 400",
    source: careful,
    wrong: """
      POST /v1/passes/pass.com.example.gym/A-1/personalize
      {"requiredPersonalizationInfo": {"fullName": "Ada Lovelace"}}
      HTTP/1.1 200 OK
      """,
    right: """
      POST /v1/passes/pass.com.example.gym/A-1/personalize
      {"requiredPersonalizationInfo": {"fullName": "Ada Lovelace"}}
      HTTP/1.1 400 Bad Request
      """)

  /// A pass that is unchanged after a sign-up.
  package static let personalizeUnchanged = Finding(
    "rehearse.personalize.unchanged", .error, effect: .wrong,
    why: """
      The phone fetches the pass next and expects the personal one, without \
      personalization.json.
      """,
    help: "make the personal pass before you respond to the sign-up",
    source: archived,
    walletLog: "Personalization request was issued",
    wrong: """
      POST .../A-1/personalize  HTTP/1.1 200 OK
      GET  .../A-1              pass.json  personalization.json  ...
      """,
    right: """
      POST .../A-1/personalize  HTTP/1.1 200 OK
      GET  .../A-1              pass.json  ...
      """)

  /// A service that signs any string as the personalization token.
  package static let personalizeSignsAnything = Finding(
    "rehearse.personalize.signsAnything", .error, effect: .wrong,
    why: """
      The key that signs tokens also signs passes, and a manifest.json is a string too. If your \
      service signs any string, everybody who has one sign-up pass can forge every pass of your \
      certificate. A length limit does not help: a manifest can have less than 200 bytes.
      """,
    help: "sign a token only if it matches [A-Za-z0-9+/=_.:-]{1,512}; respond with 400 otherwise",
    source: .observed("a pass forged with a service that signs any token, 2026"),
    wrong: #"""
      "personalizationToken": "{\"pass.json\":\"da39...\"}"
      HTTP/1.1 200 OK, with a signature
      """#,
    right: #"""
      "personalizationToken": "{\"pass.json\":\"da39...\"}"
      HTTP/1.1 400 Bad Request
      """#)

  static let personalizing = [
    personalizeRefused, personalizeSignature, personalizeBody, personalizeUnchanged,
    personalizeSignsAnything,
  ]
}
