// SPDX-License-Identifier: Apache-2.0

/// Temporary files, which a killed process may leave behind. A process holds a lock on a file while
/// it writes it, and the system releases the lock when the process ends.
package enum StaleFiles {
  /// Prefix of every temporary name. Up to 16 hex digits follow.
  package static let prefix = ".passc-"

  /// Deletes files that killed processes left in a folder. Files that cannot be inspected or
  /// deleted stay.
  ///
  /// - Parameter inner: whether to include direct subfolders.
  /// - Returns: the number of deleted files.
  @discardableResult
  package static func remove(in folder: String, andInner inner: Bool) -> Int {
    var folders: [String] = []
    var count = remove(directlyIn: folder) { folders.append($0) }
    if inner {
      for name in folders { count += remove(directlyIn: FilePath.join(folder, name)) { _ in } }
    }
    return count
  }

  private static func remove(directlyIn folder: String, _ found: (String) -> Void) -> Int {
    var names: [String] = []
    try? Disk.forEachEntry(of: folder) { entry in
      if entry.kind == .folder { found(entry.name) }
      if entry.kind == .file, isPassing(entry.name) { names.append(entry.name) }
    }
    return names.count { removeIfStale(FilePath.join(folder, $0)) }
  }

  /// Returns whether a name is a temporary one.
  static func isPassing(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && (1...16).contains(digits.count)
      && digits.allSatisfy { Hex.isDigit($0) && !(0x41...0x46).contains($0) }
  }

  private static func removeIfStale(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
  }

  /// Locks a temporary file that this process writes.
  ///
  /// - Returns: false if another process deleted it as stale before the lock (a race).
  static func claim(_ descriptor: Int32) -> Bool {
    // If the file system has no locks, other processes cannot lock the file either, so none deletes
    // it.
    guard flock(descriptor, LOCK_EX) == 0 else { return true }
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }
}
