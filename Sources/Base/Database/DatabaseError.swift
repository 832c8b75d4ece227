// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// An error of SQLite: which database, SQLite's code and its message.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error that passc tells apart.
  package enum Kind: Sendable {
    case busy, notPermitted, interrupted, inputOutput, damaged, full, cannotOpen, notADatabase
    case other
  }

  /// The path of the database, as it was given.
  package let path: String
  /// SQLite's extended result code.
  package let code: Int32
  /// SQLite's message. It never contains the arguments of a statement.
  package let message: String

  init(_ path: String, _ code: Int32, _ message: String) {
    self.path = path
    self.code = code
    self.message = message
  }

  /// The kind of the error, by SQLite's primary result code.
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

  /// Path, message and code in one line.
  package var description: String { "\(path): \(message) (SQLite error \(code))" }
}
