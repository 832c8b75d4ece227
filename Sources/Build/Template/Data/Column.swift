// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// One column of the data, as template.json declares it or a placeholder asks for it.
package struct Column: Sendable {
  /// What placeholders call it.
  package let name: String
  /// What the header of the data calls it.
  package let header: String
  /// How its cells are read.
  package let type: ColumnType
  /// Whether template.json declares it; else only placeholders or conditions ask for it.
  package let isDeclared: Bool
  /// Whether it tells whose pass it is: a change is another holder, not a new version.
  package let isHolder: Bool
  /// Whether blanks around a value are taken off.
  package let trims: Bool
  /// Whether a cell may be empty: it was declared so, or every use copes with it.
  package var isOptional: Bool
  /// What stands for an empty cell.
  package internal(set) var defaultCell: Cell?
  /// Its declaration in template.json; nowhere when it is not declared.
  package let place: Place
  /// The first placeholder that asks for it.
  package var firstUse: Place?
  /// Whether holders fill it by signing up, so that data need not have it.
  var isFilledByHolder = false
  /// Only conditions ask for it, no placeholder.
  var isOnlyTested = true

  var pattern: String?
  /// Whether cells are taken as they are, even what looks like a spreadsheet's error.
  var isVerbatim = false
  /// The decimal sign of number columns.
  var decimal = UInt8(ascii: ".")
  /// The sign between groups of three digits, in columns of numbers.
  var grouping: GroupingSign?
  /// The values of an enum, in the template's order.
  package internal(set) var values: [String] = []
  var format: DateFormat?
  var time: WrittenTime?
  var zone: ColumnZone?
  /// The time zone as template.json writes it; nil when it has none.
  package internal(set) var zoneName: String?

  /// Whether every row needs a value.
  package var isRequired: Bool { !isOptional && defaultCell == nil }

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

  /// The name and, where it differs, the header: what messages call the column.
  var described: String {
    header == name
      ? "column \(quoted(name))" : "column \(quoted(name)) (from \(quoted(header)))"
  }
}

/// A column's `zone`.
package enum ColumnZone: Sendable {
  /// Seconds east of Greenwich; `Z` and `UTC` are written back as `Z`.
  case fixed(Int, isZulu: Bool)
  /// A zone of the IANA database.
  case named(ZoneRules)

  /// Reads an IANA name, `UTC`, `Z` or an offset such as `+02:00`.
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
