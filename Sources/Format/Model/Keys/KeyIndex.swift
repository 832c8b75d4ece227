// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// The position of a key in a document.
package struct KeyPosition: Sendable {
  /// The kind of object that contains the key.
  package let scope: KeyScope
  /// The group of fields that contains it, if any.
  package let group: FieldGroup?
  /// The style that contains it, if any.
  package let style: PassStyle?

  /// Whether it is in a field of a group whose errors iPhones tolerate.
  package var isBack: Bool { group.map { !$0.isFront } ?? false }
}

/// All keys of a document, looked up once in the table for all rules.
///
/// Only names are read and no values. Unless `varies` is set, the keys are the same for every row,
/// so a rule can use the index without depending on the row.
struct KeyIndex: Sendable {
  struct Found: Sendable {
    /// The index of the key in `KeyTable.all`.
    let entry: Int
    /// The node of its name in the document.
    let node: Int
    /// The node of the object that contains it.
    let object: Int
    let position: KeyPosition
  }

  struct Object: Sendable {
    let node: Int
    let position: KeyPosition
  }

  struct Unknown: Sendable {
    let node: Int
    /// The node of the object that contains it.
    let object: Int
    let scope: KeyScope
  }

  private(set) var found: [Found] = []
  private(set) var objects: [Object] = []
  private(set) var unknown: [Unknown] = []
  /// Whether an object or list on the path comes from a row. The index then differs from row to
  /// row.
  private(set) var varies = false

  init(_ document: JSONDocument, in scope: KeyScope) {
    found.reserveCapacity(document.nodes.count / 2)
    document.nodes.withUnsafeBufferPointer { nodes in
      guard let root = nodes.first, root.kind == .object else { return }
      walk(0, KeyPosition(scope: scope, group: nil, style: nil), nodes)
    }
  }

  // The recursion is as deep as the table, because no kind of object contains itself.
  private mutating func walk(
    _ object: Int, _ position: KeyPosition, _ nodes: UnsafeBufferPointer<JSONDocument.Node>
  ) {
    objects.append(Object(node: object, position: position))
    if nodes[object].varies { varies = true }
    let members = KeyTable.members(of: position.scope)
    let end = object + Int(nodes[object].span)
    var key = object + 1
    while key + 1 < end {
      let value = key + 1
      if let entry = members.position(of: nodes[key].text) {
        found.append(Found(entry: entry, node: key, object: object, position: position))
        if let step = Self.steps[entry] { descend(step, value, position, nodes) }
      } else {
        unknown.append(Unknown(node: key, object: object, scope: position.scope))
      }
      key = value + Int(nodes[value].span)
    }
  }

  private mutating func descend(
    _ step: Step, _ value: Int, _ position: KeyPosition,
    _ nodes: UnsafeBufferPointer<JSONDocument.Node>
  ) {
    let inner = KeyPosition(
      scope: step.holds, group: step.group ?? position.group,
      style: position.scope == .passRoot ? step.style : position.style)
    guard step.isList else {
      if nodes[value].kind == .object { walk(value, inner, nodes) }
      return
    }
    guard nodes[value].kind == .array else { return }
    if nodes[value].varies { varies = true }
    let end = value + Int(nodes[value].span)
    var element = value + 1
    while element < end {
      if nodes[element].kind == .object { walk(element, inner, nodes) }
      element += Int(nodes[element].span)
    }
  }

  /// The content of a key whose value is an object or a list of objects.
  private struct Step {
    let holds: KeyScope
    let isList: Bool
    let group: FieldGroup?
    let style: PassStyle?
  }

  private static let steps: [Step?] = KeyTable.all.map { entry in
    entry.holds.map { holds in
      Step(
        holds: holds, isList: entry.type.elementKind != nil,
        group: holds == .field ? FieldGroup(rawValue: entry.name) : nil,
        style: PassStyle(rawValue: entry.name))
    }
  }
}
