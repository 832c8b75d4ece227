// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// An error of using a ledger, with its file and the reason.
package struct LedgerError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file for a new ledger already exists.
    case exists
    /// The process that created it ended before it made the tables. Only if opened for reading.
    case empty
    /// The file is not a database, or belongs to another program.
    case notALedger
    /// A newer passc has changed the schema of the ledger.
    case newerSchema
    /// An older passc created it, and it was opened for reading, so it cannot be migrated.
    case olderSchema
    /// SQLite reports damage.
    case damaged(String)
    /// The disk is full, or the file has reached its maximum size.
    case diskFull
    /// Another process was writing during the whole timeout.
    case busy
    /// This process may not write the file.
    case readOnly
    /// This process may not open the file.
    case cannotOpen(String)
    /// It is already open under another name, a hard link.
    case otherName
    /// Another run has reserved a pass that this run had reserved. This happens only if the ledger
    /// was replaced during a run.
    case lostHold(pass: Int64, run: Int64)
    /// There is no run with this number, or it is already finished.
    case noSuchRun(Int64)
    /// The system returned an error for a lock, with its `errno`.
    case cannotLock(Int32)
    /// Another error of SQLite.
    case failed(String)
  }

  /// The ledger's path as it was given.
  package let path: String
  package let reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Converts an error of SQLite. SQL and its arguments are left out, because they contain tokens.
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
  /// One sentence, such as `cannot use the ledger gym.ledger: the disk is full`.
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
