// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with notifications that reach a wallet.
package enum NotificationFindings {
  /// A payload that is no object.
  package static let notObject = Finding(
    "notify.json.object", .error, effect: .refused,
    why: "A notification is one JSON object; APNs refuses anything else.",
    help: "write an object", source: .documented("Apple: generating a remote notification"),
    bad: [
      .json(#""text""#, of: "tns.json", at: "")
    ],
    good: [
      .json(#"{}"#, of: "tns.json")
    ])

  /// A payload that is too large.
  package static let tooLarge = Finding(
    "notify.payload.size", .error, effect: .refused,
    why: "APNs refuses more than 4096 bytes, counted in UTF-8 as they are sent.",
    help: "send an identifier and let the app ask for the rest",
    source: .documented("Apple: payload size"),
    bad: [
      .json(
        #"{"text":"\#(String(repeating: "x", count: 4100))"}"#, of: "app-background.json", at: "",
        .option("--to app"))
    ],
    good: [
      .json(
        #"{"text":"\#(String(repeating: "x", count: 4000))"}"#, of: "app-background.json",
        .option("--to app"))
    ])

  /// A push for an app without aps.
  package static let apsMissing = Finding(
    "notify.aps.missing", .error, effect: .refused,
    why: "What the system is to do stands under aps.",
    help: "add \"aps\": {\"content-available\": 1} or an alert",
    source: .documented("Apple: payload key reference"),
    bad: [
      .json(#"{"aps":null}"#, of: "app-background.json", at: "", .option("--to app"))
    ],
    good: [
      .json(#"{}"#, of: "app-background.json", .option("--to app"))
    ])

  /// An aps that is no object.
  package static let apsType = Finding(
    "notify.aps.type", .error, effect: .refused,
    why: "aps is an object.",
    help: "write {\"content-available\": 1} or an alert",
    source: .documented("Apple: payload key reference"),
    bad: [
      .json(#"{"aps":1}"#, of: "app-background.json", at: "/aps", .option("--to app"))
    ],
    good: [
      .json(#"{}"#, of: "app-background.json", .option("--to app"))
    ])

  /// A background push that shows something.
  package static let visible = Finding(
    "notify.background.visible", .error, effect: .wrong,
    why: """
      A background push has content-available and nothing that shows: no alert, no badge, no \
      sound.
      """,
    help: "take them out, or send it as an alert",
    source: .documented("Apple: pushing background updates"),
    bad: [
      .json(
        #"{"aps":{"sound":"default"}}"#, of: "app-background.json", at: "/aps/sound",
        .option("--to app"), .option("--header apns-push-type=background"))
    ],
    good: [
      .json(
        #"{}"#, of: "app-background.json", .option("--to app"),
        .option("--header apns-push-type=background"))
    ])

  /// A background push without its flag.
  package static let flag = Finding(
    "notify.background.flag", .error, effect: .wrong,
    why: """
      A push that shows nothing and has no content-available of 1 does nothing.
      """,
    help: "write \"content-available\": 1, a number",
    source: .documented("Apple: pushing background updates"),
    bad: [
      .json(
        #"{"aps":{"content-available":0}}"#, of: "app-background.json",
        at: "/aps/content-available", .option("--to app")),
      .json(
        #"{"aps":{"content-available":true}}"#, of: "app-background.json",
        at: "/aps/content-available", .option("--to app")),
    ],
    good: [
      .json(#"{"aps":{"content-available":1}}"#, of: "app-background.json", .option("--to app"))
    ])

  /// A background push of high priority.
  package static let priority = Finding(
    "notify.background.priority", .error, effect: .refused,
    why: "APNs refuses a background push of priority 10.",
    help: "send apns-priority: 5",
    source: .documented("Apple: sending notification requests to APNs"),
    bad: [
      .json(
        #"{}"#, of: "app-background.json", at: "", .option("--to app"),
        .option("--header apns-priority=10"))
    ],
    good: [
      .json(
        #"{}"#, of: "app-background.json", .option("--to app"), .option("--header apns-priority=5"))
    ])

  /// A background push under another push type.
  package static let pushType = Finding(
    "notify.background.type", .error, effect: .refused,
    why: "apns-push-type has to say what the payload is.",
    help: "send apns-push-type: background",
    source: .documented("Apple: sending notification requests to APNs"),
    bad: [
      .json(
        #"{}"#, of: "app-background.json", at: "", .option("--to app"),
        .option("--header apns-push-type=alert"))
    ],
    good: [
      .json(
        #"{}"#, of: "app-background.json", .option("--to app"),
        .option("--header apns-push-type=background"))
    ])

  /// A pass update with content.
  package static let passPayload = Finding(
    "notify.pass.payload", .warning, effect: .ignored,
    why: """
      A pass is told that something has changed, and asks the web service what: the payload is \
      empty.
      """,
    help: "send {}", source: .documented("Apple: Wallet Passes: pushing updates"),
    bad: [
      .json(#"{"serial":"1"}"#, of: "pass-update.json", at: "", .option("--to pass"))
    ],
    good: [
      .json(#"{"aps":{}}"#, of: "pass-update.json", .option("--to pass"))
    ])

  /// A topic of the other kind.
  package static let topic = Finding(
    "notify.topic.kind", .error, effect: .refused,
    why: """
      Pass updates go to the pass type identifier, pushes for apps to the bundle identifier; a \
      token under the wrong one is DeviceTokenNotForTopic.
      """,
    help: "send the topic that belongs to the token",
    source: .documented("Apple: APNs, apns-topic"),
    bad: [
      .json(
        #"{}"#, of: "app-background.json", at: "", .option("--to app"),
        .option("--header apns-topic=pass.com.example.gym")),
      .json(
        #"{}"#, of: "pass-update.json", at: "", .option("--to pass"),
        .option("--header apns-topic=com.example.gym")),
    ],
    good: [
      .json(
        #"{}"#, of: "app-background.json", .option("--to app"),
        .option("--header apns-topic=com.example.gym"))
    ])

  /// A sender near one of the SDK.
  package static let senderUnknown = Finding(
    "notify.sender.unknown", .warning, effect: .ignored,
    why: "The router hands what is not CPS, TNS or MG to the app.",
    help: "write CPS, TNS or MG", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"sender":"TSN"}"#, of: "tns.json", at: "/sender")
    ],
    good: [
      .json(#"{"sender":"TNS"}"#, of: "tns.json")
    ])

  /// A sender in other letters.
  package static let senderCase = Finding(
    "notify.sender.case", .note, effect: .style,
    why: """
      The Android samples compare without regard to case, the iOS ones exactly.
      """,
    help: "write it in capital letters",
    source: .documented("NFC Wallet SDK: samples for iOS and Android"),
    bad: [
      .json(#"{"sender":"tns"}"#, of: "tns.json", at: "/sender")
    ],
    good: [
      .json(#"{"sender":"TNS"}"#, of: "tns.json")
    ])

  /// A notification of the D1 SDK.
  package static let otherProduct = Finding(
    "notify.product.d1", .note, effect: .ignored,
    why: """
      The D1 SDK of the same vendor is another product and takes its notifications itself.
      """,
    help: "hand it to the D1 SDK", source: .documented("NFC Wallet SDK: D1 SDK, notifications"),
    bad: [
      .json(#"{"topic":"D1_NOTIFICATION"}"#, of: "app-background.json", at: "/topic")
    ],
    good: [
      .json(#"{"topic":"news"}"#, of: "app-background.json")
    ])

  /// An action of another sender.
  package static let actionPrefix = Finding(
    "notify.action.prefix", .error, effect: .wrong,
    why: "The part before the colon is the sender.",
    help: "make sender and action agree", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"action":"MG:ReplenishmentNeededNotification"}"#, of: "tns.json", at: "/action")
    ],
    good: [
      .json(#"{"action":"TNS:PaymentTransactionNotification"}"#, of: "tns.json")
    ])

  /// An action that is not documented.
  package static let actionUnknown = Finding(
    "notify.action.unknown", .warning, effect: .ignored,
    why: "One action is documented for TNS, one for MG.",
    help: "write the documented one, or update the SDK",
    source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"action":"TNS:Payment"}"#, of: "tns.json", at: "/action")
    ],
    good: [
      .json(#"{"action":"TNS:PaymentTransactionNotification"}"#, of: "tns.json")
    ])

  /// A notification of the SDK without its action.
  package static let actionMissing = Finding(
    "notify.action.missing", .warning, effect: .ignored,
    why: "TNS and MG name what happened.",
    help: "add the action", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"action":null}"#, of: "tns.json", at: "")
    ],
    good: [
      .json(#"{"action":null}"#, of: "cps.json")
    ])

  /// A notification about a card without the card.
  package static let cardMissing = Finding(
    "notify.card.missing", .error, effect: .wrong,
    why: "TNS and MG are about one card; without its id nothing can be done.",
    help: "add digitalCardId", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"digitalCardId":null}"#, of: "tns.json", at: ""),
      .json(#"{"digitalCardId":null}"#, of: "mg.json", at: ""),
    ],
    good: [
      .json(#"{"digitalCardId":null}"#, of: "cps.json")
    ])

  /// A card id that is empty.
  package static let cardEmpty = Finding(
    "notify.card.empty", .error, effect: .wrong,
    why: "An empty id is no card.",
    help: "write the id of the card", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"digitalCardId":""}"#, of: "tns.json", at: "/digitalCardId")
    ],
    good: [
      .json(#"{"digitalCardId":"a"}"#, of: "tns.json")
    ])

  /// A card id that is no string.
  package static let cardType = Finding(
    "notify.card.type", .error, effect: .wrong,
    why: "Ids are opaque text; a number loses digits.",
    help: "put it in quotes", source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"digitalCardId":17}"#, of: "tns.json", at: "/digitalCardId")
    ],
    good: [
      .json(#"{"digitalCardId":"17"}"#, of: "tns.json")
    ])

  /// Another spelling of the card id.
  package static let cardSpelling = Finding(
    "notify.card.spelling", .note, effect: .style,
    why: """
      The documentation writes digitalCardId, samples read digitalCardID; a router takes both.
      """,
    help: "write digitalCardId", source: .documented("NFC Wallet SDK: documentation and samples"),
    bad: [
      .json(
        #"{"digitalCardId":null,"digitalCardID":"00000000-example"}"#, of: "tns.json",
        at: "/digitalCardID")
    ],
    good: [
      .json(#"{"digitalCardId":"00000000-example"}"#, of: "tns.json")
    ])

  /// Two ids of a card that differ.
  package static let cardTwice = Finding(
    "notify.card.twice", .error, effect: .wrong,
    why: "Two spellings with two values leave open which card is meant.",
    help: "send one", source: .documented("NFC Wallet SDK: documentation and samples"),
    bad: [
      .json(#"{"digitalCardID":"11111111-example"}"#, of: "tns.json", at: "/digitalCardID")
    ],
    good: [
      .json(#"{"aps":{"content-available":1}}"#, of: "tns.json")
    ])

  /// A record type where there are no records.
  package static let recordType = Finding(
    "notify.recordType.stray", .warning, effect: .ignored,
    why: "transactionRecordType belongs to TNS, for co-badged cards.",
    help: "take it out", source: .documented("NFC Wallet SDK: transaction history"),
    bad: [
      .json(#"{"transactionRecordType":"primary"}"#, of: "mg.json", at: "/transactionRecordType")
    ],
    good: [
      .json(#"{"transactionRecordType":"primary"}"#, of: "tns.json")
    ])

  /// A further key on TNS or MG.
  package static let keyUnknown = Finding(
    "notify.key.unknown", .note, effect: .ignored,
    why: "It is passed on and nobody reads it.",
    help: "take it out, or keep it for your own use",
    source: .documented("NFC Wallet SDK: notifications"),
    bad: [
      .json(#"{"reference":"1"}"#, of: "tns.json", at: "/reference")
    ],
    good: [
      .json(#"{"reference":"1"}"#, of: "cps.json")
    ])

  /// A card number or a key in a notification.
  package static let secret = Finding(
    "notify.secret.value", .error, effect: .wrong,
    why: """
      Notifications pass through other hands and stay in logs: a card number that passes its \
      check, or a private key, does not belong there.
      """,
    help: "send an opaque id", source: .convention("what logs may hold"),
    bad: [
      .json(#"{"reference":"4111 1111 1111 1111"}"#, of: "cps.json", at: "/reference")
    ],
    good: [
      .json(#"{"reference":"4111 1111 1111 1112"}"#, of: "cps.json")
    ])

  /// Every one of them.
  package static let all = [
    notObject,
    tooLarge,
    apsMissing,
    apsType,
    visible,
    flag,
    priority,
    pushType,
    passPayload,
    topic,
    senderUnknown,
    senderCase,
    otherProduct,
    actionPrefix,
    actionUnknown,
    actionMissing,
    cardMissing,
    cardEmpty,
    cardType,
    cardSpelling,
    cardTwice,
    recordType,
    keyUnknown,
    secret,
  ]
}
