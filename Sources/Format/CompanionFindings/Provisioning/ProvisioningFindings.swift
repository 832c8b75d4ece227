// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about requests for a payment card's data, and about the responses.
package enum ProvisioningFindings {
  package static let all = requestFindings + chainFindings + answerFindings + [profileForm]

  private static let requestFindings = [
    requestMember, scheme, constant, cardForm, certificateBase64, certificateDER,
    certificateTrailing, nonceEncoding, nonceEmpty, nonceRepeated, signatureEncoding,
    signatureEmpty, encoding, holderMissing, holderName, suffixForm, suffixLong,
  ]
  private static let chainFindings = [
    chainCount, chainOrder, chainIssuer, chainRoot, chainExpired, leafKey, leafUsage, leafMarker,
  ]
  private static let answerFindings = [
    answerMember, answerStatus, answerLate, answerChannel, answerVersion, answerKey, answerData,
    activationText,
  ]

  // Sources: Apple's and the processors' documentation.
  static let header = Basis.documented("PassKit: PKAddPaymentPassViewController")
  static let processors = Basis.documented(
    "API references of Increase, Marqeta, Wise and Enfuce, push provisioning")
  static let policy = Basis.documented(
    "Apple: Security framework, policy for the encryption of issuers' data")
  static let own = Basis.convention("passc provision: the app's own shape")

  /// A member that is missing or of another type.
  package static let requestMember = Finding(
    "provision.request.member", .error, effect: .refused,
    why: """
      A request has certificates (an array of strings), a nonce and its signature. passc does not \
      find a value of another type or under another name.
      """,
    help: "compare with a valid request: passc provision example -o DIR",
    source: own,
    wrong: """
      "nonce": 17
      """,
    right: """
      "nonce": "bm9uY2U="
      """,
    bad: [
      .json(#"{"nonce": 17}"#, of: "request.json", at: "/nonce"),
      .json(#"{"nonceSignature": null}"#, of: "request.json", at: ""),
      .json(#"{"certificates": "MII="}"#, of: "request.json", at: "/certificates"),
      .json(#"{"card": 17}"#, of: "request.json", at: "/card"),
    ],
    good: [
      .json(#"{"card": null}"#, of: "request.json"),
      .json(#"{"further": [1, null]}"#, of: "request.json"),
    ])

  /// A scheme that PassKit does not know.
  package static let scheme = Finding(
    "provision.request.scheme", .error, effect: .refused,
    why: """
      PassKit knows EV_ECC_v2 and EV_RSA_v2. It cannot make a configuration for another scheme, \
      and it rejects a response with one.
      """,
    help: "write EV_ECC_v2, as the processors do",
    source: header,
    wrong: """
      "scheme": "ECC_V2"
      """,
    right: """
      "scheme": "EV_ECC_v2"
      """,
    bad: [.json(#"{"scheme": "ECC_V2"}"#, of: "request.json", at: "/scheme")],
    good: [.json(#"{"scheme": null}"#, of: "request.json")])

  /// A constant with another value than the profile's.
  package static let constant = Finding(
    "provision.request.constant", .error, effect: .refused,
    why: "Some members of a processor's request always have the same value, such as the channel.",
    help: "write the value from the profile",
    source: processors,
    wrong: """
      "channel": "other"
      """,
    right: """
      "channel": "apple_pay_in_app"
      """,
    bad: [
      .json(#"{"channel": "other"}"#, of: "increase-request.json", at: "/channel"),
      .json(#"{"device_type": "PHONE"}"#, of: "marqeta-request.json", at: "/device_type"),
    ],
    good: [.json(#"{"device_type": "WATCH"}"#, of: "marqeta-request.json")])

  /// A card id in a format that the processor rejects.
  package static let cardForm = Finding(
    "provision.card.form", .error, effect: .refused,
    why: "Each processor has its own format for card ids: up to 36 characters, or an integer.",
    help: "write the id under which the processor knows the card",
    source: processors,
    wrong: """
      "card_token": ""
      """,
    right: """
      "card_token": "card-1234"
      """,
    bad: [
      .json(
        #"{"card_token": "0123456789012345678901234567890123456"}"#, of: "marqeta-request.json",
        at: "/card_token"),
      .json(#"{"card_token": ""}"#, of: "marqeta-request.json", at: "/card_token"),
    ],
    good: [
      .json(
        #"{"card_token": "012345678901234567890123456789012345"}"#, of: "marqeta-request.json")
    ])

  // MARK: Certificates

  /// A certificate that is not Base64.
  package static let certificateBase64 = Finding(
    "provision.certificate.base64", .error, effect: .refused,
    why: """
      PassKit returns certificates as DER. In JSON each is one Base64 string with padding, without \
      the BEGIN and END lines of PEM.
      """,
    help: "encode the DER in standard Base64",
    source: processors,
    wrong: #"""
      "certificates": [ "-----BEGIN CERTIFICATE-----\nMIIB...", ... ]
      """#,
    right: """
      "certificates": [ "MIIB...", ... ]
      """,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault pem")),
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault not-base64")),
    ],
    good: [.json("{}", of: "request.json")])

  /// A value that is not a certificate.
  package static let certificateDER = Finding(
    "provision.certificate.der", .error, effect: .refused,
    why: "The decoded value must be exactly one X.509 certificate.",
    help: "send the bytes from PassKit unchanged",
    source: header,
    wrong: """
      "certificates": [ "bm8gY2VydGlmaWNhdGU=", ... ]
      """,
    right: """
      "certificates": [ "MIIB...", ... ]
      """,
    bad: [
      .json(
        "{}", of: "request.json", at: "/certificates/0", .option("--fault not-a-certificate"))
    ],
    good: [.json("{}", of: "request.json")])

  /// Bytes after a certificate.
  package static let certificateTrailing = Finding(
    "provision.certificate.trailing", .error, effect: .refused,
    why: "Bytes after the end come from cut or joined data. Most readers reject them.",
    help: "send the bytes from PassKit unchanged",
    source: header,
    wrong: "certificate 1   504 bytes of DER, and 1 byte after it",
    right: "certificate 1   504 bytes of DER",
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault trailing-byte"))
    ],
    good: [.json("{}", of: "request.json")])

  // MARK: Nonce and signature

  /// A nonce that does not decode.
  package static let nonceEncoding = Finding(
    "provision.nonce.encoding", .error, effect: .refused,
    why: """
      The nonce is binary. Processors differ in how they encode it, and none accepts plain text.
      """,
    help: "encode the bytes as the profile requires",
    source: processors,
    wrong: """
      "nonce": "no nonce!"
      """,
    right: """
      "nonce": "bm9uY2U="
      """,
    bad: [.json(#"{"nonce": "no nonce!"}"#, of: "request.json", at: "/nonce")],
    good: [.json(#"{"nonce": "bm9uY2U="}"#, of: "request.json")])

  /// An empty nonce.
  package static let nonceEmpty = Finding(
    "provision.nonce.empty", .error, effect: .refused,
    why: "PassKit always returns a nonce. An empty one was lost on the way.",
    help: "send the nonce that PassKit returned for this request",
    source: header,
    wrong: """
      "nonce": ""
      """,
    right: """
      "nonce": "bm9uY2U="
      """,
    bad: [.json(#"{"nonce": ""}"#, of: "request.json", at: "/nonce")],
    good: [.json(#"{"nonce": "bm9uY2U="}"#, of: "request.json")])

  /// A nonce that was used before.
  package static let nonceRepeated = Finding(
    "provision.nonce.repeated", .warning, effect: .maybeRefused,
    why: """
      A nonce is valid once. The phone rejects data that was made for it a second time. passc \
      notices this within one run, or within one process of a relay.
      """,
    help: "start again in the app, which gets a new nonce from PassKit",
    source: header,
    wrong: """
      request 1   "nonce": "bm9uY2U="
      request 2   "nonce": "bm9uY2U="
      """,
    right: """
      request 1   "nonce": "bm9uY2U="
      request 2   "nonce": "YW5vdGhlcg=="
      """,
    bad: [.json("{}", of: "request.json", at: "/nonce", .option("--fault repeated-nonce"))],
    good: [.json("{}", of: "request.json")])

  /// A signature that does not decode.
  package static let signatureEncoding = Finding(
    "provision.signature.encoding", .error, effect: .refused,
    why: """
      The signature of the nonce becomes part of the encrypted data, so it must arrive complete. \
      Its key and algorithm are not public, so passc never verifies it.
      """,
    help: "encode the bytes as the profile requires",
    source: processors,
    wrong: """
      "nonceSignature": "no signature!"
      """,
    right: """
      "nonceSignature": "c2lnbmF0dXJl"
      """,
    bad: [
      .json(#"{"nonceSignature": "no signature!"}"#, of: "request.json", at: "/nonceSignature")
    ],
    good: [.json(#"{"nonceSignature": "c2lnbmF0dXJl"}"#, of: "request.json")])

  /// An empty signature.
  package static let signatureEmpty = Finding(
    "provision.signature.empty", .error, effect: .refused,
    why: "PassKit always returns a signature. An empty one was lost on the way.",
    help: "send the signature that PassKit returned for this request",
    source: header,
    wrong: """
      "nonceSignature": ""
      """,
    right: """
      "nonceSignature": "c2lnbmF0dXJl"
      """,
    bad: [.json(#"{"nonceSignature": ""}"#, of: "request.json", at: "/nonceSignature")],
    good: [.json(#"{"nonceSignature": "c2lnbmF0dXJl"}"#, of: "request.json")])

  /// Bytes in the other encoding.
  package static let encoding = Finding(
    "provision.encoding.profile", .error, effect: .refused,
    why: """
      Base64 or hex is a property of the processor, and some values are valid in both. The profile \
      decides. A value that is valid only in the other encoding is an error. A value that is valid \
      in both is a note.
      """,
    help: "encode the bytes as the profile requires",
    source: processors,
    wrong: """
      "encodings": { "nonce": "base64", ... }
      "nonce": "00112233445566778899aabbccddeeff00"
      """,
    right: """
      "encodings": { "nonce": "base64", ... }
      "nonce": "ABEiM0RVZneImaq7zN3u/wA="
      """,
    bad: [
      .json(
        #"{"nonce": "00112233445566778899aabbccddeeff00"}"#, of: "request.json", at: "/nonce"),
      .json(#"{"nonce": "bm9uY2Uh"}"#, of: "wise-request.json", at: "/nonce"),
      .json("{}", of: "answer.json", at: "/encryptedPassData", .option("--fault hex-data")),
    ],
    good: [.json(#"{"nonce": "00112233445566778899aabbccddeeff00"}"#, of: "wise-request.json")])

  // MARK: Cardholder

  /// A request with neither a name nor the last digits.
  package static let holderMissing = Finding(
    "provision.cardholder.missing", .error, effect: .refused,
    why: """
      PassKit requires the cardholder's name or the last digits of the account, or both. Some \
      processors require the name.
      """,
    help: "add cardholderName or primaryAccountSuffix",
    source: header,
    wrong: """
      "configuration": { }
      """,
    right: """
      "configuration": { "cardholderName": "Ada Lovelace" }
      """,
    bad: [
      .json(
        #"{"configuration": {"cardholderName": null, "primaryAccountSuffix": null}}"#,
        of: "request.json", at: "/configuration"),
      .json(#"{"cardholder_name": null}"#, of: "increase-request.json", at: ""),
    ],
    good: [
      .json(#"{"configuration": {"cardholderName": null}}"#, of: "request.json"),
      .json(#"{"configuration": {"primaryAccountSuffix": null}}"#, of: "request.json"),
      .json(#"{"configuration": null}"#, of: "request.json"),
    ])

  /// A value that is hardly a name.
  package static let holderName = Finding(
    "provision.cardholder.name", .warning, effect: .maybeRefused,
    why: """
      Wallet shows the name and the processor gets it. A value with control characters or more \
      than 60 characters is hardly a name.
      """,
    help: "write the name as it is on the card",
    source: .convention("names on cards; 60 characters are far above them"),
    wrong: #"""
      "cardholderName": "Ada\u0007Lovelace"
      """#,
    right: """
      "cardholderName": "Ada Lovelace"
      """,
    bad: [
      .json(
        #"{"configuration": {"cardholderName": "Ada\u0007"}}"#, of: "request.json",
        at: "/configuration/cardholderName"),
      .json(
        "{}", of: "request.json", at: "/configuration/cardholderName",
        .option("--fault long-name")),
    ],
    good: [
      .json(
        #"{"configuration": {"cardholderName": "\#(String(repeating: "é", count: 60))"}}"#,
        of: "request.json")
    ])

  /// An account suffix that is not four digits.
  package static let suffixForm = Finding(
    "provision.suffix.form", .warning, effect: .style,
    why: "People recognise the card by its last four digits.",
    help: "write the last four digits",
    source: header,
    wrong: """
      "primaryAccountSuffix": "17"
      """,
    right: """
      "primaryAccountSuffix": "0017"
      """,
    bad: [
      .json(
        #"{"configuration": {"primaryAccountSuffix": "17"}}"#, of: "request.json",
        at: "/configuration/primaryAccountSuffix"),
      .json(
        #"{"configuration": {"primaryAccountSuffix": "00-17"}}"#, of: "request.json",
        at: "/configuration/primaryAccountSuffix"),
    ],
    good: [.json(#"{"configuration": {"primaryAccountSuffix": "0017"}}"#, of: "request.json")])

  /// An account suffix so long that it may be a card number.
  package static let suffixLong = Finding(
    "provision.suffix.tooLong", .error, effect: .wrong,
    why: "More than six digits are a card number or most of one. It does not belong in a request.",
    help: "write only the last four digits",
    source: .convention("what may leave a card system"),
    wrong: """
      "primaryAccountSuffix": "0000017"
      """,
    right: """
      "primaryAccountSuffix": "0017"
      """,
    bad: [
      .json(
        #"{"configuration": {"primaryAccountSuffix": "0000017"}}"#, of: "request.json",
        at: "/configuration/primaryAccountSuffix")
    ],
    good: [.json(#"{"configuration": {"primaryAccountSuffix": "0017"}}"#, of: "request.json")])

  /// A profile that cannot be used.
  package static let profileForm = Finding(
    "provision.profile.form", .error, effect: .refused,
    why: """
      A profile describes where a processor expects its values and how they are encoded. passc \
      cannot guess what is missing.
      """,
    help: "start from a built-in profile: passc provision example --profile increase -o DIR",
    source: .convention("passc provision: profiles"),
    wrong: """
      "encodings": { "nonce": "base32", ... }
      """,
    right: """
      "encodings": { "nonce": "hex-lower", ... }
      """,
    bad: [
      .json(#"{"answer": null}"#, of: "profile.json", at: ""),
      .json(#"{"encodings": {"nonce": "base32"}}"#, of: "profile.json", at: "/encodings/nonce"),
      .json(#"{"call": {"path": "cards"}}"#, of: "profile.json", at: "/call/path"),
      .json(#"{"request": {"channel": "{canal}"}}"#, of: "profile.json", at: "/request"),
    ],
    good: [
      .json(#"{"encodings": {"nonce": "hex-lower"}}"#, of: "profile.json"),
      .json(#"{"statuses": {"400": "refused"}}"#, of: "profile.json"),
    ])
}
