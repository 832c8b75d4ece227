// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about notifications for a pass or for an app with the NFC Wallet SDK.
package enum NotificationFindings {
  /// A payload that is not an object.
  package static let notObject = Finding(
    "notify.json.object", .error, effect: .refused,
    why: "A notification is one JSON object. APNs rejects anything else.",
    help: "write a JSON object",
    source: .documented("Apple: generating a remote notification"),
    wrong: #""Your class begins.""#,
    right: #"{ "aps": { "alert": "Your class begins." } }"#,
    bad: [
      .json(#""text""#, of: "tns.json", at: "")
    ],
    good: [
      .json(#"{}"#, of: "tns.json")
    ])

  /// A payload that is too large.
  package static let tooLarge = Finding(
    "notify.payload.size", .error, effect: .refused,
    why: """
      APNs rejects payloads of more than 4096 bytes, counted in UTF-8 as they are sent.
      """,
    help: "send an identifier, and let the app download the rest",
    source: .documented("Apple: payload size"),
    wrong: """
      { "aps": { "content-available": 1 },
        "news": "... (6,000 characters)" }
      """,
    right: """
      { "aps": { "content-available": 1 },
        "newsId": "17" }
      """,
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

  /// A push to an app without aps.
  package static let apsMissing = Finding(
    "notify.aps.missing", .error, effect: .refused,
    why: "The system reads its instructions from the member aps.",
    help: "add \"aps\": {\"content-available\": 1}, or an alert",
    source: .documented("Apple: payload key reference"),
    wrong: #"{ "newsId": "17" }"#,
    right: #"{ "aps": { "content-available": 1 }, "newsId": "17" }"#,
    bad: [
      .json(#"{"aps":null}"#, of: "app-background.json", at: "", .option("--to app"))
    ],
    good: [
      .json(#"{}"#, of: "app-background.json", .option("--to app"))
    ])

  /// An aps that is not an object.
  package static let apsType = Finding(
    "notify.aps.type", .error, effect: .refused,
    why: "aps must be an object.",
    help: "write {\"content-available\": 1}, or an alert",
    source: .documented("Apple: payload key reference"),
    wrong: #"{ "aps": 1 }"#,
    right: #"{ "aps": { "content-available": 1 } }"#,
    bad: [
      .json(#"{"aps":1}"#, of: "app-background.json", at: "/aps", .option("--to app"))
    ],
    good: [
      .json(#"{}"#, of: "app-background.json", .option("--to app"))
    ])

  /// A background push with an alert, badge or sound.
  package static let visible = Finding(
    "notify.background.visible", .error, effect: .wrong,
    why: """
      A background push has content-available and nothing visible or audible: no alert, no \
      badge, no sound.
      """,
    help: "delete them, or send the push as an alert",
    source: .documented("Apple: pushing background updates"),
    wrong: """
      apns-push-type: background
      { "aps": { "content-available": 1, "sound": "default" } }
      """,
    right: """
      apns-push-type: background
      { "aps": { "content-available": 1 } }
      """,
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
      A push without alert, badge and sound does nothing unless content-available is 1.
      """,
    help: "write \"content-available\": 1 (a number)",
    source: .documented("Apple: pushing background updates"),
    wrong: #"{ "aps": { "content-available": true } }"#,
    right: #"{ "aps": { "content-available": 1 } }"#,
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

  /// A background push with high priority.
  package static let priority = Finding(
    "notify.background.priority", .error, effect: .refused,
    why: "APNs rejects a background push with priority 10.",
    help: "send apns-priority: 5",
    source: .documented("Apple: sending notification requests to APNs"),
    wrong: """
      apns-priority: 10
      { "aps": { "content-available": 1 } }
      """,
    right: """
      apns-priority: 5
      { "aps": { "content-available": 1 } }
      """,
    bad: [
      .json(
        #"{}"#, of: "app-background.json", at: "", .option("--to app"),
        .option("--header apns-priority=10"))
    ],
    good: [
      .json(
        #"{}"#, of: "app-background.json", .option("--to app"), .option("--header apns-priority=5"))
    ])

  /// A background push with another push type.
  package static let pushType = Finding(
    "notify.background.type", .error, effect: .refused,
    why: "apns-push-type must match the payload.",
    help: "send apns-push-type: background",
    source: .documented("Apple: sending notification requests to APNs"),
    wrong: """
      apns-push-type: alert
      { "aps": { "content-available": 1 } }
      """,
    right: """
      apns-push-type: background
      { "aps": { "content-available": 1 } }
      """,
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
      The push only tells Wallet that a pass has changed. Wallet then requests the changes \
      from your web service, so the payload is empty.
      """,
    help: "send {}",
    source: .documented("Apple: Wallet Passes: pushing updates"),
    wrong: #"{ "serialNumber": "GYM-0017" }"#,
    right: "{}",
    bad: [
      .json(#"{"serial":"1"}"#, of: "pass-update.json", at: "", .option("--to pass"))
    ],
    good: [
      .json(#"{"aps":{}}"#, of: "pass-update.json", .option("--to pass"))
    ])

  /// A topic for the wrong kind of receiver.
  package static let topic = Finding(
    "notify.topic.kind", .error, effect: .refused,
    why: """
      The topic of a pass update is the pass type identifier. The topic of a push to an app is \
      its bundle identifier. With the wrong topic APNs responds DeviceTokenNotForTopic.
      """,
    help: "send the topic that belongs to the push token",
    source: .documented("Apple: APNs, apns-topic"),
    wrong: """
      apns-topic: pass.com.example.gym
      { "aps": { "content-available": 1 } }
      """,
    right: """
      apns-topic: com.example.gym
      { "aps": { "content-available": 1 } }
      """,
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

  /// A sender that resembles one of the NFC Wallet SDK.
  package static let senderUnknown = Finding(
    "notify.sender.unknown", .warning, effect: .ignored,
    why: "The router passes notifications to your app unless the sender is CPS, TNS or MG.",
    help: "write CPS, TNS or MG",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TSN", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"sender":"TSN"}"#, of: "tns.json", at: "/sender")
    ],
    good: [
      .json(#"{"sender":"TNS"}"#, of: "tns.json")
    ])

  /// A sender that is not in capitals.
  package static let senderCase = Finding(
    "notify.sender.case", .note, effect: .style,
    why: "The Android samples of the SDK ignore case. The iOS samples compare exactly.",
    help: "write the sender in capital letters",
    source: .documented("NFC Wallet SDK: samples for iOS and Android"),
    wrong: """
      { "sender": "tns", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"sender":"tns"}"#, of: "tns.json", at: "/sender")
    ],
    good: [
      .json(#"{"sender":"TNS"}"#, of: "tns.json")
    ])

  /// A notification for the D1 SDK.
  package static let otherProduct = Finding(
    "notify.product.d1", .note, effect: .ignored,
    why: """
      The D1 SDK is another product of the same vendor. It handles its own notifications.
      """,
    help: "pass it to the D1 SDK",
    source: .documented("NFC Wallet SDK: D1 SDK, notifications"),
    wrong: #"{ "topic": "D1_NOTIFICATION" }"#,
    right: #"{ "topic": "news" }"#,
    bad: [
      .json(#"{"topic":"D1_NOTIFICATION"}"#, of: "app-background.json", at: "/topic")
    ],
    good: [
      .json(#"{"topic":"news"}"#, of: "app-background.json")
    ])

  /// An action that belongs to another sender.
  package static let actionPrefix = Finding(
    "notify.action.prefix", .error, effect: .wrong,
    why: "The part before the colon is the sender.",
    help: "make sender and action match",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS", "action": "MG:ReplenishmentNeededNotification",
        "digitalCardId": "00000000-example" }
      """,
    right: """
      { "sender": "MG", "action": "MG:ReplenishmentNeededNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"action":"MG:ReplenishmentNeededNotification"}"#, of: "tns.json", at: "/action")
    ],
    good: [
      .json(#"{"action":"TNS:PaymentTransactionNotification"}"#, of: "tns.json")
    ])

  /// An action that is not documented.
  package static let actionUnknown = Finding(
    "notify.action.unknown", .warning, effect: .ignored,
    why: "The SDK documents one action for TNS and one for MG.",
    help: "write the documented action, or update the SDK",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS", "action": "TNS:Payment",
        "digitalCardId": "00000000-example" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"action":"TNS:Payment"}"#, of: "tns.json", at: "/action")
    ],
    good: [
      .json(#"{"action":"TNS:PaymentTransactionNotification"}"#, of: "tns.json")
    ])

  /// A TNS or MG notification without an action.
  package static let actionMissing = Finding(
    "notify.action.missing", .warning, effect: .ignored,
    why: "TNS and MG notifications name the event in action.",
    help: "add the action",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS",
        "digitalCardId": "00000000-example" }
      """,
    right: """
      { "sender": "TNS",
        "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"action":null}"#, of: "tns.json", at: "")
    ],
    good: [
      .json(#"{"action":null}"#, of: "cps.json")
    ])

  /// A TNS or MG notification without a card id.
  package static let cardMissing = Finding(
    "notify.card.missing", .error, effect: .wrong,
    why: """
      TNS and MG notifications are about one card. Without its id the app cannot handle them.
      """,
    help: "add digitalCardId",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: #"{ "sender": "TNS", "action": "TNS:PaymentTransactionNotification" }"#,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
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
    why: "An empty id does not identify a card.",
    help: "write the id of the card",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"digitalCardId":""}"#, of: "tns.json", at: "/digitalCardId")
    ],
    good: [
      .json(#"{"digitalCardId":"a"}"#, of: "tns.json")
    ])

  /// A card id that is not a string.
  package static let cardType = Finding(
    "notify.card.type", .error, effect: .wrong,
    why: "Card ids are opaque strings. A number can lose digits.",
    help: "put the id in quotes",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": 17 }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "17" }
      """,
    bad: [
      .json(#"{"digitalCardId":17}"#, of: "tns.json", at: "/digitalCardId")
    ],
    good: [
      .json(#"{"digitalCardId":"17"}"#, of: "tns.json")
    ])

  /// A card id under another spelling.
  package static let cardSpelling = Finding(
    "notify.card.spelling", .note, effect: .style,
    why: """
      The documentation writes digitalCardId, but samples read digitalCardID. The router \
      accepts both.
      """,
    help: "write digitalCardId",
    source: .documented("NFC Wallet SDK: documentation and samples"),
    wrong: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardID": "00000000-example" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(
        #"{"digitalCardId":null,"digitalCardID":"00000000-example"}"#, of: "tns.json",
        at: "/digitalCardID")
    ],
    good: [
      .json(#"{"digitalCardId":"00000000-example"}"#, of: "tns.json")
    ])

  /// Two card ids that differ.
  package static let cardTwice = Finding(
    "notify.card.twice", .error, effect: .wrong,
    why: "With two spellings and two values it is unclear which card is meant.",
    help: "send only digitalCardId",
    source: .documented("NFC Wallet SDK: documentation and samples"),
    wrong: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example",
        "digitalCardID": "11111111-example" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"digitalCardID":"11111111-example"}"#, of: "tns.json", at: "/digitalCardID")
    ],
    good: [
      .json(#"{"aps":{"content-available":1}}"#, of: "tns.json")
    ])

  /// A record type outside TNS.
  package static let recordType = Finding(
    "notify.recordType.stray", .warning, effect: .ignored,
    why: "transactionRecordType belongs to TNS notifications about co-badged cards.",
    help: "delete transactionRecordType",
    source: .documented("NFC Wallet SDK: transaction history"),
    wrong: """
      { "sender": "MG", "action": "MG:ReplenishmentNeededNotification",
        "digitalCardId": "00000000-example",
        "transactionRecordType": "primary" }
      """,
    right: """
      { "sender": "MG", "action": "MG:ReplenishmentNeededNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"transactionRecordType":"primary"}"#, of: "mg.json", at: "/transactionRecordType")
    ],
    good: [
      .json(#"{"transactionRecordType":"primary"}"#, of: "tns.json")
    ])

  /// An undocumented key in a TNS or MG notification.
  package static let keyUnknown = Finding(
    "notify.key.unknown", .note, effect: .ignored,
    why: "The router passes the key on, but the SDK does not read it.",
    help: "delete the key, or keep it for your own use",
    source: .documented("NFC Wallet SDK: notifications"),
    wrong: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example", "reference": "1" }
      """,
    right: """
      { "sender": "TNS", "action": "TNS:PaymentTransactionNotification",
        "digitalCardId": "00000000-example" }
      """,
    bad: [
      .json(#"{"reference":"1"}"#, of: "tns.json", at: "/reference")
    ],
    good: [
      .json(#"{"reference":"1"}"#, of: "cps.json")
    ])

  /// A card number or a private key in a notification.
  package static let secret = Finding(
    "notify.secret.value", .error, effect: .wrong,
    why: """
      Other parties transport notifications, and logs store them. Never send a card number \
      (passc verifies its check digit) or a private key.
      """,
    help: "send an opaque id",
    source: .convention("card numbers and keys do not belong in logs"),
    wrong: #"{ "sender": "CPS", "reference": "4111 1111 1111 1111" }"#,
    right: #"{ "sender": "CPS", "reference": "order-17" }"#,
    bad: [
      .json(#"{"reference":"4111 1111 1111 1111"}"#, of: "cps.json", at: "/reference")
    ],
    good: [
      .json(#"{"reference":"4111 1111 1111 1112"}"#, of: "cps.json")
    ])

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
