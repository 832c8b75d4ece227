// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import Synchronization

/// The runs that are alive, as the system knows them. No note has to be removed when a run ends.
///
/// A run that is going has locked a byte of the ledger that has its number. The system drops the
/// lock with the process, however it ends. Without it passc could not tell a run that was killed
/// from one that is slow.
final class RunLocks: Sendable {
  private let file: DatabaseFile
  private let ledger: String
  /// The runs of this very object, which the system would not show us as locked.
  private let own = Mutex<Set<Int64>>([])

  /// - Parameter ledger: the ledger's path as it was given.
  init(_ file: DatabaseFile, ledger: String) {
    self.file = file
    self.ledger = ledger
  }

  /// Locks a run; false when another process has it.
  func take(_ run: Int64) throws(LedgerError) -> Bool {
    do {
      guard try file.take(.run(run)) else { return false }
    } catch {
      throw LedgerError(ledger, .cannotLock(error.errorNumber ?? 0))
    }
    own.withLock { _ = $0.insert(run) }
    return true
  }

  /// Releases a run of this object.
  func release(_ run: Int64) {
    own.withLock { _ = $0.remove(run) }
    file.release(.run(run))
  }

  /// Whether some process, this one included, is working at the run.
  func isAlive(_ run: Int64) throws(LedgerError) -> Bool {
    if own.withLock({ $0.contains(run) }) { return true }
    do {
      return try file.isTaken(.run(run))
    } catch {
      throw LedgerError(ledger, .cannotLock(error.errorNumber ?? 0))
    }
  }
}
