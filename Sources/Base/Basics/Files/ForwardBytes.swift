// SPDX-License-Identifier: Apache-2.0

/// A stream read at offsets that only grow: what lies between two of them is read past, and no more
/// is held than a piece.
package final class ForwardBytes {
  private let stream: FileStream
  /// The bytes that came and were not asked for yet, and where they lie in the stream.
  private var piece: ArraySlice<UInt8> = []
  private var offset = 0

  /// Reads the stream from where it stands; its offsets count from there.
  package init(_ stream: FileStream) { self.stream = stream }

  /// The bytes at that offset, which stay to be read again; fewer where the stream ends.
  package func peek(_ count: Int, at start: Int) throws(FileError) -> ArraySlice<UInt8> {
    try skip(to: start)
    var held = Array(piece)
    while held.count < count, let next = try stream.next() { held += next }
    piece = held[...]
    return piece.prefix(count)
  }

  /// The bytes from that offset on; fewer than `count` where the stream ends.
  ///
  /// - Parameter start: at least where the last call ended.
  package func read(_ count: Int, at start: Int) throws(FileError) -> ArraySlice<UInt8> {
    try skip(to: start)
    if piece.count >= count { return take(count) }
    var bytes = Array(take(piece.count))
    while bytes.count < count {
      guard piece.isEmpty, let next = try stream.next() else { break }
      piece = next[...]
      bytes += take(count - bytes.count)
    }
    return bytes[...]
  }

  /// All bytes that are left.
  ///
  /// - Throws: also when there are more than `limit`.
  package func rest(limit: Int = Disk.ordinaryLimit) throws(FileError) -> [UInt8] {
    var bytes = Array(take(piece.count))
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
      _ = take(start - offset)
    }
  }

  /// At most as many bytes as are there.
  private func take(_ count: Int) -> ArraySlice<UInt8> {
    let taken = piece.prefix(count)
    piece = piece.dropFirst(count)
    offset += taken.count
    return taken
  }
}
