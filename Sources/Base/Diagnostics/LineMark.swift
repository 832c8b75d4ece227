// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// Line and column of an offset in a source.
struct LineMark: Sendable {
  /// The offset in bytes.
  private var position = 0
  /// Number of lines that end before the offset.
  private(set) var lines = 0
  /// Offset of the beginning of its line.
  private(set) var lineStart = 0
  /// UTF-16 code units between the beginning of the line and the offset.
  private(set) var utf16Units = 0

  /// Advances to a later offset.
  ///
  /// A lone carriage return ends a line too. `memchr` finds line ends fast, because large files may
  /// have many places.
  mutating func advance(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, end > position else { return }
    func next(_ byte: UInt8, _ index: Int, _ end: Int) -> Int? {
      memchr(start + index, Int32(byte), end - index).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(start)
      }
    }
    let begin = position
    var cursor = begin
    // There is no carriage return before this offset.
    var plain = next(0x0D, cursor, end) ?? end
    while cursor < end {
      if let newline = next(0x0A, cursor, plain) {
        cursor = newline + 1
        endLine(cursor)
        continue
      }
      guard plain < end else { break }
      let isPair = plain + 1 < bytes.count && bytes[plain + 1] == 0x0A
      // The newline of a pair ends the line. If the offset is between the two bytes, the line has
      // not ended.
      guard !isPair || plain + 1 < end else { break }
      cursor = plain + (isPair ? 2 : 1)
      endLine(cursor)
      plain = cursor < end ? next(0x0D, cursor, end) ?? end : end
    }
    utf16Units += Self.utf16Units(in: bytes[max(begin, lineStart)..<end])
    position = end
  }

  private mutating func endLine(_ nextStart: Int) {
    lines += 1
    lineStart = nextStart
    utf16Units = 0
  }

  /// Returns the number of UTF-16 code units in UTF-8 text.
  private static func utf16Units(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let raw = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text))
    var count = 0
    // Eight bytes at a time if all are ASCII.
    while count + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      count += 8
    }
    for index in count..<raw.count {
      // Counts the first byte of each character. Four-byte characters have two units.
      let byte = raw[index]
      count &+= byte & 0xC0 == 0x80 ? 0 : 1
      count &+= byte >= 0xF0 ? 1 : 0
    }
    return count
  }
}

/// Line marks at regular offsets of a large source. Without them, finding a thousand places would
/// scan the file a thousand times.
final class LineMarks: Sendable {
  /// From how many bytes on a source has them.
  static let leastBytes = 8 << 10
  private static let distance = 4 << 10

  private let known = Mutex<[LineMark]?>(nil)

  /// Returns the last mark at or before an offset.
  func mark(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> LineMark {
    known.withLock { known in
      let marks = known ?? Self.marks(bytes)
      known = marks
      return marks[min(offset / Self.distance, marks.count - 1)]
    }
  }

  private static func marks(_ bytes: UnsafeBufferPointer<UInt8>) -> [LineMark] {
    var mark = LineMark()
    var marks = [mark]
    for offset in stride(from: distance, through: bytes.count, by: distance) {
      mark.advance(to: offset, in: bytes)
      marks.append(mark)
    }
    return marks
  }
}

/// The secrets of a source, searched for at its first finding: a source may have hundreds.
final class KnownSecrets: Sendable {
  private let known = Mutex<[Range<Int>]?>(nil)

  /// Returns the parts that are not shown, in order.
  func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    known.withLock { known in
      let secrets = known ?? SecretMask.secrets(in: bytes[...])
      known = secrets
      return secrets
    }
  }
}
