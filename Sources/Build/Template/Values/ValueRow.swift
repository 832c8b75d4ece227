// SPDX-License-Identifier: Apache-2.0

/// A row of values: the content of a dictionary, or the encoded members of a value in their order.
///
/// Many rows of one source have the same names in the same order, so a reader of rows finds columns
/// by their positions.
package struct ValueRow: Sendable {
  /// The values by name. No name is repeated.
  package let members: [(name: String, value: RowValue)]

  init(_ members: [(name: String, value: RowValue)]) { self.members = members }

  package init(_ row: [String: RowValue]) { members = row.map { ($0.key, $0.value) } }

  package subscript(name: String) -> RowValue? { members.first { $0.name == name }?.value }
}
