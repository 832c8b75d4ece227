// SPDX-License-Identifier: Apache-2.0

/// Permissions for a new file.
package enum FileMode: Sendable {
  /// These bits without those of the umask.
  case masked(UInt32)
  /// Exactly these bits, whatever the umask is. For keys.
  case exact(UInt32)

  /// The usual permissions of new files: read and write for all whom the umask does not exclude.
  package static let ordinary = FileMode.masked(0o666)
  /// Read and write for this user only.
  package static let secret = FileMode.exact(0o600)
}

/// A file that appears complete at `commit()` or not at all.
///
/// The bytes go to a temporary file with a random name in the same folder, which is renamed at the
/// end. If anything fails, the target keeps its content and the temporary file is deleted. A
/// symbolic link at the target is replaced, not followed. Pipes, devices and /dev/stdout cannot be
/// replaced, so these are written directly.
package final class AtomicFile {
  package let path: String
  private let replacing: Bool
  private let durable: Bool
  /// Path of the temporary file, or nil if the target is written directly.
  private var temporary: String?
  private var descriptor: Int32 = -1
  /// Buffer for small appends, to save system calls.
  private var gathered: [UInt8] = []
  private static let gatheredLimit = 64 << 10

  /// Starts a file. Nothing is visible at `path` until `commit()`.
  ///
  /// - Parameters:
  ///   - replacing: false to fail if the target exists. This is checked again at the end, without a
  ///     race if the file system has hard links.
  ///   - durable: whether the file survives a power failure after `commit()`.
  package init(
    _ path: String, mode: FileMode = .ordinary, replacing: Bool = true, durable: Bool = false
  ) throws(FileError) {
    self.path = path
    self.replacing = replacing
    self.durable = durable
    try Disk.check(path, .write)
    let existing = try Self.existing(path)
    if existing != nil, !replacing { throw FileError(.write, path, .system(EEXIST)) }
    switch existing {
    case .folder: throw FileError(.write, path, .system(EISDIR))
    case .other: try openTarget()
    default: try openTemporary(mode)
    }
  }

  deinit { discard() }

  /// Returns what exists at the target. A link is followed only to a pipe or device.
  private static func existing(_ path: String) throws(FileError) -> Disk.Kind? {
    do {
      guard let kind = try Disk.kind(of: path) else { return nil }
      guard kind == .symbolicLink else { return kind }
      // These must not be replaced even if they are ordinary files.
      let plain = FilePath.normalised(path)
      if ["/dev/stdout", "/dev/stderr"].contains(plain) || plain.hasPrefix("/dev/fd/")
        || plain.hasPrefix("/proc/")
      {
        return .other
      }
      return try Disk.kind(of: path, followingLinks: true) == .other ? .other : .symbolicLink
    } catch {
      throw FileError(.write, path, error.reason)
    }
  }

  private func openTarget() throws(FileError) {
    descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw FileError(.write, path) }
  }

  private func openTemporary(_ mode: FileMode) throws(FileError) {
    let permissions =
      switch mode {
      case .masked(let bits): mode_t(truncatingIfNeeded: bits)
      case .exact(let bits): mode_t(truncatingIfNeeded: bits & 0o700)
      }
    let folder = FilePath.parent(path)
    var attempts = 0
    repeat {
      // The name of the target may already have the maximum length, so it is not used here.
      let candidate = FilePath.join(folder, StaleFiles.prefix + Disk.unpredictableName())
      descriptor = open(
        candidate, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
      if descriptor >= 0, !StaleFiles.claim(descriptor) {
        close(descriptor)
        (descriptor, errno) = (-1, EEXIST)
      }
      if descriptor >= 0 { temporary = candidate }
      attempts += 1
    } while descriptor < 0 && errno == EEXIST && attempts < 100
    if descriptor < 0 { throw FileError(.write, path) }
    if case .exact(let bits) = mode, fchmod(descriptor, mode_t(truncatingIfNeeded: bits)) != 0 {
      throw failed()
    }
  }

  /// Appends bytes. Small ones are buffered.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    if gathered.count + bytes.count <= Self.gatheredLimit {
      gathered += bytes
      return
    }
    try flush()
    try write(bytes)
  }

  /// Makes the complete file visible under its name.
  package func commit() throws(FileError) {
    try flush()
    // `fsync` fails on a pipe.
    if durable, temporary != nil, Self.synchronise(descriptor) != 0 { throw failed() }
    // The lock that protects the temporary file from cleanup is released with the last descriptor.
    let claim = dup(descriptor)
    defer { if claim >= 0 { close(claim) } }
    let open = descriptor
    descriptor = -1
    // Some network file systems report a full disk only here.
    if close(open) != 0, errno != EINTR { throw failed() }
    guard let temporary else { return }
    if replacing {
      if rename(temporary, path) != 0 { throw failed() }
      self.temporary = nil
    } else {
      try placeWithoutReplacing(temporary)
    }
    if durable { try Disk.synchroniseFolder(of: path) }
  }

  /// Deletes the temporary file and keeps the target unchanged. Does nothing after `commit()`.
  package func discard() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unlink(temporary) }
    temporary = nil
    gathered = []
  }

  private func flush() throws(FileError) {
    let bytes = gathered
    gathered = []
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    guard descriptor >= 0 else { throw FileError(.write, path, .system(EBADF)) }
    if Disk.writeAll(bytes, to: descriptor) != 0 { throw failed() }
  }

  /// Creates a hard link, which is atomic and fails if the target exists. Then deletes the
  /// temporary name.
  private func placeWithoutReplacing(_ temporary: String) throws(FileError) {
    if link(temporary, path) == 0 {
      discard()
      return
    }
    // File systems without hard links (vfat, some network file systems). Between the check and the
    // rename there is a race with other programs.
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw failed() }
    if (try? Disk.kind(of: path)) != nil {
      errno = EEXIST
      throw failed()
    }
    if rename(temporary, path) != 0 { throw failed() }
    self.temporary = nil
  }

  fileprivate static func synchronise(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      // On macOS, `fsync` leaves the bytes in the cache of the drive.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  /// Returns the error for `errno` and deletes the temporary file.
  private func failed() -> FileError {
    let error = FileError(.write, path)
    discard()
    return error
  }
}

extension Disk {
  /// Writes a complete file atomically (see `AtomicFile`).
  package static func write(
    _ bytes: [UInt8], to path: String, mode: FileMode = .ordinary, replacing: Bool = true,
    durable: Bool = false
  ) throws(FileError) {
    let file = try AtomicFile(path, mode: mode, replacing: replacing, durable: durable)
    try file.append(bytes)
    try file.commit()
  }

  /// Makes changed names in the folder of a file survive a power failure.
  package static func synchroniseFolder(of path: String) throws(FileError) {
    let folder = open(FilePath.parent(path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError(.write, path) }
    defer { close(folder) }
    guard AtomicFile.synchronise(folder) == 0 else { throw FileError(.write, path) }
  }

  package static func writeStandardOutput(_ bytes: [UInt8]) throws(FileError) {
    if writeAll(bytes, to: STDOUT_FILENO) != 0 { throw FileError(.write, "standard output") }
  }

  /// Writes to standard error and ignores errors, because there is nowhere to report them.
  package static func writeStandardError(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: STDERR_FILENO)
  }

  /// Returns whether standard output, or standard error, is a terminal.
  package static func isTerminal(standardError: Bool = false) -> Bool {
    isatty(standardError ? STDERR_FILENO : STDOUT_FILENO) == 1
  }

  /// Writes all pieces with few system calls. Returns -1 and sets `errno` if that fails.
  static func writeAll(_ pieces: [UnsafeRawBufferPointer], to descriptor: Int32) -> Int32 {
    var vectors = pieces.map {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }
    var first = 0
    while first < vectors.count {
      // Every system allows 1,024 pieces in one call (IOV_MAX).
      let count = min(vectors.count - first, 1024)
      var written = vectors[first...].withUnsafeBufferPointer {
        writev(descriptor, $0.baseAddress, Int32(count))
      }
      if written < 0 {
        if errno == EINTR { continue }
        return -1
      }
      while first < vectors.count, written >= vectors[first].iov_len {
        written -= vectors[first].iov_len
        first += 1
      }
      guard written > 0 else { continue }
      vectors[first].iov_base = vectors[first].iov_base.map { $0 + written }
      vectors[first].iov_len -= written
    }
    return 0
  }

  /// Writes all bytes. Returns -1 and sets `errno` if that fails.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        #if canImport(Glibc)
          let outcome = Glibc.write(
            descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #else
          let outcome = Darwin.write(
            descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        #endif
        if outcome < 0 {
          if errno == EINTR { continue }
          return -1
        }
        done += outcome
      }
      return 0
    }
  }
}
