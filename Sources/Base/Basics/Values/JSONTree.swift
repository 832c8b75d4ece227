// SPDX-License-Identifier: Apache-2.0

/// JSON while it is put together, for others to read: members keep the order they are given in.
package enum JSONTree: Sendable {
  /// A string; null for nil.
  case string(String?)
  /// A whole number; null for nil.
  case number(Int?)
  /// Any other number, as it is spelled.
  case spelled(String)
  /// True or false; null for nil.
  case boolean(Bool?)
  /// A list.
  case array([JSONTree])
  /// Members in the order they are written in.
  case object([Member])

  /// A value with its name.
  package typealias Member = (name: String, value: JSONTree)

  /// What stands where there is nothing to say.
  package static var null: JSONTree { .string(nil) }

  /// A whole number; null for nil.
  package static func number(_ value: Int64?) -> JSONTree { .number(value.map { Int($0) }) }

  /// A list of strings.
  package static func strings(_ texts: some Sequence<String>) -> JSONTree {
    .array(texts.map { .string($0) })
  }

  /// This object with more members; what is no object stays.
  package func with(_ more: KeyValuePairs<String, JSONTree>) -> JSONTree {
    with(more.map { ($0.key, $0.value) })
  }

  /// This object with more members; what is no object stays.
  package func with(_ more: [Member]) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { ($0.0, $0.1) })
  }
}

extension JSONTree: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for (name, value) in members { try object.encode(value, forKey: Name(stringValue: name)) }
    case .array(let elements): try elements.encode(to: encoder)
    case .string(let text?): try text.encode(to: encoder)
    case .number(let number?): try number.encode(to: encoder)
    case .boolean(let value?): try value.encode(to: encoder)
    case .spelled(let spelling): try Double(spelling).encode(to: encoder)
    case .string(nil), .number(nil), .boolean(nil):
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
  }
}
