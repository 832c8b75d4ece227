// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Finds the serial number of a row without filling in the whole pass. It is used to select shards
/// and to find duplicates.
package struct SerialReader {
  private let fillIn: Interpolation?
  private let constant: String?
  /// The columns that the serial number uses.
  private let columns: [Int]
  /// Whether rows can have different serial numbers. False if it is a constant or given only by
  /// `--set`.
  package let comesFromData: Bool
  private var parser: RowParser
  private var cells: [Cell] = []

  package init(_ template: Template, _ binding: ColumnBinding) {
    fillIn = template.serialFillIn
    constant = template.document["serialNumber"]?.string
    columns = fillIn.map { $0.columns } ?? []
    comesFromData = columns.contains {
      switch binding.feeds[$0] {
      case .cell, .member: true
      case .given, .absent: false
      }
    }
    parser = RowParser(binding)
  }

  /// Returns the serial number of a row. Nil if it is empty or one of its cells is rejected, which
  /// reading the whole row reports.
  package mutating func serial(of row: Row) -> String? { placedSerial(of: row)?.text }

  /// Returns the serial number of a row with its place. Nil if it is empty or one of its cells is
  /// rejected.
  package mutating func placedSerial(of row: Row) -> (text: String, origin: Origin)? {
    guard let fillIn else {
      return constant.flatMap { $0.isEmpty ? nil : ($0, .none) }
    }
    guard parser.parse(row, only: columns, into: &cells),
      let (value, origin) = fillIn.value(in: cells), case .text(let text) = value, !text.isEmpty
    else { return nil }
    return (text, origin)
  }
}
