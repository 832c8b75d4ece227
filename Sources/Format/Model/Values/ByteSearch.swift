// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A search with the C library, which compares many bytes at once.
enum ByteSearch {
  /// Returns whether the ASCII text occurs in the bytes. The text must not be empty.
  static func contains(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    let length = text.utf8CodeUnitCount
    let first = Int32(text.utf8Start.pointee)
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while rest.count >= length {
        let slice = UnsafeRawBufferPointer(rebasing: rest)
        guard let start = slice.baseAddress,
          let found = memchr(start, first, slice.count - length + 1)
        else { return false }
        if memcmp(found, text.utf8Start, length) == 0 { return true }
        rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
      }
      return false
    }
  }

  /// Returns the offset of the first occurrence of a pattern, which must not be empty.
  static func offset(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard let first = pattern.first else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var start = 0
      while let base = bytes.baseAddress, bytes.count - start >= pattern.count,
        let found = memchr(base + start, Int32(first), bytes.count - start - pattern.count + 1)
      {
        let offset = UnsafeRawPointer(found) - base
        if bytes[offset..<(offset + pattern.count)].elementsEqual(pattern) { return offset }
        start = offset + 1
      }
      return nil
    }
  }
}
