// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension ProvisioningFindings {
  /// A member of a response that is missing or of another type.
  package static let answerMember = Finding(
    "provision.answer.member", .error, effect: .refused,
    why: "A response has encrypted data, activation data and a key, each a string.",
    help: "compare with a valid response: passc provision example -o DIR",
    source: processors,
    wrong: """
      "activationData": 17
      """,
    right: """
      "activationData": "YWN0aXZhdGlvbg=="
      """,
    bad: [
      .json(#"{"activationData": null}"#, of: "answer.json", at: ""),
      .json(#"{"activationData": 17}"#, of: "answer.json", at: "/activationData"),
      .json(#"{"wrappedKey": "a2V5", "ephemeralPublicKey": null}"#, of: "answer.json", at: ""),
    ],
    good: [.json(#"{"further": 17}"#, of: "answer.json")])

  /// A response without a card.
  package static let answerStatus = Finding(
    "provision.answer.status", .error, effect: .refused,
    why: "If the status is not a success, or the response is an error, the app adds no card.",
    help: "ask the processor why it rejected the card",
    source: processors,
    wrong: """
      { "status": 404, "milliseconds": 420, "body": { ... } }
      """,
    right: """
      { "status": 200, "milliseconds": 420, "body": { ... } }
      """,
    bad: [
      .json(
        #"{"error": {"code": "refused", "retry": false}}"#, of: "answer.json", at: "/error"),
      .json("{}", of: "answer.json", at: "/status", .option("--fault refusal")),
    ],
    good: [.json("{}", of: "answer.json")])

  /// A response that comes after the phone has given up.
  package static let answerLate = Finding(
    "provision.answer.late", .error, effect: .refused,
    why: """
      PassKit waits 20 seconds, then it shows an error and ignores later responses. The limit of \
      15 seconds leaves time for the way between app and server.
      """,
    help: "ask the processor for its response times, and respond to the app within 15 s",
    source: header,
    wrong: """
      { "status": 200, "milliseconds": 16200, "body": { ... } }
      """,
    right: """
      { "status": 200, "milliseconds": 420, "body": { ... } }
      """,
    bad: [.json("{}", of: "answer.json", at: "/milliseconds", .option("--fault late"))],
    good: [.json("{}", of: "increase-answer.json")])

  /// A response for another channel.
  package static let answerChannel = Finding(
    "provision.answer.channel", .error, effect: .refused,
    why: "The processor responds for the requested channel. Data for another channel is of no use.",
    help: "request the channel of the profile",
    source: processors,
    wrong: """
      "channel": "google_pay"
      """,
    right: """
      "channel": "apple_pay_in_app"
      """,
    bad: [
      .json(
        #"{"body": {"channel": "google_pay"}}"#, of: "increase-answer.json", at: "/body/channel")
    ],
    good: [
      .json(#"{"body": {"channel": "apple_pay_in_app"}}"#, of: "increase-answer.json")
    ])

  /// A response with another version.
  package static let answerVersion = Finding(
    "provision.answer.version", .error, effect: .refused,
    why: """
      The data must have the version that the app requested from PassKit. Older pages write ECC_V2 \
      for EV_ECC_v2. passc accepts it with a note.
      """,
    help: "request EV_ECC_v2",
    source: processors,
    wrong: """
      "encryption_version": "EV_RSA_v2"
      """,
    right: """
      "encryption_version": "EV_ECC_v2"
      """,
    bad: [
      .json(
        #"{"body": {"apple_pay_in_app": {"encryption_version": "EV_RSA_v2"}}}"#,
        of: "increase-answer.json", at: "/body/apple_pay_in_app/encryption_version")
    ],
    good: [.json("{}", of: "increase-answer.json")])

  /// A response without a usable key.
  package static let answerKey = Finding(
    "provision.answer.key", .error, effect: .refused,
    why: """
      The phone needs the ephemeral key to decrypt the data. Its format is not documented. A key \
      that is not an uncompressed P-256 point of 65 bytes is a warning, and an empty one is an \
      error.
      """,
    help: "forward the processor's bytes unchanged",
    source: .observed("answers of processors; the form is inferred"),
    wrong: """
      "ephemeralPublicKey": ""
      """,
    right: """
      "ephemeralPublicKey": "BGsX0fLh..."
      """,
    bad: [
      .json(#"{"ephemeralPublicKey": ""}"#, of: "answer.json", at: "/ephemeralPublicKey"),
      .json(#"{"ephemeralPublicKey": "no key!"}"#, of: "answer.json", at: "/ephemeralPublicKey"),
    ],
    good: [.json("{}", of: "answer.json")])

  /// Data that is empty or does not decode.
  package static let answerData = Finding(
    "provision.answer.data", .error, effect: .refused,
    why: """
      If an app does not check the decoded value, it gives PassKit nil, and the phone shows an \
      error without a reason.
      """,
    help: "forward the processor's bytes unchanged",
    source: header,
    wrong: """
      "encryptedPassData": ""
      """,
    right: """
      "encryptedPassData": "ZGF0YQ=="
      """,
    bad: [
      .json(#"{"encryptedPassData": ""}"#, of: "answer.json", at: "/encryptedPassData"),
      .json(#"{"encryptedPassData": "no data!"}"#, of: "answer.json", at: "/encryptedPassData"),
      .json(#"{"activationData": ""}"#, of: "answer.json", at: "/activationData"),
    ],
    good: [.json(#"{"encryptedPassData": "ZGF0YQ=="}"#, of: "answer.json")])

  /// Activation data in plain text.
  package static let activationText = Finding(
    "provision.answer.activationText", .warning, effect: .maybeRefused,
    why: """
      A developer reports that processors used to send activation data as plain text. passc passes \
      on the bytes of that text.
      """,
    help: "ask the processor for the format",
    source: .observed("one report of a developer"),
    wrong: """
      "activationData": "an activation code!"
      """,
    right: """
      "activationData": "YW4gYWN0aXZhdGlvbiBjb2RlIQ=="
      """,
    bad: [
      .json(
        #"{"activationData": "an activation code!"}"#, of: "answer.json", at: "/activationData")
    ],
    good: [.json(#"{"activationData": "YW4gYWN0aXZhdGlvbiBjb2Rl"}"#, of: "answer.json")])
}
