// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassTemplate

/// A row of a table with all that is needed to read it again, whatever becomes of the table: the
/// service's own copy.
struct TableRow: Sendable {
  /// A small file of data with this row alone.
  let bytes: [UInt8]
  private let start: Int
  private let delimiter: UInt8

  /// - Parameter header: that of the table; nil for JSON.
  init(_ row: Row, header: DataHeader?) {
    delimiter = header?.delimiter ?? 0
    var bytes = [Self.form, delimiter]
    start = bytes.count
    if let header { bytes += header.bytes + [0x0A] }
    self.bytes = bytes + row.bytes + [0x0A]
  }

  /// Reads what a store has kept; nil for what is no row.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes[0] == Self.form else { return nil }
    self.bytes = bytes
    delimiter = bytes[1]
    start = 2
  }

  /// Everything before the row that was read from here. A header that is read again may be shorter than
  /// it stands here: a mark before it is none of its bytes.
  func beginning(before row: Row) -> ArraySlice<UInt8> {
    // JSON is one object, which is all of the text.
    delimiter == 0 ? bytes[..<start] : bytes.dropLast(row.bytes.count + 1)
  }

  /// The row alone, where what stands before it is known; nil where something else does.
  func row(after beginning: [UInt8]) -> [UInt8]? {
    bytes.starts(with: beginning) ? Array(bytes[beginning.count...]) : nil
  }

  /// Changes when rows are kept in another way.
  private static let form: UInt8 = 1

  /// The data, read with the options of the table.
  func choice(_ table: DataChoice) -> (choice: DataChoice, open: () -> ByteSource) {
    var choice = table
    choice.options = DataOptions()
    choice.options.format = delimiter == 0 ? .json : .csv
    if delimiter != 0 { choice.options.delimiter = delimiter }
    var rest: [UInt8]? = Array(bytes[start...])
    let source: ByteSource = {
      defer { rest = nil }
      return rest
    }
    return (choice, { source })
  }
}
