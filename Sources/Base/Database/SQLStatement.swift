// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A prepared statement of one connection, with its arguments and current row.
///
/// The connection caches statements by their SQL. The same SQL must not be in use twice at the same
/// time. Bind every argument before each use. SQLite copies strings and bytes.
@usableFromInline package struct SQLStatement {
  fileprivate let pointer: OpaquePointer
  private let database: Database
  fileprivate static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ pointer: OpaquePointer, of database: Database) {
    self.pointer = pointer
    self.database = database
  }

  /// Prepares and caches a statement, or resets the cached one.
  @usableFromInline package init(_ sql: String, on database: Database) throws {
    self.init(try database.cached(sql), of: database)
  }

  @inlinable package init<each Value: SQLValue>(
    _ sql: String, on database: Database, with values: repeat each Value
  ) throws {
    try self.init(sql, on: database)
    bind(repeat each values)
  }

  // MARK: Arguments, counted from 1

  @inlinable @discardableResult
  package func bind(_ value: some SQLValue, at index: Int32) -> SQLStatement {
    value.bind(to: self, at: index)
    return self
  }

  /// Binds arguments in order. This is a little slower than `bind(_:at:)`.
  @inlinable package func bind<each Value: SQLValue>(_ values: repeat each Value) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      value.bind(to: self, at: index)
    }
  }

  /// Binds bytes. Without bytes it binds an empty blob rather than NULL.
  package func bind(bytes: UnsafeRawBufferPointer, at index: Int32) {
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(pointer, index, 0)
    } else {
      sqlite3_bind_blob64(pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.copied)
    }
  }

  @usableFromInline package func bindNull(at index: Int32) { sqlite3_bind_null(pointer, index) }

  // MARK: Running

  /// Moves to the next row and returns false after the last one. If you do not read all rows, call
  /// `reset`.
  @usableFromInline package func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    defer { sqlite3_reset(pointer) }
    guard code == SQLITE_DONE else { throw database.lastError }
    return false
  }

  /// Runs a statement to its end and returns the number of changed rows.
  @discardableResult package func run() throws -> Int {
    while try step() {}
    return Int(sqlite3_changes(database.handle))
  }

  package func insert() throws -> Int64 {
    try run()
    return database.lastInsertedRowID
  }

  @inlinable package func first<Row>(_ read: (SQLStatement) throws -> Row?) throws -> Row? {
    defer { reset() }
    return try step() ? try read(self) : nil
  }

  @inlinable package func all<Row>(_ read: (SQLStatement) throws -> Row) throws -> [Row] {
    defer { reset() }
    var rows: [Row] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  @usableFromInline package func reset() { sqlite3_reset(pointer) }

  // MARK: The current row, counted from 0

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  /// Reads a whole number, or 0 for NULL.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// Reads a whole number, or nil for NULL.
  package func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// Reads a floating-point number, or 0 for NULL.
  package func double(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  /// Reads text, or an empty string for NULL.
  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Reads text, or nil for NULL.
  package func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Reads bytes, or none for NULL.
  package func bytes(_ column: Int32) -> [UInt8] { Array(borrowedBytes(column)) }

  /// Reads bytes, or nil for NULL.
  package func bytesOrNil(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  /// Returns the bytes of a blob or text, or none for NULL. The pointer is valid until the next
  /// `step` or `reset`. Using it later is a use after free.
  package func borrowedBytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(pointer, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
  }
}

@usableFromInline package protocol SQLValue {
  func bind(to statement: SQLStatement, at index: Int32)
}

extension Int64: SQLValue {
  @usableFromInline package func bind(to statement: SQLStatement, at index: Int32) {
    sqlite3_bind_int64(statement.pointer, index, self)
  }
}

extension Int: SQLValue {
  @usableFromInline package func bind(to statement: SQLStatement, at index: Int32) {
    sqlite3_bind_int64(statement.pointer, index, Int64(self))
  }
}

extension Double: SQLValue {
  @usableFromInline package func bind(to statement: SQLStatement, at index: Int32) {
    sqlite3_bind_double(statement.pointer, index, self)
  }
}

extension String: SQLValue {
  @usableFromInline package func bind(to statement: SQLStatement, at index: Int32) {
    var text = self
    text.withUTF8 { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      // SQLite binds NULL if the address is null, even for an empty string.
      sqlite3_bind_text64(
        statement.pointer, index, start ?? SQLStatement.noText, UInt64(bytes.count),
        SQLStatement.copied, UInt8(SQLITE_UTF8))
    }
  }
}

extension SQLStatement {
  nonisolated(unsafe) fileprivate static let noText = UnsafePointer<CChar>(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))
}

extension [UInt8]: SQLValue {
  @usableFromInline package func bind(to statement: SQLStatement, at index: Int32) {
    withUnsafeBytes { statement.bind(bytes: $0, at: index) }
  }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  @inlinable package func bind(to statement: SQLStatement, at index: Int32) {
    if let self { self.bind(to: statement, at: index) } else { statement.bindNull(at: index) }
  }
}
