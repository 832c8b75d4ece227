// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Comparisons of pieces of memory, at the speed of the system's own.
enum Memory {
  /// Whether two pieces hold the same bytes in a range that lies within both.
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
