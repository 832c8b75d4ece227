// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

extension SQLStatement {
  /// Reads a digest. Returns nil if the column is NULL or has another length.
  func digest(_ column: Int32) -> LedgerDigest? { LedgerDigest(borrowedBytes(column)) }

  /// Returns whether the column has this digest.
  func equals(_ digest: LedgerDigest, _ column: Int32) -> Bool { self.digest(column) == digest }

  /// Returns whether the column has this string, byte for byte, without copying it.
  func equals(_ text: inout String, _ column: Int32) -> Bool {
    let bytes = borrowedBytes(column)
    // An empty column and NULL both have no address. NULL is not a string.
    guard let start = bytes.baseAddress else { return !isNull(column) && text.isEmpty }
    return text.withUTF8 { text in
      guard let other = text.baseAddress, text.count == bytes.count else { return false }
      return memcmp(other, start, bytes.count) == 0
    }
  }
}

extension LedgerDigest: SQLValue {
  func bind(to statement: SQLStatement, at index: Int32) {
    withBytes { statement.bind(bytes: $0, at: index) }
  }
}
