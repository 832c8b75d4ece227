// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// A type whose values are single values of a row, regardless of how they are encoded.
///
/// ```swift
/// extension Money: RowValueConvertible {
///   var rowValue: RowValue { .decimal(amount) }
/// }
/// ```
public protocol RowValueConvertible {
  /// The value for a column.
  var rowValue: RowValue { get }
}

/// The error for a value that is not a row, because its members are not columns.
public struct RowEncodingError: Error, Sendable, CustomStringConvertible {
  /// The message for people.
  public let description: String
}

extension RowValue {
  /// Returns the row for a value with members. Each member is the value of the column with its
  /// name.
  ///
  /// ```swift
  /// struct Member: Encodable { let serial: String, points: Int }
  /// let row = try RowValue.row(of: Member(serial: "A-17", points: 240))
  /// ```
  ///
  /// A member that is nil or not encoded gives its column no value. A member with members or
  /// elements is JSON. An array of bytes is an image in a column of type file.
  ///
  /// A column rejects a number that JSON cannot write, such as infinity, and a list or member that
  /// contains one.
  ///
  /// - Throws: `RowEncodingError` for a value without members, and errors of the value's `encode`.
  public static func row(of value: some Encodable) throws -> [String: RowValue] {
    let members = try ValueRow(of: value).members
    return Dictionary(members.lazy.map { ($0.name, $0.value) }) { $1 }
  }
}

extension ValueRow {
  /// Creates the row for a value with members, as `RowValue.row(of:)` does.
  ///
  /// - Throws: `RowEncodingError` for a value without members, and errors of the value's `encode`.
  package init(of value: some Encodable) throws {
    guard let members = try EncodedValue.members(of: value) else {
      throw RowEncodingError(description: "\(type(of: value)) has no members to read columns from")
    }
    self.init(members)
  }
}

/// The output of an `Encodable`.
private enum EncodedValue {
  case single(RowValue)
  case list([EncodedValue])
  case object([(name: String, value: EncodedValue)])

  static func of<Value: Encodable>(_ value: Value) throws -> EncodedValue {
    if let known = single(value) { return .single(known) }
    let encoder = ValueEncoder()
    try value.encode(to: encoder)
    return encoder.box.value
  }

  /// Returns the members of a value, or nil if it has none.
  static func members<Value: Encodable>(
    of value: Value
  ) throws -> [(name: String, value: RowValue)]? {
    guard single(value) == nil else { return nil }
    let encoder = ValueEncoder()
    try value.encode(to: encoder)
    return encoder.box.row
  }

  /// Returns the single value for types that would encode themselves as something else.
  private static func single<Value: Encodable>(_ value: Value) -> RowValue? {
    if let known = value as? any RowValueConvertible { return known.rowValue }
    // By its static type, because an empty array of any type can be cast to an array of bytes.
    if Value.self == [UInt8].self, let bytes = value as? [UInt8] { return .image(bytes) }
    return nil
  }

  var rowValue: RowValue {
    switch self {
    case .single(let value): return value
    case .list, .object:
      var bytes: [UInt8] = []
      do throws(InvalidJSONError) {
        try write(to: &bytes)
        return .json(String(decoding: bytes, as: UTF8.self))
      } catch {
        return .json(error.text)
      }
    }
  }

  /// A part that is not valid JSON. Its text replaces the whole value, so that reading the column
  /// reports the error.
  private struct InvalidJSONError: Error { let text: String }

  private func write(to out: inout [UInt8]) throws(InvalidJSONError) {
    switch self {
    case .single(let value): try Self.write(value, to: &out)
    case .list(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        try element.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        JSONWriter.writeString(member.name, to: &out)
        out.append(UInt8(ascii: ":"))
        try member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ value: RowValue, to out: inout [UInt8]) throws(InvalidJSONError) {
    switch value {
    case .string(let text): JSONWriter.writeString(text, to: &out)
    case .integer(let number): out += "\(number)".utf8
    case .decimal(let text) where JSONReader.isNumber(text.utf8): out += text.utf8
    case .boolean(let value): out += (value ? "true" : "false").utf8
    case .date(let seconds, let offset):
      JSONWriter.writeString(RowValue.iso(seconds, offset) ?? "", to: &out)
    case .decimal(let text), .json(let text):
      var report = Report()
      let source = report.sources.add(Source(name: "", bytes: [], shown: .nothing))
      let document = JSONReader.read(Array(text.utf8), source: source, report: &report)
      guard document != nil, report.count(of: .error) == 0 else {
        // White space alone would be an empty cell, so an invalid text is used.
        throw InvalidJSONError(text: text.allSatisfy(\.isWhitespace) ? "," : text)
      }
      out += text.utf8
    case .image(let bytes):
      out.append(UInt8(ascii: "["))
      for (index, byte) in bytes.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        out += "\(byte)".utf8
      }
      out.append(UInt8(ascii: "]"))
    case .empty: out += "null".utf8
    }
  }
}

/// The output of a container or a value, shared by an encoder and its containers.
private final class EncodedBox {
  private enum Kind {
    case value, list, object
  }

  /// A part of the output: finished, or still being written by another encoder.
  private enum Part {
    case value(EncodedValue)
    case box(EncodedBox)

    var value: EncodedValue {
      switch self {
      case .value(let value): value
      case .box(let box): box.value
      }
    }
  }

  // If nothing is encoded, it is an object without members.
  private var kind = Kind.object
  private var single = EncodedValue.single(.empty)
  private var elements: [Part] = []
  private var members: [(name: String, part: Part)] = []

  var value: EncodedValue {
    switch kind {
    case .value: single
    case .list: .list(elements.map(\.value))
    case .object: .object(members.map { ($0.name, $0.part.value) })
    }
  }

  /// The members as values of columns. Nil if it is not an object.
  var row: [(name: String, value: RowValue)]? {
    guard kind == .object else {
      guard kind == .value, case .object(let members) = single else { return nil }
      return members.map { ($0.name, $0.value.rowValue) }
    }
    return members.map { member in
      if case .value(.single(let value)) = member.part { return (member.name, value) }
      return (member.name, member.part.value.rowValue)
    }
  }

  var count: Int { kind == .list ? elements.count : 0 }

  func set(_ value: EncodedValue) {
    kind = .value
    single = value
  }

  func beginList() {
    if kind != .list { elements = [] }
    kind = .list
  }

  func beginObject() {
    if kind != .object { members = [] }
    kind = .object
  }

  func appended() -> EncodedBox {
    let box = EncodedBox()
    if kind == .list { elements.append(.box(box)) }
    return box
  }

  func member(_ name: String) -> EncodedBox {
    let box = EncodedBox()
    set(.box(box), name)
    return box
  }

  func setMember(_ name: String, _ value: RowValue) { set(.value(.single(value)), name) }

  private func set(_ part: Part, _ name: String) {
    guard kind == .object else { return }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].part = part
    } else {
      members.append((name, part))
    }
  }
}

/// Encodes an `Encodable` as values of a row.
private struct ValueEncoder: Encoder {
  let box: EncodedBox
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ box: EncodedBox = EncodedBox(), _ path: [any CodingKey] = []) {
    self.box = box
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    box.beginObject()
    return KeyedEncodingContainer(RowKeyedContainer<Key>(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.beginList()
    return RowUnkeyedContainer(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RowSingleValueContainer(box: box, codingPath: codingPath)
  }
}

private struct RowSingleValueContainer: SingleValueEncodingContainer {
  let box: EncodedBox
  let codingPath: [any CodingKey]

  mutating func encodeNil() throws { box.set(.single(.empty)) }
  mutating func encode(_ value: Bool) throws { box.set(.single(.boolean(value))) }
  mutating func encode(_ value: String) throws { box.set(.single(.string(value))) }
  mutating func encode(_ value: Double) throws { box.set(.single(RowValue(spelling: value))) }
  mutating func encode(_ value: Float) throws { box.set(.single(RowValue(spelling: value))) }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    box.set(try EncodedValue.of(value))
  }
}

extension RowSingleValueContainer {
  mutating func encode(_ value: Int) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: Int8) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: Int16) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: Int32) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: Int64) throws { box.set(.single(.integer(value))) }
  mutating func encode(_ value: UInt) throws { box.set(.single(.decimal("\(value)"))) }
  mutating func encode(_ value: UInt8) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: UInt16) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: UInt32) throws { box.set(.single(.integer(Int64(value)))) }
  mutating func encode(_ value: UInt64) throws { box.set(.single(.decimal("\(value)"))) }
}

private struct RowUnkeyedContainer: UnkeyedEncodingContainer {
  let box: EncodedBox
  let codingPath: [any CodingKey]
  var count: Int { box.count }

  mutating func encodeNil() throws { box.appended().set(.single(.empty)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    var single = RowSingleValueContainer(box: box.appended(), codingPath: codingPath)
    try single.encodeOne(value)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    ValueEncoder(box.appended(), codingPath).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ValueEncoder(box.appended(), codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { ValueEncoder(box.appended(), codingPath) }
}

private struct RowKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: EncodedBox
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) throws {
    box.setMember(key.stringValue, .empty)
  }

  // Most members are strings, so this avoids the checks for other types.
  mutating func encode(_ value: String, forKey key: Key) throws {
    box.setMember(key.stringValue, .string(value))
  }

  mutating func encode(_ value: Int, forKey key: Key) throws {
    box.setMember(key.stringValue, .integer(Int64(value)))
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    box.setMember(key.stringValue, .boolean(value))
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    var single = RowSingleValueContainer(
      box: box.member(key.stringValue), codingPath: codingPath + [key])
    try single.encodeOne(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(box.member(key.stringValue), codingPath + [key]).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ValueEncoder(box.member(key.stringValue), codingPath + [key]).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { ValueEncoder(box.member("super"), codingPath) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(box.member(key.stringValue), codingPath + [key])
  }
}

extension RowSingleValueContainer {
  /// Encodes a value whose static type is unknown. Types that Swift encodes as single values are
  /// encoded as such.
  fileprivate mutating func encodeOne<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let value as String: try encode(value)
    case let value as Bool: try encode(value)
    case let value as Double: try encode(value)
    case let value as Float: try encode(value)
    case let value as Int: try encode(value)
    default: try encode(value)
    }
  }
}
