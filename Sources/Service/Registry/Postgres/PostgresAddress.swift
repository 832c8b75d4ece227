// SPDX-License-Identifier: Apache-2.0

internal import CLibPQ
internal import PassBasics

/// Where a PostgreSQL database is: a connection URI as libpq reads it, with what the service asks for
/// besides.
///
/// What is not in it comes from where libpq takes it: `PGPASSWORD`, `~/.pgpass`, `PGSSLMODE` and the
/// others.
package struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The address as it may be shown: without password and options.
  package let description: String
  /// libpq's keywords and their values; a secret, since a password may be among them.
  let parameters: [(keyword: String, value: String)]

  /// Whether a text is meant as an address of a server, and not as the path of a file.
  package static func isMeant(by text: String) -> Bool {
    ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
  }

  /// Reads a URI.
  ///
  /// - Throws: `StoreError` when libpq cannot read it; its words are not shown, since they may
  ///   repeat the password.
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

  /// What is asked for where neither the URI nor the environment says anything: an answer in
  /// bounded time, and a server that takes writes, also where several are named.
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
