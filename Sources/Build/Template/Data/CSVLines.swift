// SPDX-License-Identifier: Apache-2.0

/// Splits CSV into rows and cells. It does not use headers or findings.
struct CSVLines {
  enum Problem {
    case strayQuote, quoteAfterBlank, trailingText, unterminated, cellTooLarge, rowTooLarge
  }

  /// One row with its cells.
  struct Line {
    let number: Int
    let bytes: [UInt8]
    /// At most one more than the limit of columns.
    let spans: [Row.Span]
    let cellCount: Int
    let errors: [(Problem, Int)]
    /// Whether the bytes are not valid UTF-8.
    let isInvalid: Bool
    let isEmpty: Bool

    var isTooLarge: Bool { errors.contains { $0.0 == .rowTooLarge } }

    /// Returns whether all cells from an index on contain only spaces or nothing.
    func isEmpty(from first: Int) -> Bool {
      spans.dropFirst(first).allSatisfy { span in
        bytes[Int(span.start)..<Int(span.end)].allSatisfy { $0 <= 0x20 }
      }
    }
  }

  private enum State {
    case cellStart, plain, quoted
    /// After a quote in a quoted cell. It is the end of the cell or the first of two quotes.
    case quoteInQuoted
    /// After a closing quote that was not the end of the cell.
    case trailing
  }

  var delimiter: UInt8
  private var input: TextInput
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// The first line of the current row.
  private(set) var lineNumber = 1
  // The start of the row in the buffer, and the position of the scanner.
  private var rowStart = 0
  private var position = 0
  // The state of the current row, relative to its start.
  private var state = State.cellStart
  private var cellStart = 0
  private var hasDoubledQuote = false
  private var hasBreakInQuotes = false
  private var seenBytes: UInt8 = 0
  private var spans: [Row.Span] = []
  private var cellCount = 0
  private var errors: [(Problem, Int)] = []

  init(input: TextInput, delimiter: UInt8, firstLine: Int = 1) {
    self.input = input
    self.delimiter = delimiter
    lineNumber = firstLine
  }

  /// Whether the file had another encoding than UTF-8.
  var isConverted: Bool { input.encoding != .utf8 }

  // MARK: Before the header

  /// Skips a first line `sep=;` and returns it with its end. Its fifth byte is the delimiter.
  mutating func skipSeparatorLine() throws -> [UInt8]? {
    while buffer.count < 7, try refill() {}
    guard buffer.count >= 6, buffer.starts(with: "sep=".utf8), [0x0A, 0x0D].contains(buffer[5])
    else { return nil }
    let length = buffer.count > 6 && buffer[5] == 0x0D && buffer[6] == 0x0A ? 7 : 6
    rowStart = length
    position = length
    lineNumber += 1
    return Array(buffer[..<length])
  }

  /// Returns the most frequent delimiter in the first line, outside of quotes. A comma if there is
  /// none.
  mutating func detectDelimiter() throws -> UInt8 {
    var index = position
    var isQuoted = false
    var counts: (comma: Int, semicolon: Int, tab: Int) = (0, 0, 0)
    var hasText = false
    scan: while index - position < DataLimits.rowInBytes {
      if index == buffer.count {
        let before = index - position
        guard try refill() else { break }
        index = position + before
        continue
      }
      switch buffer[index] {
      case 0x22:
        isQuoted.toggle()
        hasText = true
      case 0x0A where !isQuoted && hasText, 0x0D where !isQuoted && hasText: break scan
      case UInt8(ascii: ",") where !isQuoted: counts.comma += 1
      case UInt8(ascii: ";") where !isQuoted: counts.semicolon += 1
      case 0x09 where !isQuoted: counts.tab += 1
      case 0...0x20: break
      default: hasText = true
      }
      index += 1
    }
    if counts.semicolon > counts.comma, counts.semicolon >= counts.tab {
      return UInt8(ascii: ";")
    }
    return counts.tab > counts.comma ? 0x09 : UInt8(ascii: ",")
  }

  // MARK: Rows

  /// The line end of the last row. A newline at the end of the file.
  var lineEnd: [UInt8] {
    let end = buffer[..<rowStart].suffix(2)
    if end.elementsEqual([0x0D, 0x0A]) { return [0x0D, 0x0A] }
    return end.last == 0x0D ? [0x0D] : [0x0A]
  }

  /// Returns the next row, including empty ones, or nil at the end.
  mutating func next() throws -> Line? {
    while true {
      if let end = scan() { return finish(rowEnd: end) }
      if position - rowStart > DataLimits.rowInBytes {
        // The spans may refer to bytes after those that are kept for the message.
        errors = [(.rowTooLarge, 0)]
        (spans, cellCount, seenBytes) = ([], 0, 0)
        isAtEnd = true
        let line = finish(rowEnd: min(position, rowStart + 4096))
        buffer = []
        (rowStart, position) = (0, 0)
        return line
      }
      if isAtEnd {
        guard position > rowStart else { return nil }
        return finishAtEnd()
      }
      if try !refill() { isAtEnd = true }
    }
  }

  /// Discards processed bytes and appends the next chunk. Returns false at the end.
  private mutating func refill() throws -> Bool {
    guard let chunk = try input.next() else { return false }
    if rowStart == buffer.count {
      buffer = chunk
    } else {
      if rowStart > 0 { buffer.removeSubrange(0..<rowStart) }
      buffer += chunk
    }
    position -= rowStart
    rowStart = 0
    return true
  }

  // long: one loop over every byte of a file. In separate functions its state would be in memory.
  /// Scans to the end of the row and returns its offset in the buffer. `position` is then after the
  /// line end. Returns nil if more bytes are needed.
  private mutating func scan() -> Int? {
    // Local copies of the variables of the loop. Members would be written to memory at every byte.
    var (index, state, cellStart, seen) = (position, state, cellStart, seenBytes)
    let (start, delimiter, isAtEnd, buffer) = (rowStart, delimiter, isAtEnd, buffer)
    var rowEnd: Int?
    buffer.withUnsafeBufferPointer { bytes in
      let count = bytes.count
      scanning: while index < count {
        var byte = bytes[index]
        switch state {
        case .cellStart:
          if byte == 0x22 {
            state = .quoted
            index += 1
            cellStart = index - start
            continue scanning
          }
          cellStart = index - start
          state = .plain
          fallthrough

        case .plain:
          // The common case, and the only loop over most bytes of a file.
          while byte != delimiter, byte != 0x0A, byte != 0x0D, byte != 0x22 {
            seen |= byte
            index += 1
            if index == count { break scanning }
            byte = bytes[index]
          }
          if byte == 0x22 {
            recordUnexpectedQuote(bytes, from: start + cellStart, to: index, start: start)
            index += 1
            continue scanning
          }

        case .quoted:
          while byte != 0x22 {
            seen |= byte
            if byte == 0x0A || byte == 0x0D { hasBreakInQuotes = true }
            index += 1
            if index == count { break scanning }
            byte = bytes[index]
          }
          index += 1
          state = .quoteInQuoted
          continue scanning

        case .quoteInQuoted:
          if byte == 0x22 {
            hasDoubledQuote = true
            state = .quoted
            index += 1
            continue scanning
          }
          if byte != delimiter, byte != 0x0A, byte != 0x0D {
            errors.append((.trailingText, index - start))
            state = .trailing
            continue scanning
          }

        case .trailing:
          while byte != delimiter, byte != 0x0A, byte != 0x0D {
            seen |= byte
            index += 1
            if index == count { break scanning }
            byte = bytes[index]
          }
        }
        // The cell ends, and the row if this is a line end. The LF of CR LF may be in the next
        // chunk.
        if byte == 0x0D, index + 1 == count, !isAtEnd { break scanning }
        endCell(state, cellStart, index - start)
        state = .cellStart
        if byte != delimiter {
          rowEnd = index
          index += byte == 0x0D && index + 1 < count && bytes[index + 1] == 0x0A ? 2 : 1
          break scanning
        }
        index += 1
      }
    }
    (position, self.state, self.cellStart, seenBytes) = (index, state, cellStart, seen)
    return rowEnd
  }

  /// Adds the cell that ends before a delimiter, a line end or the end of the file.
  private mutating func endCell(_ state: State, _ start: Int, _ end: Int) {
    switch state {
    case .cellStart: append(.plain, end, end)
    case .plain: append(.plain, start, end)
    case .quoteInQuoted: append(hasDoubledQuote ? .doubled : .quoted, start, end - 1)
    case .trailing: append(.quoted, start, end)
    case .quoted:
      errors.append((.unterminated, start - 1))
      append(hasDoubledQuote ? .doubled : .quoted, start, end)
    }
    hasDoubledQuote = false
  }

  private mutating func append(_ kind: Row.Span.Kind, _ start: Int, _ end: Int) {
    cellCount += 1
    if end - start > DataLimits.cellInBytes { errors.append((.cellTooLarge, start)) }
    guard spans.count <= DataLimits.columns else { return }
    spans.append(
      Row.Span(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), kind: kind))
  }

  /// Once per cell, because the first quote is enough for a message.
  private mutating func recordUnexpectedQuote(
    _ bytes: UnsafeBufferPointer<UInt8>, from cell: Int, to index: Int, start: Int
  ) {
    if let last = errors.last, last.1 >= cell - start { return }
    let isAfterBlank = bytes[cell..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    errors.append((isAfterBlank ? .quoteAfterBlank : .strayQuote, index - start))
  }

  /// Finishes the last row, which has no line end.
  private mutating func finishAtEnd() -> Line {
    endCell(state, cellStart, position - rowStart)
    return finish(rowEnd: position)
  }

  private mutating func finish(rowEnd: Int) -> Line {
    let bytes = Array(buffer[rowStart..<rowEnd])
    let isEmpty =
      errors.isEmpty
      && spans.allSatisfy { span in
        bytes[Int(span.start)..<Int(span.end)].allSatisfy { $0 <= 0x20 }
      }
    let line = Line(
      number: lineNumber, bytes: bytes, spans: spans, cellCount: cellCount, errors: errors,
      isInvalid: seenBytes & 0x80 != 0 && UTF8Check.firstInvalidByte(bytes) != nil,
      isEmpty: isEmpty)
    lineNumber += 1 + (hasBreakInQuotes ? Self.lineBreaks(in: bytes) : 0)
    rowStart = position
    state = .cellStart
    hasBreakInQuotes = false
    seenBytes = 0
    // A new array instead of `removeAll`, because the row keeps the old one.
    let expected = spans.count
    spans = []
    spans.reserveCapacity(expected)
    cellCount = 0
    if !errors.isEmpty { errors = [] }
    return line
  }

  private static func lineBreaks(in bytes: [UInt8]) -> Int {
    var count = 0
    for index in bytes.indices {
      // CR LF is one line end, as in `SourceTable`.
      if bytes[index] == 0x0A
        || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      {
        count += 1
      }
    }
    return count
  }
}
