// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite

/// A prepared statement of one connection, driven through SQLite's own calls: bytes come and go
/// without Foundation's `Data`, and a call of a device is a matter of microseconds.
///
/// GRDB prepares it once per connection and keeps it. Bind every argument before each `step`.
struct StoreStatement {
  private let pointer: OpaquePointer
  private let database: Database
  // Holds the pointer.
  private let statement: Statement

  init(_ sql: String, on database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    pointer = statement.sqliteStatement
    self.database = database
    sqlite3_reset(pointer)
  }

  // MARK: Arguments, counted from 1

  @discardableResult
  func bind(_ value: Int64, at index: Int32) -> StoreStatement {
    sqlite3_bind_int64(pointer, index, value)
    return self
  }

  @discardableResult
  func bind(real value: Double, at index: Int32) -> StoreStatement {
    sqlite3_bind_double(pointer, index, value)
    return self
  }

  @discardableResult
  func bind(_ value: String?, at index: Int32) -> StoreStatement {
    guard var value else {
      sqlite3_bind_null(pointer, index)
      return self
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text without an address would be NULL.
        _ =
          characters.isEmpty
          ? sqlite3_bind_text(pointer, index, "", 0, Self.copied)
          : sqlite3_bind_text(
            pointer, index, characters.baseAddress, Int32(characters.count), Self.copied)
      }
    }
    return self
  }

  @discardableResult
  func bind(_ value: [UInt8], at index: Int32) -> StoreStatement {
    value.withUnsafeBytes { bytes in
      _ =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(pointer, index, 0)
        : sqlite3_bind_blob64(
          pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.copied)
    }
    return self
  }

  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Running

  /// The next row; false after the last one. Call `reset` when the rest is not wanted.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    default:
      let code = sqlite3_extended_errcode(database.sqliteConnection)
      let message = String(cString: sqlite3_errmsg(database.sqliteConnection))
      sqlite3_reset(pointer)
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  /// Runs a statement to its end, and says how many rows it changed.
  @discardableResult
  func run() throws -> Int {
    while try step() {}
    return Int(sqlite3_changes(database.sqliteConnection))
  }

  /// What `row` makes of the first row; nil where there is none.
  func first<Value>(_ row: (StoreStatement) throws -> Value) throws -> Value? {
    defer { sqlite3_reset(pointer) }
    return try step() ? try row(self) : nil
  }

  /// What `row` makes of every row.
  func all<Value>(_ row: (StoreStatement) throws -> Value) throws -> [Value] {
    defer { sqlite3_reset(pointer) }
    var values: [Value] = []
    while try step() { values.append(try row(self)) }
    return values
  }

  // MARK: The current row, counted from 0

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func integerOrNil(_ column: Int32) -> Int64? {
    sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : integer(column)
  }

  func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func textOrNil(_ column: Int32) -> String? {
    sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : text(column)
  }

  func bytesOrNil(_ column: Int32) -> [UInt8]? {
    sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : bytes(column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(pointer, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }
}
