// SPDX-License-Identifier: Apache-2.0

internal import CLibPQ

/// A connection to PostgreSQL. Only one thread may use it at a time, and every call blocks until
/// the server responds.
final class PostgresConnection {
  private let handle: OpaquePointer
  private var names: [String: String] = [:]

  /// Connects to the server.
  ///
  /// - Throws: `PostgresError` with the message of libpq, which does not contain the password.
  init(_ address: PostgresAddress) throws {
    handle = try Self.withStrings(address.parameters.map(\.keyword)) { keywords in
      try Self.withStrings(address.parameters.map(\.value)) { values in
        guard let handle = PQconnectdbParams(keywords, values, 0) else {
          throw PostgresError(state: "", message: "out of memory", isLost: true)
        }
        return handle
      }
    }
    guard PQstatus(handle) == CONNECTION_OK else {
      // All properties are set, so throwing runs `deinit`, which closes the connection.
      throw PostgresError(state: "", message: Self.message(of: handle), isLost: true)
    }
    // Without a receiver, libpq prints notices to standard error.
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
  }

  deinit { PQfinish(handle) }

  /// Calls `body` with an array of C strings that ends with NULL. It is valid only during the call.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result
  ) throws -> Result {
    var bytes: [CChar] = []
    let starts = strings.map { string in
      defer { bytes += string.utf8.map { CChar(bitPattern: $0) } + [0] }
      return bytes.count
    }
    bytes.append(0)
    return try bytes.withUnsafeBufferPointer { buffer in
      var pointers: [UnsafePointer<CChar>?] = starts.map { buffer.baseAddress?.advanced(by: $0) }
      pointers.append(nil)
      return try pointers.withUnsafeBufferPointer { list in
        guard let base = list.baseAddress else {
          throw PostgresError(state: "", message: "no parameters", isLost: true)
        }
        return try body(base)
      }
    }
  }

  private static func message(of handle: OpaquePointer) -> String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return text.split(separator: "\n").first.map(String.init) ?? "no connection"
  }

  /// Whether the connection is up and not in a transaction.
  var isIdle: Bool {
    PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  // MARK: Statements

  /// Runs statements without arguments and ignores their rows.
  func execute(_ sql: String) throws {
    _ = try checked(PQexec(handle, sql))
  }

  /// Runs a statement with the arguments `$1` and so on. It is prepared once on each connection.
  @discardableResult
  func rows(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresRows {
    let name = try name(of: sql, values)
    var buffer: [UInt8] = []
    var spans: [Range<Int>?] = []
    for value in values {
      let start = buffer.count
      spans.append(value.write(to: &buffer) ? start..<buffer.count : nil)
    }
    // The address must be valid even if every argument is empty.
    buffer.append(0)
    let lengths = spans.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: spans.count)
    let result = buffer.withUnsafeBytes { bytes in
      let pointers = spans.map { span in
        span.flatMap { span in
          bytes.baseAddress?.advanced(by: span.lowerBound).assumingMemoryBound(to: CChar.self)
        }
      }
      return PQexecPrepared(handle, name, Int32(spans.count), pointers, lengths, formats, 1)
    }
    return PostgresRows(try checked(result))
  }

  private func name(of sql: String, _ values: [PostgresValue]) throws -> String {
    if let name = names[sql] { return name }
    let name = "s\(names.count)"
    let result = PQprepare(handle, name, sql, Int32(values.count), values.map(\.type))
    PQclear(try checked(result))
    names[sql] = name
    return name
  }

  private func checked(_ result: OpaquePointer?) throws -> OpaquePointer {
    guard let result else {
      throw PostgresError(state: "", message: Self.message(of: handle), isLost: true)
    }
    let status = PQresultStatus(result)
    if [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(status) { return result }
    defer { PQclear(result) }
    func field(_ code: Character) -> String? {
      code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }
        .map { String(cString: $0) }
    }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY. An error without SQLSTATE comes from libpq. The
    // server is gone then, even if the connection still looks fine.
    let state = field("C") ?? ""
    throw PostgresError(
      state: state, message: field("M") ?? Self.message(of: handle),
      isLost: state.isEmpty || PQstatus(handle) != CONNECTION_OK
        || PostgresError.endsConnection(state))
  }

  // MARK: Transactions

  /// Runs `body` in a transaction and returns after the commit.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN")
    let value: Value
    do {
      value = try body()
    } catch {
      // If this fails too, the connection is not idle, and the pool closes it.
      _ = try? execute("ROLLBACK")
      throw error
    }
    do {
      try execute("COMMIT")
    } catch var fault as PostgresError {
      fault.mayBeCommitted = fault.isLost
      throw fault
    }
    return value
  }
}

/// The result of a statement.
final class PostgresRows {
  private let result: OpaquePointer
  let count: Int

  fileprivate init(_ result: OpaquePointer) {
    self.result = result
    count = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  /// Calls `row` with the first row and returns the value, or nil without a row.
  func first<Value>(_ row: (PostgresRow) -> Value) -> Value? {
    count > 0 ? row(PostgresRow(result: result, index: 0)) : nil
  }

  /// Calls `row` with every row and returns the values.
  func all<Value>(_ row: (PostgresRow) -> Value) -> [Value] {
    defer { withExtendedLifetime(self) {} }
    return (0..<count).map { row(PostgresRow(result: result, index: Int32($0))) }
  }

  /// Number of rows that the statement changed.
  var changed: Int {
    defer { withExtendedLifetime(self) {} }
    return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }
}

/// A row of a result. Columns are counted from 0. It is valid only as long as its `PostgresRows`.
struct PostgresRow {
  fileprivate let result: OpaquePointer
  fileprivate let index: Int32

  private func raw(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard PQgetisnull(result, index, column) == 0,
      let start = PQgetvalue(result, index, column)
    else { return nil }
    let count = Int(PQgetlength(result, index, column))
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) != 0 }

  /// Returns an int8.
  func integer(_ column: Int32) -> Int64 {
    Int64(
      bitPattern: (raw(column) ?? .init(start: nil, count: 0)).reduce(0) { $0 << 8 | UInt64($1) })
  }

  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// Returns a float8.
  func real(_ column: Int32) -> Double { Double(bitPattern: UInt64(bitPattern: integer(column))) }

  func textOrNil(_ column: Int32) -> String? { raw(column).map(PostgresText.decoded) }

  func text(_ column: Int32) -> String { textOrNil(column) ?? "" }

  func bytes(_ column: Int32) -> [UInt8] { raw(column).map(Array.init) ?? [] }
}
