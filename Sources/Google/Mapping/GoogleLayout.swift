// SPDX-License-Identifier: Apache-2.0

import PassGoogleModel
import PassJSON
import PassModel

/// The rows of a card: which fields are in which of its up to nine places.
///
/// It is made from the template and not from a row, because all passes of a class share it. Fields
/// with `"$if": "c"` and `"$if": "!c"` next to each other are alternatives of one place.
struct GoogleLayout {
  private let style: PassStyle?
  /// Keys of fields that members other than text modules show.
  private let consumed: Set<String>
  /// Key of the field that is the header of a generic pass.
  private let headerKey: String?
  private let rows: GoogleDraft?

  static let frontGroups: [FieldGroup] = [.header, .primary, .secondary, .auxiliary, .footer]

  init(_ pass: JSONValue, type: GoogleType, settings: GoogleSettings) {
    let style = GoogleType.style(of: pass)
    self.style = style
    let dictionary = style.flatMap { pass[$0.rawValue] }
    var consumed: Set<String> = []
    let roles: [GoogleFieldRole] =
      switch type {
      case .loyalty: [.balance, .secondaryBalance, .accountName, .accountId]
      case .giftCard: [.balance, .cardNumber, .pin]
      default: []
      }
    for role in roles { if let key = settings.key(of: role) { consumed.insert(key) } }
    let first = dictionary?[FieldGroup.primary.rawValue]?.element(0)?["key"]?.string
    headerKey = type == .generic ? first : nil
    if let headerKey { consumed.insert(headerKey) }
    self.consumed = consumed
    // The layouts of events, flights and transit show their own members.
    let arranges = [.generic, .loyalty, .offer, .giftCard].contains(type)
    rows =
      arranges
      ? dictionary.flatMap { Self.rows($0, type, consumed, settings) } : nil
  }

  /// Returns whether a member other than a text module shows the field.
  func isConsumed(_ key: String) -> Bool { consumed.contains(key) }

  func headerField(of pass: JSONValue) -> JSONValue? {
    guard headerKey != nil else { return nil }
    return dictionary(of: pass)?[FieldGroup.primary.rawValue]?.element(0)
  }

  func dictionary(of pass: JSONValue) -> JSONValue? { style.flatMap { pass[$0.rawValue] } }

  func add(to members: inout GoogleMembers) {
    guard let rows else { return }
    members["classTemplateInfo"] = .object([
      "cardTemplateOverride": .object(["cardRowTemplateInfos": rows])
    ])
  }

  // MARK: Rows

  private static func rows(
    _ dictionary: JSONValue, _ type: GoogleType, _ consumed: Set<String>,
    _ settings: GoogleSettings
  ) -> GoogleDraft? {
    var items: [[String]] = []
    var last: (condition: String, group: FieldGroup)?
    for group in frontGroups {
      for field in dictionary[group.rawValue]?.elements.map({ $0 }) ?? [] {
        guard let key = field["key"]?.string, !key.isEmpty,
          let path = path(of: key, type, consumed, settings)
        else { continue }
        let condition = field["$if"]?.string
        if let condition, let previous = last, previous.group == group,
          isOpposite(condition, previous.condition), !items.isEmpty
        {
          items[items.count - 1].append(path)
          last = nil
        } else {
          items.append([path])
          last = condition.map { ($0, group) }
        }
      }
    }
    return rows(of: Array(items.prefix(9)))
  }

  /// Returns the path to what shows a field. Nil if the title area of the card shows it.
  private static func path(
    of key: String, _ type: GoogleType, _ consumed: Set<String>, _ settings: GoogleSettings
  ) -> String? {
    guard consumed.contains(key) else {
      return "object.textModulesData['\(GoogleIdentifier.moduleID(key))']"
    }
    let role = GoogleFieldRole.allCases.first { settings.key(of: $0) == key }
    switch (type, role) {
    case (.loyalty, .balance?): return "object.loyaltyPoints.balance"
    case (.loyalty, .secondaryBalance?): return "object.secondaryLoyaltyPoints.balance"
    case (.giftCard, .balance?): return "object.balance"
    default: return nil
    }
  }

  private static func isOpposite(_ one: String, _ other: String) -> Bool {
    one == "!" + other || other == "!" + one
  }

  private static func rows(of items: [[String]]) -> GoogleDraft? {
    guard !items.isEmpty else { return nil }
    let count = (items.count + 2) / 3
    var rows: [GoogleDraft] = []
    var rest = items[...]
    for row in 0..<count {
      let size = rest.count / (count - row)
      rows.append(Self.row(Array(rest.prefix(size))))
      rest = rest.dropFirst(size)
    }
    return .array(rows)
  }

  private static func row(_ items: [[String]]) -> GoogleDraft {
    let drafts = items.map { paths -> GoogleDraft in
      let fields = paths.map { GoogleDraft.object(["fieldPath": .text($0)]) }
      return .object(["firstValue": .object(["fields": .array(fields)])])
    }
    switch drafts.count {
    case 1: return .object(["oneItem": .object(["item": drafts[0]])])
    case 2: return .object(["twoItems": .object(["startItem": drafts[0], "endItem": drafts[1]])])
    default:
      return .object([
        "threeItems": .object([
          "startItem": drafts[0], "middleItem": drafts[1], "endItem": drafts[2],
        ])
      ])
    }
  }
}
