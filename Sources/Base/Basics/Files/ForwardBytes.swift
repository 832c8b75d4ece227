// SPDX-License-Identifier: Apache-2.0

/// A stream that is read at increasing offsets. Bytes between reads are skipped, and only one piece
/// is in memory.
package final class ForwardBytes {
  private let stream: FileStream
  /// Bytes that were read from the stream but not returned yet, and their offset.
  private var piece: ArraySlice<UInt8> = []
  private var offset = 0

  /// Reads the stream from its current position, which is offset 0.
  package init(_ stream: FileStream) { self.stream = stream }

  /// Returns the bytes at an offset without consuming them. There are fewer than `count` at the
  /// end.
  package func peek(_ count: Int, at start: Int) throws(FileError) -> ArraySlice<UInt8> {
    try skip(to: start)
    var held = Array(piece)
    while held.count < count, let next = try stream.next() { held += next }
    piece = held[...]
    return piece.prefix(count)
  }

  /// Returns the bytes at an offset. There are fewer than `count` at the end.
  ///
  /// - Parameter start: at least the end of the previous read.
  package func read(_ count: Int, at start: Int) throws(FileError) -> ArraySlice<UInt8> {
    try skip(to: start)
    if piece.count >= count { return consume(count) }
    var bytes = Array(consume(piece.count))
    while bytes.count < count {
      guard piece.isEmpty, let next = try stream.next() else { break }
      piece = next[...]
      bytes += consume(count - bytes.count)
    }
    return bytes[...]
  }

  /// Reads all remaining bytes.
  ///
  /// - Throws: also if there are more than `limit`.
  package func remainder(limit: Int = Disk.ordinaryLimit) throws(FileError) -> [UInt8] {
    var bytes = Array(consume(piece.count))
    while bytes.count <= limit, let next = try stream.next() {
      bytes += next
      offset += next.count
    }
    guard bytes.count <= limit else {
      throw FileError(.read, stream.name, .tooLarge(limit: limit))
    }
    return bytes
  }

  private func skip(to start: Int) throws(FileError) {
    while offset < start {
      if piece.isEmpty {
        guard let next = try stream.next() else { return }
        piece = next[...]
      }
      _ = consume(start - offset)
    }
  }

  /// Returns and consumes up to `count` bytes of the piece.
  private func consume(_ count: Int) -> ArraySlice<UInt8> {
    let taken = piece.prefix(count)
    piece = piece.dropFirst(count)
    offset += taken.count
    return taken
  }
}
