// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// The type of a key's value. The raw value is the spelling in the documents.
package enum KeyType: String, Sendable, CaseIterable {
  case string = "string"
  case localizableString = "localizable string"
  case formatString = "localizable format string"
  case url = "string (URL)"
  case httpsURL = "string (https URL)"
  case colour = "string (colour)"
  case timeZone = "string (IANA zone)"
  case currencyCode = "string (ISO 4217)"
  case hex = "string (hex)"
  case uuid = "string (UUID)"
  case base64 = "string (Base64)"
  case date = "ISO 8601 date-time string"
  case w3cDate = "W3C date-time string"
  case number = "number"
  case integer = "integer"
  case boolean = "boolean"
  case fieldValue = "localizable string | number | ISO 8601 date-time string"
  case attributedValue = "localizable string | number | date"
  case object = "object"
  case anyObject = "JSON object"
  case currencyAmount = "CurrencyAmount"
  case location = "Location"
  case personName = "PersonNameComponents"
  case eventDateInfo = "EventDateInfo"
  case strings = "[string]"
  case localizableStrings = "[localizable string]"
  case numbers = "[number]"
  case objects = "[object]"
  case fields = "[field]"
  case seats = "[Seat]"
  case wifiNetworks = "[WifiNetwork]"

  /// The kind of JSON value that is expected.
  package var kind: ExpectedKind {
    switch self {
    case .string, .localizableString, .formatString, .url, .httpsURL, .colour, .timeZone,
      .currencyCode, .hex, .uuid, .base64, .date, .w3cDate:
      .string
    case .number, .integer: .number
    case .boolean: .boolean
    case .fieldValue, .attributedValue: .fieldValue
    case .object, .anyObject, .currencyAmount, .location, .personName, .eventDateInfo: .object
    case .strings, .localizableStrings, .numbers, .objects, .fields, .seats, .wifiNetworks: .array
    }
  }

  /// The kind of JSON value expected for each element, or nil if the type is not an array.
  package var elementKind: ExpectedKind? {
    switch self {
    case .strings, .localizableStrings: .string
    case .numbers: .number
    case .objects, .fields, .seats, .wifiNetworks: .object
    default: nil
    }
  }

  /// Whether it is a date with time and zone.
  package var isDate: Bool { self == .date || self == .w3cDate }

  /// Whether the string is looked up in pass.strings.
  package var isLocalizable: Bool {
    switch self {
    case .localizableString, .localizableStrings, .formatString, .fieldValue, .attributedValue:
      true
    default: false
    }
  }
}

/// The kind of JSON value that a place expects. A placeholder at that place gets its type from it.
package enum ExpectedKind: String, Sendable {
  case string, number, boolean
  /// A string with a date. JSON cannot distinguish it from other strings, so only columns of
  /// templates are checked against it.
  case date
  /// A string or a number: the `value` of a field. A placeholder gets the type of its column.
  case fieldValue
  case array, object
  /// Any value: the place is an unknown key or inside `userInfo`.
  case any

  /// Returns whether a JSON value of that kind is accepted.
  package func accepts(_ kind: JSONDocument.Kind) -> Bool {
    switch self {
    case .string, .date: kind == .string
    case .number: kind == .number
    case .boolean: kind == .true || kind == .false
    case .fieldValue: kind == .string || kind == .number
    case .array: kind == .array
    case .object: kind == .object
    case .any: true
    }
  }

  /// The kind in words with an article, such as `a string` or `true or false`.
  package var inWords: String {
    switch self {
    case .string: "a string"
    case .date: "a date"
    case .number: "a number"
    case .boolean: "true or false"
    case .fieldValue: "a string or a number"
    case .array: "an array"
    case .object: "an object"
    case .any: "any value"
    }
  }
}

extension JSONDocument.Kind {
  /// The kind in words with an article, and Booleans as their value, such as `a string` or `true`.
  package var inWords: String {
    switch self {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    case .key: "a key"
    }
  }
}
