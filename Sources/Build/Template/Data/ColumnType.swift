// SPDX-License-Identifier: Apache-2.0

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

  /// What its cells become; the compiler of placeholders, the stand-ins of `check` and the schema
  /// go by this and not by the type.
  package var held: HeldKind {
    switch self {
    case .string, .url, .enum: .text
    case .integer, .number: .number
    case .boolean: .boolean
    case .date: .date
    case .json: .document
    case .file: .file
    }
  }

  /// Values as different as the type allows, in the spelling of JSON, for a template that is
  /// judged without rows; none where the column or the template decides what may stand.
  ///
  /// - Parameter index: the column's number, so that two columns need not be equal.
  package func samples(for column: Column, at index: Int) -> [String] {
    switch self {
    case .string, .boolean, .date, .json, .file: []
    case .enum: column.values.isEmpty ? ["stand-in"] : column.values
    case .integer: ["1", "0", "2", "100", "-5", "3000000"]
    case .number: ["1.5", "0", "1", "-0.5", "77.25", "3000000"]
    case .url:
      [
        "https://example.com/\(index)", "http://example.com/", "tel:+491",
        "mailto:a@example.com",
      ]
    }
  }
}

/// The kinds of value a cell can hold, whatever its column calls them.
package enum HeldKind: Sendable {
  /// A string.
  case text
  /// A number in JSON's spelling.
  case number
  /// True or false.
  case boolean
  /// A moment, written as ISO 8601.
  case date
  /// An array or object.
  case document
  /// A file's path.
  case file
}

/// What may stand in a column's declaration.
package enum ColumnOption: String, Sendable, CaseIterable {
  case type, from, holder, optional, `default`, trim, pattern, verbatim, decimal, grouping
  case format, time, zone, values

  /// Whether the option means anything for the type.
  package func fits(_ type: ColumnType) -> Bool {
    switch self {
    case .type, .from, .holder, .optional, .default, .trim: true
    case .pattern: ![.boolean, .enum, .json].contains(type)
    case .verbatim: type == .string || type == .file
    case .decimal: type == .number
    case .grouping: type == .number || type == .integer
    case .format, .time, .zone: type == .date
    case .values: type == .enum
    }
  }

  /// What the option does, in a line for editors.
  package var summary: String {
    switch self {
    case .type: "how cells are read; string by default"
    case .from: "the header as the data spells it; the column's name by default"
    case .holder: "a change means another customer, not a new version"
    case .optional: "whether cells may be empty; parts of the pass that need the value disappear"
    case .default: "the value of empty cells"
    case .trim: "whether spaces around a value are removed; true by default"
    case .pattern: "a regular expression the whole value has to match"
    case .verbatim: "accept cells as they are, even formulas and errors of a spreadsheet"
    case .decimal: "the decimal sign of the cells"
    case .grouping: "the sign between groups of three digits, such as . in 1.250"
    case .format: "how dates are written, of yyyy MM dd HH mm ss and other signs"
    case .time: "the time of dates that have none, such as 23:59:59"
    case .zone: "the time zone of dates that have none, such as Europe/Berlin"
    case .values: "the values of an enum"
    }
  }
}
