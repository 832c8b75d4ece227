// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// How many lines of a source end before an offset, and where the last of them begins.
struct LineMark: Sendable {
  /// The offset.
  private var position = 0
  /// How many lines end before it.
  private(set) var lines = 0
  /// Where the line begins that it is in.
  private(set) var lineStart = 0
  /// How many UTF-16 code units that line has before it.
  private(set) var utf16Units = 0

  /// Goes on to a later offset.
  ///
  /// A carriage return alone ends a line too; before a newline it belongs to it. The C library
  /// looks for them: large files are asked for many places.
  mutating func advance(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, end > position else { return }
    func next(_ byte: UInt8, _ index: Int, _ end: Int) -> Int? {
      memchr(start + index, Int32(byte), end - index).map {
        UnsafeRawPointer($0) - UnsafeRawPointer(start)
      }
    }
    let begin = position
    var cursor = begin
    // Up to here there is no carriage return.
    var plain = next(0x0D, cursor, end) ?? end
    while cursor < end {
      if let newline = next(0x0A, cursor, plain) {
        cursor = newline + 1
        endLine(cursor)
        continue
      }
      guard plain < end else { break }
      let isPair = plain + 1 < bytes.count && bytes[plain + 1] == 0x0A
      // The newline of a pair ends the line, where it lies before the offset.
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

  /// How many UTF-16 code units UTF-8 text has.
  private static func utf16Units(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let raw = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text))
    var count = 0
    // Eight at a time as long as each is a character of its own.
    while count + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      count += 8
    }
    for index in count..<raw.count {
      // Only the first byte of a character counts; beyond 16 bits it takes two units.
      let byte = raw[index]
      count &+= byte & 0xC0 == 0x80 ? 0 : 1
      count &+= byte >= 0xF0 ? 1 : 0
    }
    return count
  }
}

/// Line counts at regular offsets of a large source, so that the places of a thousand complaints
/// are not looked for from its first byte each time.
final class LineMarks: Sendable {
  /// From how many bytes on a source has them.
  static let leastBytes = 8 << 10
  private static let distance = 4 << 10

  private let known = Mutex<[LineMark]?>(nil)
  private let knownSecrets = Mutex<[Range<Int>]?>(nil)

  /// The mark at or shortly before an offset.
  func mark(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> LineMark {
    known.withLock { known in
      let marks = known ?? Self.marks(bytes)
      known = marks
      return marks[min(offset / Self.distance, marks.count - 1)]
    }
  }

  /// The parts that are not shown, in order; looked for once.
  func secrets(in bytes: [UInt8]) -> [Range<Int>] {
    knownSecrets.withLock { known in
      let secrets = known ?? SecretMask.secrets(in: bytes[...])
      known = secrets
      return secrets
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
