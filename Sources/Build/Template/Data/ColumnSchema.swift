// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// The columns a template has: the declared ones in template.json's order, then those that only
/// placeholders name.
package struct ColumnSchema: Sendable {
  /// By their number, which placeholders keep instead of the name.
  package private(set) var columns: [Column] = []
  private var numbers: [String: Int] = [:]

  /// Nothing is declared.
  package init() {}

  /// The number of a column, if there is one of that name.
  package func number(of name: String) -> Int? { numbers[name] }

  /// The columns without which no pass can be built.
  package var requiredNames: [String] { columns.filter(\.isRequired).map(\.name) }

  /// Notes that a placeholder, an image or an `$if` asks for a column; one that is not declared
  /// is a string.
  ///
  /// - Parameter allowsEmpty: whoever asks copes with an empty cell (a `default` filter), so the
  ///   column is no longer required.
  /// - Parameter isTest: an `$if` asks, which shows nothing of the column.
  package mutating func use(
    _ name: String, at place: Place, allowsEmpty: Bool = false, isTest: Bool = false
  ) -> Int {
    let number = numbers[name] ?? add(Column(name: name))
    if !isTest { columns[number].isOnlyTested = false }
    if columns[number].firstUse == nil { columns[number].firstUse = place }
    if allowsEmpty { columns[number].isOptional = true }
    return number
  }

  /// Notes that holders fill a column by signing up, so that data need not have it.
  mutating func leaveToHolder(_ name: String) {
    if let number = numbers[name] { columns[number].isFilledByHolder = true }
  }

  private mutating func add(_ column: Column) -> Int {
    columns.append(column)
    numbers[column.name] = columns.count - 1
    return columns.count - 1
  }

  /// Reads the `columns` of template.json; every mistake is reported at its place.
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
