// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Fast comparison of memory. Not in constant time, so do not use it for secrets.
enum MemoryComparison {
  /// Returns whether two buffers have the same bytes in a range.
  static func areEqual(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Bool {
    guard !range.isEmpty else { return true }
    guard range.lowerBound >= 0, range.upperBound <= min(one.count, other.count),
      let first = one.baseAddress, let second = other.baseAddress
    else { return false }
    return memcmp(first + range.lowerBound, second + range.lowerBound, range.count) == 0
  }
}
