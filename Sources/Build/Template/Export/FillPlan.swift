// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// The values of pass.json that columns fill although they have no placeholder: those that `fill`
/// in template.json names, and in an export of Pass Designer those whose name is that of a column.
struct FillPlan: Sendable {
  struct Fill: Sendable {
    let column: String
    /// Whether the value is that of a field, which is left out if the cell is empty.
    let isField: Bool
  }

  /// By the JSON pointer to the value.
  private(set) var fills: [String: Fill] = [:]

  /// The parts that decide what a row fills, for the digest of a template.
  var parts: [String] { fills.map { "\($0.key)=\($0.value.column)" }.sorted() }

  // MARK: Members that the design lacks

  /// Returns pass.json with empty members for the values that columns fill and the design lacks.
  ///
  /// - Parameter isExport: whether the row must give the serial number, which an export leaves out.
  static func withMembers(
    _ document: JSONDocument, for fills: [TemplateSettings.Fill], isExport: Bool
  ) -> JSONDocument {
    var names = isExport ? ["serialNumber"] : []
    let strings: Set<ExpectedKind> = [.string, .date]
    for member in fills.compactMap({ FillPath($0.path).member }) where !names.contains(member) {
      if strings.contains(KeyTable.expectedKind(at: "/" + member)) { names.append(member) }
    }
    names.removeAll { document.root[$0] != nil }
    guard !names.isEmpty else { return document }
    var builder = JSONBuilder(reserving: document.nodes.count + 2 * names.count)
    let root = document.root
    builder.begin(.object, origin: root.origin)
    for member in root.members {
      builder.key(member.name, origin: member.nameOrigin)
      builder.copy(member.value)
    }
    for name in names {
      builder.key(name, origin: root.origin)
      builder.string("", origin: root.origin)
    }
    builder.end()
    return builder.document()
  }

  // MARK: By path

  /// Adds the values that `fill` names, each also in the form for older systems.
  mutating func add(
    _ fills: [TemplateSettings.Fill], in pass: JSONValue, _ report: inout Report
  ) {
    let targets = FillTarget.all(in: pass)
    for fill in fills {
      let pointers = FillPath(fill.path).pointers(in: pass)
      guard !pointers.isEmpty else {
        let known = targets.map(\.path)
        let nearest = NearestName.closest(1, to: fill.path, among: known).first
        report(
          TemplateFindings.unknownFill, "\(quoted(fill.path)) is not a value of pass.json",
          at: fill.place, help: nearest.map { "did you mean \(quoted($0))?" })
        continue
      }
      for pointer in pointers { add(pointer, fill, targets, &report) }
    }
  }

  private mutating func add(
    _ pointer: String, _ fill: TemplateSettings.Fill, _ targets: [FillTarget],
    _ report: inout Report
  ) {
    if let other = self.fills[pointer], other.column != fill.column {
      return report(
        TemplateFindings.repeatedFill,
        "columns \(quoted(other.column)) and \(quoted(fill.column)) fill the same value",
        at: fill.place)
    }
    let target = targets.first { $0.pointer == pointer }
    fills[pointer] = Fill(column: fill.column, isField: target?.field != nil)
    guard let target, let field = target.field else { return }
    for twin in targets
    where twin.name == target.name && twin.field.map({ $0.style != field.style }) == true {
      if fills[twin.pointer] == nil {
        fills[twin.pointer] = Fill(column: fill.column, isField: true)
      }
    }
  }

  // MARK: By name

  /// Adds the values of an export that no path fills, each for the column with its name.
  mutating func addByName(in pass: JSONValue, _ schema: inout ColumnSchema) {
    var byName: [String: [FillTarget]] = [:]
    var names: [String] = []
    for target in FillTarget.all(in: pass) where fills[target.pointer] == nil {
      if byName[target.name] == nil { names.append(target.name) }
      byName[target.name, default: []].append(target)
    }
    for name in names {
      guard var targets = byName[name] else { continue }
      let fields = targets.filter { $0.field != nil }
      if let repeated = Self.ofOneStyle(fields) {
        schema.addAmbiguous(name, fields: repeated.map { ($0.path, $0.value.place) })
        continue
      }
      // A field has the name before a semantic tag of another kind, which its whole path names.
      if let field = fields.first {
        let others = targets.filter { $0.field == nil && Self.type(of: $0) != Self.type(of: field) }
        for other in others { add([other], to: other.path, sibling: name, &schema) }
        targets.removeAll { target in others.contains { $0.pointer == target.pointer } }
      }
      add(targets, to: name, sibling: nil, &schema)
    }
  }

  /// Returns the fields if two of them are in the same style.
  private static func ofOneStyle(_ fields: [FillTarget]) -> [FillTarget]? {
    for style in PassStyle.allCases {
      let ofStyle = fields.filter { $0.field?.style == style }
      if ofStyle.count > 1 { return ofStyle }
    }
    return nil
  }

  private mutating func add(
    _ targets: [FillTarget], to name: String, sibling: String?, _ schema: inout ColumnSchema
  ) {
    guard let first = targets.first else { return }
    if let number = schema.number(of: name) {
      guard ![.document, .file].contains(schema.columns[number].type.held) else { return }
    } else if name != "serialNumber" || first.value.string?.isEmpty == false {
      schema.addSampled(
        Column(name: name, type: Self.type(of: first), place: first.value.place),
        FieldSample(
          text: Self.text(of: first.value), path: first.path, place: first.value.place,
          isOnFront: targets.contains(where: \.isOnFront), sibling: sibling))
    }
    for target in targets {
      fills[target.pointer] = Fill(column: name, isField: target.field != nil)
    }
  }

  /// Returns the type of a column that is not declared: that of the value in the design.
  private static func type(of target: FillTarget) -> ColumnType {
    switch target.value.kind {
    case .number: .number
    case .true, .false: .boolean
    default: .string
    }
  }

  private static func text(of value: JSONValue) -> String {
    value.string ?? value.number?.spelling ?? (value.bool == true ? "true" : "false")
  }
}
