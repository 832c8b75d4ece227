// SPDX-License-Identifier: Apache-2.0

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

  /// Bytes under a name; `firstLine` is other than 1 for a row of data.
  package init(name: String, bundle: String? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bundle = bundle
    self.bytes = bytes
    self.firstLine = firstLine
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
    return text.reduce(0) { count, byte in
      // Only the first byte of a character counts; beyond 16 bits it takes two units.
      byte & 0xC0 == 0x80 ? count : count + (byte >= 0xF0 ? 2 : 1)
    }
  }

  /// How many lines end before an offset, and where the last one begins.
  ///
  /// A carriage return alone ends a line too; before a newline it belongs to it. Written so that
  /// the compiler does many bytes at a time: large files are asked for many places.
  private static func lines(
    in bytes: UnsafeBufferPointer<UInt8>, before end: Int
  ) -> (count: Int, lastStart: Int) {
    guard end > 0 else { return (0, 0) }
    let whole = min(end, bytes.count - 1)
    var count = 0
    var index = 0
    while index < whole {
      let stop = min(index + 128, whole)
      var inBlock: UInt8 = 0
      while index < stop {
        let isNewline: UInt8 = bytes[index] == 0x0A ? 1 : 0
        let isReturn: UInt8 = bytes[index] == 0x0D ? 1 : 0
        let isFollowed: UInt8 = bytes[index + 1] == 0x0A ? 0 : 1
        inBlock &+= isNewline | (isReturn & isFollowed)
        index += 1
      }
      count += Int(inBlock)
    }
    func ends(_ index: Int) -> Bool {
      bytes[index] == 0x0A
        || (bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
    }
    if whole < end, ends(whole) { count += 1 }
    var start = end
    while start > 0, !ends(start - 1) { start -= 1 }
    return (count, start)
  }
}
