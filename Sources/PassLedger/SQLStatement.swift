// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import GRDBSQLite
internal import PassSystem

/// A prepared statement of one connection, driven through SQLite's own calls: GRDB's rows and
/// arguments cost several microseconds each, and a million rows are looked up in six seconds.
///
/// GRDB prepares it once per connection and keeps it. Bind every argument before each `step`;
/// texts and blobs are copied.
struct SQLStatement {
  private let pointer: OpaquePointer
  private let database: Database
  // Holds the pointer.
  private let statement: Statement

  init(_ sql: String, on database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    pointer = statement.sqliteStatement
    self.database = database
  }

  // MARK: Arguments, counted from 1

  func bind(_ value: Int64?, at index: Int32) {
    if let value {
      sqlite3_bind_int64(pointer, index, value)
    } else {
      sqlite3_bind_null(pointer, index)
    }
  }

  func bind(_ value: Int?, at index: Int32) { bind(value.map { Int64($0) }, at: index) }

  func bind(_ value: String?, at index: Int32) {
    guard var value else {
      sqlite3_bind_null(pointer, index)
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text without an address would be NULL.
        _ = sqlite3_bind_text(
          pointer, index, characters.baseAddress ?? Self.nothing, Int32(characters.count),
          Self.copied)
      }
    }
  }

  func bind(_ value: LedgerDigest?, at index: Int32) {
    guard let value else {
      sqlite3_bind_null(pointer, index)
      return
    }
    value.withBytes {
      _ = sqlite3_bind_blob(pointer, index, $0.baseAddress, Int32($0.count), Self.copied)
    }
  }

  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  nonisolated(unsafe) private static let nothing = UnsafePointer<CChar>(
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
