// SPDX-License-Identifier: Apache-2.0

/// A file that is read at any offset, so that it may be larger than memory.
package final class OffsetFile {
  private let descriptor: Int32
  private let path: String
  /// Size in bytes when it was opened.
  package let size: Int

  package init(_ path: String) throws(FileError) {
    try Disk.check(path, .read)
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    self.path = path
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = FileError(.read, path)
      close(descriptor)
      throw error
    }
    size = Int(clamping: status.st_size)
  }

  deinit { close(descriptor) }

  /// Returns the bytes at an offset. There are fewer than `count` at the end.
  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var isFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { isFailed = true }
        if got <= 0 { return }
        filled += got
      }
    }
    if isFailed { throw FileError(.read, path) }
    return bytes
  }
}
