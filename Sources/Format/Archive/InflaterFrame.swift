// SPDX-License-Identifier: Apache-2.0

import CZip

/// A minimal archive around packed pieces. libzip reads it through callbacks, so nothing is copied
/// and the number of packed bytes read is known.
///
/// A libzip source of buffer fragments would not need callbacks, but libzip 1.7 confuses the
/// fragments if one of them is empty.
final class InflaterFrame {
  /// Bytes of the frame: its own headers or untrusted packed bytes.
  private struct Part {
    let start: Int
    let isOwn: Bool
    let offset: Int
    let count: Int
  }

  private let packed: UnsafeRawBufferPointer
  private let own: [UInt8]
  private let parts: [Part]
  private let length: Int
  private var position = 0
  private var error = zip_error_t()
  /// The number of bytes that libzip has read so far.
  private(set) var bytesRead = 0

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
    self.own = own.bytes
    self.parts = parts
    self.length = length
    zip_error_init(&error)
  }

  deinit { zip_error_fini(&error) }

  /// Returns the source that libzip reads. It must not outlive the frame, which it references
  /// unretained (use after free).
  func makeSource(_ error: inout zip_error_t) -> OpaquePointer? {
    zip_source_function_create(
      { frame, data, length, command in
        guard let frame else { return -1 }
        return Unmanaged<InflaterFrame>.fromOpaque(frame).takeUnretainedValue()
          .serve(command, data, length)
      }, Unmanaged.passUnretained(self).toOpaque(), &error)
  }

  private static let commands = [
    ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
    ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
  ].reduce(Int64(0)) { $0 | 1 << Int64($1.rawValue) }

  private func serve(
    _ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: UInt64
  ) -> Int64 {
    switch command {
    case ZIP_SOURCE_OPEN:
      position = 0
      return 0
    case ZIP_SOURCE_READ:
      return read(into: UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length)))
    case ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE: return 0
    case ZIP_SOURCE_STAT:
      guard let data, length >= UInt64(MemoryLayout<zip_stat_t>.size) else { return -1 }
      let stat = data.assumingMemoryBound(to: zip_stat_t.self)
      zip_stat_init(stat)
      stat.pointee.size = UInt64(self.length)
      stat.pointee.valid |= UInt64(ZIP_STAT_SIZE)
      return Int64(MemoryLayout<zip_stat_t>.size)
    case ZIP_SOURCE_ERROR:
      guard let data else { return -1 }
      return zip_error_to_data(&error, data, length)
    case ZIP_SOURCE_SEEK:
      guard let data else { return -1 }
      let target = zip_source_seek_compute_offset(
        UInt64(position), UInt64(self.length), data, length, &error)
      guard target >= 0 else { return -1 }
      position = Int(target)
      return 0
    case ZIP_SOURCE_TELL: return Int64(position)
    case ZIP_SOURCE_SUPPORTS: return Self.commands
    default:
      zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0)
      return -1
    }
  }

  private func read(into target: UnsafeMutableRawBufferPointer) -> Int64 {
    var done = 0
    var index = part(at: position)
    while done < target.count, index < parts.count {
      let part = parts[index]
      let inside = position - part.start
      let count = min(part.count - inside, target.count - done)
      let room = UnsafeMutableRawBufferPointer(rebasing: target[done..<(done + count)])
      let from = part.offset + inside
      if part.isOwn {
        own.withUnsafeBytes {
          room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[from..<(from + count)]))
        }
      } else {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: packed[from..<(from + count)]))
      }
      done += count
      position += count
      index += 1
    }
    bytesRead += done
    return Int64(done)
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
