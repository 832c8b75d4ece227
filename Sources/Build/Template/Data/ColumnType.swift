// SPDX-License-Identifier: Apache-2.0

/// The type of a column, which decides how its cells are read and checked.
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

  /// The kind of value of the cells. Placeholders, the sample values of `check` and the schema
  /// depend on this and not on the type.
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

  /// Returns sample values that differ as much as the type allows, in the spelling of JSON. They
  /// are used to check a template without rows. Empty if the column or the template determines the
  /// values.
  ///
  /// - Parameter index: the number of the column, so that columns have different values.
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

/// The kinds of value that a cell can have, for all column types.
package enum HeldKind: Sendable {
  case text
  /// A number in JSON's spelling.
  case number
  case boolean
  /// A moment in ISO 8601.
  case date
  case document
  /// The path of a file.
  case file
}

/// The options of a column's declaration.
package enum ColumnOption: String, Sendable, CaseIterable {
  case type, from, holder, optional, `default`, trim, pattern, verbatim, decimal, grouping
  case format, time, zone, values

  /// Returns whether the option has a meaning for the type.
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

  /// A description in one line, for editors.
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
    case .format: "how dates are written, such as dd.MM.yyyy HH:mm or d.M.yy"
    case .time: "the time of dates that have none, such as 23:59:59"
    case .zone: "the time zone of dates that have none, such as Europe/Berlin"
    case .values: "the values of an enum"
    }
  }
}
