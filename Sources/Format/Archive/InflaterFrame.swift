// SPDX-License-Identifier: Apache-2.0

/// A minimal archive around packed pieces, which are not copied.
///
/// A libzip source of buffer fragments would not need callbacks, but libzip 1.7 confuses the
/// fragments if one of them is empty.
final class InflaterFrame: ZIPSource {
  /// Bytes of the frame: its own headers or untrusted packed bytes.
  private struct Part {
    let start: Int
    let isOwn: Bool
    let offset: Int
    let count: Int
  }

  private let packed: UnsafeRawBufferPointer
  private let allocated: [UInt8]
  private let parts: [Part]

  /// - Parameter bytes: must outlive the frame (otherwise use after free).
  init(_ pieces: [Inflater.Piece], of bytes: UnsafeRawBufferPointer) {
    packed = bytes
    var own = ZIPBytes()
    var directory = ZIPBytes()
    var parts: [Part] = []
    var length = 0
    func add(own count: Int) {
      parts.append(Part(start: length, isOwn: true, offset: own.bytes.count - count, count: count))
      length += count
    }
    for (index, piece) in pieces.enumerated() {
      // The names of the entries are numbers.
      let name = Array(String(index).utf8)
      var shared = ZIPBytes()
      shared.add16(20)  // version needed: 2.0
      shared.add16(0)
      shared.add16(8)  // method: deflated
      shared.add32(0x0021_0000)  // 1980-01-01 00:00:00
      shared.add32(piece.crc32)
      shared.add32(UInt32(truncatingIfNeeded: piece.packed.count))
      shared.add32(UInt32(truncatingIfNeeded: piece.size))
      shared.add16(UInt16(truncatingIfNeeded: name.count))
      shared.add16(0)  // no extra field
      directory.add32(ZIPSignature.directoryHeader)
      directory.add16(20)
      directory.bytes += shared.bytes
      directory.bytes += [UInt8](repeating: 0, count: 10)  // comment, disk, attributes
      directory.add32(UInt32(truncatingIfNeeded: length))
      directory.bytes += name
      let before = own.bytes.count
      own.add32(ZIPSignature.localHeader)
      own.bytes += shared.bytes + name
      add(own: own.bytes.count - before)
      if piece.packed.isEmpty { continue }
      parts.append(
        Part(
          start: length, isOwn: false, offset: piece.packed.lowerBound, count: piece.packed.count))
      length += piece.packed.count
    }
    let offset = length
    let before = own.bytes.count
    own.bytes += directory.bytes
    own.add32(ZIPSignature.end)
    own.add32(0)  // disks
    own.add16(UInt16(truncatingIfNeeded: pieces.count))
    own.add16(UInt16(truncatingIfNeeded: pieces.count))
    own.add32(UInt32(truncatingIfNeeded: directory.bytes.count))
    own.add32(UInt32(truncatingIfNeeded: offset))
    own.add16(0)
    add(own: own.bytes.count - before)
    self.allocated = own.bytes
    self.parts = parts
    super.init(length: length)
  }

  override func read(
    into target: UnsafeMutableRawBufferPointer, at start: Int
  ) -> Int {
    var done = 0
    var position = start
    var index = part(at: position)
    while done < target.count, index < parts.count {
      let part = parts[index]
      let inside = position - part.start
      let count = min(part.count - inside, target.count - done)
      let room = UnsafeMutableRawBufferPointer(rebasing: target[done..<(done + count)])
      let from = part.offset + inside
      if part.isOwn {
        allocated.withUnsafeBytes {
          room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[from..<(from + count)]))
        }
      } else {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed[from..<(from + count)]))
      }
      done += count
      position += count
      index += 1
    }
    return done
  }

  /// Returns the last part that begins at or before the position.
  private func part(at position: Int) -> Int {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
