// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The file next to a database with the epoch and the number of changes so far.
///
/// If the database is behind the file, a backup was restored. It does not know the tags that were
/// given out since, so a new epoch begins. The file is written after each commit but not synced, so
/// it may be behind the database. This has no effect.
///
/// The file is locked too. `DatabaseFile` locks the database itself. The lock here protects a
/// database that is replaced while a service runs, because the write-ahead log of that name still
/// belongs to the old one.
final class EpochFile: Sendable {
  /// Epoch and number of changes.
  struct Mark: Hashable {
    var epoch: String
    var changes: Int64
  }

  private let path: String
  private let descriptor: Int32
  /// Whether this process created the file.
  private let isNew: Bool

  /// Opens or creates the file and locks it.
  init(_ path: String) throws(StoreError) {
    self.path = path
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    isNew = made >= 0
    descriptor = isNew ? made : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.failed, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      // Throwing releases this object, and `deinit` closes the descriptor.
      let code = errno
      throw code == EWOULDBLOCK
        ? StoreError(.inUse, "\(path) is locked: another process serves this database")
        : StoreError(.failed, "cannot lock \(path): \(String(cString: strerror(code)))")
    }
  }

  deinit { close(descriptor) }

  /// Unlocks the file, so that another process can serve the database.
  func release() { flock(descriptor, LOCK_UN) }

  /// Deletes the file if this process created it. Called when the store cannot be opened.
  func leaveNothing() {
    if isNew { unlink(path) }
  }

  /// Empties the file, so that a new epoch begins at the next start.
  func clear() {
    ftruncate(descriptor, 0)
    fsync(descriptor)
  }

  /// Returns the content, or nil if the file is new or damaged.
  func read() -> Mark? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self)
      .split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\0" })
    guard words.count == 2, let changes = Int64(words[1]) else { return nil }
    return Mark(epoch: String(words[0]), changes: changes)
  }

  /// Writes how far the database is.
  func write(_ mark: Mark, isSynced: Bool = false) {
    let number = String(mark.changes)
    let padding = String(repeating: "0", count: max(0, 19 - number.utf8.count))
    let bytes = Array("\(mark.epoch) \(padding)\(number)\n".utf8)
    // If the write fails, a new epoch begins at the next start, which loses no update.
    _ = pwrite(descriptor, bytes, bytes.count, 0)
    if isSynced { fsync(descriptor) }
  }
}
