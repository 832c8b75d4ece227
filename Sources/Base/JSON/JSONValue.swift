// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Remembers whether anybody looked at something that comes from a row of data.
///
/// A rule that did not for the first row sees the same in every other one and need not run again.
/// Never leaves its worker.
package final class RowReads: @unchecked Sendable {
  /// Whether anything that comes from the row was looked at.
  package private(set) var happened = false
  /// Whether something else than the kinds of values was looked at: texts, files.
  package private(set) var wentBeyondKinds = false
  /// Who looked at which text, where somebody wants to know.
  package let texts: TextReads?

  /// Nobody has looked at anything yet.
  package init(texts: TextReads? = nil) {
    self.texts = texts
  }

  /// Somebody looks at something that comes from the row.
  package func note() {
    happened = true
    wentBeyondKinds = true
  }

  fileprivate func noteKind() { happened = true }
}

/// A value in a `JSONDocument`: cheap to hand around, and it knows its place.
package struct JSONValue {
  /// The document it stands in.
  package let document: JSONDocument
  /// The position of its node.
  package let index: Int
  let reads: RowReads?

  /// The same value, whose reading is recorded.
  package func recording(_ reads: RowReads) -> JSONValue {
    JSONValue(document: document, index: index, reads: reads)
  }

  var node: JSONDocument.Node { document.nodes[index] }

  /// Looks at the value itself, which counts as reading the row when it comes from there.
  private var read: JSONDocument.Node {
    let node = document.nodes[index]
    if node.varies { reads?.noteKind() }
    return node
  }

  /// Looks at the text of the value.
  private var readText: JSONDocument.Node {
    let node = document.nodes[index]
    if node.varies { reads?.note() }
    reads?.texts?.note(index)
    return node
  }

  /// Whether another value of the same document is this one or lies inside it.
  package func contains(_ other: JSONValue) -> Bool {
    other.index >= index && other.index < index + Int(node.span)
  }

  /// What the value is.
  package var kind: JSONDocument.Kind { read.kind }
  /// Where the value was written.
  package var origin: Origin { document.nodes[index].origin }

  /// Where the member of that name was taken away by an empty cell of the row; nil when it was not.
  package func placeOfVanished(_ name: String) -> Place? {
    guard let member = document.vanished.first(where: { $0.container == index && $0.name == name })
    else { return nil }
    return member.cell == .none
      ? member.usedAt.place : Place(origin: member.cell, usedAt: member.usedAt)
  }

  /// The characters of a string, else nil.
  package var string: String? {
    let node = readText
    return node.kind == .string ? node.text : nil
  }

  /// A number with its spelling, else nil.
  package var number: JSONNumber? {
    let node = readText
    return node.kind == .number ? JSONNumber(spelling: node.text) : nil
  }

  /// True or false, else nil.
  package var bool: Bool? {
    switch read.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Whether it is `null`.
  package var isNull: Bool { read.kind == .null }
  /// Whether it is an object.
  package var isObject: Bool { read.kind == .object }
  /// Whether it is an array.
  package var isArray: Bool { read.kind == .array }

  /// The value of the member with that name; nil without such a member, or when this is no object.
  package subscript(name: String) -> JSONValue? {
    let node = read
    guard node.kind == .object else { return nil }
    let end = index + Int(node.span)
    // Asked for several times by nearly every rule: nothing is held on to on the way.
    let found = document.nodes.withUnsafeBufferPointer { nodes -> Int? in
      var key = index + 1
      while key < end {
        if nodes[key].text == name { return key + 1 }
        key += 1 + Int(nodes[key + 1].span)
      }
      return nil
    }
    return found.map { JSONValue(document: document, index: $0, reads: reads) }
  }

  /// The member with that name, for those who complain about the name itself.
  package func member(_ name: String) -> Member? {
    members.first { $0.name == name }
  }

  /// The value a JSON pointer leads to.
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

  /// The elements of an array in order; empty for anything else.
  package var elements: Elements {
    let node = read
    return Elements(
      document: document, reads: reads, position: index + 1,
      end: node.kind == .array ? index + Int(node.span) : index + 1)
  }

  /// The element of an array at that position, if there is one.
  package func element(_ position: Int) -> JSONValue? {
    var elements = elements
    for _ in 0..<position { if elements.next() == nil { return nil } }
    return elements.next()
  }

  /// The members of an object in order; empty for anything else.
  package var members: Members {
    let node = read
    return Members(
      document: document, reads: reads, position: index + 1,
      end: node.kind == .object ? index + Int(node.span) : index + 1)
  }

  /// The value of the same document that begins at a node.
  package func value(atNode node: Int) -> JSONValue {
    JSONValue(document: document, index: node, reads: reads)
  }

  /// Whether the value at that node of the same document, or one in it, comes from a row. Asking is not
  /// reading it.
  package func varies(from node: Int) -> Bool {
    document.nodes[node..<(node + Int(document.nodes[node].span))].contains { $0.varies }
  }

  /// The member of the same document whose name is that node.
  package func member(atKey node: Int) -> Member {
    let key = document.nodes[node]
    return Member(name: key.text, value: value(atNode: node + 1), nameOrigin: key.origin)
  }

  /// How to reach it from the root, worked out on demand.
  package var pointer: String { JSONPointer.toNode(index, in: document) }
}

extension JSONValue: Placed {
  package var place: Place {
    let use = document.uses.first { $0.node == index }
    return Place(origin: origin, usedAt: use?.origin, pointer: pointer)
  }
}

extension JSONValue {
  /// A member of an object: its name, the place of its name, and its value.
  package struct Member: Placed {
    /// The member's name, its escapes read.
    package let name: String
    /// The member's value.
    package let value: JSONValue
    /// Where the name stands; `place` complains about the name, not the value.
    package let nameOrigin: Origin

    package var place: Place { Place(origin: nameOrigin, pointer: value.pointer) }
  }

  /// Walks the members of an object.
  package struct Members: Sequence, IteratorProtocol {
    let document: JSONDocument
    let reads: RowReads?
    var position: Int
    let end: Int

    package mutating func next() -> Member? {
      guard position < end else { return nil }
      let key = document.nodes[position]
      let value = JSONValue(document: document, index: position + 1, reads: reads)
      position += 1 + Int(document.nodes[position + 1].span)
      return Member(name: key.text, value: value, nameOrigin: key.origin)
    }
  }

  /// Walks the elements of an array.
  package struct Elements: Sequence, IteratorProtocol {
    let document: JSONDocument
    let reads: RowReads?
    var position: Int
    let end: Int

    package mutating func next() -> JSONValue? {
      guard position < end else { return nil }
      let value = JSONValue(document: document, index: position, reads: reads)
      position += Int(document.nodes[position].span)
      return value
    }
  }
}

/// A number as it was spelled.
package struct JSONNumber: Sendable, Hashable {
  /// The digits and signs as they stand in the text.
  package let spelling: String

  /// The nearest double; nil when it is too large for one.
  package var double: Double? {
    guard let value = Double(spelling), value.isFinite else { return nil }
    return value
  }

  /// The value when it is a whole number, however spelled (`1.0`, `1e2`).
  package var integer: Int? {
    if let value = Int(spelling) { return value }
    return double.flatMap { Int(exactly: $0) }
  }
}
