// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// One column of the data, declared in template.json or named only by a placeholder.
package struct Column: Sendable {
  package let name: String
  package let header: String
  /// The type, which decides how cells are read.
  package let type: ColumnType
  /// Whether template.json declares it. Otherwise only placeholders or conditions use it.
  package let isDeclared: Bool
  /// Whether it identifies the customer. Another value means another customer, not a new version of
  /// the pass.
  package let isHolder: Bool
  /// Whether spaces around a value are removed.
  package let trims: Bool
  /// Whether a cell may be empty, because it was declared optional or because every use allows it.
  package var isOptional: Bool
  package internal(set) var defaultCell: Cell?
  /// The value of an export of Pass Designer that stays if the data lacks the column. A cell of the
  /// data must not be empty.
  package internal(set) var sample: FieldSample?
  /// The place of its declaration in template.json. No place if it is not declared.
  package let place: Place
  /// The first placeholder that uses it.
  package var firstUse: Place?
  /// Whether customers fill it in when they sign up, so that the data need not have it.
  var isFilledByHolder = false
  /// Whether only conditions use it, and no placeholder.
  var isOnlyTested = true

  var pattern: String?
  /// Whether cells are accepted unchanged, also if they look like an error of a spreadsheet.
  var isVerbatim = false
  /// The decimal sign of number columns.
  var decimal = UInt8(ascii: ".")
  /// The sign between groups of three digits in columns of numbers.
  var grouping: GroupingSign?
  /// The values of an enum, in the order of the template.
  package internal(set) var values: [String] = []
  var format: DateFormat?
  var time: WrittenTime?
  var zone: ColumnZone?
  /// The time zone as written in template.json, or nil if there is none.
  package internal(set) var zoneName: String?

  package var isRequired: Bool { !isOptional && defaultCell == nil && sample == nil }

  init(
    name: String, header: String? = nil, type: ColumnType = .string, isDeclared: Bool = false,
    isHolder: Bool = false, trims: Bool = true, isOptional: Bool = false, place: Place = .nowhere
  ) {
    self.name = name
    self.header = header ?? name
    self.type = type
    self.isDeclared = isDeclared
    self.isHolder = isHolder
    self.trims = trims
    self.isOptional = isOptional
    self.place = place
  }

  /// The name for messages, with the header if it differs.
  var described: String {
    header == name
      ? "column \(quoted(name))" : "column \(quoted(name)) (from \(quoted(header)))"
  }
}

/// The `zone` of a column.
package enum ColumnZone: Sendable {
  /// Seconds east of Greenwich. `Z` and `UTC` are written as `Z`.
  case fixed(Int, isZulu: Bool)
  /// A zone of the IANA database.
  case named(ZoneRules)

  /// Parses an IANA name, `UTC`, `Z` or an offset such as `+02:00`.
  package init?(_ text: String) {
    if text == "UTC" || text == "GMT" {
      self = .fixed(0, isZulu: true)
      return
    }
    let bytes = Array(text.utf8)
    let fixed = bytes.withUnsafeBufferPointer { bytes -> (offset: Int, isZulu: Bool)? in
      var cursor = DigitScanner(bytes)
      guard let zone = cursor.zone(), cursor.isAtEnd else { return nil }
      return zone
    }
    if let fixed {
      self = .fixed(fixed.offset, isZulu: fixed.isZulu)
    } else if let rules = ZoneRules(named: text) {
      self = .named(rules)
    } else {
      return nil
    }
  }
}
