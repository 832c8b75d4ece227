// SPDX-License-Identifier: Apache-2.0

internal import CLibPQ
internal import PassBasics

/// The address of a PostgreSQL database: a connection URI of libpq and the defaults of the service.
///
/// libpq takes other values from `PGPASSWORD`, `~/.pgpass`, `PGSSLMODE` and the like.
package struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The address for logs and errors, without password and options.
  package let description: String
  /// Keywords of libpq and their values. They are secret, because one may be a password.
  let parameters: [(keyword: String, value: String)]

  /// Returns whether a string is the address of a server rather than the path of a file.
  package static func isMeant(by text: String) -> Bool {
    ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
  }

  /// Reads a URI.
  ///
  /// - Throws: `StoreError` if libpq cannot read it. The error does not contain the message of
  ///   libpq, which may repeat the password.
  package init(_ uri: String) throws(StoreError) {
    var words: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(uri, &words)
    defer {
      PQfreemem(words)
      PQconninfoFree(options)
    }
    guard let options, !uri.utf8.contains(0) else {
      throw StoreError(
        .failed, "not a PostgreSQL connection URI, expected postgres://USER@HOST:PORT/DATABASE")
    }
    var given: [(keyword: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        given.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    func value(_ keyword: String) -> String? { given.first { $0.keyword == keyword }?.value }
    for (keyword, variable, usual) in Self.usual
    where value(keyword) == nil && (variable.isEmpty || getenv(variable) == nil) {
      given.append((keyword, usual))
    }
    parameters = given
    description = Self.shown(
      user: value("user"), host: value("host") ?? value("hostaddr"), port: value("port"),
      database: value("dbname"))
  }

  /// Defaults for what neither the URI nor the environment sets. They limit the time of a response
  /// and choose a server that accepts writes, if several are given.
  private static let usual = [
    ("application_name", "PGAPPNAME", "passc"), ("connect_timeout", "PGCONNECT_TIMEOUT", "3"),
    ("target_session_attrs", "PGTARGETSESSIONATTRS", "read-write"),
    ("client_encoding", "", "UTF8"), ("keepalives_idle", "", "15"),
    ("keepalives_interval", "", "5"), ("tcp_user_timeout", "", "15000"),
  ]

  private static func shown(
    user: String?, host: String?, port: String?, database: String?
  ) -> String {
    let isSocket = host?.hasPrefix("/") == true
    var text = "postgres://"
    if let user { text += "\(user)@" }
    if let host, !isSocket { text += host }
    if let port { text += ":\(port)" }
    if let database { text += "/\(database)" }
    if let host, isSocket { text += "?host=\(host)" }
    return text
  }
}
