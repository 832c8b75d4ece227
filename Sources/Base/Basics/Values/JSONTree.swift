// SPDX-License-Identifier: Apache-2.0

/// A JSON value for output. Members keep their order.
package enum JSONTree: Sendable {
  /// A string, or null for nil.
  case string(String?)
  /// An integer, or null for nil.
  case number(Int?)
  /// Any other number in its spelling.
  case spelled(String)
  /// A Boolean, or null for nil.
  case boolean(Bool?)
  case array([JSONTree])
  case object([Member])

  package typealias Member = (name: String, value: JSONTree)

  package static var null: JSONTree { .string(nil) }

  /// Returns an integer, or null for nil.
  package static func number(_ value: Int64?) -> JSONTree { .number(value.map { Int($0) }) }

  package static func strings(_ texts: some Sequence<String>) -> JSONTree {
    .array(texts.map { .string($0) })
  }

  /// Returns this object with more members. Other values are returned unchanged.
  package func with(_ more: KeyValuePairs<String, JSONTree>) -> JSONTree {
    with(more.map { ($0.key, $0.value) })
  }

  /// Returns this object with more members. Other values are returned unchanged.
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
