// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCompanionFindings
package import PassDiagnostics
package import PassJSON

/// The options for checking a notification.
package struct NotificationOptions: Sendable {
  package var receiver: NotificationReceiver?
  /// The headers of the request to APNs, with lower-case names.
  package var headers: [String: String] = [:]

  package init() {}
}

/// The check of one notification.
package enum NotificationCheck {
  /// The most bytes that APNs accepts.
  package static let limitInBytes = AppleLimit.notificationInBytes

  /// Checks a notification that is sent or has arrived.
  package static func check(
    _ payload: JSONValue, _ options: NotificationOptions, report: inout Report
  ) {
    guard payload.isObject else {
      report(NotificationFindings.notObject, "the payload is not an object", at: payload)
      return
    }
    let size = JSONWriter.bytes(of: payload).count
    if size > limitInBytes {
      report(
        NotificationFindings.tooLarge,
        "the payload has \(size) bytes, the limit is \(limitInBytes)",
        at: payload)
    }
    if options.receiver == .pass {
      checkPass(payload, options, &report)
    } else {
      checkSystem(payload, options, &report)
      checkSDK(payload, &report)
    }
    checkSecrets(payload, &report)
  }

  private static func checkPass(
    _ payload: JSONValue, _ options: NotificationOptions, _ report: inout Report
  ) {
    let isEmpty = payload.members.allSatisfy { member in
      member.name == "aps" && member.value.isObject
        && member.value.members.allSatisfy { _ in false }
    }
    if !isEmpty {
      report(
        NotificationFindings.passPayload, "the payload of a pass update is not empty", at: payload)
    }
    if let topic = options.headers["apns-topic"], !topic.hasPrefix("pass.") {
      report(
        NotificationFindings.topic,
        "the topic \(Excerpt.passValue().quoted(topic)) is not a pass type identifier", at: payload)
    }
  }

  // MARK: aps

  private static func checkSystem(
    _ payload: JSONValue, _ options: NotificationOptions, _ report: inout Report
  ) {
    if let topic = options.headers["apns-topic"], topic.hasPrefix("pass.") {
      report(
        NotificationFindings.topic,
        "the topic \(Excerpt.passValue().quoted(topic)) is a pass type identifier, "
          + "not a bundle identifier",
        at: payload)
    }
    guard let aps = payload["aps"] else {
      if options.receiver == .app {
        report(NotificationFindings.apsMissing, "a push to an app needs aps", at: payload)
      }
      return
    }
    guard aps.isObject else {
      report(NotificationFindings.apsType, "aps is not an object", at: aps)
      return
    }
    let shown = ["alert", "badge", "sound"].compactMap { aps[$0] }
    let flag = aps["content-available"]
    let isBackground = flag?.number?.integer == 1
    let type = options.headers["apns-push-type"]
    if shown.isEmpty {
      if let flag, !isBackground {
        report(NotificationFindings.flag, "content-available is not the number 1", at: flag)
      } else if flag == nil, options.receiver == .app {
        report(
          NotificationFindings.flag,
          "the push has neither content-available nor an alert, badge or sound", at: aps
        )
      }
      if isBackground, options.headers["apns-priority"] == "10" {
        report(
          NotificationFindings.priority, "a background push has priority 10, expected 5",
          at: payload)
      }
      if isBackground, let type, type != "background" {
        report(
          NotificationFindings.pushType,
          "a background push has the push type \(Excerpt.passValue().quoted(type))", at: payload)
      }
    } else if type == "background", let first = shown.first {
      report(
        NotificationFindings.visible, "a background push has an alert, badge or sound", at: first)
    }
  }

  // MARK: NFC Wallet SDK

  private static let actions = [
    "TNS": "TNS:PaymentTransactionNotification", "MG": "MG:ReplenishmentNeededNotification",
  ]

  private static func checkSDK(_ payload: JSONValue, _ report: inout Report) {
    if let topic = payload["topic"], topic.string == "D1_NOTIFICATION" {
      report(
        NotificationFindings.otherProduct, "this notification is for the D1 SDK", at: topic
      )
    }
    guard let sender = WalletPush.member("sender", of: payload), let text = sender.value.string
    else { return }
    let folded = text.uppercased()
    guard ["CPS", "TNS", "MG"].contains(folded) else {
      if let near = nearestName(folded) {
        report(
          NotificationFindings.senderUnknown,
          "unknown sender \(Excerpt.passValue().quoted(text)), did you mean \(near)",
          at: sender.value)
      }
      return
    }
    if folded != text {
      report(
        NotificationFindings.senderCase,
        "the sender \(Excerpt.passValue().quoted(text)) is spelled \(folded)", at: sender.value)
    }
    if folded != "TNS", let record = WalletPush.member("transactionRecordType", of: payload) {
      report(
        NotificationFindings.recordType, "\(record.name) belongs to TNS, not \(folded)", at: record)
    }
    guard let documented = actions[folded] else { return }
    checkAction(payload, folded, documented, &report)
    checkCard(payload, &report)
    let known = ["sender", "action", "digitalcardid", "transactionrecordtype", "aps"]
    for member in payload.members where !known.contains(member.name.lowercased()) {
      report(
        NotificationFindings.keyUnknown,
        "unknown key \(Excerpt.passValue().quoted(member.name)) for \(folded)", at: member)
    }
  }

  /// Returns a known sender that differs by one letter or two swapped letters.
  private static func nearestName(_ text: String) -> String? {
    ["CPS", "TNS", "MG"].first { known in
      text.count == known.count && text.sorted() == known.sorted()
        || text.count == known.count && zip(text, known).count { $0 != $1 } == 1
    }
  }

  private static func checkAction(
    _ payload: JSONValue, _ sender: String, _ documented: String, _ report: inout Report
  ) {
    guard let action = WalletPush.member("action", of: payload), let text = action.value.string
    else {
      report(
        NotificationFindings.actionMissing, "the \(sender) notification has no action", at: payload)
      return
    }
    guard text.uppercased() != documented.uppercased() else { return }
    let prefix = text.prefix { $0 != ":" }
    if text.contains(":"), prefix.uppercased() != sender {
      report(
        NotificationFindings.actionPrefix,
        "the action \(Excerpt.passValue().quoted(text)) does not belong to \(sender)",
        at: action.value)
    } else {
      report(
        NotificationFindings.actionUnknown,
        "unknown action \(Excerpt.passValue().quoted(text)) for \(sender)", at: action.value)
    }
  }

  private static func checkCard(_ payload: JSONValue, _ report: inout Report) {
    let ids = WalletPush.members("digitalCardId", of: payload)
    guard let first = ids.first else {
      report(NotificationFindings.cardMissing, "digitalCardId is missing", at: payload)
      return
    }
    let texts = Set(ids.map { $0.value.string ?? "" })
    if texts.count > 1 {
      report(
        NotificationFindings.cardTwice, "two card ids differ", at: ids.last ?? first,
        notes: [(first.place, "the other is here")])
      return
    }
    guard let id = first.value.string else {
      report(NotificationFindings.cardType, "the card id is not a string", at: first.value)
      return
    }
    if id.isEmpty {
      report(NotificationFindings.cardEmpty, "the card id is empty", at: first.value)
    }
    for member in ids where member.name != "digitalCardId" {
      report(
        NotificationFindings.cardSpelling, "\(member.name) is documented as digitalCardId",
        at: member)
    }
  }

  // MARK: Secrets

  private static func checkSecrets(_ value: JSONValue, _ report: inout Report) {
    let document = value.document
    for (index, node) in document.nodes.enumerated()
    where node.kind == .string || node.kind == .number {
      guard isCardNumber(node.text) || node.text.contains("PRIVATE KEY-----") else { continue }
      // Never print the value.
      report(
        NotificationFindings.secret, "a value looks like a card number or a private key",
        at: value.value(atNode: index))
    }
  }

  /// Returns whether a string has 12 to 19 digits, perhaps in groups, with a valid check digit
  /// (ISO/IEC 7812).
  static func isCardNumber(_ text: String) -> Bool {
    var digits: [Int] = []
    for byte in text.utf8 {
      if let digit = byte.decimalDigit {
        digits.append(digit)
        if digits.count > 19 { return false }
      } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "-") {
        return false
      }
    }
    guard (12...19).contains(digits.count), Set(digits).count > 1 else { return false }
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      let value = index % 2 == 0 ? digit : digit * 2
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }
}
