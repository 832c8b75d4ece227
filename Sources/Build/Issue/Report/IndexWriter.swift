// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassTemplate

/// Writes the input with the file of each pass in an additional column, for sending out the passes.
final class IndexWriter {
  static let columns = AddedColumns.index

  private let file: RowFile
  private let header: DataHeader?
  /// The members that become columns, for JSON data.
  private let members: [String]

  init(_ path: String, form: DataForm, schema: ColumnSchema) throws(FileError) {
    header = form.header
    members = schema.columns.map(\.header)
    file = try RowFile(path, form: form)
    if let header {
      try file.append(header.written(adding: Self.columns, without: Self.columns))
    } else {
      try file.append(CSVText.line(members + Self.columns, delimiter: UInt8(ascii: ",")))
    }
  }

  func append(
    _ row: Row, path: String, serial: String, digest: [UInt8]?
  ) throws(FileError) {
    let values = [path, serial, digest.map { Hex.encode($0) } ?? ""]
    if let header {
      try file.append(row.written(under: header, adding: values, without: Self.columns))
    } else {
      try file.append(
        CSVText.line(row.texts(ofMembers: members) + values, delimiter: UInt8(ascii: ",")))
    }
  }

  func commit() throws(FileError) { try file.commit() }
}
