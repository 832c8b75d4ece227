// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A SHA-256 without a heap allocation. A ledger of a million passes compares four million digests.
package struct LedgerDigest: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  package static let size = 32

  /// Creates a digest from its bytes. Returns nil unless there are exactly 32.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    let copied = bytes.withContiguousStorageIfAvailable { LedgerDigest(UnsafeRawBufferPointer($0)) }
    guard let digest = copied ?? Array(bytes).withUnsafeBytes({ LedgerDigest($0) }) else {
      return nil
    }
    self = digest
  }

  /// Creates a digest from memory of any alignment. Returns nil unless there are exactly 32 bytes.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    third = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    fourth = bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// 64 lower-case hex digits.
  package var hex: String { withBytes { Hex.encode($0) } }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: self, body)
  }
}
