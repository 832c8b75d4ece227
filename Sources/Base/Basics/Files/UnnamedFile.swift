// SPDX-License-Identifier: Apache-2.0

/// A file without a name until it is complete. A process that is killed meanwhile leaves nothing
/// behind.
///
/// Only Linux has such files (O_TMPFILE), and not on every file system. `AtomicFile` is the
/// fallback, with a temporary random name.
final class UnnamedFile {
  private let path: String
  private let descriptor: Int32

  /// Creates the file in the folder of its final path. Returns nil if this is not supported.
  init?(for path: String) throws(FileError) {
    #if canImport(Glibc)
      guard Self.canBeNamed else { return nil }
      self.path = path
      descriptor = open(FilePath.parent(path), O_WRONLY | Self.unnamed | O_CLOEXEC, 0o666)
      if descriptor < 0 {
        // A missing folder gives the same error as an old kernel. The fallback then reports the
        // folder.
        guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) else {
          throw FileError(.write, path)
        }
        return nil
      }
    #else
      return nil
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ bytes: [UInt8]) throws(FileError) {
    if Disk.writeAll(bytes, to: descriptor) != 0 { throw FileError(.write, path) }
  }

  func append(_ pieces: [UnsafeRawBufferPointer]) throws(FileError) {
    if Disk.writeAll(pieces, to: descriptor) != 0 { throw FileError(.write, path) }
  }

  /// Names the file. Returns false if the path exists, and nil if this is not supported.
  func commit(durable: Bool) throws(FileError) -> Bool? {
    #if canImport(Glibc)
      if durable, fsync(descriptor) != 0 { throw FileError(.write, path) }
      switch link(to: path) {
      case 0: break
      case EEXIST: return false
      case ENOENT, EPERM, EXDEV, EOPNOTSUPP: return nil
      case let number: throw FileError(.write, path, .system(number))
      }
      if durable { try Disk.synchroniseFolder(of: path) }
      return true
    #else
      return nil
    #endif
  }

  /// Replaces the file at the path. Returns nil if this is not supported.
  ///
  /// - Parameter passing: temporary name in the same folder. It must depend only on the path. Then
  ///   the next write deletes what a killed process left there.
  func commit(replacingBy passing: String, durable: Bool) throws(FileError) -> Bool? {
    #if canImport(Glibc)
      if durable, fsync(descriptor) != 0 { throw FileError(.write, path) }
      // The lock protects the temporary name from cleanup. There is no race, because the file has
      // no name yet.
      _ = flock(descriptor, LOCK_EX)
      var outcome = link(to: passing)
      if outcome == EEXIST {
        unlink(passing)
        outcome = link(to: passing)
      }
      switch outcome {
      case 0: break
      case ENOENT, EPERM, EXDEV, EOPNOTSUPP: return nil
      case let number: throw FileError(.write, path, .system(number))
      }
      if rename(passing, path) != 0 {
        let error = FileError(.write, path)
        unlink(passing)
        throw error
      }
      if durable { try Disk.synchroniseFolder(of: path) }
      return true
    #else
      return nil
    #endif
  }

  #if canImport(Glibc)
    private func link(to name: String) -> Int32 {
      // Only newer systems allow this to all users. It avoids the way through /proc, which takes as
      // long as creating the file.
      if linkat(descriptor, "", AT_FDCWD, name, Self.emptyPath) == 0 { return 0 }
      if errno == EEXIST { return EEXIST }
      let own = "/proc/self/fd/\(descriptor)"
      return linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// AT_EMPTY_PATH, whose definition Swift does not import.
    private static let emptyPath: Int32 = 0x1000

    /// Whether /proc is there. Without it the file cannot get a name.
    private static let canBeNamed = access("/proc/self/fd", X_OK) == 0

    /// O_TMPFILE, whose definition Swift does not import.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif
}
