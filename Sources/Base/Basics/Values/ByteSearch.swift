// SPDX-License-Identifier: Apache-2.0

/// A search with the C library, which compares many bytes at once.
package enum ByteSearch {
  /// Returns whether a pattern occurs in the bytes.
  package static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
    offset(of: pattern, in: bytes[...]) != nil
  }

  /// Returns the index of the first occurrence of a pattern, which must not be empty.
  package static func offset(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = pattern.first else { return nil }
    let found: Int? = bytes.withUnsafeBytes { bytes in
      var start = 0
      while let base = bytes.baseAddress, bytes.count - start >= pattern.count,
        let found = memchr(base + start, Int32(first), bytes.count - start - pattern.count + 1)
      {
        let offset = UnsafeRawPointer(found) - base
        if memcmp(found, pattern, pattern.count) == 0 { return offset }
        start = offset + 1
      }
      return nil
    }
    return found.map { $0 + bytes.startIndex }
  }
}
