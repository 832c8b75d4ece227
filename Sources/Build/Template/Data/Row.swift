// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// One record of a data file with its own bytes. It can be passed to any thread, and the file need
/// not be in memory.
package struct Row: Sendable {
  /// The range of a cell's content in the row's bytes.
  package struct Span: Sendable {
    enum Kind: UInt8, Sendable {
      case plain
      /// Between quotes.
      case quoted
      /// Between quotes, with doubled quotes inside.
      case doubled
    }

    var start: UInt32
    var end: UInt32
    var kind: Kind

    /// The start of the cell, including its opening quote.
    var offset: Int { kind == .plain ? Int(start) : Int(start) - 1 }
  }

  /// From 1, not counting empty rows.
  package let number: Int
  /// The first line of the row in the file.
  package let line: Int
  /// The file as the user named it.
  package let name: String
  /// UTF-8 for every encoding of the file, without the line end.
  package let bytes: [UInt8]
  private(set) var spans: [Span] = []
  /// The object, if the data is JSON.
  package private(set) var document: JSONDocument?
  /// Whether the row is malformed. The reader has reported why.
  package private(set) var isRejected = false
  private(set) var header: TableHeader?

  /// Returns the row of a build without data. Every value is given or a default.
  package static func none(named name: String) -> Row {
    Row(number: 1, line: 1, name: name, bytes: [])
  }

  /// The source that origins with `SourceTable.row` refer to while this row is processed.
  package var source: Source {
    Source(
      name: name, bytes: bytes, firstLine: line, shown: header.map { .cell($0) } ?? .member)
  }

  /// The number of cells. 0 for JSON.
  package var cellCount: Int { spans.count }

  /// Returns the content of a cell without its quotes, or nil if there is no such cell.
  package func text(ofCell index: Int) -> String? {
    guard index >= 0, index < spans.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      String(decoding: Self.content(of: spans[index], in: bytes), as: UTF8.self)
    }
  }

  /// The place of a cell in the row. It is valid while the row is the source of rows.
  package func origin(ofCell index: Int) -> Origin {
    let offset = spans.indices.contains(index) ? spans[index].offset : bytes.count
    return Origin(source: SourceTable.row, offset: offset)
  }

  /// Returns the place of the whole row, or of an earlier row of the same data.
  package func location(ofLine earlier: Int? = nil) -> Location {
    let sheet = header?.sheet
    let isOwn = earlier == nil
    return Location(
      file: name, line: earlier ?? line, column: isOwn ? sheet?.firstColumn ?? 1 : nil,
      sheet: sheet?.name)
  }

  /// Returns a phrase for an earlier row of the same data: `on line 5`, in a workbook `in row 5`.
  package func phrase(ofLine earlier: Int) -> String {
    header?.sheet == nil ? "on line \(earlier)" : "in row \(earlier)"
  }

  static func content(of span: Span, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let raw = bytes[Int(span.start)..<Int(span.end)]
    guard span.kind == .doubled else { return Array(raw) }
    var content: [UInt8] = []
    content.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      content.append(raw[index])
      // A doubled quote is one quote.
      index += raw[index] == 0x22 ? 2 : 1
    }
    return content
  }
}

/// The first line of a CSV file.
package struct DataHeader: Sendable {
  /// Without surrounding spaces, otherwise as written.
  package let names: [String]
  /// UTF-8, without the line end.
  package let bytes: [UInt8]
  /// The byte between two cells.
  package let delimiter: UInt8
  /// CRLF, LF or CR of the header, which is also used to write rows.
  let lineEnd: [UInt8]
  /// A line `sep=;` before the header with its end, in which a spreadsheet stores the delimiter.
  let separatorLine: [UInt8]
  let source: UInt32
  let offsets: [Int]

  /// Returns the place of a column's name.
  package func origin(of index: Int) -> Origin {
    guard index >= 0, index < offsets.count else { return Origin(source: source, offset: 0) }
    return Origin(source: source, offset: offsets[index])
  }
}
