// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// The value of a cell, read by the type of its column.
package enum CellValue: Sendable {
  /// No value, in an optional column.
  case empty
  /// A string, an address, or one of an enum's values.
  case text(String)
  /// A number in JSON's spelling.
  case number(String)
  case boolean(Bool)
  /// `YYYY-MM-DDThh:mm:ss` with `±hh:mm`, or with `Z` if the cell or the column has that.
  case date(String)
  /// An array or object whose values have their places in the row.
  case json(JSONDocument)
  /// A relative path with `/` and without `..`.
  case file(String)

  package var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Whether an `$if` with this value removes its object: empty, false or 0.
  package var isFalsy: Bool {
    switch self {
    case .empty: true
    case .boolean(let value): !value
    case .number(let spelling): Double(spelling) == 0
    case .text(let text): text.isEmpty || text == "0" || text.lowercased() == "false"
    case .date, .json, .file: false
    }
  }
}

/// The value of one column in one row.
package struct Cell: Sendable {
  package var value: CellValue
  /// The trimmed string of the cell, for use in a longer string. Empty for json from JSON data.
  package var text: String
  /// The place: a cell in the row, an argument of `--set`, or the default in template.json.
  package var origin: Origin

  package init(_ value: CellValue, text: String, origin: Origin) {
    self.value = value
    self.text = text
    self.origin = origin
  }

  package static func empty(at origin: Origin) -> Cell { Cell(.empty, text: "", origin: origin) }
}
