// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel
import PassReport
import PassTemplate

/// The JSON Schema of template.json, made from the lists of its reader. `passc schema template`
/// prints it.
package enum TemplateSchema {
  /// The schema as indented JSON.
  package static var text: [UInt8] { IndentedJSON.bytes(of: root) }

  private static var root: JSONTree {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "template.json of a passc template",
      "type": "object",
      "properties": .object(
        TemplateMember.allCases.map { member in
          (
            member.rawValue,
            value(of: member, isDerived: true).with(["description": .string(member.summary)])
          )
        }),
      "additionalProperties": false,
      "if": ["not": ["required": ["extends"]]],
      // Only in a template that extends another is there something that null could remove.
      "then": [
        "properties": .object(
          TemplateMember.allCases.map { ($0.rawValue, value(of: $0, isDerived: false)) })
      ],
      "$defs": [
        "column": column,
        "wholeColumn": [
          "$ref": "#/$defs/column", "if": has("type", "enum"), "then": ["required": ["values"]],
        ],
      ],
    ]
  }

  /// - Parameter isDerived: whether null may remove a value of the base.
  private static func value(of member: TemplateMember, isDerived: Bool) -> JSONTree {
    let nothing: [JSONTree] = isDerived ? [["type": "null"]] : []
    return member == .extends
      ? form(of: member, isDerived, nothing)
      : .any([form(of: member, isDerived, nothing)] + nothing)
  }

  // long: a schema for each member, next to each other
  private static func form(
    of member: TemplateMember, _ isDerived: Bool, _ nothing: [JSONTree]
  ) -> JSONTree {
    switch member {
    case .extends, .sample: return ["type": "string", "minLength": 1]
    case .language:
      return [
        "type": "string", "pattern": "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$",
        "patternErrorMessage": "expected a language, such as en or pt-BR",
      ]
    case .columns:
      return [
        "type": "object",
        "propertyNames": ["pattern": #"\S"#, "patternErrorMessage": "a column needs a name"],
        "additionalProperties": .any(
          [["$ref": isDerived ? "#/$defs/column" : "#/$defs/wholeColumn"]] + nothing),
      ]
    case .images:
      let names = ImageSlot.allCases.map(\.rawValue).joined(separator: "|")
      return [
        "type": "object",
        "propertyNames": [
          "pattern": .string(#"^([^/]+\.lproj/)?("# + names + #")(@[23]x)?\.png$"#),
          "patternErrorMessage": "expected an image Wallet knows, such as thumbnail@2x.png",
        ],
        "additionalProperties": .any(
          [
            [
              "type": "string", "pattern": #"^\{\{[\s\S]*\}\}$"#,
              "patternErrorMessage": "expected a placeholder alone, such as {{ photo }}",
            ]
          ] + nothing),
      ]
    case .fill:
      let path: JSONTree = ["type": "string", "minLength": 1]
      return [
        "type": "object",
        "propertyNames": ["pattern": #"\S"#, "patternErrorMessage": "a column needs a name"],
        "additionalProperties": .any(
          [path, ["type": "array", "items": path]] + nothing),
      ]
    case .compatible: return ["enum": .strings(CompatibleForm.allCases.map(\.rawValue))]
    case .include:
      return [
        "type": "array",
        "items": [
          "type": "string", "minLength": 1,
          // ./ may only be at the beginning.
          "not": [
            "pattern":
              #"^/|\\|//|(^|/)\.\.(/|$)|[^./]/\.(/|$)|(^|/)\.$|\.(csv|tsv|jsonl|xlsx|sqlite)$"#,
            "patternErrorMessage": "expected a path below the template, and no file with data",
          ],
          "errorMessage": "expected a path below the template, and no file with data",
        ],
      ]
    case .personalization:
      return [
        "type": "object",
        "propertyNames": ["pattern": #"\S"#, "patternErrorMessage": "a column needs a name"],
        "additionalProperties": .any(
          [["enum": .strings(PersonalField.allCases.map(\.rawValue))]] + nothing),
      ]
    case .data:
      return [
        "type": "object",
        "properties": .object(
          DataMember.allCases.map {
            (
              $0.rawValue,
              .any([["type": "string", "minLength": 1]] + nothing)
                .with(["description": .string($0.summary)])
            )
          }),
        "additionalProperties": false,
      ]
    case .reader:
      return [
        "type": "object",
        "properties": .object(
          ReaderMember.allCases.map {
            (
              $0.rawValue,
              .any([["type": "string"]] + nothing).with(["description": .string($0.summary)])
            )
          }),
        "additionalProperties": false,
      ]
    case .allow:
      return [
        "type": "object",
        "additionalProperties": .any(
          [
            [
              "type": "string", "pattern": "[^ ]", "description": "the reason",
              "patternErrorMessage": "write why you allow it, for your colleagues",
            ]
          ] + nothing),
      ]
    }
  }

  // MARK: Columns

  private static var column: JSONTree {
    [
      "type": "object",
      "properties": .object(
        ColumnOption.allCases.map { option in
          (option.rawValue, value(of: option).with(["description": .string(option.summary)]))
        }),
      "additionalProperties": false,
      "allOf": .array(ColumnType.allCases.map(condition)),
      // The pattern of a date format cannot contain a time zone.
      "dependentRequired": ["format": ["zone"]],
    ]
  }

  private static func value(of option: ColumnOption) -> JSONTree {
    switch option {
    case .type: ["enum": .strings(ColumnType.allCases.map(\.rawValue))]
    case .from:
      [
        "type": "string", "pattern": #"\S"#,
        "patternErrorMessage": "expected the header of a column",
      ]
    case .holder, .optional, .trim, .verbatim: ["type": "boolean"]
    case .default: ["not": ["type": "null"]]
    case .pattern, .format: ["type": "string"]
    case .decimal: ["enum": [",", "."]]
    case .grouping: ["enum": .strings(GroupingSign.spellings)]
    case .time:
      [
        "type": "string", "pattern": #"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"#,
        "patternErrorMessage": "expected a time of day, such as 23:59:59",
      ]
    case .zone:
      [
        "anyOf": [
          ["enum": .strings(ZoneRules.names)],
          [
            "type": "string", "pattern": #"^(Z|UTC|GMT|[+-]([01]\d|2[0-3]):[0-5]\d)$"#,
            "patternErrorMessage":
              "expected a zone, such as Europe/Berlin, or an offset like +02:00",
          ],
        ]
      ]
    case .values:
      [
        "type": "array", "minItems": 1, "uniqueItems": true,
        "items": ["type": "string", "minLength": 1],
      ]
    }
  }

  /// Returns the condition on columns of a type: options without meaning for the type are invalid,
  /// and the default has the type.
  private static func condition(of type: ColumnType) -> JSONTree {
    let isType = has("type", type.rawValue)
    // The default type of a column is string.
    let applies: JSONTree =
      type == .string ? ["anyOf": [["not": ["required": ["type"]]], isType]] : isType
    var properties = ColumnOption.allCases.filter { !$0.fits(type) }
      .map { (name: $0.rawValue, value: JSONTree.boolean(false)) }
    properties.append(("default", ["type": kind(of: type)]))
    return ["if": applies, "then": ["properties": .object(properties)]]
  }

  private static func kind(of type: ColumnType) -> JSONTree {
    switch type.held {
    case .number: "number"
    case .boolean: "boolean"
    case .document: ["array", "object"]
    case .text, .date, .file: "string"
    }
  }

  private static func has(_ name: String, _ value: String) -> JSONTree {
    let constant: JSONTree = ["const": .string(value)]
    return [
      "required": .strings([name]), "properties": .object([(name: name, value: constant)]),
    ]
  }
}
