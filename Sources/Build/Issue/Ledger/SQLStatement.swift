// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import PassBasics

/// A prepared statement of one connection, driven through SQLite's own calls: GRDB's rows and
/// arguments cost several microseconds each, and a million rows are looked up in six seconds.
///
/// GRDB prepares it once per connection and keeps it. Bind every argument before each `step`;
/// texts and blobs are copied.
struct SQLStatement {
  fileprivate let pointer: OpaquePointer
  private let database: Database
  // Holds the pointer.
  private let statement: Statement

  init(_ sql: String, on database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    pointer = statement.sqliteStatement
    self.database = database
  }

  init<each Value: SQLValue>(
    _ sql: String, on database: Database, with values: repeat each Value
  ) throws {
    try self.init(sql, on: database)
    bind(repeat each values)
  }

  // MARK: Arguments, counted from 1

  func bind(_ value: some SQLValue, at index: Int32) { value.bind(to: self, at: index) }

  /// One after the other, from the first on; each takes a little longer than by its number.
  func bind<each Value: SQLValue>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      value.bind(to: self, at: index)
    }
  }

  fileprivate static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  nonisolated(unsafe) fileprivate static let nothing = UnsafePointer<CChar>(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

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

  /// Runs a statement that gives no rows, and says how many it changed.
  @discardableResult
  func run() throws -> Int {
    while try step() {}
    return Int(sqlite3_changes(database.sqliteConnection))
  }

  /// Runs a statement that adds a row, and gives its number.
  func insert() throws -> Int64 {
    try run()
    return database.lastInsertedRowID
  }

  /// What is read of the first row; nil without one.
  func first<Row>(_ read: (SQLStatement) throws -> Row?) throws -> Row? {
    defer { reset() }
    return try step() ? try read(self) : nil
  }

  /// What is read of each row.
  func all<Row>(_ read: (SQLStatement) throws -> Row) throws -> [Row] {
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  func reset() { sqlite3_reset(pointer) }

  // MARK: The current row, counted from 0

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Nil when it is NULL or has not the length of a digest.
  func digest(_ column: Int32) -> LedgerDigest? {
    guard let bytes = sqlite3_column_blob(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return LedgerDigest(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Whether the column holds this text, byte for byte. Nothing is copied.
  func holds(_ text: inout String, _ column: Int32) -> Bool {
    guard let bytes = sqlite3_column_text(pointer, column) else { return false }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return text.withUTF8 { $0.count == count && memcmp($0.baseAddress ?? bytes, bytes, count) == 0 }
  }

  /// Whether the column holds this digest.
  func holds(_ digest: LedgerDigest, _ column: Int32) -> Bool { self.digest(column) == digest }
}

/// What an argument of a statement may be.
protocol SQLValue {
  func bind(to statement: SQLStatement, at index: Int32)
}

extension Int64: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    sqlite3_bind_int64(statement.pointer, index, self)
  }
}

extension Int: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    Int64(self).bind(to: statement, at: index)
  }
}

extension String: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    var text = self
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text without an address would be NULL.
        _ = sqlite3_bind_text(
          statement.pointer, index, characters.baseAddress ?? SQLStatement.nothing,
          Int32(characters.count), SQLStatement.copied)
      }
    }
  }
}

extension LedgerDigest: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    withBytes {
      _ = sqlite3_bind_blob(
        statement.pointer, index, $0.baseAddress, Int32($0.count), SQLStatement.copied)
    }
  }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    if let self {
      self.bind(to: statement, at: index)
    } else {
      sqlite3_bind_null(statement.pointer, index)
    }
  }
}
