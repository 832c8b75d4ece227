// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassTemplate

/// Writes rejected rows unchanged, with the reasons. The corrected file can be issued.
///
/// It adds two columns, which are ignored when such a file is read.
final class RejectsWriter {
  static let columns = AddedColumns.rejects

  private let file: RowFile
  private let header: DataHeader?

  init(_ path: String, form: DataForm) throws(FileError) {
    header = form.header
    file = try RowFile(path, form: form)
    if let header {
      try file.append(header.written(adding: Self.columns, without: Self.columns))
    }
  }

  func append(_ row: Row, _ diagnostics: [Diagnostic]) throws(FileError) {
    let reason = diagnostics.reason
    let values = [reason?.code ?? "", reason?.message ?? ""]
    if let header {
      try file.append(row.written(under: header, adding: values, without: Self.columns))
    } else {
      let members = zip(Self.columns, values).map { ($0, $1) }
      try file.append(row.written(adding: members))
    }
  }

  func commit() throws(FileError) { try file.commit() }
}
