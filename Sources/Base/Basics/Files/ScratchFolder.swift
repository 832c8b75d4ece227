// SPDX-License-Identifier: Apache-2.0

/// A temporary folder for this process. It is deleted with this object. If a process was killed,
/// the next one that creates such a folder in the same place deletes the old one.
package final class ScratchFolder: Sendable {
  /// The folder. Only its owner has permissions.
  package let path: String
  /// Descriptor of the lock file. The lock shows that the folder is in use and is released when the
  /// process ends.
  private let lock: Int32

  /// Name of the lock file.
  static let lockName = ".passc-lock"

  /// Creates the folder and deletes abandoned ones in the same parent.
  package init(in parent: String) throws(FileError) {
    AbandonedFolders.remove(in: parent)
    for _ in 0..<100 {
      let path = try Disk.makeTemporaryFolder(in: parent)
      if let lock = try Self.claim(path) {
        self.path = path
        self.lock = lock
        return
      }
    }
    throw FileError(.makeFolder, parent, .system(EEXIST))
  }

  /// Locks a new folder. Returns nil if another process considered it abandoned before the lock (a
  /// race).
  private static func claim(_ path: String) throws(FileError) -> Int32? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(.makeFolder, path)
    }
    defer { close(folder) }
    // A strict umask removes the search permission, and the folder would be useless.
    guard fchmod(folder, 0o700) == 0 else { throw FileError(.makeFolder, path) }
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let lock = openat(folder, lockName, flags, 0o600)
    guard lock >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(.makeFolder, path)
    }
    if StaleFiles.claim(lock) { return lock }
    close(lock)
    return nil
  }

  /// Deletes the folder with its content before the object is released.
  package func remove() throws(FileError) {
    if try Disk.kind(of: path) != nil { try Disk.removeTree(path) }
  }

  deinit {
    try? remove()
    close(lock)
  }
}

/// Temporary folders of processes that were killed.
package enum AbandonedFolders {
  /// Maximum number of entries to check, so that a full /tmp does not delay the start.
  private static let checkLimit = 20_000
  /// Maximum number of files and folders that one call deletes.
  private static let removalLimit = 10_000
  /// Maximum depth of folders to delete. Those of a pass have two levels.
  private static let depthLimit = 8

  /// Deletes temporary folders whose process has ended. Links are not followed. Only folders of
  /// this user with our name and our lock file are deleted.
  ///
  /// - Returns: the number of deleted folders.
  @discardableResult
  package static func remove(in parent: String) -> Int {
    guard !parent.utf8.contains(0) else { return 0 }
    let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var budget = removalLimit
    return names(in: descriptor, limit: checkLimit).filter(StaleFiles.isPassing).count {
      removeIfAbandoned($0, in: descriptor, &budget)
    }
  }

  private static func removeIfAbandoned(
    _ name: String, in parent: Int32, _ budget: inout Int
  ) -> Bool {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    guard isOurs(folder, S_IFDIR) else { return false }
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let lock = openat(folder, ScratchFolder.lockName, flags)
    guard lock >= 0 else {
      // A process that was killed before it created the lock file leaves an empty folder. A process
      // that is about to create it finds that the folder is missing, and creates another.
      return errno == ENOENT && unlinkat(parent, name, AT_REMOVEDIR) == 0
    }
    defer { close(lock) }
    guard isOurs(lock, S_IFREG), flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
    // The lock file is deleted last. If this process is killed too, the next one can delete the
    // rest.
    guard empty(folder, keeping: ScratchFolder.lockName, depth: depthLimit, &budget) else {
      return false
    }
    unlinkat(folder, ScratchFolder.lockName, 0)
    return unlinkat(parent, name, AT_REMOVEDIR) == 0
  }

  private static func isOurs(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & S_IFMT == kind
  }

  /// Deletes everything in an open folder. Returns false if something is left.
  private static func empty(
    _ folder: Int32, keeping kept: String? = nil, depth: Int, _ budget: inout Int
  ) -> Bool {
    var isEmpty = true
    for name in names(in: folder, limit: budget + 1) where name != kept {
      budget -= 1
      guard budget >= 0 else { return false }
      if unlinkat(folder, name, 0) == 0 { continue }
      // It is a folder. Linux returns EISDIR for `unlink`, other systems EPERM.
      let inner =
        depth > 0 ? openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1
      guard inner >= 0 else {
        isEmpty = false
        continue
      }
      let emptied = empty(inner, depth: depth - 1, &budget)
      close(inner)
      if !emptied || unlinkat(folder, name, AT_REMOVEDIR) != 0 { isEmpty = false }
    }
    return isEmpty
  }

  /// Returns at most `limit` names of an open folder.
  private static func names(in folder: Int32, limit: Int) -> [String] {
    // `closedir` closes the descriptor of the stream, so the stream needs its own one.
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    while names.count < limit, let record = readdir(stream) {
      // The record may be shorter than the structure, so reading the whole structure could read
      // beyond the buffer.
      let name = String(
        cString: UnsafeRawPointer(record).advanced(by: nameOffset)
          .assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
