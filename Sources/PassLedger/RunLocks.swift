// SPDX-License-Identifier: Apache-2.0

internal import PassSystem
internal import Synchronization

/// Which runs are alive, told by the system and not by a note somebody would have to take away.
///
/// `LEDGER-runs` is an empty file; a run that is going has locked the byte whose number is its
/// own. The lock belongs to the opened file and goes with the process, however it ends. Without
/// it a run that was killed could not be told from one that is slow.
///
/// These are locks of the open file description, so that two ledgers opened in one process see
/// each other, and closing one of them does not let go of the other's.
final class RunLocks: Sendable {
  private let descriptor: Int32
  private let ledger: String
  /// The runs of this very object, which the system would not show us as locked.
  private let own = Mutex<Set<Int64>>([])

  /// - Parameters:
  ///   - realPath: the ledger's path without symbolic links, as SQLite takes it too.
  ///   - isReadOnly: no file is made; where there is none, no run is alive.
  /// - Returns: nil where there is no such file and none may be made.
  init?(ledger: String, realPath: String, isReadOnly: Bool) throws(LedgerError) {
    self.ledger = ledger
    let path = realPath + "-runs"
    descriptor =
      isReadOnly
      ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      : open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0, isReadOnly, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw LedgerError(ledger, .cannotLock(errno)) }
  }

  deinit { close(descriptor) }

  /// Locks a run; false when another process has it.
  func take(_ run: Int64) throws(LedgerError) -> Bool {
    var range = Self.range(of: run)
    range.l_type = Int16(F_WRLCK)
    if control(Self.set, &range) != 0 {
      if errno == EAGAIN || errno == EACCES { return false }
      throw LedgerError(ledger, .cannotLock(errno))
    }
    own.withLock { _ = $0.insert(run) }
    return true
  }

  /// Lets go of a run of this object.
  func release(_ run: Int64) {
    own.withLock { _ = $0.remove(run) }
    var range = Self.range(of: run)
    range.l_type = Int16(F_UNLCK)
    // Closing the file lets go of it too; there is nothing to be done about a failure.
    _ = control(Self.set, &range)
  }

  /// Whether some process, this one included, is working at the run.
  func isAlive(_ run: Int64) throws(LedgerError) -> Bool {
    if own.withLock({ $0.contains(run) }) { return true }
    var range = Self.range(of: run)
    range.l_type = Int16(F_WRLCK)
    if control(Self.get, &range) != 0 { throw LedgerError(ledger, .cannotLock(errno)) }
    return range.l_type != Int16(F_UNLCK)
  }

  private func control(_ command: Int32, _ range: inout flock) -> Int32 {
    while true {
      let outcome = withUnsafeMutablePointer(to: &range) { fcntl(descriptor, command, $0) }
      if outcome == 0 || errno != EINTR { return outcome }
    }
  }

  private static func range(of run: Int64) -> flock {
    var range = flock()
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(run)
    range.l_len = 1
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
