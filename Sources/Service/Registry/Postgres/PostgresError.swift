// SPDX-License-Identifier: Apache-2.0

/// An error of a PostgreSQL statement.
struct PostgresError: Error {
  /// The SQLSTATE, or empty if the error is not from the server.
  var state: String
  /// The primary message of the server or the message of libpq. Without the details, which may
  /// contain rows.
  var message: String
  /// Whether the connection can no longer be used.
  var isLost: Bool
  /// Whether the server may have committed the transaction before the connection was lost.
  var mayBeCommitted = false

  /// Whether a retry of the transaction may succeed, because it conflicted with another one.
  var isConflict: Bool { ["40001", "40P01", "55P03"].contains(state) }

  /// Returns whether the server closes connections, or is read-only since another one took over.
  static func endsConnection(_ state: String) -> Bool {
    state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006"
  }
}

extension StoreError {
  init(_ fault: PostgresError) {
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

  /// Converts an error of a statement or of the code between statements.
  init(postgres error: any Error) {
    switch error {
    case let fault as PostgresError: self.init(fault)
    case let error as StoreError: self = error
    default: self.init(.failed, "\(error)")
    }
  }
}
