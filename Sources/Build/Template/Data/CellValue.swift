// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// What a cell holds once it was read by its column's type.
package enum CellValue: Sendable {
  /// Nothing; the column is optional.
  case empty
  /// A string, an address, or one of an enum's values.
  case text(String)
  /// A number in JSON's spelling.
  case number(String)
  case boolean(Bool)
  /// `YYYY-MM-DDThh:mm:ss` with `±hh:mm`, or with `Z` where the cell or the column said so.
  case date(String)
  /// An array or object whose values know their places in the row.
  case json(JSONDocument)
  /// A path with `/`, relative and without `..`.
  case file(String)

  /// Whether there is no value.
  package var isEmpty: Bool { if case .empty = self { true } else { false } }

  /// Whether an `$if` on it removes its object: empty, false or 0.
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
  /// The value, read by its column's type.
  package var value: CellValue
  /// As it was written, trimmed: what stands inside longer text. Empty for json from JSON data.
  package var text: String
  /// The cell in the row, the argument of `--set`, or the default in template.json.
  package var origin: Origin

  /// A cell with a value, or with none.
  package init(_ value: CellValue, text: String, origin: Origin) {
    self.value = value
    self.text = text
    self.origin = origin
  }

  /// A cell without a value.
  package static func empty(at origin: Origin) -> Cell { Cell(.empty, text: "", origin: origin) }
}
