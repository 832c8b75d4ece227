// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with requests for a payment card's data, and with their answers.
package enum ProvisioningFindings {
  /// Every one of them.
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

  // Where Apple and processors write what.
  static let header = Basis.documented("PassKit: PKAddPaymentPassViewController")
  static let processors = Basis.documented(
    "API references of Increase, Marqeta, Wise and Enfuce, push provisioning")
  static let policy = Basis.documented(
    "Apple: Security framework, policy for the encryption of issuers' data")
  static let own = Basis.convention("docs/reference/provisioning.md: the app's own shape")

  /// A member that is missing or of another kind.
  package static let requestMember = Finding(
    "provision.request.member", .error, effect: .refused,
    why: """
      A request has certificates, a nonce and its signature, all of them strings; what has \
      another kind or another name is not found.
      """,
    help: "write the member as the shape has it",
    source: own,
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

  /// A scheme PassKit does not have.
  package static let scheme = Finding(
    "provision.request.scheme", .error, effect: .refused,
    why: """
      PassKit takes EV_ECC_v2 and EV_RSA_v2; a configuration of another scheme cannot be made, \
      and an answer of another scheme is refused.
      """,
    help: "write EV_ECC_v2, as the processors do", source: header,
    bad: [.json(#"{"scheme": "ECC_V2"}"#, of: "request.json", at: "/scheme")],
    good: [.json(#"{"scheme": null}"#, of: "request.json")])

  /// A constant of a processor's shape that is another.
  package static let constant = Finding(
    "provision.request.constant", .error, effect: .refused,
    why: "Some members of a processor's shape always say the same, such as the channel.",
    help: "write what the profile has", source: processors,
    bad: [
      .json(#"{"channel": "other"}"#, of: "increase-request.json", at: "/channel"),
      .json(#"{"device_type": "PHONE"}"#, of: "marqeta-request.json", at: "/device_type"),
    ],
    good: [.json(#"{"device_type": "WATCH"}"#, of: "marqeta-request.json")])

  /// A card id that the processor does not take.
  package static let cardForm = Finding(
    "provision.card.form", .error, effect: .refused,
    why: "Each processor has its own form of card ids: up to 36 characters, or an integer.",
    help: "give the id the processor knows the card by", source: processors,
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

  /// A certificate that is no Base64.
  package static let certificateBase64 = Finding(
    "provision.certificate.base64", .error, effect: .refused,
    why: """
      PassKit hands certificates over as DER; in JSON each is one string of Base64 with its \
      padding, without the lines of PEM.
      """,
    help: "encode the DER in standard Base64", source: processors,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault pem")),
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault not-base64")),
    ],
    good: [.json("{}", of: "request.json")])

  /// A value that is no certificate.
  package static let certificateDER = Finding(
    "provision.certificate.der", .error, effect: .refused,
    why: "What decodes has to be one X.509 certificate from its first byte to its last.",
    help: "send the bytes PassKit handed over, unchanged", source: header,
    bad: [
      .json(
        "{}", of: "request.json", at: "/certificates/0", .option("--fault not-a-certificate"))
    ],
    good: [.json("{}", of: "request.json")])

  /// Bytes after a certificate.
  package static let certificateTrailing = Finding(
    "provision.certificate.trailing", .error, effect: .refused,
    why: "Bytes after the end come from cutting or joining data; most readers refuse them.",
    help: "send the bytes PassKit handed over, unchanged", source: header,
    bad: [
      .json("{}", of: "request.json", at: "/certificates/0", .option("--fault trailing-byte"))
    ],
    good: [.json("{}", of: "request.json")])

  // MARK: Nonce and signature

  /// A nonce that does not decode.
  package static let nonceEncoding = Finding(
    "provision.nonce.encoding", .error, effect: .refused,
    why: "The nonce is bytes; processors differ in how they are written, and none takes text.",
    help: "encode the bytes as the profile says", source: processors,
    bad: [.json(#"{"nonce": "no nonce!"}"#, of: "request.json", at: "/nonce")],
    good: [.json(#"{"nonce": "bm9uY2U="}"#, of: "request.json")])

  /// A nonce without a byte.
  package static let nonceEmpty = Finding(
    "provision.nonce.empty", .error, effect: .refused,
    why: "PassKit always hands a nonce over; one that is empty was lost on the way.",
    help: "send the nonce of this request", source: header,
    bad: [.json(#"{"nonce": ""}"#, of: "request.json", at: "/nonce")],
    good: [.json(#"{"nonce": "bm9uY2U="}"#, of: "request.json")])

  /// A nonce for the second time.
  package static let nonceRepeated = Finding(
    "provision.nonce.repeated", .warning, effect: .maybeRefused,
    why: """
      A nonce is used once: data made for it a second time is refused by the phone that gave it. \
      Told within one run, or one process of a relay.
      """,
    help: "let the app begin again, which brings a nonce of its own", source: header,
    bad: [.json("{}", of: "request.json", at: "/nonce", .option("--fault repeated-nonce"))],
    good: [.json("{}", of: "request.json")])

  /// A signature that does not decode.
  package static let signatureEncoding = Finding(
    "provision.signature.encoding", .error, effect: .refused,
    why: """
      The signature of the nonce goes into what is enciphered, so it must arrive whole. Neither \
      its key nor its algorithm is public: it is never verified here.
      """,
    help: "encode the bytes as the profile says", source: processors,
    bad: [
      .json(#"{"nonceSignature": "no signature!"}"#, of: "request.json", at: "/nonceSignature")
    ],
    good: [.json(#"{"nonceSignature": "c2lnbmF0dXJl"}"#, of: "request.json")])

  /// A signature without a byte.
  package static let signatureEmpty = Finding(
    "provision.signature.empty", .error, effect: .refused,
    why: "PassKit always hands a signature over; one that is empty was lost on the way.",
    help: "send the signature of this request", source: header,
    bad: [.json(#"{"nonceSignature": ""}"#, of: "request.json", at: "/nonceSignature")],
    good: [.json(#"{"nonceSignature": "c2lnbmF0dXJl"}"#, of: "request.json")])

  /// Bytes written in the other encoding.
  package static let encoding = Finding(
    "provision.encoding.profile", .error, effect: .refused,
    why: """
      Base64 or hex is a property of the processor, and digits of one can be read as the other. \
      The profile decides. A value that decodes only the other way is an error; one that could \
      be both is a note.
      """,
    help: "encode the bytes as the profile says", source: processors,
    bad: [
      .json(
        #"{"nonce": "00112233445566778899aabbccddeeff00"}"#, of: "request.json", at: "/nonce"),
      .json(#"{"nonce": "bm9uY2Uh"}"#, of: "wise-request.json", at: "/nonce"),
      .json("{}", of: "answer.json", at: "/encryptedPassData", .option("--fault hex-data")),
    ],
    good: [.json(#"{"nonce": "00112233445566778899aabbccddeeff00"}"#, of: "wise-request.json")])

  // MARK: Who it is for

  /// Neither name nor last digits.
  package static let holderMissing = Finding(
    "provision.cardholder.missing", .error, effect: .refused,
    why: """
      PassKit wants the cardholder's name or the last digits of the account, or both; some \
      processors want the name.
      """,
    help: "give cardholderName or primaryAccountSuffix", source: header,
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

  /// A name that is hardly one.
  package static let holderName = Finding(
    "provision.cardholder.name", .warning, effect: .maybeRefused,
    why: "The name is shown and handed on; control characters and long texts are not one.",
    help: "give the name as it stands on the card",
    source: .convention("names on cards; 60 characters are far above them"),
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

  /// Last digits that are not four digits.
  package static let suffixForm = Finding(
    "provision.suffix.form", .warning, effect: .style,
    why: "The suffix is what people know the card by: the last four digits.",
    help: "give the last four digits", source: header,
    bad: [
      .json(
        #"{"configuration": {"primaryAccountSuffix": "17"}}"#, of: "request.json",
        at: "/configuration/primaryAccountSuffix"),
      .json(
        #"{"configuration": {"primaryAccountSuffix": "00-17"}}"#, of: "request.json",
        at: "/configuration/primaryAccountSuffix"),
    ],
    good: [.json(#"{"configuration": {"primaryAccountSuffix": "0017"}}"#, of: "request.json")])

  /// So many digits that it may be a card number.
  package static let suffixLong = Finding(
    "provision.suffix.tooLong", .error, effect: .wrong,
    why: "More than six digits are a card number or most of one, which does not belong here.",
    help: "give the last four digits", source: .convention("what may leave a card system"),
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
      A profile says where a processor wants its values and how they are written; what it leaves \
      out nobody can guess.
      """,
    help: "see docs/reference/provisioning.md, or start from one that is built in",
    source: .convention("docs/reference/provisioning.md: profiles"),
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
