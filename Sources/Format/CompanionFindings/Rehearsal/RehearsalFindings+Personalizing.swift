// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What the sign-up for rewards can have wrong.
extension RehearsalFindings {
  /// A sign-up is not taken.
  package static let personalizeRefused = Finding(
    "rehearse.personalize.refused", .error, effect: .wrong,
    why: "The call is made once: the holder is told that it failed and keeps the sign-up pass.",
    help: "answer 200 with the signature over the token",
    source: archived,
    wrong: "404 to POST …/personalize",
    right: "200")

  /// The signature over the personalization token is not right.
  package static let personalizeSignature = Finding(
    "rehearse.personalize.signature", .warning, effect: .style,
    why: """
      It is a detached CMS signature over the UTF-8 bytes of the token, by the certificate of \
      the pass.
      """,
    help: "sign the token's text as it came, detached, in DER",
    source: archived,
    walletLog: "Received invalid personalization token signature",
    wrong: "a signature over the decoded token",
    right: "a signature over its text")

  /// A sign-up that is none is taken.
  package static let personalizeBody = Finding(
    "rehearse.personalize.body", .warning, effect: .style,
    why: """
      Without personalizationToken there is nothing to sign; other fields than those asked for \
      are nobody's business.
      """,
    help: "answer 400",
    source: careful,
    wrong: "200 to a sign-up without personalizationToken, or with a field nobody asked for",
    right: "400")

  /// The pass is the same after a sign-up.
  package static let personalizeUnchanged = Finding(
    "rehearse.personalize.unchanged", .error, effect: .wrong,
    why: """
      The phone fetches the pass next and expects the personal one, without \
      personalization.json.
      """,
    help: "make the personal pass before the sign-up is answered",
    source: archived,
    walletLog: "Personalization request was issued",
    wrong: "the same manifest after the sign-up",
    right: "another one")

  /// The service signs any text as the personalization token.
  package static let personalizeSignsAnything = Finding(
    "rehearse.personalize.signsAnything", .error, effect: .wrong,
    why: """
      The key that signs tokens also signs passes, and a manifest.json is a text too. If your \
      service signs any text, everybody who has one sign-up pass can forge every pass of your \
      certificate. A limit of the length does not help: a manifest can have less than 200 bytes.
      """,
    help: "sign a token only if it matches [A-Za-z0-9+/=_.:-]{1,512}; respond with 400 otherwise",
    source: .observed("a pass forged with a service that signs any token, 2026"),
    wrong: #"200 and a signature to the token {"pass.json":"da39…"}"#,
    right: "400")

  static let personalizing = [
    personalizeRefused, personalizeSignature, personalizeBody, personalizeUnchanged,
    personalizeSignsAnything,
  ]
}
