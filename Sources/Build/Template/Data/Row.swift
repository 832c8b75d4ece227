// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// One record of a data file with its own bytes, so that it can go to any thread and the file
/// need not be kept.
package struct Row: Sendable {
  /// Where a cell's content lies in the row's bytes.
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

    /// Where the cell begins, its opening quote included.
    var offset: Int { kind == .plain ? Int(start) : Int(start) - 1 }
  }

  /// From 1, wholly empty rows not counted.
  package let number: Int
  /// The line of the file it begins on.
  package let line: Int
  /// The file, as the user named it.
  package let name: String
  /// UTF-8, whatever the file's encoding, without the end of the line.
  package let bytes: [UInt8]
  private(set) var spans: [Span] = []
  /// The object, when the data is JSON.
  package private(set) var document: JSONDocument?
  /// The row is malformed; its findings were reported by the reader.
  package private(set) var isRejected = false
  /// The header of a row of CSV.
  private(set) var header: TableHeader?

  /// The row of a build without data: every value is given or a default.
  package static func none(named name: String) -> Row {
    Row(number: 1, line: 1, name: name, bytes: [])
  }

  /// What origins with `SourceTable.row` point into while this row is worked on.
  package var source: Source {
    Source(
      name: name, bytes: bytes, firstLine: line, shown: header.map { .cell($0) } ?? .member)
  }

  /// How many cells the row has; 0 for JSON.
  package var cellCount: Int { spans.count }

  /// The characters of a cell without its quotes, for lists and outputs; nil when the row has no
  /// such cell.
  package func text(ofCell index: Int) -> String? {
    guard index >= 0, index < spans.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      String(decoding: Self.content(of: spans[index], in: bytes), as: UTF8.self)
    }
  }

  static func content(of span: Span, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let raw = bytes[Int(span.start)..<Int(span.end)]
    guard span.kind == .doubled else { return Array(raw) }
    var content: [UInt8] = []
    content.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      content.append(raw[index])
      // The second of two quotes is the first one's escape.
      index += raw[index] == 0x22 ? 2 : 1
    }
    return content
  }
}

/// The first line of a CSV file.
package struct DataHeader: Sendable {
  /// Trimmed, as written otherwise.
  package let names: [String]
  /// UTF-8, without the end of the line.
  package let bytes: [UInt8]
  /// The byte between two cells.
  package let delimiter: UInt8
  /// CRLF, LF or CR, as the header has it; rows are written with it again.
  let lineEnd: [UInt8]
  /// `sep=;` with its end, where a spreadsheet's note of the delimiter stands before the header.
  let separatorLine: [UInt8]
  let source: UInt32
  let offsets: [Int]

  /// The place of a column's name.
  package func origin(of index: Int) -> Origin {
    guard index >= 0, index < offsets.count else { return Origin(source: source, offset: 0) }
    return Origin(source: source, offset: offsets[index])
  }
}
