// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassReport

/// The JSON Schema of pass.json, made from the key table. `passc schema pass` prints it.
///
/// It is for templates and bundles. So it accepts placeholders wherever a template may have them,
/// knows `$if`, and does not require the identifiers that a build fills in. Only `passc check`
/// checks certificates, images and check digits, which a schema cannot describe.
package struct PassSchema {
  /// Whether the schema is for the pass.json of a template that extends another. It may contain
  /// only some members, and null removes a member.
  private let isDerived: Bool

  /// Returns the schema as indented JSON.
  ///
  /// - Parameter isDerived: whether it is for the pass.json of a template that extends another.
  package static func text(isDerived: Bool = false) -> [UInt8] {
    IndentedJSON.bytes(of: PassSchema(isDerived: isDerived).root)
  }

  private init(isDerived: Bool) { self.isDerived = isDerived }

  private var root: JSONTree {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string(
        "pass.json of an Apple Wallet pass" + (isDerived ? ", extending another" : "")),
      "$ref": "#/$defs/passRoot",
      "allOf": .array(conditions),
      "$defs": definitions,
    ]
  }

  /// The syntax that `PassColour` reads. Each component is from 0 to 255.
  private static let colourPattern: String = {
    let part = #"\s*0*(25[0-5]|2[0-4]\d|1\d\d|\d?\d)\s*"#
    let three = "\\(\(part),\(part),\(part)"
    return #"^\s*([rR][gG][bB]\s*"# + three + #"\)|[rR][gG][bB][aA]\s*"# + three
      + #",[\s\d.]+\)|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))\s*$"#
  }()

  // MARK: Kinds of object

  private var definitions: JSONTree {
    let fixed: JSONTree = [
      "placeholder": [
        "description": "{{ column }}: a column of the data, in templates", "type": "string",
        "pattern": #"^\{\{[\s\S]*\}\}$"#,
        "patternErrorMessage": "expected a placeholder alone, such as {{ column }}",
      ],
      "placeholderText": [
        "description": "text with {{ column }} in it, in templates", "type": "string",
        "pattern": #"\{\{"#,
        "patternErrorMessage":
          "expected one of the values, or a placeholder such as {{ column }}",
      ],
      "date": [
        "description": "a date with time and zone, such as 2026-05-01T18:30:00+02:00",
        "type": "string",
        "pattern":
          #"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$"#,
        "patternErrorMessage":
          "expected a date with time and zone, such as 2026-05-01T18:30:00+02:00",
      ],
      "colour": [
        "description": "a colour, such as rgb(20, 60, 90)", "type": "string",
        "pattern": .string(Self.colourPattern),
        "patternErrorMessage": "expected a colour, such as rgb(20, 60, 90) or #143C5A",
      ],
      "currencyCode": [
        "description": "a currency by ISO 4217, such as EUR", "enum": .strings(CurrencyCode.all),
      ],
    ]
    var all: [JSONTree.Member] = []
    for scope in KeyScope.allCases where scope != .personalization && scope != .style {
      guard scope != .boardingPass else { continue }
      all.append((Self.name(of: scope), definition(of: scope)))
    }
    for style in PassStyle.allCases { all.append((style.rawValue, definition(of: style))) }
    return fixed.with(all)
  }

  private static func name(of scope: KeyScope) -> String { "\(scope)" }

  /// Kinds of objects in lists. A merge patch replaces a list as a whole, so these are never
  /// partial.
  private static let listed = Set(
    KeyTable.all.filter { $0.type.elementKind != nil }.compactMap(\.holds))

  private func isPartial(_ scope: KeyScope) -> Bool { isDerived && !Self.listed.contains(scope) }

  private func definition(of scope: KeyScope) -> JSONTree {
    let entries = KeyTable.members(of: scope).entries
    return object(scope, entries.map { ($0.name, property($0)) })
  }

  /// Returns the dictionary of one style: only its groups, and in each group only the keys that
  /// work there.
  private func definition(of style: PassStyle) -> JSONTree {
    let entries = KeyTable.members(of: style.scope).entries.filter {
      $0.use.includes(style, schemes: StyleScheme.allCases)
    }
    let properties = entries.map { entry -> JSONTree.Member in
      guard let group = FieldGroup(rawValue: entry.name) else {
        return (entry.name, property(entry))
      }
      return (entry.name, property(entry, items: Self.field(in: group, of: style)))
    }
    // Groups of other styles are allowed if they are empty.
    let others = FieldGroup.allCases.filter { group in
      !entries.contains { $0.name == group.rawValue }
    }
    let empty = others.map { (name: $0.rawValue, value: Self.emptyList) }
    return object(style.scope, properties + empty)
  }

  private static let emptyList: JSONTree = [
    "type": "array", "maxItems": 0, "description": "for other styles; may be empty",
  ]

  /// Returns a field of a group. A key without effect in the group does no harm, apart from row.
  private static func field(in group: FieldGroup, of style: PassStyle) -> JSONTree {
    let base: JSONTree = ["$ref": "#/$defs/field"]
    guard
      let row = KeyTable.members(of: .field).entries.first(where: { $0.name == "row" }),
      !row.use.includes(group, of: style)
    else { return base }
    // Row 0 is the default.
    return base.with(["properties": ["row": ["anyOf": [["const": 0], Self.placeholder]]]])
  }

  private func object(
    _ scope: KeyScope, _ properties: [JSONTree.Member]
  ) -> JSONTree {
    let own: KeyValuePairs<String, JSONTree> = [
      "$if": [
        "description":
          "in templates: the object disappears when this column is empty, false or 0; with ! when it is not",
        "type": "string", "minLength": 1,
      ],
      "_id": ["description": "Pass Designer's own; never packed"],
    ]
    let required = KeyTable.members(of: scope).entries.filter {
      // A build fills in the identifiers from the certificate.
      $0.need == .required && $0.name != "passTypeIdentifier" && $0.name != "teamIdentifier"
    }
    var node: JSONTree = [
      "type": "object", "properties": .object(properties).with(own), "additionalProperties": false,
    ]
    if !required.isEmpty, !isPartial(scope) {
      node = node.with(["required": .strings(required.map(\.name))])
    }
    if scope == .passRoot, !isDerived {
      node = node.with(["dependentRequired": ["authenticationToken": ["webServiceURL"]]])
    }
    return node
  }

  // MARK: Keys

  /// A placeholder alone, for values that are not strings.
  private static let placeholder: JSONTree = ["$ref": "#/$defs/placeholder"]
  /// A string with placeholders and other text.
  private static let placeholderText: JSONTree = ["$ref": "#/$defs/placeholderText"]

  private func property(_ entry: KeyEntry, items: JSONTree? = nil) -> JSONTree {
    var forms = [form(entry, items)]
    if entry.type.kind == .string, !Self.isPlainText(entry) {
      forms.append(Self.placeholderText)
    } else if entry.type.kind != .fieldValue, entry.type.kind != .string {
      forms.append(Self.placeholder)
    }
    if isPartial(entry.scope) { forms.append(["type": "null"]) }
    var node = JSONTree.any(forms)
    if let text = Self.description(of: entry) { node = node.with(["description": .string(text)]) }
    if entry.deprecated != nil { node = node.with(["deprecated": true]) }
    return node
  }

  /// Whether any string is valid, so that placeholders need no schema.
  private static func isPlainText(_ entry: KeyEntry) -> Bool {
    entry.type.kind == .string && entry.values.isEmpty && entry.limit == nil
      && !entry.type.isDate && entry.type != .colour && entry.type != .currencyCode
  }

  private func form(_ entry: KeyEntry, _ items: JSONTree?) -> JSONTree {
    switch entry.type.kind {
    case .string, .date: return Self.text(entry)
    case .number: return Self.number(entry)
    case .boolean: return ["type": "boolean"]
    case .fieldValue: return ["type": ["string", "number"]]
    case .object:
      guard let holds = entry.holds else { return ["type": "object"] }
      let style = PassStyle(rawValue: entry.name)?.rawValue
      return ["$ref": .string("#/$defs/" + (style ?? Self.name(of: holds)))]
    case .array: return list(entry, items)
    case .any: return true
    }
  }

  private static func text(_ entry: KeyEntry) -> JSONTree {
    // Code 128 in `barcode` is documented as invalid, but Wallet shows it. passc only reports a
    // note.
    let more = entry.scope == .barcode && entry.name == "format" ? ["PKBarcodeFormatCode128"] : []
    if !entry.values.isEmpty { return ["enum": .strings(entry.values + more)] }
    if entry.type.isDate { return ["$ref": "#/$defs/date"] }
    if entry.type == .colour { return ["$ref": "#/$defs/colour"] }
    if entry.type == .currencyCode { return ["$ref": "#/$defs/currencyCode"] }
    let text: JSONTree = ["type": "string"]
    switch entry.limit {
    // A character has at least one byte, so this never rejects a string that fits.
    case .bytes(let count): return text.with(["maxLength": .number(count)])
    case .characters(let count): return text.with(["minLength": .number(count)])
    default: return text
    }
  }

  private static func number(_ entry: KeyEntry) -> JSONTree {
    if !entry.values.isEmpty { return ["enum": .array(entry.values.map { .spelled($0) })] }
    let number: JSONTree = ["type": entry.type == .integer ? "integer" : "number"]
    switch entry.limit {
    case .between(let low, let high):
      return number.with(["minimum": .number(low), "maximum": .number(high)])
    case .above(let low): return number.with(["exclusiveMinimum": .number(low)])
    case .atMost(let high): return number.with(["maximum": .number(high)])
    default: return number
    }
  }

  private func list(_ entry: KeyEntry, _ items: JSONTree?) -> JSONTree {
    let element: JSONTree
    switch entry.type.elementKind {
    case .string: element = entry.values.isEmpty ? ["type": "string"] : Self.choice(entry.values)
    case .number: element = .any([["type": "number"], Self.placeholder])
    default:
      let own = items ?? entry.holds.map { ["$ref": .string("#/$defs/" + Self.name(of: $0))] }
      element = .any([own ?? ["type": "object"], Self.placeholder])
    }
    let list: JSONTree = ["type": "array", "items": element]
    // For beacons the limit is on different UUIDs, which a schema cannot describe.
    guard case .items(_, let most)? = entry.limit, entry.name != "beacons" else { return list }
    // If elements can be removed by `$if`, only the data decides how many there are.
    return list.with([
      "if": [
        "not": ["contains": ["anyOf": [["required": ["$if"]], ["type": "string"]]]]
      ],
      "then": ["maxItems": .number(most)],
    ])
  }

  private static func choice(_ values: [String]) -> JSONTree {
    .any([["enum": .strings(values)], placeholderText])
  }

  private static func description(of entry: KeyEntry) -> String? {
    var parts: [String] = []
    let constraint = SchemaKeywords.constraint(of: entry)
    if !constraint.isEmpty { parts.append(constraint) }
    if let since = entry.since, since > IOSVersion(6) { parts.append("iOS \(since) and later") }
    if entry.use != .all, PassStyle(rawValue: entry.name) == nil {
      parts.append("for \(entry.use.rawValue)")
    }
    if let deprecated = entry.deprecated {
      parts.append("deprecated since \(SchemaKeywords.plain(deprecated))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  // MARK: Styles

  /// Conditions on the style of the pass: there must be one, and some groups of fields are shown
  /// only in some styles. Other keys do no harm in a style that does not use them.
  private var conditions: [JSONTree] {
    var all: [JSONTree] = []
    if !isDerived {
      all.append(["anyOf": .array(PassStyle.allCases.map { Self.has($0.rawValue) })])
    }
    all += oneStyle
    // A derived template may leave style and schemes to its base.
    guard !isDerived else { return all.isEmpty ? [true] : all }
    // Groups of fields that only a scheme shows.
    for entry in KeyTable.members(of: .style).entries where entry.use != .all {
      for style in PassStyle.allCases
      where entry.use.includes(style, schemes: StyleScheme.allCases) && !entry.use.includes(style) {
        let inside: JSONTree = [
          "properties": .object([(name: entry.name, value: Self.emptyList)])
        ]
        all.append(
          Self.unless(
            entry.use,
            then: ["properties": .object([(name: style.rawValue, value: inside)])]))
      }
    }
    return all
  }

  /// A pass has one style, and may have posterGeneric in addition. If two styles have `$if`, the
  /// row decides which one the pass has.
  private var oneStyle: [JSONTree] {
    let styles = PassStyle.allCases.filter { $0 != .posterGeneric }.map(\.rawValue)
    let isThere: JSONTree = ["type": "object", "not": ["required": ["$if"]]]
    return styles.indices.dropLast().map { index in
      let another: JSONTree = [
        "not": isThere, "errorMessage": "a pass has one style, and this pass has another one too",
      ]
      return [
        "if": Self.has(styles[index]).with([
          "properties": .object([(name: styles[index], value: isThere)])
        ]),
        "then": ["properties": .object(styles[(index + 1)...].map { (name: $0, value: another) })],
      ]
    }
  }

  private static func has(_ names: String...) -> JSONTree { ["required": .strings(names)] }

  /// Returns a condition: `then` applies if no style or scheme of the pass uses the key.
  private static func unless(_ use: KeyUse, then: JSONTree) -> JSONTree {
    var good: [JSONTree] = []
    for style in PassStyle.allCases {
      if use.includes(style) {
        good.append(has(style.rawValue))
        continue
      }
      for scheme in StyleScheme.allCases where use.includes(style, schemes: [scheme]) {
        good.append(
          has(style.rawValue, "preferredStyleSchemes").with([
            "properties": [
              "preferredStyleSchemes": [  // A row may contain the scheme.
                "contains": .any([["const": .string(scheme.rawValue)], placeholderText])
              ]
            ]
          ]))
      }
    }
    return ["if": ["not": .any(good)], "then": then]
  }
}
