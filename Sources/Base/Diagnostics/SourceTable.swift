// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The part of a source that an excerpt may show.
package enum ShownPart: Sendable {
  /// The line of the place, secrets left out.
  case line
  /// A cell of a row of CSV.
  case cell(TableHeader)
  /// A member of a row of JSON.
  case member
  /// Nothing, because it is not a file or is full of secrets.
  case nothing
}

/// Something that was read: a file, an entry of an archive, or one row of a data file.
package struct Source: Sendable {
  /// Path or name for the user.
  package let name: String
  /// The archive of this entry, such as `outer.pkpasses!inner.pkpass`.
  package let bundle: String?
  /// The bytes that offsets refer to.
  package let bytes: [UInt8]
  /// Line of the first byte: 1 for a file, or the line of the row. With this, a pipe need not be
  /// kept in memory.
  package let firstLine: Int
  /// The column, if the source is a value of a row that was given as values. Such a source has no
  /// lines.
  package let value: String?
  /// Whether it is an argument of a command line, which has no lines.
  fileprivate let isArgument: Bool
  /// How much of it is shown.
  fileprivate let shown: ShownPart
  /// Where lines are counted from, in a large source.
  fileprivate let marks: LineMarks?
  /// The secrets that excerpts leave out; nil if no line is shown.
  private let secrets: KnownSecrets?

  /// Bytes under a name; `firstLine` is other than 1 for a row of data.
  package init(
    name: String, bundle: String? = nil, bytes: [UInt8], firstLine: Int = 1,
    shown: ShownPart = .line
  ) {
    self.name = name
    self.bundle = bundle
    self.bytes = bytes
    self.firstLine = firstLine
    self.shown = shown
    isArgument = false
    value = nil
    marks = bytes.count >= LineMarks.leastBytes ? LineMarks() : nil
    secrets = if case .line = shown { KnownSecrets() } else { nil }
  }

  /// Creates a source for an argument of a command line. Its places have no line.
  package init(argument name: String, bytes: [UInt8]) {
    self.name = name
    bundle = nil
    self.bytes = bytes
    firstLine = 1
    isArgument = true
    value = nil
    shown = .nothing
    marks = nil
    secrets = nil
  }

  /// Creates a source for the value of a column in a row that was given as values.
  package init(valueOf column: String) {
    name = "row.\(column)"
    bundle = nil
    bytes = []
    firstLine = 1
    isArgument = false
    value = column
    shown = .nothing
    marks = nil
    secrets = nil
  }

  /// The text at an offset, as much of it as is shown.
  fileprivate func excerpt(at offset: Int, lineStart: Int) -> SourceExcerpt? {
    switch shown {
    case .nothing: return nil
    case .cell(let header): return SourceExcerpt.ofCell(bytes, at: offset, header)
    case .member: return SourceExcerpt.ofMember(bytes, at: offset)
    case .line:
      let secrets = secrets?.ranges(in: bytes) ?? []
      return SourceExcerpt.ofLine(bytes, at: offset, lineStart: lineStart, secrets: secrets)
    }
  }
}

/// All sources, to convert an `Origin` to a place for people.
package struct SourceTable: Sendable {
  /// Source number of all rows. Each row replaces the one before it.
  package static let row: UInt32 = .max - 1

  private var sources: [Source] = []
  private var currentRow: Source?
  /// Whether no text of the sources is shown: all of it is secret.
  package var hidesText = false

  package init() {}

  /// Adds a source and returns its number.
  package mutating func add(_ source: Source) -> UInt32 {
    sources.append(source)
    return UInt32(sources.count - 1)
  }

  /// Sets the row that origins with `SourceTable.row` refer to.
  package mutating func setRow(_ source: Source?) {
    currentRow = source
  }

  /// Returns the source with a number, or nil.
  package subscript(number: UInt32) -> Source? {
    if number == Self.row { return currentRow }
    return Int(number) < sources.count ? sources[Int(number)] : nil
  }

  /// The file, line and column of an origin, or nil for a value nobody wrote.
  ///
  /// - Parameter withText: also takes the text there, for a finding; otherwise the place alone is
  ///   worked out, as for each pass that is checked.
  package func location(of origin: Origin, withText: Bool = false) -> Location? {
    guard let source = self[origin.source] else { return nil }
    if let column = source.value { return Location(file: source.name, value: column) }
    if source.isArgument { return Location(file: source.name) }
    let end = min(Int(origin.offset), source.bytes.count)
    if case .cell(let header) = source.shown, let sheet = header.sheet {
      // A row of a sheet has one line, whatever line breaks its cells have.
      let cell = SourceExcerpt.cell(source.bytes, at: end, header.delimiter)
      return Location(
        file: source.name, line: source.firstLine,
        column: cell.map { sheet.firstColumn + $0.column }, sheet: sheet.name
      ).with(hidesText || !withText ? nil : source.excerpt(at: end, lineStart: 0))
    }
    let mark = source.bytes.withUnsafeBufferPointer { bytes in
      var mark = source.marks?.mark(before: end, in: bytes) ?? LineMark()
      mark.advance(to: end, in: bytes)
      return mark
    }
    // A byte order mark at the beginning of a file does not count as a character.
    let hasByteOrderMark =
      mark.lineStart == 0 && source.firstLine == 1
      && source.bytes[..<end].starts(with: [0xEF, 0xBB, 0xBF])
    return Location(
      bundle: source.bundle, file: source.name, line: source.firstLine + mark.lines,
      column: end - mark.lineStart + 1,
      utf16Column: mark.utf16Units + (hasByteOrderMark ? 0 : 1)
    ).with(hidesText || !withText ? nil : source.excerpt(at: end, lineStart: mark.lineStart))
  }
}
