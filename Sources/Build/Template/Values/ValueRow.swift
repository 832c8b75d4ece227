// SPDX-License-Identifier: Apache-2.0

/// A row of values: what a dictionary has, or the members that a value wrote, in their order.
///
/// Whoever makes many rows gives the same names in the same order, so that a reader of rows finds
/// columns by their places.
package struct ValueRow: Sendable {
  /// The values by name; each name stands once.
  package let members: [(name: String, value: RowValue)]

  init(_ members: [(name: String, value: RowValue)]) { self.members = members }

  /// The row that a dictionary is.
  package init(_ row: [String: RowValue]) { members = row.map { ($0.key, $0.value) } }

  /// The value of that name.
  package subscript(name: String) -> RowValue? { members.first { $0.name == name }?.value }
}
