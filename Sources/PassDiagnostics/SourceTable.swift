// SPDX-License-Identifier: Apache-2.0

import PassSystem

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

  /// Bytes under a name; `firstLine` is other than 1 for a row of data.
  package init(name: String, bundle: String? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bundle = bundle
    self.bytes = bytes
    self.firstLine = firstLine
    value = nil
  }

  /// The value of a column in a row that was handed over as values.
  package init(valueOf column: String) {
    name = "row.\(column)"
    bundle = nil
    bytes = []
    firstLine = 1
    value = column
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
    let (lines, lineStart) = source.bytes.withUnsafeBufferPointer {
      Self.lines(in: $0, before: end)
    }
    return Location(
      bundle: source.bundle, file: source.name, line: source.firstLine + lines,
      column: end - lineStart + 1,
      utf16Column: Self.utf16Units(
        in: source.bytes[lineStart..<end], startsFile: lineStart == 0 && source.firstLine == 1) + 1)
  }

  /// How many UTF-16 code units UTF-8 text has; a byte order mark at the start of a file does not
  /// count.
  private static func utf16Units(in line: ArraySlice<UInt8>, startsFile: Bool) -> Int {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = startsFile && line.starts(with: mark) ? line.dropFirst(mark.count) : line
    return text.withUnsafeBufferPointer { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var count = 0
      // Eight at a time as long as each is a character of its own.
      while count + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        guard word & 0x8080_8080_8080_8080 == 0 else { break }
        count += 8
      }
      for byte in bytes[count...] {
        // Only the first byte of a character counts; beyond 16 bits it takes two units.
        count &+= byte & 0xC0 == 0x80 ? 0 : 1
        count &+= byte >= 0xF0 ? 1 : 0
      }
      return count
    }
  }

  /// How many lines end before an offset, and where the last one begins.
  ///
  /// A carriage return alone ends a line too; before a newline it belongs to it. The C library
  /// looks for them: large files are asked for many places.
  private static func lines(
    in bytes: UnsafeBufferPointer<UInt8>, before end: Int
  ) -> (count: Int, lastStart: Int) {
    guard let start = bytes.baseAddress, end > 0 else { return (0, 0) }
    func next(_ byte: UInt8, _ index: Int, _ end: Int) -> Int? {
      memchr(start + index, Int32(byte), end - index).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(start)
      }
    }
    var count = 0
    var lineStart = 0
    // Up to here there is no carriage return.
    var plain = next(0x0D, 0, end) ?? end
    while lineStart < end {
      if let newline = next(0x0A, lineStart, plain) {
        lineStart = newline + 1
        count += 1
        continue
      }
      guard plain < end else { break }
      let isPair = plain + 1 < bytes.count && bytes[plain + 1] == 0x0A
      // The newline of a pair ends the line, where it lies before the offset.
      guard !isPair || plain + 1 < end else { break }
      lineStart = plain + (isPair ? 2 : 1)
      count += 1
      plain = lineStart < end ? next(0x0D, lineStart, end) ?? end : end
    }
    return (count, lineStart)
  }
}
