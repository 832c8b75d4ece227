// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
package import PassJSON
import PassModel

/// A JSON document of a template, compiled into steps that write it for a row.
///
/// The steps write the nodes of a pass, which the rules check, and its JSON text, which is signed.
/// Constant parts are copied, so no JSON is parsed or formatted again for a row.
package struct CompiledDocument: Sendable {
  enum Step: Sendable {
    /// Nodes that are the same in every pass, and their text.
    case copy(Range<Int>, text: [UInt8])
    /// The beginning of a container that can vary in size. It varies itself if its own members or
    /// elements can be absent.
    case begin(Int, varies: Bool)
    /// The end of such a container.
    case end(Int)
    case value(Value)
    /// Continues at another step if the condition is false.
    case skipUnless(TemplateCondition, to: Int)
  }

  /// A string with placeholders.
  struct Value: Sendable {
    let fillIn: Interpolation
    /// The node of the string.
    let node: Int
    /// The name of the member and its text, if the member can be absent.
    let name: (key: Int, text: [UInt8])?
    /// The ends of the containers that end with the value.
    let ends: [UInt8]
  }

  /// The document of the template, with its placeholders as plain strings.
  package let written: JSONDocument
  /// The same with the member of `tokenColumn`. Node numbers of `written` are valid here too.
  private let document: JSONDocument
  private let steps: [Step]
  /// The column for an authenticationToken that the template does not have.
  let tokenColumn: TokenColumn?
  /// Shared by the documents of all rows. Nil if some have other nodes than the template.
  private let layout: JSONDocument.Layout?
  /// The text of every pass, if it does not depend on the row.
  private let constantText: [UInt8]?

  /// - Parameter document: the document of the steps: `written` with the member of `tokenColumn`.
  init(
    written: JSONDocument, document: JSONDocument, steps: [Step], tokenColumn: TokenColumn?
  ) {
    self.written = written
    self.document = document
    self.steps = steps
    self.tokenColumn = tokenColumn
    if steps.count == 1, case .copy(_, let text)? = steps.first {
      constantText = text
    } else {
      constantText = nil
    }
    let isFixed = steps.allSatisfy { step in
      switch step {
      case .copy: true
      case .value(let value): !value.fillIn.canVanish
      case .begin, .end, .skipUnless: false
      }
    }
    layout = isFixed ? JSONDocument.Layout() : nil
  }

  /// Whether the document is the same for every row.
  package var isConstant: Bool { constantText != nil }

  /// Returns the file of the document. It has no bytes if they depend on the row.
  ///
  /// - Parameter name: the file name for messages.
  func file(_ path: String, name: String) -> PackagedFile {
    PackagedFile(path: path, bytes: constantText ?? [], name: name, varies: !isConstant)
  }

  /// Returns the fill-in of a string with placeholders by its node, or nil for other nodes.
  func fillIn(at node: Int) -> Interpolation? {
    for case .value(let value) in steps where value.node == node { return value.fillIn }
    return nil
  }

  /// Returns the document of one pass, and its text.
  package func resolved(with row: [Cell]) -> (document: JSONDocument, text: [UInt8]) {
    var last: JSONDocument?
    return resolved(with: row, reusing: &last)
  }

  /// Returns the document of one pass, and its text.
  ///
  /// - Parameter last: the document of the previous row, which is replaced by this one. If nothing
  ///   else uses it, and all rows have the same nodes, only its values are replaced. Copying all
  ///   nodes would take longer than the rest.
  func resolved(
    with row: [Cell], reusing last: inout JSONDocument?
  ) -> (document: JSONDocument, text: [UInt8]) {
    if let constantText { return (document, constantText) }
    let isReused = layout != nil && isKnownUniquelyReferenced(&last) && last?.layout === layout
    var pass = DocumentBuilder(document, reusing: isReused ? last : nil)
    var index = 0
    while index < steps.count {
      let step = steps[index]
      index += 1
      switch step {
      case .copy(let range, let text): pass.copy(range, text: text)
      case .begin(let node, let varies): pass.begin(node, varies: varies)
      case .end(let node): pass.end(node)
      case .value(let value): pass.add(value, row)
      case .skipUnless(let condition, let target):
        if !condition.isMet(by: row) { index = target }
      }
    }
    let document = pass.document(layout: layout)
    last = document
    return (document, pass.text)
  }
}

/// A builder of the nodes and the text of one pass.
private struct DocumentBuilder {
  private let template: JSONDocument
  /// The document whose values are replaced. Nil if all nodes are new.
  private let reused: JSONDocument?
  private var nodes: JSONBuilder
  private(set) var text: [UInt8] = []

  init(_ template: JSONDocument, reusing document: JSONDocument?) {
    self.template = template
    reused = document
    reused?.removeUses()
    nodes = JSONBuilder(reserving: document == nil ? template.nodes.count + 16 : 0)
    text.reserveCapacity(4096)
  }

  mutating func copy(_ range: Range<Int>, text copied: [UInt8]) {
    if reused == nil { nodes.copy(nodes: range, of: template) }
    separate()
    text.append(contentsOf: copied)
  }

  mutating func begin(_ node: Int, varies: Bool) {
    let container = template.nodes[node]
    nodes.begin(container.kind, origin: container.origin, varies: varies)
    separate()
    text.append(UInt8(ascii: container.kind == .object ? "{" : "["))
  }

  mutating func end(_ node: Int) {
    nodes.end()
    text.append(UInt8(ascii: template.nodes[node].kind == .object ? "}" : "]"))
  }

  /// Adds the value of a string for a row, unless it is absent.
  mutating func add(_ value: CompiledDocument.Value, _ row: [Cell]) {
    let usedAt = template.nodes[value.node].origin
    guard let (content, origin) = value.fillIn.value(in: row) else {
      // A missing token has no place in a file, so there is none to report.
      if let name = value.name, value.fillIn.kind != .token,
        case .column(let column, _)? = value.fillIn.pieces.first
      {
        nodes.vanish(template.nodes[name.key].text, usedAt: usedAt, cell: row[column].origin)
      }
      return
    }
    if let name = value.name { copy(name.key..<name.key + 1, text: name.text) }
    separate()
    let isFromRow = origin != .none
    add(
      content, at: value.node, origin: isFromRow ? origin : usedAt,
      usedAt: isFromRow ? usedAt : nil)
    text.append(contentsOf: value.ends)
  }

  private mutating func add(
    _ content: CellValue, at node: Int, origin: Origin, usedAt: Origin?
  ) {
    switch content {
    case .empty: addScalar(.null, "", at: node, origin, usedAt)
    case .text(let text), .date(let text), .file(let text):
      addScalar(.string, text, at: node, origin, usedAt)
    case .number(let spelling): addScalar(.number, spelling, at: node, origin, usedAt)
    case .boolean(let value): addScalar(value ? .true : .false, "", at: node, origin, usedAt)
    case .json(let document):
      nodes.copy(document.root, usedAt: usedAt, varies: true)
      JSONWriter.write(document.root, to: &text)
    }
  }

  private mutating func addScalar(
    _ kind: JSONDocument.Kind, _ string: String, at node: Int, _ origin: Origin, _ usedAt: Origin?
  ) {
    if let reused {
      reused.replace(
        node, with: .init(kind, origin: origin, text: string, varies: true), usedAt: usedAt)
    } else {
      nodes.scalar(kind, string, origin: origin, usedAt: usedAt, varies: true)
    }
    JSONWriter.writeScalar(kind, string, to: &text)
  }

  /// Writes a comma, unless the text so far ends where a value or a first member can begin.
  private mutating func separate() {
    switch text.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: text.append(UInt8(ascii: ","))
    }
  }

  func document(layout: JSONDocument.Layout?) -> JSONDocument {
    reused ?? nodes.document(layout: layout)
  }
}
