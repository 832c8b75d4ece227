// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

extension SQLStatement {
  /// Reads a digest; nil when the column is NULL or does not have the length of a digest.
  func digest(_ column: Int32) -> LedgerDigest? { LedgerDigest(lentBytes(column)) }

  /// Whether the column has this digest.
  func holds(_ digest: LedgerDigest, _ column: Int32) -> Bool { self.digest(column) == digest }

  /// Whether the column has this text, byte for byte. Nothing is copied.
  func holds(_ text: inout String, _ column: Int32) -> Bool {
    let bytes = lentBytes(column)
    // Neither an empty column nor NULL has an address; NULL is not a text.
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
