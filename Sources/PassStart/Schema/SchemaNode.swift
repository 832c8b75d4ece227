// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassReport

/// JSON while a schema is put together; members keep their order.
indirect enum SchemaNode {
  case string(String)
  case number(String)
  case boolean(Bool)
  case array([SchemaNode])
  case object([(name: String, value: SchemaNode)])

  /// A number without a fraction where it has none.
  static func number(_ value: Double) -> SchemaNode {
    .number(Int(exactly: value).map(String.init) ?? String(value))
  }

  static func strings(_ texts: [String]) -> SchemaNode { .array(texts.map { .string($0) }) }

  /// One of several; a single one stands for itself.
  static func any(_ nodes: [SchemaNode]) -> SchemaNode {
    nodes.count == 1 ? nodes[0] : ["anyOf": .array(nodes)]
  }

  /// This object with more members; what is no object stays.
  func with(_ more: KeyValuePairs<String, SchemaNode>) -> SchemaNode {
    guard case .object(let members) = self else { return self }
    return .object(members + more.map { ($0.key, $0.value) })
  }

  /// For people: indented.
  var text: [UInt8] {
    var builder = JSONBuilder()
    write(to: &builder)
    return IndentedJSON.bytes(of: builder.document().root)
  }

  private func write(to builder: inout JSONBuilder) {
    switch self {
    case .string(let text): builder.string(text)
    case .number(let spelling): builder.scalar(.number, spelling)
    case .boolean(let value): builder.scalar(value ? .true : .false)
    case .array(let nodes):
      builder.begin(.array, origin: .none)
      for node in nodes { node.write(to: &builder) }
      builder.end()
    case .object(let members):
      builder.begin(.object, origin: .none)
      for (name, value) in members {
        builder.key(name)
        value.write(to: &builder)
      }
      builder.end()
    }
  }
}

extension SchemaNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(arrayLiteral elements: SchemaNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .object(elements.map { ($0.0, $0.1) })
  }
}
