// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Something that was read: a file, an entry of an archive, or one row of a data file.
package struct Source: Sendable {
  /// The path as the user knows it.
  package let name: String
  /// The archive this is an entry of, `outer.pkpasses!inner.pkpass` when nested.
  package let bundle: String?
  /// The bytes offsets count in.
  package let bytes: [UInt8]
  /// The line the first byte stands on: 1 for a file, the row's own line for a row of data, so
  /// that a pipe need not be kept.
  package let firstLine: Int
  /// The column it is the value of, where a row was handed over as values: it has no lines.
  package let value: String?
  /// Where lines are counted from, in a large source.
  fileprivate let marks: LineMarks?

  /// Bytes under a name; `firstLine` is other than 1 for a row of data.
  package init(name: String, bundle: String? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bundle = bundle
    self.bytes = bytes
    self.firstLine = firstLine
    value = nil
    marks = bytes.count >= LineMarks.leastBytes ? LineMarks() : nil
  }

  /// The value of a column in a row that was handed over as values.
  package init(valueOf column: String) {
    name = "row.\(column)"
    bundle = nil
    bytes = []
    firstLine = 1
    value = column
    marks = nil
  }
}

/// Everything that was read, so that an `Origin` can be turned into a place for people.
package struct SourceTable: Sendable {
  /// The number every row of data has as its source; the row itself is replaced from row to row.
  package static let row: UInt32 = .max - 1

  private var sources: [Source] = []
  private var currentRow: Source?

  /// A table of nothing.
  package init() {}

  /// Registers a source and returns the number its origins carry.
  package mutating func add(_ source: Source) -> UInt32 {
    sources.append(source)
    return UInt32(sources.count - 1)
  }

  /// Makes `source` the row that origins with `SourceTable.row` point into.
  package mutating func setRow(_ source: Source?) {
    currentRow = source
  }

  /// The source with that number, if there is one.
  package subscript(number: UInt32) -> Source? {
    if number == Self.row { return currentRow }
    return Int(number) < sources.count ? sources[Int(number)] : nil
  }

  /// The file, line and column of an origin, or nil for a value nobody wrote.
  package func location(of origin: Origin) -> Location? {
    guard let source = self[origin.source] else { return nil }
    if let column = source.value { return Location(file: source.name, value: column) }
    let end = min(Int(origin.offset), source.bytes.count)
    let mark = source.bytes.withUnsafeBufferPointer { bytes in
      var mark = source.marks?.mark(before: end, in: bytes) ?? LineMark()
      mark.advance(to: end, in: bytes)
      return mark
    }
    // A byte order mark at the start of a file is no character.
    let hasByteOrderMark =
      mark.lineStart == 0 && source.firstLine == 1
      && source.bytes[..<end].starts(with: [0xEF, 0xBB, 0xBF])
    return Location(
      bundle: source.bundle, file: source.name, line: source.firstLine + mark.lines,
      column: end - mark.lineStart + 1,
      utf16Column: mark.utf16Units + (hasByteOrderMark ? 0 : 1))
  }
}
