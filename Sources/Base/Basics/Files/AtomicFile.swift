// SPDX-License-Identifier: Apache-2.0

/// Permissions of a file that is made.
package enum FileMode: Sendable {
  /// What the umask leaves of these.
  case masked(UInt32)
  /// Exactly these, whatever the umask: for keys.
  case exact(UInt32)

  /// What other programs give their files: everybody reads and writes whom the umask lets.
  package static let ordinary = FileMode.masked(0o666)
  /// Nobody but this user reads and writes.
  package static let secret = FileMode.exact(0o600)
}

/// A file that appears whole at `commit()` or not at all.
///
/// The bytes go to a file of an unpredictable name in the same folder, which takes the target's
/// place at the end; whatever fails on the way, the target stays as it was and the other file is
/// removed. A symbolic link in the target's place is replaced, not followed. Pipes, devices and
/// /dev/stdout cannot be replaced: they are written as the bytes come.
package final class AtomicFile {
  /// The path that is to be written.
  package let path: String
  private let replacing: Bool
  private let durable: Bool
  /// The file that holds the bytes meanwhile; nil when the target itself is written.
  private var temporary: String?
  private var descriptor: Int32 = -1
  /// Small pieces are gathered, so that they do not cost a system call each.
  private var gathered: [UInt8] = []
  private static let gatheredLimit = 64 << 10

  /// Starts writing; nothing is seen at `path` yet.
  ///
  /// - Parameters:
  ///   - replacing: false when an existing file must never be replaced; also checked at the end,
  ///     and without a gap where the disk knows hard links.
  ///   - durable: the file survives a power cut once `commit()` has returned.
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

  /// What stands in the target's place; a link is seen through only to a pipe or device.
  private static func existing(_ path: String) throws(FileError) -> Disk.Kind? {
    do {
      guard let kind = try Disk.kind(of: path) else { return nil }
      guard kind == .symbolicLink else { return kind }
      // Never to be replaced, even when they lead to an ordinary file.
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
      // The name does not contain the target's, which may be as long as names can be.
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

  /// Adds bytes at the end of the file; small pieces are gathered first.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    if gathered.count + bytes.count <= Self.gatheredLimit {
      gathered += bytes
      return
    }
    try flush()
    try write(bytes)
  }

  /// Makes the file visible under its name, whole.
  package func commit() throws(FileError) {
    try flush()
    // Pipes know no fsync; for them there is nothing to make durable.
    if durable, temporary != nil, Self.synchronise(descriptor) != 0 { throw failed() }
    // The claim on the passing name ends with the last descriptor.
    let claim = dup(descriptor)
    defer { if claim >= 0 { close(claim) } }
    let open = descriptor
    descriptor = -1
    // Some network disks report a full disk only here.
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

  /// Gives up: the target stays as it was. Does nothing after `commit()`.
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

  /// A hard link is made only where nothing stands, in one step; then the first name goes.
  private func placeWithoutReplacing(_ temporary: String) throws(FileError) {
    if link(temporary, path) == 0 {
      discard()
      return
    }
    // Disks without hard links (vfat, some network disks): look, then rename.
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
      // On macOS fsync leaves the bytes in the drive's own memory.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  /// The error `errno` stands for, with nothing left behind.
  private func failed() -> FileError {
    let error = FileError(.write, path)
    discard()
    return error
  }
}

extension Disk {
  /// Writes a whole file, which appears at once or not at all; see `AtomicFile`.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: FileMode = .ordinary, replacing: Bool = true,
    durable: Bool = false
  ) throws(FileError) {
    let file = try AtomicFile(path, mode: mode, replacing: replacing, durable: durable)
    try file.append(bytes)
    try file.commit()
  }

  /// Makes the names in a file's folder survive a power cut.
  static func synchroniseFolder(of path: String) throws(FileError) {
    let folder = open(FilePath.parent(path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError(.write, path) }
    defer { close(folder) }
    guard AtomicFile.synchronise(folder) == 0 else { throw FileError(.write, path) }
  }

  /// Writes to standard output, all of it.
  package static func writeStandardOutput(_ bytes: [UInt8]) throws(FileError) {
    if writeAll(bytes, to: STDOUT_FILENO) != 0 { throw FileError(.write, "standard output") }
  }

  /// Writes to standard error; what cannot be said there cannot be said at all.
  package static func writeStandardError(_ bytes: [UInt8]) {
    _ = writeAll(bytes, to: STDERR_FILENO)
  }

  /// Whether somebody looks at standard output, or at standard error, on a terminal.
  package static func isTerminal(standardError: Bool = false) -> Bool {
    isatty(standardError ? STDERR_FILENO : STDOUT_FILENO) == 1
  }

  /// Writes one piece after the other in as few calls as possible, or returns -1 with `errno` set.
  static func writeAll(_ pieces: [UnsafeRawBufferPointer], to descriptor: Int32) -> Int32 {
    var vectors = pieces.map {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }
    var first = 0
    while first < vectors.count {
      // No system takes fewer than this at once.
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

  /// Writes everything or returns -1 with `errno` set.
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
