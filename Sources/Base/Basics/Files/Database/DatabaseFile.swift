// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An SQLite database as a file: what it is before SQLite opens it, and locks on the file itself.
///
/// The locks hold through every path that leads to the file. They are locks of the open file
/// description on bytes that SQLite never locks, and the system drops them with the process.
///
/// Danger: when a process closes any descriptor of a file, it loses all POSIX locks on that file,
/// and SQLite's are POSIX locks. So every part of passc that has SQLite open a file opens a
/// `DatabaseFile` first, and keeps it until SQLite has closed the file. The descriptor is closed
/// when no part of this process uses the file any more.
package final class DatabaseFile: Sendable {
  /// What the file is opened for.
  package enum Access: Sendable {
    /// To read it.
    case reading
    /// To change it.
    case writing
    /// To change it, and to make it if it does not exist.
    case creating
  }

  /// A lock that one part of one process has at a time.
  package enum Lock: Hashable, Sendable {
    /// Serving the database.
    case service
    /// Working at a run of a ledger, by its number.
    case run(Int64)

    fileprivate var range: flock {
      switch self {
      case .service: DatabaseFile.range(1 << 32, 1)
      case .run(let number): DatabaseFile.range(1 << 40 + number, 1)
      }
    }
  }

  /// The path as it was given.
  package let path: String
  /// Whether this object made the file.
  package let isNew: Bool
  /// How many names (hard links) the file has.
  package let nameCount: Int
  let isRegular: Bool
  let descriptor: Int32
  private let identity: Identity
  private let isEnded = Mutex(false)

  /// Opens the file. A file that is made has mode 0600.
  package init(_ path: String, _ access: Access) throws(FileError) {
    self.path = path
    let flags = O_CLOEXEC | O_NONBLOCK
    var descriptor: Int32 = -1
    if access == .creating {
      descriptor = open(path, flags | O_RDWR | O_CREAT | O_EXCL, 0o600)
    }
    isNew = descriptor >= 0
    if isNew {
      // Whatever the umask is.
      fchmod(descriptor, 0o600)
    } else if access == .reading {
      descriptor = open(path, flags | O_RDONLY)
    } else {
      // A symbolic link may lead to a file that does not exist yet.
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
    Self.inUse.withLock { $0[identity, default: Use()].count += 1 }
  }

  deinit { end() }

  /// Releases the locks. Call it when SQLite has closed the file.
  package func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    var all = Self.range(0, 0)
    all.l_type = Int16(F_UNLCK)
    // If it fails, closing the file releases them.
    _ = control(Self.set, &all)
    Self.inUse.withLock { inUse in
      var use = inUse[identity] ?? Use()
      use.count -= 1
      use.ended.append(descriptor)
      guard use.count <= 0 else {
        inUse[identity] = use
        return
      }
      inUse[identity] = nil
      for descriptor in use.ended { close(descriptor) }
    }
  }

  // MARK: Files this process has open

  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      file = UInt64(status.st_ino)
    }
  }

  private struct Use {
    /// How many objects have the file open.
    var count = 0
    /// Descriptors to be closed with the last of them.
    var ended: [Int32] = []
  }

  private static let inUse = Mutex<[Identity: Use]>([:])

  // MARK: Locks

  /// Takes a lock.
  ///
  /// - Returns: false when another process, or another object of this one, has it.
  package func take(_ lock: Lock) throws(FileError) -> Bool {
    var range = lock.range
    range.l_type = Int16(F_WRLCK)
    return try set(&range)
  }

  /// Releases a lock of this object.
  package func release(_ lock: Lock) {
    var range = lock.range
    range.l_type = Int16(F_UNLCK)
    // If it fails, closing the file releases it.
    _ = control(Self.set, &range)
  }

  /// Whether another process, or another object of this one, has a lock.
  package func isTaken(_ lock: Lock) throws(FileError) -> Bool { try isTaken(lock.range) }

  /// Marks the file as open under this name.
  ///
  /// SQLite keeps a database's log next to its name. Two processes that open one file under two
  /// names (hard links) each have a log of their own and destroy the database.
  ///
  /// - Returns: false when the file is open under another name.
  package func takeName() throws(FileError) -> Bool {
    let all = Int64(1) << 33..<1 << 34
    let own = all.lowerBound + Int64(try nameNumber() % UInt64(all.count))
    var range = Self.range(own, 1)
    range.l_type = Int16(F_RDLCK)
    guard try set(&range) else { return false }
    // SQLite opens the path, and has to find this very file there.
    var status = stat()
    guard stat(path, &status) == 0, Identity(status) == identity else {
      throw FileError(.lock, path, .missing)
    }
    for others in [all.lowerBound..<own, own + 1..<all.upperBound] where !others.isEmpty {
      let isTaken = try isTaken(Self.range(others.lowerBound, Int64(others.count)))
      if isTaken { return false }
    }
    return true
  }

  /// A number of the file's name in its folder, whatever path leads there.
  private func nameNumber() throws(FileError) -> UInt64 {
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
    if control(Self.set, &range) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw FileError(.lock, path)
  }

  private func isTaken(_ range: flock) throws(FileError) -> Bool {
    var range = range
    range.l_type = Int16(F_WRLCK)
    guard control(Self.get, &range) == 0 else { throw FileError(.lock, path) }
    return range.l_type != Int16(F_UNLCK)
  }

  private func control(_ command: Int32, _ range: inout flock) -> Int32 {
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
    // Has to be 0 for these locks.
    range.l_pid = 0
    return range
  }

  #if os(Linux)
    // F_OFD_GETLK and F_OFD_SETLK, which <fcntl.h> shows only with _GNU_SOURCE.
    private static let get: Int32 = 36
    private static let set: Int32 = 37
  #else
    private static let get = F_OFD_GETLK
    private static let set = F_OFD_SETLK
  #endif
}
