// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// An error of SQLite with the path of the database.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    case busy, notPermitted, interrupted, inputOutput, damaged, full, cannotOpen, notADatabase
    case other
  }

  package let path: String
  /// Extended result code of SQLite.
  package let code: Int32
  /// Message of SQLite. It never contains the arguments of a statement.
  package let message: String

  init(_ path: String, _ code: Int32, _ message: String) {
    self.path = path
    self.code = code
    self.message = message
  }

  package var kind: Kind {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .notPermitted
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_IOERR: .inputOutput
    case SQLITE_CORRUPT: .damaged
    case SQLITE_FULL: .full
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_NOTADB: .notADatabase
    default: .other
    }
  }

  package var description: String { "\(path): \(message) (SQLite error \(code))" }
}
