// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// The kind of a notification. The case of its keys, sender and action is ignored.
package enum WalletPush {
  /// A change of a card. Only the SDK reads the content.
  case cardOperation
  /// A payment with a card.
  case transaction(card: String, recordType: String?)
  /// A request for new payment keys.
  case replenish(card: String)
  /// A notification of the app, not of the SDK.
  case other
  /// A notification of the SDK that cannot be handled, with the reason.
  case invalid(sender: String, reason: String)

  /// Classifies a notification. It never traps, because notifications are untrusted.
  package init(_ payload: JSONValue) {
    let sender = Self.member("sender", of: payload)?.value.string?.uppercased()
    guard let sender, ["CPS", "TNS", "MG"].contains(sender) else {
      self = .other
      return
    }
    if sender == "CPS" {
      self = .cardOperation
      return
    }
    let ids = Self.members("digitalCardId", of: payload)
    guard let first = ids.first else {
      self = .invalid(sender: sender, reason: "no card id")
      return
    }
    guard let card = first.value.string else {
      self = .invalid(sender: sender, reason: "the card id is not a string")
      return
    }
    guard ids.allSatisfy({ $0.value.string == card }) else {
      self = .invalid(sender: sender, reason: "two card ids")
      return
    }
    guard !card.isEmpty else {
      self = .invalid(sender: sender, reason: "the card id is empty")
      return
    }
    if let action = Self.member("action", of: payload)?.value.string,
      let prefix = action.split(separator: ":").first, action.contains(":"),
      prefix.uppercased() != sender
    {
      self = .invalid(sender: sender, reason: "the action belongs to another sender")
      return
    }
    self =
      sender == "MG"
      ? .replenish(card: card)
      : .transaction(
        card: card, recordType: Self.member("transactionRecordType", of: payload)?.value.string)
  }

  /// Returns the members with this name in any case.
  static func members(_ name: String, of payload: JSONValue) -> [JSONValue.Member] {
    let folded = name.lowercased()
    return payload.members.filter { $0.name.lowercased() == folded }
  }

  static func member(_ name: String, of payload: JSONValue) -> JSONValue.Member? {
    members(name, of: payload).first
  }

  /// Returns the first four characters of an id and its length, because logs must not have the
  /// whole id.
  package static func shortened(_ id: String) -> String {
    id.count <= 4 ? "… (\(id.count))" : "\(id.prefix(4))… (\(id.count))"
  }

  /// Returns a line of text. Ids are shortened unless `showsIDs` is true.
  package func line(showsIDs: Bool) -> String {
    func shown(_ id: String) -> String { showsIDs ? id : Self.shortened(id) }
    switch self {
    case .cardOperation: return "CPS  card operation"
    case .transaction(let card, let recordType):
      return "TNS  transaction  card \(shown(card))"
        + (recordType.map { "  record type \($0)" } ?? "")
    case .replenish(let card): return "MG   replenish  card \(shown(card))"
    case .other: return "other"
    case .invalid(let sender, let reason):
      return sender + String(repeating: " ", count: max(0, 5 - sender.count)) + "invalid  \(reason)"
    }
  }

  /// Returns the members of the JSON object of a report. Ids are shortened unless `showsIDs` is
  /// true.
  package func members(showsIDs: Bool) -> [(String, String)] {
    func shown(_ id: String) -> String { showsIDs ? id : Self.shortened(id) }
    switch self {
    case .cardOperation: return [("sender", "CPS"), ("route", "cardOperation")]
    case .transaction(let card, let recordType):
      return [("sender", "TNS"), ("route", "transaction"), ("card", shown(card))]
        + (recordType.map { [("recordType", $0)] } ?? [])
    case .replenish(let card):
      return [("sender", "MG"), ("route", "replenish"), ("card", shown(card))]
    case .other: return [("route", "other")]
    case .invalid(let sender, let reason):
      return [("sender", sender), ("route", "invalid"), ("reason", reason)]
    }
  }
}
