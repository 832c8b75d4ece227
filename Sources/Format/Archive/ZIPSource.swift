// SPDX-License-Identifier: Apache-2.0

import CZip

/// Bytes that libzip reads through callbacks, so that nothing is copied and the number of packed
/// bytes read is known. Subclasses provide the bytes.
class ZIPSource {
  /// The number of bytes.
  let length: Int
  /// The number of bytes that libzip has read so far.
  private(set) var bytesRead = 0
  private var position = 0
  private var error = zip_error_t()

  init(length: Int) {
    self.length = length
    zip_error_init(&error)
  }

  deinit { zip_error_fini(&error) }

  /// Fills a buffer from an offset, as far as there are bytes. Returns their number, or -1 if they
  /// cannot be read.
  func read(into target: UnsafeMutableRawBufferPointer, at position: Int) -> Int { -1 }

  /// Returns the source that libzip reads. It must not outlive this object, which it references
  /// unretained (use after free).
  final func makeSource(_ error: inout zip_error_t) -> OpaquePointer? {
    zip_source_function_create(
      { source, data, length, command in
        guard let source else { return -1 }
        return Unmanaged<ZIPSource>.fromOpaque(source).takeUnretainedValue()
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
      let target = UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length))
      let count = read(into: target, at: position)
      guard count >= 0 else {
        zip_error_set(&error, ZIP_ER_READ, 0)
        return -1
      }
      position += count
      bytesRead += count
      return Int64(count)
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
}
