// SPDX-License-Identifier: Apache-2.0

/// A file that has no name until it is whole: a process that dies on the way leaves nothing behind.
///
/// Linux alone knows such files, and not every file system does; where it is not offered there is
/// `AtomicFile`, which has an unpredictable name meanwhile.
final class UnnamedFile {
  private let path: String
  private let descriptor: Int32

  /// Makes it in the folder of the path it will have; nil where that is not offered.
  init?(for path: String) throws(FileError) {
    #if canImport(Glibc)
      guard Self.canBeNamed else { return nil }
      self.path = path
      descriptor = open(FilePath.parent(path), O_WRONLY | Self.unnamed | O_CLOEXEC, 0o666)
      if descriptor < 0 {
        // A missing folder says the same as an old kernel: whoever tries next will tell.
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

  /// Gives the file its name; false when something stands there. Nil when that is not offered.
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

  /// Puts the file in place of the one that stands there. Nil when that is not offered.
  ///
  /// - Parameter passing: a name in the same folder it has for a moment. The same for the same
  ///   path, so that what a dying process leaves there is gone when the file is written again.
  func commit(replacingBy passing: String, durable: Bool) throws(FileError) -> Bool? {
    #if canImport(Glibc)
      if durable, fsync(descriptor) != 0 { throw FileError(.write, path) }
      // Under the passing name it is not to be taken for left behind. It has no name to lose yet.
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
      // Only newer systems let everybody do this; it spares the way through /proc, which takes
      // as long as making the file.
      if linkat(descriptor, "", AT_FDCWD, name, Self.emptyPath) == 0 { return 0 }
      if errno == EEXIST { return EEXIST }
      let own = "/proc/self/fd/\(descriptor)"
      return linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// AT_EMPTY_PATH, whose definition Swift does not read.
    private static let emptyPath: Int32 = 0x1000

    /// Without /proc there is no way to give it a name.
    private static let canBeNamed = access("/proc/self/fd", X_OK) == 0

    /// O_TMPFILE, whose definition Swift does not read.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
  #endif
}
