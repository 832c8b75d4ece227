// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import Synchronization

/// The runs that are alive, as known by the operating system. Nothing needs to be cleaned up when a
/// run ends.
///
/// A run in progress has locked the byte of the ledger with its number. The system releases the
/// lock when the process ends, for any reason. Without the lock passc could not distinguish a
/// killed run from a slow one.
final class RunLocks: Sendable {
  private let file: DatabaseFile
  private let ledger: String
  /// The runs of this object. The system does not report a process's own locks to it.
  private let ownRuns = Mutex<Set<Int64>>([])

  /// - Parameter ledger: the ledger's path as it was given.
  init(_ file: DatabaseFile, ledger: String) {
    self.file = file
    self.ledger = ledger
  }

  /// Locks a run. Returns false if another process has locked it.
  func lock(_ run: Int64) throws(LedgerError) -> Bool {
    do {
      guard try file.lock(.run(run)) else { return false }
    } catch {
      throw LedgerError(ledger, .cannotLock(error.errorNumber ?? 0))
    }
    ownRuns.withLock { _ = $0.insert(run) }
    return true
  }

  /// Unlocks a run of this object.
  func release(_ run: Int64) {
    ownRuns.withLock { _ = $0.remove(run) }
    file.release(.run(run))
  }

  /// Returns whether any process, including this one, is using the run.
  func isAlive(_ run: Int64) throws(LedgerError) -> Bool {
    if ownRuns.withLock({ $0.contains(run) }) { return true }
    do {
      return try file.isLocked(.run(run))
    } catch {
      throw LedgerError(ledger, .cannotLock(error.errorNumber ?? 0))
    }
  }
}
