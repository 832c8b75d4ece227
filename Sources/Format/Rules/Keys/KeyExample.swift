// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Examples of keys and values for help texts.
enum KeyExample {
  /// Returns a member to paste, such as `"organizationName": "Your company"`.
  static func member(_ entry: KeyEntry) -> String { "\"\(entry.name)\": \(value(entry))" }

  /// Returns a value that fits a key, as JSON.
  static func value(_ entry: KeyEntry) -> String {
    if let known = values[entry.name] { return known }
    if let first = entry.values.first {
      return entry.type.kind == .string ? "\"\(first)\"" : first
    }
    return value(entry.type)
  }

  private static func value(_ type: KeyType) -> String {
    switch type {
    case .date, .w3cDate: "\"2026-05-01T18:30:00+02:00\""
    case .url, .httpsURL: "\"https://example.com\""
    case .colour: "\"rgb(20, 60, 90)\""
    case .timeZone: "\"Europe/Berlin\""
    case .currencyCode: "\"EUR\""
    case .currencyAmount: #"{ "amount": "9.50", "currencyCode": "EUR" }"#
    case .location: #"{ "latitude": 48.137, "longitude": 11.575 }"#
    case .personName: #"{ "givenName": "Ada", "familyName": "Example" }"#
    case .strings, .localizableStrings: #"[ "text" ]"#
    case .numbers: "[ 1 ]"
    case .objects, .fields, .seats, .wifiNetworks: "[ { ... } ]"
    case .object, .anyObject, .eventDateInfo: "{ ... }"
    case .number, .integer: "1"
    case .boolean: "true"
    default: "\"text\""
    }
  }

  /// Values that are more helpful than one of their type.
  private static let values = [
    "description": "\"Membership card\"",
    "formatVersion": "1",
    "organizationName": "\"Your company\"",
    "passTypeIdentifier": "\"pass.com.example.club\"",
    "teamIdentifier": "\"A1B2C3D4E5\"",
    "serialNumber": "\"A-17\"",
    "key": "\"info\"",
    "value": "\"12\"",
    "latitude": "48.137",
    "longitude": "11.575",
    "proximityUUID": "\"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0\"",
    "transitType": "\"PKTransitTypeAir\"",
    "identifier": "\"A-17\"",
    "name": "\"Concert\"",
    "ssid": "\"Guests\"",
    "amount": "\"9.50\"",
    "URL": "\"https://example.com/image.png\"",
    "SHA256": "\"the 64 hex digits of the image\"",
    "requiredPersonalizationFields": #"[ "PKPassPersonalizationFieldName" ]"#,
  ]

  /// Returns how to write a value of the wrong type, or nil if that is unknown.
  static func rewritten(_ value: JSONValue, as expected: ExpectedKind, for entry: KeyEntry)
    -> String?
  {
    // Values of a row are corrected in the row.
    guard value.place.usedAt == nil else { return nil }
    switch (expected, value.kind) {
    case (.string, .number), (.date, .number):
      if entry.type.isDate { return "write a date, such as \(self.value(entry))" }
      return value.number.flatMap { inQuotes($0.spelling, entry) }
    case (.string, .true), (.string, .false), (.fieldValue, .true), (.fieldValue, .false):
      return inQuotes(value.bool == true ? "true" : "false", entry)
    case (.number, .string): return number(value.string ?? "", entry)
    case (.boolean, _): return boolean(value)
    case (.array, .object), (.array, .string), (.array, .number):
      return "put [ and ] around the value"
    case (.object, .array) where value.element(0) != nil && value.element(1) == nil:
      return "remove the [ and ] around it"
    case (_, .null): return "remove \(entry.name), or write a value such as \(self.value(entry))"
    case (.string, _), (.fieldValue, _): return "write text, such as \(self.value(entry))"
    default: return "write \(expected.inWords), such as \(self.value(entry))"
    }
  }

  private static func inQuotes(_ spelling: String, _ entry: KeyEntry) -> String {
    isShown(spelling, entry) ? "write \"\(spelling)\" in quotes" : "put the value in quotes"
  }

  private static func number(_ text: String, _ entry: KeyEntry) -> String {
    let plain = text.filter { $0 != " " }
    guard isShown(text, entry), !plain.isEmpty else {
      return "write a number without quotes, such as \(value(entry))"
    }
    if JSONReader.isNumber(plain.utf8) { return "write \(plain) without quotes" }
    let point = plain.replacing(",", with: ".")
    if JSONReader.isNumber(point.utf8) { return "write \(point) with a point and without quotes" }
    return "write a number without quotes, such as \(value(entry))"
  }

  private static func boolean(_ value: JSONValue) -> String {
    let spelling = (value.string ?? value.number?.spelling ?? "").lowercased()
    switch spelling {
    case "true", "yes", "1", "on": return "write true without quotes"
    case "false", "no", "0", "off": return "write false without quotes"
    default: return "write true or false, without quotes"
    }
  }

  /// Returns whether a value may be part of a help text: it is short, plain and not a secret.
  private static func isShown(_ text: String, _ entry: KeyEntry) -> Bool {
    text.utf8.count <= 40 && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      && !SecretMask.isSecret(name: entry.name)
  }
}
