// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The file next to a database that says how far it had come.
///
/// A database that is behind its file is a backup that was put back: tags that were given out
/// since are unknown to it, and a new epoch begins. The file is written after each commit and
/// reaches the disk later: behind the database it says nothing.
///
/// It is locked too. `DatabaseFile` locks the database itself, and this lock is for a database that
/// was replaced while a service runs: the log under that name is still the log of the old one.
final class EpochFile: Sendable {
  /// Epoch and number of changes.
  struct Mark: Hashable {
    var epoch: String
    var changes: Int64
  }

  private let path: String
  private let descriptor: Int32
  /// Whether it was not there before.
  private let isNew: Bool

  /// Opens and locks it.
  init(_ path: String) throws(StoreError) {
    self.path = path
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    isNew = made >= 0
    descriptor = isNew ? made : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.failed, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      // What was opened is closed as this is let go of.
      let code = errno
      throw code == EWOULDBLOCK
        ? StoreError(.inUse, "\(path) is locked: another process serves this database")
        : StoreError(.failed, "cannot lock \(path): \(String(cString: strerror(code)))")
    }
  }

  deinit { close(descriptor) }

  /// Lets another process serve the database.
  func release() { flock(descriptor, LOCK_UN) }

  /// Takes it away where it was made in vain.
  func leaveNothing() {
    if isNew { unlink(path) }
  }

  /// What it says; nil when it is new or damaged.
  func read() -> Mark? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self)
      .split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\0" })
    guard words.count == 2, let changes = Int64(words[1]) else { return nil }
    return Mark(epoch: String(words[0]), changes: changes)
  }

  /// Says how far the database is.
  func write(_ mark: Mark, isSynced: Bool = false) {
    let number = String(mark.changes)
    let padding = String(repeating: "0", count: max(0, 19 - number.utf8.count))
    let bytes = Array("\(mark.epoch) \(padding)\(number)\n".utf8)
    // Where it cannot be written a new epoch begins at the next start, which loses nothing.
    _ = pwrite(descriptor, bytes, bytes.count, 0)
    if isSynced { fsync(descriptor) }
  }
}
