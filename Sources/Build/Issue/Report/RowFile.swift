// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate

/// How the input was written, so that rows can be written alike.
struct DataForm {
  /// Nil for JSON.
  let header: DataHeader?
  let text: TextForm
}

/// A file of rows in the encoding of the input they come from, its mark first.
struct RowFile {
  private let file: GrowingFile
  private let writer: FormWriter?

  init(_ path: String, form: DataForm) throws(FileError) {
    file = try GrowingFile(path, replacing: true)
    // What was read can be written: the C library converts both ways or not at all.
    writer = FormWriter(form.text)
    if let writer, !writer.mark.isEmpty { try file.append(writer.mark) }
  }

  func append(_ line: [UInt8]) throws(FileError) {
    try file.append(writer?.bytes(of: line) ?? line)
  }

  func commit() throws(FileError) { try file.commit() }
}
