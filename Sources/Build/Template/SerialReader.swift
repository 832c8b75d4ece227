// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Finds the serial number of a row without filling in the whole pass: what several processes
/// share rows by, and what must not stand twice.
package struct SerialReader {
  private let fillIn: FillIn?
  private let constant: String?
  /// The columns the serial number is made of.
  private let columns: [Int]
  /// The data tells rows apart: the number is no constant and not given by `--set` alone.
  package let comesFromData: Bool
  private var parser: RowParser
  private var cells: [Cell] = []

  /// Looks up what the template's serial number is made of.
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

  /// The serial number of a row; nil when it is empty or a cell it is made of is refused, which
  /// whoever reads the whole row will say.
  package mutating func serial(of row: Row) -> String? { placedSerial(of: row)?.text }

  /// The serial number of a row and where it was read; nil when it is empty or a cell it is made
  /// of is refused.
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
