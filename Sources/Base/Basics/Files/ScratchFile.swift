// SPDX-License-Identifier: Apache-2.0

/// A file without a name for data that does not fit into memory. The system deletes it when the
/// process ends.
package final class ScratchFile {
  private let descriptor: Int32
  private let folder: String

  /// Creates the file on the disk of a folder.
  package init(in folder: String) throws(FileError) {
    self.folder = folder
    try Disk.check(folder, .write)
    var found: Int32 = -1
    for _ in 0..<100 where found < 0 {
      let path = FilePath.join(folder, StaleFiles.prefix + Disk.unpredictableName())
      found = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if found >= 0 { unlink(path) } else if errno != EEXIST { break }
    }
    guard found >= 0 else { throw FileError(.write, folder) }
    descriptor = found
  }

  deinit { close(descriptor) }

  /// Fills `buffer` from an offset. Parts that were never written are zero.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) {
    var done = 0
    while done < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
        off_t(offset + done))
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(.read, folder)
      }
      if count == 0 {
        if let start = buffer.baseAddress { memset(start + done, 0, buffer.count - done) }
        return
      }
      done += count
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(.write, folder)
      }
      done += count
    }
  }
}
