// SPDX-License-Identifier: Apache-2.0

/// Cuts CSV text into rows and cells; knows nothing of headers and findings.
struct CSVLines {
  enum Fault {
    case strayQuote, quoteAfterBlank, trailingText, unterminated, cellTooLarge, rowTooLarge
  }

  /// One row as it was cut.
  struct Line {
    let number: Int
    let bytes: [UInt8]
    /// At most one more than the limit of columns.
    let spans: [Row.Span]
    let cellCount: Int
    let faults: [(Fault, Int)]
    /// The bytes are not UTF-8.
    let isInvalid: Bool
    let isEmpty: Bool

    var isTooLarge: Bool { faults.contains { $0.0 == .rowTooLarge } }

    /// Whether all cells from that one on hold nothing but blanks.
    func isEmpty(from first: Int) -> Bool {
      spans.dropFirst(first).allSatisfy { span in
        bytes[Int(span.start)..<Int(span.end)].allSatisfy { $0 <= 0x20 }
      }
    }
  }

  private enum State {
    case cellStart, plain, quoted
    /// Behind a quote in a quoted cell: its end, or the first of two.
    case quoteInQuoted
    /// Behind a closing quote that was no cell's end.
    case trailing
  }

  var delimiter: UInt8
  private var input: TextInput
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// The line the row being read begins on.
  private(set) var lineNumber = 1
  // Where the row begins, and how far it was read.
  private var rowStart = 0
  private var position = 0
  // What is known of the row so far, relative to its start.
  private var state = State.cellStart
  private var cellStart = 0
  private var hasDoubledQuote = false
  private var hasBreakInQuotes = false
  private var seenBytes: UInt8 = 0
  private var spans: [Row.Span] = []
  private var cellCount = 0
  private var faults: [(Fault, Int)] = []

  init(input: TextInput, delimiter: UInt8, firstLine: Int = 1) {
    self.input = input
    self.delimiter = delimiter
    lineNumber = firstLine
  }

  /// The file had another encoding than UTF-8.
  var isConverted: Bool { input.encoding != .utf8 }

  // MARK: Before the header

  /// A first line `sep=;` with its end, which is then skipped; its fifth byte is the delimiter.
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

  /// The delimiter that stands most often in the first line, outside of quotes; a comma if none
  /// does.
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

  /// What ended the row that was read last; a newline when that was the end of the file.
  var lineEnd: [UInt8] {
    let end = buffer[..<rowStart].suffix(2)
    if end.elementsEqual([0x0D, 0x0A]) { return [0x0D, 0x0A] }
    return end.last == 0x0D ? [0x0D] : [0x0A]
  }

  /// The next row, wholly empty ones included; nil at the end.
  mutating func next() throws -> Line? {
    while true {
      if let end = scan() { return finish(rowEnd: end) }
      if position - rowStart > DataLimits.rowInBytes {
        // What was cut so far may lie behind the bytes that are kept for the message.
        faults = [(.rowTooLarge, 0)]
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

  /// Drops what was read and appends the next chunk; false at the end.
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

  // long: one loop over every byte of a file; apart, its states would be kept in memory.
  /// Reads on to the end of the row and returns its offset in the buffer, or nil when more bytes
  /// are needed; `position` is then behind the line's end.
  private mutating func scan() -> Int? {
    // Copies of what the loop changes: fields would be written back at every byte.
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
            noteStrayQuote(bytes, from: start + cellStart, to: index, start: start)
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
            faults.append((.trailingText, index - start))
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
        // The cell ends, and with a line's end the row. The second half of CR LF may be to come.
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

  /// Takes in the cell that ends before a delimiter, a line's end or the file's.
  private mutating func endCell(_ state: State, _ start: Int, _ end: Int) {
    switch state {
    case .cellStart: append(.plain, end, end)
    case .plain: append(.plain, start, end)
    case .quoteInQuoted: append(hasDoubledQuote ? .doubled : .quoted, start, end - 1)
    case .trailing: append(.quoted, start, end)
    case .quoted:
      faults.append((.unterminated, start - 1))
      append(hasDoubledQuote ? .doubled : .quoted, start, end)
    }
    hasDoubledQuote = false
  }

  private mutating func append(_ kind: Row.Span.Kind, _ start: Int, _ end: Int) {
    cellCount += 1
    if end - start > DataLimits.cellInBytes { faults.append((.cellTooLarge, start)) }
    guard spans.count <= DataLimits.columns else { return }
    spans.append(
      Row.Span(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end), kind: kind))
  }

  /// Once per cell: the first quote tells all.
  private mutating func noteStrayQuote(
    _ bytes: UnsafeBufferPointer<UInt8>, from cell: Int, to index: Int, start: Int
  ) {
    if let last = faults.last, last.1 >= cell - start { return }
    let isAfterBlank = bytes[cell..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    faults.append((isAfterBlank ? .quoteAfterBlank : .strayQuote, index - start))
  }

  /// The last row, which no line end closes.
  private mutating func finishAtEnd() -> Line {
    endCell(state, cellStart, position - rowStart)
    return finish(rowEnd: position)
  }

  private mutating func finish(rowEnd: Int) -> Line {
    let bytes = Array(buffer[rowStart..<rowEnd])
    let isEmpty =
      faults.isEmpty
      && spans.allSatisfy { span in
        bytes[Int(span.start)..<Int(span.end)].allSatisfy { $0 <= 0x20 }
      }
    let line = Line(
      number: lineNumber, bytes: bytes, spans: spans, cellCount: cellCount, faults: faults,
      isInvalid: seenBytes & 0x80 != 0 && UTF8Check.firstInvalidByte(bytes) != nil,
      isEmpty: isEmpty)
    lineNumber += 1 + (hasBreakInQuotes ? Self.lineBreaks(in: bytes) : 0)
    rowStart = position
    state = .cellStart
    hasBreakInQuotes = false
    seenBytes = 0
    // A new array and not `removeAll`: the row keeps the old one.
    let expected = spans.count
    spans = []
    spans.reserveCapacity(expected)
    cellCount = 0
    if !faults.isEmpty { faults = [] }
    return line
  }

  private static func lineBreaks(in bytes: [UInt8]) -> Int {
    var count = 0
    for index in bytes.indices {
      // A carriage return before a newline belongs to it, as `SourceTable` counts.
      if bytes[index] == 0x0A
        || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      {
        count += 1
      }
    }
    return count
  }
}
