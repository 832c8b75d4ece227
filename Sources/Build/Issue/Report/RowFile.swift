// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate

/// The form of the input, so that rows can be written in the same form.
struct DataForm {
  /// Nil for JSON.
  let header: DataHeader?
  let text: TextForm
}

/// A file of rows in the encoding of the input, with its byte order mark.
struct RowFile {
  private let file: GrowingFile
  private let writer: FormWriter?

  init(_ path: String, form: DataForm) throws(FileError) {
    file = try GrowingFile(path, replacing: true)
    // The encoding can be written, because the C library converts it in both directions or not at
    // all.
    writer = FormWriter(form.text)
    if let writer, !writer.mark.isEmpty { try file.append(writer.mark) }
  }

  func append(_ line: [UInt8]) throws(FileError) {
    try file.append(writer?.bytes(of: line) ?? line)
  }

  func commit() throws(FileError) { try file.commit() }
}
