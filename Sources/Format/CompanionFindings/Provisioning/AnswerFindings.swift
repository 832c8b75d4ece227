// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension ProvisioningFindings {
  /// A member of an answer that is missing or of another kind.
  package static let answerMember = Finding(
    "provision.answer.member", .error, effect: .refused,
    why: "An answer has encrypted data, activation data and a key, each a string.",
    help: "write the member as the shape has it", source: processors,
    bad: [
      .json(#"{"activationData": null}"#, of: "answer.json", at: ""),
      .json(#"{"activationData": 17}"#, of: "answer.json", at: "/activationData"),
      .json(#"{"wrappedKey": "a2V5", "ephemeralPublicKey": null}"#, of: "answer.json", at: ""),
    ],
    good: [.json(#"{"further": 17}"#, of: "answer.json")])

  /// An answer that is no card.
  package static let answerStatus = Finding(
    "provision.answer.status", .error, effect: .refused,
    why: "A status other than success, or an error, means that the app adds no card.",
    help: "see what the processor says of the card", source: processors,
    bad: [
      .json(
        #"{"error": {"code": "refused", "retry": false}}"#, of: "answer.json", at: "/error"),
      .json("{}", of: "answer.json", at: "/status", .option("--fault refusal")),
    ],
    good: [.json("{}", of: "answer.json")])

  /// An answer that comes after the phone has given up.
  package static let answerLate = Finding(
    "provision.answer.late", .error, effect: .refused,
    why: """
      PassKit waits 20 seconds and shows an error; later answers are ignored. 15 seconds leave \
      time for the two ways between app and server.
      """,
    help: "ask the processor for its times, and answer the app before it gives up",
    source: header,
    bad: [.json("{}", of: "answer.json", at: "/milliseconds", .option("--fault late"))],
    good: [.json("{}", of: "increase-answer.json")])

  /// An answer for another channel.
  package static let answerChannel = Finding(
    "provision.answer.channel", .error, effect: .refused,
    why: "The processor answers for the channel it was asked for; another one's data is no use.",
    help: "ask for the channel of the profile", source: processors,
    bad: [
      .json(
        #"{"body": {"channel": "google_pay"}}"#, of: "increase-answer.json", at: "/body/channel")
    ],
    good: [
      .json(#"{"body": {"channel": "apple_pay_in_app"}}"#, of: "increase-answer.json")
    ])

  /// An answer of another version.
  package static let answerVersion = Finding(
    "provision.answer.version", .error, effect: .refused,
    why: """
      The data is of the version the app asked PassKit for. Older pages print ECC_V2 for \
      EV_ECC_v2, which is taken and noted.
      """,
    help: "ask for EV_ECC_v2", source: processors,
    bad: [
      .json(
        #"{"body": {"apple_pay_in_app": {"encryption_version": "EV_RSA_v2"}}}"#,
        of: "increase-answer.json", at: "/body/apple_pay_in_app/encryption_version")
    ],
    good: [.json("{}", of: "increase-answer.json")])

  /// An answer without a usable key.
  package static let answerKey = Finding(
    "provision.answer.key", .error, effect: .refused,
    why: """
      The phone needs the ephemeral key to decipher. Its form is not documented: one that is no \
      uncompressed point of P-256 in 65 bytes is a warning, one that is empty an error.
      """,
    help: "hand on the processor's bytes unchanged",
    source: .observed("answers of processors; the form is inferred"),
    bad: [
      .json(#"{"ephemeralPublicKey": ""}"#, of: "answer.json", at: "/ephemeralPublicKey"),
      .json(#"{"ephemeralPublicKey": "no key!"}"#, of: "answer.json", at: "/ephemeralPublicKey"),
    ],
    good: [.json("{}", of: "answer.json")])

  /// Data that is empty or does not decode.
  package static let answerData = Finding(
    "provision.answer.data", .error, effect: .refused,
    why: """
      An app that assigns what does not decode gives PassKit nil, and the phone shows an error \
      without a reason.
      """,
    help: "hand on the processor's bytes unchanged", source: header,
    bad: [
      .json(#"{"encryptedPassData": ""}"#, of: "answer.json", at: "/encryptedPassData"),
      .json(#"{"encryptedPassData": "no data!"}"#, of: "answer.json", at: "/encryptedPassData"),
      .json(#"{"activationData": ""}"#, of: "answer.json", at: "/activationData"),
    ],
    good: [.json(#"{"encryptedPassData": "ZGF0YQ=="}"#, of: "answer.json")])

  /// Activation data that is text.
  package static let activationText = Finding(
    "provision.answer.activationText", .warning, effect: .maybeRefused,
    why: """
      A developer reports that activation data used to be handed over as plain text. It is \
      handed on as the bytes of that text.
      """,
    help: "ask the processor which form it is in",
    source: .observed("one report of a developer"),
    bad: [
      .json(
        #"{"activationData": "an activation code!"}"#, of: "answer.json", at: "/activationData")
    ],
    good: [.json(#"{"activationData": "YW4gYWN0aXZhdGlvbiBjb2Rl"}"#, of: "answer.json")])
}
