// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassValues

/// How a column's cells are read and checked.
package enum ColumnType: String, Sendable, CaseIterable {
  case string, integer, number, boolean, date, url, `enum`, json, file

  /// With its article, for messages.
  var described: String {
    switch self {
    case .string: "text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date"
    case .url: "a web address"
    case .enum: "one of its values"
    case .json: "an array or object"
    case .file: "a file's path"
    }
  }
}

/// What may stand in a column's declaration.
package enum ColumnOption: String, Sendable, CaseIterable {
  case type, from, holder, optional, `default`, trim, pattern, decimal, format, time, zone, values

  /// Whether the option means anything for the type.
  package func fits(_ type: ColumnType) -> Bool {
    switch self {
    case .type, .from, .holder, .optional, .default, .trim: true
    case .pattern: ![.boolean, .enum, .json].contains(type)
    case .decimal: type == .number
    case .format, .time, .zone: type == .date
    case .values: type == .enum
    }
  }

  /// What the option does, in a line for editors.
  package var summary: String {
    switch self {
    case .type: "how cells are read; string when it is left out"
    case .from: "the header as the data spells it; the column's name when it is left out"
    case .holder: "a change means another holder, not a new version"
    case .optional: "a cell may be empty; what hangs on it alone disappears"
    case .default: "what stands for an empty cell"
    case .trim: "whether blanks around a value are taken off; true when it is left out"
    case .pattern: "a regular expression the whole value has to match"
    case .decimal: "the decimal sign of the cells"
    case .format: "how dates are written, of yyyy MM dd HH mm ss and other signs"
    case .time: "the time of dates that have none, such as 23:59:59"
    case .zone: "the time zone of dates that have none, such as Europe/Berlin"
    case .values: "the values of an enum"
    }
  }
}

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
  /// Only conditions ask for it, no placeholder.
  var isOnlyTested = true

  var pattern: String?
  /// The decimal sign of number columns.
  var decimal = UInt8(ascii: ".")
  /// The values of an enum, in the template's order.
  package internal(set) var values: [String] = []
  var format: DateFormat?
  var time: WrittenTime?
  var zone: ColumnZone?

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
enum ColumnZone: Sendable {
  /// Seconds east of Greenwich; `Z` and `UTC` are written back as `Z`.
  case fixed(Int, isZulu: Bool)
  case named(ZoneRules)

  init?(_ text: String) {
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
