// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassTemplate

/// A stored copy of a table row, with everything that is needed to read it again. The service needs
/// it when the row is no longer in the table.
struct TableRow: Sendable {
  /// A version byte, the delimiter, and a data file with this row only: the header line for CSV,
  /// then the row.
  let bytes: [UInt8]
  private let start: Int
  private let delimiter: UInt8

  /// - Parameter header: the header of the table. Nil for JSON.
  init(_ row: Row, header: DataHeader?) {
    delimiter = header?.delimiter ?? 0
    var bytes = [Self.form, delimiter]
    start = bytes.count
    if let header { bytes += header.bytes + [0x0A] }
    self.bytes = bytes + row.bytes + [0x0A]
  }

  /// Reads a stored copy. Returns nil if it is not one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 2, bytes[0] == Self.form else { return nil }
    self.bytes = bytes
    delimiter = bytes[1]
    start = 2
  }

  /// Returns everything before a row that was read from this copy. It is found from the end of the
  /// copy. A byte order mark before the header is not part of the header that is read again.
  func beginning(before row: Row) -> ArraySlice<UInt8> {
    // For JSON the row is the whole data.
    delimiter == 0 ? bytes[..<start] : bytes.dropLast(row.bytes.count + 1)
  }

  /// Returns the row alone. Returns nil if the copy has another beginning.
  func row(after beginning: [UInt8]) -> [UInt8]? {
    bytes.starts(with: beginning) ? Array(bytes[beginning.count...]) : nil
  }

  /// Version of this format.
  private static let form: UInt8 = 1

  /// Returns the data with the options of the table.
  func choice(_ table: DataChoice) -> (choice: DataChoice, open: () -> ByteSource) {
    var choice = table
    choice.options = DataOptions()
    choice.options.format = delimiter == 0 ? .json : .csv
    if delimiter != 0 { choice.options.delimiter = delimiter }
    // The copy is UTF-8, whatever the template says about its tables.
    choice.options.encoding = "utf-8"
    var rest: [UInt8]? = Array(bytes[start...])
    let source: ByteSource = {
      defer { rest = nil }
      return rest
    }
    return (choice, { source })
  }
}
