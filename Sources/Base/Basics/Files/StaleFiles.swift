// SPDX-License-Identifier: Apache-2.0

/// Files under a passing name: on their way into their place, or left behind by a process that was
/// killed. Whoever writes one holds a lock on it, which the system takes away with the process.
package enum StaleFiles {
  /// What begins every passing name; 16 hex digits at most follow.
  package static let prefix = ".passc-"

  /// Removes what killed processes left in a folder. What cannot be looked at or removed stays.
  ///
  /// - Parameter inner: also in the folders in it, but no deeper.
  /// - Returns: how many were removed.
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

  /// Whether a name is one that files and folders on their way have.
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

  /// Marks a file as being written by this process.
  ///
  /// - Returns: false when it was taken for left behind and removed just before.
  static func claim(_ descriptor: Int32) -> Bool {
    // Disks without locks: then nobody can tell it apart, and nobody removes it.
    guard flock(descriptor, LOCK_EX) == 0 else { return true }
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }
}
