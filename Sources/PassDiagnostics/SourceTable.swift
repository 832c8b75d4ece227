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
    var line = source.firstLine
    var lineStart = 0
    source.bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < end {
        let byte = bytes[index]
        index += 1
        // A carriage return alone ends a line too; before a newline it belongs to it.
        if byte == 0x0A || (byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A)) {
          line += 1
          lineStart = index
        }
      }
    }
    return Location(
      bundle: source.bundle, file: source.name, line: line, column: end - lineStart + 1)
  }
}
