// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// What a notification is, whatever the case of its keys, its sender and its action.
package enum WalletPush {
  /// The life cycle of a card; opaque, for the SDK alone.
  case cardOperation
  /// A payment was made.
  case transaction(card: String, recordType: String?)
  /// New payment keys are asked for.
  case replenish(card: String)
  /// None of the SDK's: the app's own.
  case other
  /// One of the SDK's that nothing can be done with, and why.
  case invalid(sender: String, reason: String)

  /// Where a notification goes; never a trap, whatever it is.
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

  /// The members whose names are this one but for case.
  static func members(_ name: String, of payload: JSONValue) -> [JSONValue.Member] {
    let folded = name.lowercased()
    return payload.members.filter { $0.name.lowercased() == folded }
  }

  static func member(_ name: String, of payload: JSONValue) -> JSONValue.Member? {
    members(name, of: payload).first
  }

  /// The first four characters of an id and how many there are.
  package static func shortened(_ id: String) -> String {
    id.count <= 4 ? "… (\(id.count))" : "\(id.prefix(4))… (\(id.count))"
  }

  /// One line for people; ids are shortened unless they are asked for.
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

  /// The members of a line of JSON.
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
