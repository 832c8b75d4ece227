// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassTemplate

/// The fields of a pass for the columns of a table.
struct TableFields {
  private let guess: TableGuess
  /// The displayed strings with their translations.
  private(set) var labels: TableLabels
  private var left: [GuessedColumn]
  /// Whether the table has nothing else for the front.
  private var isSerialInFront = false

  init(_ guess: TableGuess, _ labels: TableLabels) {
    self.guess = guess
    self.labels = labels
    left = guess.columns.filter { $0.isUsed && $0.role != .photo && $0.role != .serial }
  }

  /// Returns the dictionary of the style. Every column that the pass uses has one field.
  mutating func style() -> JSONTree {
    var groups: [(name: String, value: JSONTree)] = []
    func add(_ group: FieldGroup, _ fields: [JSONTree]) {
      if !fields.isEmpty { groups.append((group.rawValue, .array(fields))) }
    }
    let isTicket = guess.style == .eventTicket
    add(.header, take(isTicket ? [.date] : [.points, .balance], limit: 1).flatMap { fields($0) })
    add(.primary, primary())
    let secondary = take(isTicket ? [.venue, .name] : [.tier, .expires], limit: 2)
    add(.secondary, secondary.flatMap { fields($0) })
    let rest = isTicket ? [.expires, .tier, .other] : [ColumnRole.balance, .date]
    add(.auxiliary, take(rest, limit: 2, isShort: true).flatMap { fields($0) })
    let others = left + (isSerialInFront ? [] : serial.map { [$0] } ?? [])
    add(.back, others.flatMap { fields($0, isBack: true) })
    return .object(groups)
  }

  /// Removes the first columns with one of the roles, in the order of the roles.
  private mutating func take(
    _ roles: [ColumnRole], limit: Int, isShort: Bool = false
  ) -> [GuessedColumn] {
    var taken: [GuessedColumn] = []
    for role in roles {
      while taken.count < limit,
        let index = left.firstIndex(where: {
          $0.role == role && (!isShort || $0.profile.maxLength <= 20)
        })
      {
        taken.append(left.remove(at: index))
      }
    }
    return taken
  }

  private mutating func primary() -> [JSONTree] {
    let isTicket = guess.style == .eventTicket
    if isTicket, let event = take([.event], limit: 1).first { return fields(event) }
    if let given = guess.column(.firstName), let family = guess.column(.lastName) {
      left.removeAll { [.firstName, .lastName].contains($0.role) }
      let isFamilyFirst = guess.language == .ja
      let (first, second) = isFamilyFirst ? (family, given) : (given, family)
      return [
        [
          "key": "name", "label": .string(labels.nameLabel()),
          "value": .string("{{ \(first.name) }} {{ \(second.name) }}"),
        ]
      ]
    }
    let column =
      take([.name], limit: 1).first ?? take([.other], limit: 1, isShort: true).first
      ?? take([.tier, .balance, .expires, .date], limit: 1).first
    if let column { return fields(column) }
    isSerialInFront = true
    return serial.map { fields($0) } ?? []
  }

  private var serial: GuessedColumn? { guess.column(.serial) }

  // MARK: One field

  /// Returns the field of a column.
  ///
  /// `$if` takes 0 for nothing. If a number may be 0, there are two fields, and each pass has one of
  /// them: the number, or the text of a cell with 0 or without a value.
  private mutating func fields(_ column: GuessedColumn, isBack: Bool = false) -> [JSONTree] {
    guard let textName = column.textName else { return [field(column, isBack: isBack)] }
    var text = column
    text.reading = .text
    return [
      field(column, condition: column.name, isBack: isBack),
      field(
        text, condition: "!" + column.name, value: "{{ \(textName) | default: '–' }}",
        isBack: isBack),
    ]
  }

  private mutating func field(
    _ column: GuessedColumn, condition: String? = nil, value given: String? = nil,
    isBack: Bool = false
  ) -> JSONTree {
    var members: [(name: String, value: JSONTree)] = []
    var value = given ?? "{{ \(column.name) }}"
    if let condition {
      members.append(("$if", .string(condition)))
    } else if column.isOptional {
      // A text such as 0 would disappear too, so its field stays and shows a dash.
      if column.mayBeZero, column.reading.type == .string {
        value = "{{ \(column.name) | default: '–' }}"
      } else {
        members.append(("$if", .string(column.name)))
      }
    }
    let label = labels.label(of: column)
    members += [
      ("key", .string(column.name)), ("label", .string(Self.literal(label))),
      ("value", .string(value)),
    ]
    switch column.reading.type {
    case .date: members += Self.dateStyle(column)
    case .number: members.append(numberStyle(column))
    default: break
    }
    let changes: [ColumnRole] = [.points, .balance, .tier, .expires]
    if changes.contains(column.role), !isBack, !label.contains("%") {
      members.append(("changeMessage", .string(Self.literal(labels.changeMessage(column)))))
    }
    // A phone would offer to call a long number.
    if isBack, [.serial, .code].contains(column.role) {
      members.append(("dataDetectorTypes", .array([])))
    }
    return .object(members)
  }

  private static func dateStyle(
    _ column: GuessedColumn
  ) -> [(name: String, value: JSONTree)] {
    let hasTime =
      column.reading.hasTime || column.profile.firstCells.contains { $0.text.contains(":") }
    return [
      ("dateStyle", "PKDateStyleMedium"),
      ("timeStyle", hasTime ? "PKDateStyleShort" : "PKDateStyleNone"), ("ignoresTimeZone", true),
    ]
  }

  private func numberStyle(_ column: GuessedColumn) -> (name: String, value: JSONTree) {
    HeaderWords.currency(in: column.header).map { ("currencyCode", .string($0)) }
      ?? ("numberStyle", "PKNumberStyleDecimal")
  }

  /// Returns a text in which two braces are not a placeholder.
  static func literal(_ text: String) -> String { text.replacing("{{", with: "{{ '{{' }}") }
}
