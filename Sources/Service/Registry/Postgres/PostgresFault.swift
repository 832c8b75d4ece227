// SPDX-License-Identifier: Apache-2.0

/// Why a statement of PostgreSQL did not succeed.
struct PostgresFault: Error {
  /// The SQLSTATE; empty where the server did not say one.
  var state: String
  /// The server's primary message, or libpq's. The details, which may quote rows, are left out.
  var message: String
  /// Whether the connection is of no use any more.
  var isLost: Bool
  /// Whether the transaction may have been committed all the same.
  var mayBeCommitted = false

  /// Whether the same transaction may succeed when it is run again: it was in another's way.
  var isConflict: Bool { ["40001", "40P01", "55P03"].contains(state) }

  /// Whether the server ends connections, or takes no writes since another one took over.
  static func endsConnection(_ state: String) -> Bool {
    state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006"
  }
}

extension StoreError {
  init(_ fault: PostgresFault) {
    if fault.isLost {
      self.init(.unavailable, "the database does not respond: \(fault.message)")
    } else if fault.state.hasPrefix("53") {
      self.init(.full, fault.message)
    } else if ["42P01", "42703", "42P07"].contains(fault.state) {
      self.init(.foreign, "is not a database of this release of passc serve: \(fault.message)")
    } else {
      self.init(.failed, fault.message)
    }
  }

  /// The fault behind an error of a statement, or of what was done between statements.
  init(postgres error: any Error) {
    switch error {
    case let fault as PostgresFault: self.init(fault)
    case let error as StoreError: self = error
    default: self.init(.failed, "\(error)")
    }
  }
}
