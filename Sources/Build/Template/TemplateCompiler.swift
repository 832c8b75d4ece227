// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Splits a document of a template at its placeholders and conditions, once for all rows.
struct TemplateCompiler {
  private var document: JSONDocument
  private let expected: (String) -> ExpectedKind
  /// The values that columns fill without a placeholder.
  private let plan: FillPlan
  private var steps: [CompiledDocument.Step] = []
  /// For each node, whether its content can vary in size from row to row.
  private var isDynamic: [Bool]
  /// For each node, whether its own members or elements can be absent.
  private var canLoseParts: [Bool]
  private var fillIns: [Int: Interpolation] = [:]
  private var conditions: [Int: TemplateCondition] = [:]
  /// For each node its container, or -1 for the root.
  private var containers: [Int]

  /// - Parameters:
  ///   - expected: returns the kind of value that the format requires at a JSON pointer.
  ///   - plan: the values that columns fill without a placeholder.
  ///   - tokens: the source of the authenticationToken if the document has none.
  static func compile(
    _ document: JSONDocument, schema: inout ColumnSchema, expected: (String) -> ExpectedKind,
    plan: FillPlan = FillPlan(), tokens: TokenSource = .none, report: inout Report
  ) -> CompiledDocument {
    withoutActuallyEscaping(expected) { expected in
      var compiler = TemplateCompiler(document: document, expected: expected, plan: plan)
      compiler.findFillIns(&schema, &report)
      let tokenColumn = compiler.addToken(tokens, column: schema.columns.count)
      compiler.findDynamicContainers(schema)
      compiler.emit(0)
      return CompiledDocument(
        written: document, document: compiler.document, steps: compiler.stepsWithText,
        tokenColumn: tokenColumn)
    }
  }

  private init(
    document: JSONDocument, expected: @escaping (String) -> ExpectedKind, plan: FillPlan
  ) {
    self.document = document
    self.expected = expected
    self.plan = plan
    isDynamic = Array(repeating: false, count: document.nodes.count)
    canLoseParts = isDynamic
    containers = document.containers
  }

  // MARK: Finding what varies

  private mutating func findFillIns(_ schema: inout ColumnSchema, _ report: inout Report) {
    find(in: 0, at: "", &schema, &report)
  }

  /// The pointer is passed along, because computing it again for each string would take quadratic
  /// time. The depth of recursion is limited by the reader's nesting limit.
  private mutating func find(
    in index: Int, at pointer: String, _ schema: inout ColumnSchema, _ report: inout Report,
    style: FieldStyle? = nil
  ) {
    let node = document.nodes[index]
    if let fill = plan.fills[pointer], node.kind != .object, node.kind != .array {
      return addFill(fill, index, at: pointer, &schema, &report, style: style)
    }
    if node.kind == .string {
      guard !PlaceholderText.isPlain(node.text) else { return }
      let wanted = expected(pointer)
      let style = wanted == .fieldValue && Self.isOnTheFront(pointer) ? style : nil
      fillIns[index] = InterpolationCompiler.interpolation(
        node.text, at: Place(origin: node.origin, pointer: pointer),
        expected: style?.expected ?? wanted, beside: style?.name, schema: &schema, &report)
      return
    }
    let value = document.value(index)
    let style = FieldStyle(of: value)
    for member in value.members {
      let key = member.value.index - 1
      if !PlaceholderText.isPlain(member.name) {
        report(
          TemplateFindings.placeholderInName,
          "the member name \(quoted(member.name)) has a placeholder",
          at: member.nameOrigin)
      }
      if member.name == "$if" {
        readCondition(key: key, &schema, &report)
      } else {
        find(
          in: member.value.index, at: pointer + "/" + JSONPointer.escaped(member.name), &schema,
          &report, style: member.name == "value" ? style : nil)
      }
    }
    for (position, element) in value.elements.enumerated() {
      find(in: element.index, at: pointer + "/\(position)", &schema, &report)
    }
  }

  /// Lets a column fill a value. If the column may be empty, its field is then left out.
  private mutating func addFill(
    _ fill: FillPlan.Fill, _ index: Int, at pointer: String, _ schema: inout ColumnSchema,
    _ report: inout Report, style: FieldStyle?
  ) {
    let wanted = expected(pointer)
    let style = wanted == .fieldValue && Self.isOnTheFront(pointer) ? style : nil
    let interpolation = InterpolationCompiler.fill(
      fill.column, over: document.value(index),
      at: Place(origin: document.nodes[index].origin, pointer: pointer),
      expected: style?.expected ?? wanted, beside: style?.name, schema: &schema, &report)
    fillIns[index] = interpolation
    guard fill.isField, let interpolation, interpolation.canVanish,
      let column = interpolation.columns.first
    else { return }
    let field = containers[index - 1]
    if conditions[field] == nil {
      conditions[field] = TemplateCondition(column: column, isNegated: false, countsZero: true)
    }
  }

  /// Returns whether a field is on the front. On the back Wallet accepts values that do not match
  /// their style.
  private static func isOnTheFront(_ pointer: String) -> Bool {
    let group = pointer.split(separator: "/").dropLast(2).last
    return group.flatMap { FieldGroup(rawValue: String($0)) }?.isFront ?? false
  }

  private mutating func readCondition(
    key: Int, _ schema: inout ColumnSchema, _ report: inout Report
  ) {
    let node = document.nodes[key + 1]
    let object = containers[key]
    guard node.kind == .string else {
      return report(
        TemplateFindings.invalidCondition, "\"$if\" must be a string, the name of a column",
        at: node.origin)
    }
    if object == 0 {
      return report(
        TemplateFindings.invalidCondition,
        "\"$if\" is at the top level and would remove the whole pass",
        at: node.origin)
    }
    let isNegated = node.text.hasPrefix("!")
    let name = isNegated ? String(node.text.dropFirst()) : node.text
    guard Self.isColumnName(name) else {
      return report(
        TemplateFindings.invalidCondition,
        "\"$if\" is \"\(node.text)\", expected a column or ! and a column",
        at: node.origin)
    }
    let column = schema.use(name, at: Place(origin: node.origin), allowsEmpty: true, isTest: true)
    conditions[object] = TemplateCondition(column: column, isNegated: isNegated)
  }

  /// Returns whether a placeholder could name the column: no filters, and no other text.
  private static func isColumnName(_ name: String) -> Bool {
    guard PlaceholderText.isPlain(name), let cut = try? PlaceholderText("{{ \(name) }}"),
      let whole = cut.whole
    else { return false }
    return whole.filters.isEmpty && whole.column == name
  }

  /// Finds the containers with parts that can be absent. A container is dynamic if anything in it,
  /// at any depth, can be absent or change its size. It varies only if that is directly in it.
  private mutating func findDynamicContainers(_ schema: ColumnSchema) {
    // Children follow their containers, so in reverse order they come first.
    for index in document.nodes.indices.reversed() {
      let vanishes = canVanish(index)
      guard vanishes || isVariableSize(index, schema) else { continue }
      var parent = containers[index]
      if vanishes, parent >= 0 { canLoseParts[parent] = true }
      while parent >= 0, !isDynamic[parent] {
        isDynamic[parent] = true
        parent = containers[parent]
      }
    }
  }

  private func canVanish(_ index: Int) -> Bool {
    conditions[index] != nil || fillIns[index]?.canVanish ?? false
  }

  private func isVariableSize(_ index: Int, _ schema: ColumnSchema) -> Bool {
    // The `$if` itself is never packed.
    if document.nodes[index].kind == .key, document.nodes[index].text == "$if" { return true }
    guard let fillIn = fillIns[index], fillIn.isWhole, fillIn.kind == .typed,
      case .column(let column, _) = fillIn.pieces[0]
    else { return false }
    return schema.columns[column].type == .json
  }

  // MARK: The token

  /// Appends the member for the token, unless no pass can need one.
  ///
  /// - Parameter column: the number of the hidden column, which is not in the data.
  private mutating func addToken(_ source: TokenSource, column: Int) -> TokenColumn? {
    let token = TokenColumn(
      number: column, webServiceURL: member("webServiceURL"),
      authenticationToken: member("authenticationToken"),
      passTypeIdentifier: member("passTypeIdentifier"), serialNumber: member("serialNumber"))
    guard token.isPossible(source) else { return nil }
    let written = document
    var builder = JSONBuilder(reserving: written.nodes.count + 2)
    builder.begin(.object, origin: written.root.origin)
    builder.copy(nodes: 1..<written.nodes.count, of: written)
    builder.key("authenticationToken")
    builder.string("")
    builder.end()
    document = builder.document()
    isDynamic += [false, false]
    canLoseParts += [false, false]
    containers += [0, 0]
    fillIns[document.nodes.count - 1] = token.fillIn(isCertain: token.isCertain(source))
    return token
  }

  /// Returns the possible values of a member of the document.
  private func member(_ name: String) -> MemberValue {
    guard let value = document.root[name] else { return .absent }
    if let fillIn = fillIns[value.index] { return .fillIn(fillIn) }
    if let condition = conditions[value.index] { return .object(while: condition) }
    return value.string.map { .string($0) } ?? .other
  }

  // MARK: Cutting

  private mutating func copy(_ range: Range<Int>) {
    if case .copy(let last, _) = steps.last, last.upperBound == range.lowerBound, !isTarget {
      steps[steps.count - 1] = .copy(last.lowerBound..<range.upperBound, text: [])
    } else {
      steps.append(.copy(range, text: []))
    }
    isTarget = false
  }

  /// Whether the next step is the target of a jump, so that it must not be merged with the previous
  /// step.
  private var isTarget = false

  private mutating func emit(_ index: Int, key: Int? = nil) {
    if let fillIn = fillIns[index] {
      if let key, !fillIn.canVanish { copy(key..<key + 1) }
      let name = fillIn.canVanish ? key.map { ($0, text(of: $0..<$0 + 1)) } : nil
      let ends = text(of: index..<index + 1).dropFirst(
        JSONWriter.bytes(of: document.value(index)).count)
      steps.append(
        .value(.init(fillIn: fillIn, node: index, name: name, ends: Array(ends))))
      isTarget = false
      return
    }
    var jump: Int?
    if let condition = conditions[index] {
      jump = steps.count
      steps.append(.skipUnless(condition, to: 0))
      isTarget = false
    }
    if let key { copy(key..<key + 1) }
    if isDynamic[index] {
      steps.append(.begin(index, varies: canLoseParts[index]))
      isTarget = false
      emitChildren(of: index)
      steps.append(.end(index))
      isTarget = false
    } else {
      copy(index..<index + 1)
      emitChildren(of: index)
    }
    if let jump, case .skipUnless(let condition, _) = steps[jump] {
      steps[jump] = .skipUnless(condition, to: steps.count)
      isTarget = true
    }
  }

  private mutating func emitChildren(of index: Int) {
    let value = document.value(index)
    for member in value.members where member.name != "$if" {
      emit(member.value.index, key: member.value.index - 1)
    }
    for element in value.elements { emit(element.index) }
  }

  // MARK: Text

  /// The steps with the text of the nodes that they copy. It is written at the end, because steps
  /// grow.
  private var stepsWithText: [CompiledDocument.Step] {
    steps.map { step in
      if case .copy(let range, _) = step { .copy(range, text: text(of: range)) } else { step }
    }
  }

  /// Returns the JSON text of nodes that are consecutive in every pass, with the ends of
  /// containers. Dynamic containers have a separate step for their end.
  private func text(of range: Range<Int>) -> [UInt8] {
    var open: [Int] = []
    var container = containers[range.lowerBound]
    while container >= 0, !isDynamic[container] {
      open.insert(container, at: 0)
      container = containers[container]
    }
    var text: [UInt8] = []
    JSONWriter.write(nodes: range, of: document, inside: open, to: &text)
    return text
  }
}

/// The kind of a field's value that its other members require: a number with a currency, a date
/// with a date style.
private struct FieldStyle {
  /// The member that requires it.
  let name: String
  let expected: ExpectedKind

  /// Nil if no member requires a kind, if that depends on the row, or if two members disagree.
  init?(of field: JSONValue) {
    var name: String?
    var expected: ExpectedKind?
    for member in field.members {
      let wanted: ExpectedKind
      switch member.name {
      case "numberStyle", "currencyCode": wanted = .number
      case "dateStyle", "timeStyle": wanted = .date
      case "isRelative", "ignoresTimeZone":
        guard member.value.bool == true else { continue }
        wanted = .date
      default: continue
      }
      if let text = member.value.string, !PlaceholderText.isPlain(text) { return nil }
      if let expected, expected != wanted { return nil }
      name = name ?? member.name
      expected = wanted
    }
    guard let name, let expected else { return nil }
    self.name = name
    self.expected = expected
  }
}
