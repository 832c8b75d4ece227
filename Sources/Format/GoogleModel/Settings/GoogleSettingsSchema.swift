// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// The JSON Schema of google.json, made from the table. `passc schema google` prints it.
package enum GoogleSettingsSchema {
  package static var root: JSONTree {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "google.json of a passc template",
      "type": "object",
      "properties": .object(
        GoogleSetting.allCases.map { setting in
          (setting.rawValue, form(of: setting).with(["description": .string(setting.summary)]))
        }),
      "additionalProperties": false,
      "$defs": .object(
        GoogleTable.schemas.values.sorted { $0.name < $1.name }.map { ($0.name, form(of: $0)) }),
    ]
  }

  /// A string with a placeholder can have any type after it is filled in.
  private static let placeholder: JSONTree = ["type": "string", "pattern": "\\{\\{"]
  private static let text: JSONTree = ["type": "string", "minLength": 1]

  private static func form(of setting: GoogleSetting) -> JSONTree {
    switch setting {
    case .type: words(GoogleType.allCases.map(\.rawValue))
    case .class, .address, .androidPackage, .language: text
    case .images: names(GoogleImageSlot.allCases.map(\.rawValue))
    case .fields: names(GoogleFieldRole.allCases.map(\.rawValue))
    case .redemptionChannel: words(ofEnumeration: "RedemptionChannel")
    case .transitType: words(ofEnumeration: "TransitType")
    case .genericType: words(ofEnumeration: "GenericType")
    case .notification: words(["expiry", "upcoming"])
    case .redemptionIssuers:
      ["anyOf": [["const": true], ["type": "array", "minItems": 1, "items": text]]]
    case .classPatch: patch(.class)
    case .objectPatch: patch(.object)
    }
  }

  private static func words(ofEnumeration name: String) -> JSONTree {
    words(GoogleTable.enumerations[name]?.words ?? [])
  }

  private static func words(_ words: [String]) -> JSONTree {
    ["anyOf": [["enum": .strings(words)], placeholder]]
  }

  private static func names(_ names: [String]) -> JSONTree {
    [
      "type": "object", "properties": .object(names.map { ($0, text) }),
      "additionalProperties": false,
    ]
  }

  private static func patch(_ level: GoogleType.Level) -> JSONTree {
    [
      "anyOf": .array(
        GoogleType.allCases.map { ["$ref": .string("#/$defs/" + $0.schemaName(level))] })
    ]
  }

  // MARK: Objects of the API

  private static func form(of schema: GoogleSchema) -> JSONTree {
    [
      "type": "object",
      "properties": .object(schema.members.map { ($0.name, form(of: $0)) }),
      "additionalProperties": false,
    ]
  }

  private static func form(of member: GoogleMember) -> JSONTree {
    let one = value(of: member)
    let whole: JSONTree = member.isArray ? ["type": "array", "items": one] : one
    // null removes a member in a patch.
    return ["anyOf": [whole, placeholder, ["type": "null"]]]
  }

  private static func value(of member: GoogleMember) -> JSONTree {
    if let name = member.enumeration { return words(ofEnumeration: name) }
    return switch member.kind {
    case .string: ["type": "string"]
    case .int64: ["type": ["string", "integer"]]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .object(let name): ["$ref": .string("#/$defs/" + name)]
    }
  }
}
