// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A value of a `JSONDocument`. It is cheap to copy and has a place for diagnostics.
package struct JSONValue {
  package let document: JSONDocument
  /// Index of its node.
  package let index: Int

  var node: JSONDocument.Node { document.nodes[index] }

  private var read: JSONDocument.Node {
    document.willReadKind(ofNode: index)
    return node
  }

  private var readText: JSONDocument.Node {
    document.willReadText(ofNode: index)
    return node
  }

  /// Returns whether another value of the same document is this one or is inside it.
  package func contains(_ other: JSONValue) -> Bool {
    other.index >= index && other.index < index + Int(node.span)
  }

  package var kind: JSONDocument.Kind { read.kind }
  package var origin: Origin { document.nodes[index].origin }

  /// Returns the place of a member that is absent because its cell is empty. Returns nil for other
  /// members.
  package func placeOfRemoved(_ name: String) -> Place? {
    guard let member = document.vanished.first(where: { $0.container == index && $0.name == name })
    else { return nil }
    return member.cell == .none
      ? member.usedAt.place : Place(origin: member.cell, usedAt: member.usedAt)
  }

  /// The characters of a string, or nil for other kinds.
  package var string: String? {
    let node = readText
    return node.kind == .string ? node.text : nil
  }

  /// The number, or nil for other kinds.
  package var number: JSONNumber? {
    let node = readText
    return node.kind == .number ? JSONNumber(spelling: node.text) : nil
  }

  /// The Boolean, or nil for other kinds.
  package var bool: Bool? {
    switch read.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  package var isNull: Bool { read.kind == .null }
  package var isObject: Bool { read.kind == .object }
  package var isArray: Bool { read.kind == .array }

  /// Returns the value of a member. Returns nil if this is not an object or has no such member.
  package subscript(name: String) -> JSONValue? {
    let node = read
    guard node.kind == .object else { return nil }
    let end = index + Int(node.span)
    // Nearly every rule calls this several times. The unsafe pointer avoids reference counting.
    let found = document.nodes.withUnsafeBufferPointer { nodes -> Int? in
      var key = index + 1
      while key < end {
        if nodes[key].text == name { return key + 1 }
        key += 1 + Int(nodes[key + 1].span)
      }
      return nil
    }
    return found.map { JSONValue(document: document, index: $0) }
  }

  /// Returns a member with its name, for diagnostics about the name.
  package func member(_ name: String) -> Member? {
    members.first { $0.name == name }
  }

  /// Returns the value at a JSON pointer, or nil if there is none.
  package func at(_ pointer: String) -> JSONValue? {
    guard !pointer.isEmpty else { return self }
    guard pointer.first == "/" else { return nil }
    var value = self
    for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = JSONPointer.unescaped(step)
      if value.isObject {
        guard let next = value[name] else { return nil }
        value = next
      } else if value.isArray, let position = Int(name), position >= 0,
        let next = value.element(position)
      {
        value = next
      } else {
        return nil
      }
    }
    return value
  }

  /// The elements of an array. Empty for other kinds.
  package var elements: Elements {
    let node = read
    return Elements(
      document: document, position: index + 1,
      end: node.kind == .array ? index + Int(node.span) : index + 1)
  }

  /// Returns the element at a position of an array, or nil if there is none.
  package func element(_ position: Int) -> JSONValue? {
    var elements = elements
    for _ in 0..<position { if elements.next() == nil { return nil } }
    return elements.next()
  }

  /// The members of an object. Empty for other kinds.
  package var members: Members {
    let node = read
    return Members(
      document: document, position: index + 1,
      end: node.kind == .object ? index + Int(node.span) : index + 1)
  }

  /// Returns the value of the same document at the index of a node.
  package func value(atNode node: Int) -> JSONValue {
    JSONValue(document: document, index: node)
  }

  /// Returns whether the value at a node, or any value in it, is from a row. This does not count as
  /// a read.
  package func varies(from node: Int) -> Bool {
    document.nodes[node..<(node + Int(document.nodes[node].span))].contains { $0.varies }
  }

  /// Returns the member of the same document whose key is at the index.
  package func member(atKey node: Int) -> Member {
    let key = document.nodes[node]
    return Member(name: key.text, value: value(atNode: node + 1), nameOrigin: key.origin)
  }

  /// The JSON pointer to the value, computed at each call.
  package var pointer: String { JSONPointer.toNode(index, in: document) }
}

extension JSONValue: Placed {
  package var place: Place {
    let use = document.uses.first { $0.node == index }
    return Place(origin: origin, usedAt: use?.origin, pointer: pointer)
  }
}

extension JSONValue {
  package struct Member: Placed {
    /// The name without escapes.
    package let name: String
    package let value: JSONValue
    /// Place of the name. `place` also points to the name, not to the value.
    package let nameOrigin: Origin

    package var place: Place { Place(origin: nameOrigin, pointer: value.pointer) }
  }

  package struct Members: Sequence, IteratorProtocol {
    let document: JSONDocument
    var position: Int
    let end: Int

    package mutating func next() -> Member? {
      guard position < end else { return nil }
      let key = document.nodes[position]
      let value = JSONValue(document: document, index: position + 1)
      position += 1 + Int(document.nodes[position + 1].span)
      return Member(name: key.text, value: value, nameOrigin: key.origin)
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    let document: JSONDocument
    var position: Int
    let end: Int

    package mutating func next() -> JSONValue? {
      guard position < end else { return nil }
      let value = JSONValue(document: document, index: position)
      position += Int(document.nodes[position].span)
      return value
    }
  }
}

/// A number in its original spelling.
package struct JSONNumber: Sendable, Hashable {
  package let spelling: String

  /// The nearest double, or nil if the number is too large.
  package var double: Double? {
    guard let value = Double(spelling), value.isFinite else { return nil }
    return value
  }

  /// The number if it is an integer in any spelling, such as `1.0` or `1e2`. Otherwise nil.
  package var integer: Int? {
    if let value = Int(spelling) { return value }
    return double.flatMap { Int(exactly: $0) }
  }
}
