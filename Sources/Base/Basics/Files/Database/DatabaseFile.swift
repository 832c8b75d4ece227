// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The file of an SQLite database, its content before SQLite opens it, and locks on it.
///
/// The locks hold whatever path leads to the file. They belong to the open file description and are
/// on bytes that SQLite never locks. The system releases them when the process ends.
///
/// Danger: when a process closes any descriptor of a file, it loses all its POSIX locks on that
/// file, and SQLite uses POSIX locks. Open a `DatabaseFile` before SQLite opens the file, and keep
/// it until SQLite has closed the file. The descriptor is closed when no object in this process
/// uses the file.
package final class DatabaseFile: Sendable {
  package enum Access: Sendable {
    case reading
    case writing
    /// For changes. The file is created if it does not exist.
    case creating
  }

  /// An exclusive lock for one object in one process.
  package enum Lock: Hashable, Sendable {
    /// For a process that serves the database.
    case service
    /// For a process that works on a run of a ledger, by its number.
    case run(Int64)

    /// SQLite locks bytes 0x40000000 to 0x400001FF, which are below 1 << 32. Names have the bytes
    /// from 1 << 33 to 1 << 34 (`lockName`), and runs those from 1 << 40, so that no two kinds of
    /// lock overlap. Bytes can be locked beyond the end of the file.
    fileprivate var range: flock {
      switch self {
      case .service: DatabaseFile.range(1 << 32, 1)
      case .run(let number): DatabaseFile.range(1 << 40 + number, 1)
      }
    }
  }

  package let path: String
  /// Whether this object created the file.
  package let isNew: Bool
  /// Number of hard links to the file.
  package let nameCount: Int
  let isRegular: Bool
  let descriptor: Int32
  private let identity: Identity
  private let isEnded = Mutex(false)

  /// Opens the file. A new file has mode 0600.
  package init(_ path: String, _ access: Access) throws(FileError) {
    self.path = path
    let flags = O_CLOEXEC | O_NONBLOCK
    var descriptor: Int32 = -1
    if access == .creating {
      descriptor = open(path, flags | O_RDWR | O_CREAT | O_EXCL, 0o600)
    }
    isNew = descriptor >= 0
    if isNew {
      // This makes the mode independent of the umask.
      fchmod(descriptor, 0o600)
    } else if access == .reading {
      descriptor = open(path, flags | O_RDONLY)
    } else {
      // A symbolic link may point to a file that does not exist yet.
      descriptor = open(path, flags | O_RDWR | (access == .creating ? O_CREAT : 0), 0o600)
    }
    guard descriptor >= 0 else { throw FileError(access == .reading ? .read : .write, path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = FileError(.inspect, path)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    nameCount = Int(status.st_nlink)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    identity = Identity(status)
    Self.openFiles.withLock { $0[identity, default: OpenFile()].count += 1 }
  }

  deinit { end() }

  /// Releases the locks. Call it after SQLite has closed the file.
  package func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    var nameRange = Self.range(0, 0)
    nameRange.l_type = Int16(F_UNLCK)
    // If this fails, the locks are released when the file is closed.
    _ = callFcntl(Self.set, &nameRange)
    Self.openFiles.withLock { inUse in
      var use = inUse[identity] ?? OpenFile()
      use.count -= 1
      use.descriptorsToClose.append(descriptor)
      guard use.count <= 0 else {
        inUse[identity] = use
        return
      }
      inUse[identity] = nil
      for descriptor in use.descriptorsToClose { close(descriptor) }
    }
  }

  // MARK: Files that this process has open

  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      file = UInt64(status.st_ino)
    }
  }

  private struct OpenFile {
    /// Number of objects that have the file open.
    var count = 0
    /// Descriptors to close with the last object. Closing one earlier would release SQLite's locks.
    var descriptorsToClose: [Int32] = []
  }

  private static let openFiles = Mutex<[Identity: OpenFile]>([:])

  // MARK: Locks

  /// Takes a lock.
  ///
  /// - Returns: false if another process, or another object in this one, has it.
  package func lock(_ lock: Lock) throws(FileError) -> Bool {
    var range = lock.range
    range.l_type = Int16(F_WRLCK)
    return try set(&range)
  }

  /// Releases a lock of this object.
  package func release(_ lock: Lock) {
    var range = lock.range
    range.l_type = Int16(F_UNLCK)
    // If this fails, the lock is released when the file is closed.
    _ = callFcntl(Self.set, &range)
  }

  /// Returns whether another process, or another object in this one, has a lock.
  package func isLocked(_ lock: Lock) throws(FileError) -> Bool { try isLocked(lock.range) }

  /// Takes a shared lock for the name of the file.
  ///
  /// Danger: SQLite keeps the write-ahead log next to the name. If two processes open one file
  /// under two names (hard links), each has its own log and they destroy the database.
  ///
  /// - Returns: false if the file is open under another name.
  package func lockName() throws(FileError) -> Bool {
    let nameRange = Int64(1) << 33..<1 << 34
    let nameOffset = nameRange.lowerBound + Int64(try nameHash() % UInt64(nameRange.count))
    var range = Self.range(nameOffset, 1)
    range.l_type = Int16(F_RDLCK)
    guard try set(&range) else { return false }
    // SQLite opens the path, so the path must still lead to this file.
    var status = stat()
    guard stat(path, &status) == 0, Identity(status) == identity else {
      throw FileError(.lock, path, .missing)
    }
    for otherNames in [nameRange.lowerBound..<nameOffset, nameOffset + 1..<nameRange.upperBound]
    where !otherNames.isEmpty {
      let isTaken = try isLocked(Self.range(otherNames.lowerBound, Int64(otherNames.count)))
      if isTaken { return false }
    }
    return true
  }

  /// Returns a hash of the folder and name of the file. It is the same for every path to them.
  private func nameHash() throws(FileError) -> UInt64 {
    guard let resolved = realpath(path, nil) else { throw FileError(.resolve, path) }
    defer { free(resolved) }
    let real = String(cString: resolved)
    var status = stat()
    guard stat(FilePath.parent(real), &status) == 0 else { throw FileError(.inspect, path) }
    // FNV-1a.
    var number: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(status.st_dev) \(status.st_ino) \(FilePath.lastComponent(real))".utf8 {
      number = (number ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    return number
  }

  private func set(_ range: inout flock) throws(FileError) -> Bool {
    if callFcntl(Self.set, &range) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw FileError(.lock, path)
  }

  private func isLocked(_ range: flock) throws(FileError) -> Bool {
    var range = range
    range.l_type = Int16(F_WRLCK)
    guard callFcntl(Self.get, &range) == 0 else { throw FileError(.lock, path) }
    return range.l_type != Int16(F_UNLCK)
  }

  private func callFcntl(_ command: Int32, _ range: inout flock) -> Int32 {
    while true {
      let outcome = withUnsafeMutablePointer(to: &range) { fcntl(descriptor, command, $0) }
      if outcome == 0 || errno != EINTR { return outcome }
    }
  }

  fileprivate static func range(_ start: Int64, _ length: Int64) -> flock {
    var range = flock()
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(start)
    range.l_len = off_t(length)
    // The system requires 0 for open file description locks.
    range.l_pid = 0
    return range
  }

  #if os(Linux)
    // F_OFD_GETLK and F_OFD_SETLK. <fcntl.h> defines these only with _GNU_SOURCE.
    private static let get: Int32 = 36
    private static let set: Int32 = 37
  #else
    private static let get = F_OFD_GETLK
    private static let set = F_OFD_SETLK
  #endif
}
