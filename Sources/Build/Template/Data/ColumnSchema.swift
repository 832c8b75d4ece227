// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// The columns of a template: first the declared ones in the order of template.json, then those
/// that only placeholders name.
package struct ColumnSchema: Sendable {
  /// By their number, which placeholders store instead of the name.
  package private(set) var columns: [Column] = []
  private var numbers: [String: Int] = [:]
  /// Whether the template is an export of Pass Designer, whose values columns fill by name.
  var fillsByName = false
  /// The names that several fields of an export have, with these fields.
  private(set) var ambiguous: [String: [(path: String, place: Place)]] = [:]

  package init() {}

  /// Returns the number of the column with a name, if there is one.
  package func number(of name: String) -> Int? { numbers[name] }

  /// The names of the columns that need a value in every row.
  package var requiredNames: [String] { columns.filter(\.isRequired).map(\.name) }

  /// Records that a placeholder, an image or an `$if` uses a column. A column that is not declared
  /// is a string.
  ///
  /// - Parameter allowsEmpty: whether the use allows an empty cell (a `default` filter), so that
  ///   the column is no longer required.
  /// - Parameter isTest: whether it is an `$if`, which shows nothing of the column.
  package mutating func use(
    _ name: String, at place: Place, allowsEmpty: Bool = false, isTest: Bool = false
  ) -> Int {
    let number = numbers[name] ?? add(Column(name: name))
    if !isTest { columns[number].isOnlyTested = false }
    if columns[number].firstUse == nil { columns[number].firstUse = place }
    if allowsEmpty { columns[number].isOptional = true }
    return number
  }

  /// Records that customers fill in a column when they sign up, so that the data need not have it.
  mutating func markEnteredByCustomer(_ name: String) {
    if let number = numbers[name] { columns[number].isFilledByHolder = true }
  }

  /// Adds a column that fills a value of an export if the data has it.
  mutating func addSampled(_ column: Column, _ sample: FieldSample) {
    var column = column
    column.sample = sample
    _ = add(column)
  }

  /// Records that no column can fill these fields by their common name.
  mutating func addAmbiguous(_ name: String, fields: [(path: String, place: Place)]) {
    ambiguous[name] = fields
  }

  private mutating func add(_ column: Column) -> Int {
    columns.append(column)
    numbers[column.name] = columns.count - 1
    return columns.count - 1
  }

  /// Reads the `columns` of template.json. Every error is reported at its place.
  package static func read(_ columns: JSONValue?, report: inout Report) -> ColumnSchema {
    var schema = ColumnSchema()
    guard let columns else { return schema }
    guard columns.isObject else {
      report(ColumnFindings.notObject, "\"columns\" is not an object", at: columns)
      return schema
    }
    for member in columns.members where schema.numbers[member.name] == nil {
      guard !member.name.allSatisfy(\.isWhitespace) else {
        report(ColumnFindings.name, "the column's name is empty", at: member)
        continue
      }
      var declaration = ColumnDeclaration(member)
      _ = schema.add(declaration.column(&report))
    }
    return schema
  }
}
