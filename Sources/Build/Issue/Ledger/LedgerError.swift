// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// Why the ledger could not be used: which file, and what stood in the way.
package struct LedgerError: Error, Hashable, Sendable {
  /// What stood in the way.
  package enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is something where a new ledger was to be made.
    case exists
    /// Whoever made it was stopped before it had a form; only for reading a fault.
    case empty
    /// The file is something else: no database, or another program's.
    case notALedger
    /// A newer passc has changed the form of the ledger.
    case newerSchema
    /// An older passc has made it, and it was opened for reading only.
    case olderSchema
    /// SQLite finds it damaged.
    case damaged(String)
    /// The disk is full, or the file may not grow any more.
    case diskFull
    /// Another process has been writing all the time.
    case busy
    /// This process may not write it.
    case readOnly
    /// This process may not open it.
    case cannotOpen(String)
    /// It is open under another name, a hard link.
    case otherName
    /// A pass that this run has reserved is held by another run now. This happens only when
    /// somebody replaces the ledger while runs are going.
    case lostHold(pass: Int64, run: Int64)
    /// There is no run of this number, or it is no longer unfinished.
    case noSuchRun(Int64)
    /// The system refused a lock; an `errno`.
    case cannotLock(Int32)
    /// Whatever else SQLite says.
    case failed(String)
  }

  /// The ledger's path as it was given.
  package let path: String
  /// What stood in the way of using it.
  package let reason: Reason

  /// An error about the ledger at that path.
  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// An error of SQLite in our words. SQL and its arguments stay out: they hold tokens.
  init(_ path: String, _ error: any Error) {
    if let error = error as? LedgerError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(path, .failed("\(error)"))
      return
    }
    let reason: Reason =
      switch error.kind {
      case .notADatabase: .notALedger
      case .damaged: .damaged(error.message)
      case .full: .diskFull
      case .busy: .busy
      case .notPermitted: .readOnly
      case .cannotOpen: .cannotOpen(error.message)
      case .inputOutput, .interrupted, .other: .failed(error.message)
      }
    self.init(path, reason)
  }
}

extension LedgerError: CustomStringConvertible {
  /// One sentence: `cannot use the ledger gym.ledger: the disk is full`.
  package var description: String {
    switch reason {
    case .exists: "\(path) exists already"
    case .empty: "ledger \(path) is empty, no run has started in it"
    case .missing: "ledger \(path) does not exist"
    case .notALedger: "\(path) is not a ledger of passc"
    case .newerSchema: "ledger \(path) was written by a newer passc"
    case .olderSchema: "ledger \(path) was written by an older passc and cannot be changed here"
    case .damaged(let words): "ledger \(path) is damaged: \(words)"
    case .diskFull: "cannot write the ledger \(path): the disk is full"
    case .busy: "cannot use the ledger \(path): another process has locked it"
    case .readOnly: "cannot write the ledger \(path): permission denied"
    case .cannotOpen(let words): "cannot open the ledger \(path): \(words)"
    case .otherName: "ledger \(path) is open under another name"
    case .lostHold(let pass, let run):
      "ledger \(path): run \(run) lost pass \(pass), was the ledger replaced?"
    case .noSuchRun(let run): "ledger \(path) has no unfinished run \(run)"
    case .cannotLock(let number):
      "cannot lock \(path): system error \(number)"
    case .failed(let words): "cannot use the ledger \(path): \(words)"
    }
  }
}

extension LedgerError {
  /// What to do about it, where there is something to do.
  package var help: String? {
    switch reason {
    case .missing, .empty: "to make one, run passc issue --ledger or passc ledger import"
    case .exists: "choose another name, or move the file away"
    case .notALedger: "name the file that was given to passc issue --ledger"
    case .newerSchema: "use the passc that wrote it, or a newer one"
    case .olderSchema: "to update it, run a command that writes to it, such as passc issue"
    case .damaged: "restore the last backup, then issue again with the table"
    case .diskFull: "free space and run the same command again, it continues where it stopped"
    case .busy: "try again when the other process has finished"
    case .otherName:
      "use the name that the other process uses; SQLite keeps its log next to that file, not "
        + "next to this hard link"
    case .lostHold, .noSuchRun: "run the same command again"
    case .readOnly, .cannotOpen, .cannotLock, .failed: nil
    }
  }
}
