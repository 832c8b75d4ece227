// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A search for short ASCII strings in bytes. Linear time for the patterns used here, whatever the
/// bytes are.
enum ByteFinder {
  /// Returns whether the bytes contain the string.
  static func contains(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { first(text, in: $0) != nil }
  }

  /// Returns the first position of the string from `start` on that ends before `limit`, or nil.
  static func first(
    _ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0,
    before limit: Int = .max
  ) -> Int? {
    let length = text.utf8CodeUnitCount
    let last = min(bytes.count, limit) - length
    guard let base = bytes.baseAddress, start <= last else { return nil }
    let pattern = text.utf8Start
    let letter = pattern[0]
    let second = length > 1 ? pattern[1] : 0
    var position = start
    while position <= last {
      // Checked before `memchr`, because a call for each byte would be slow if the letter is
      // frequent.
      if base[position] != letter {
        guard let found = memchr(base + position, Int32(letter), last - position + 1) else {
          return nil
        }
        position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      }
      if length == 1 || base[position + 1] == second, matches(text, at: base + position) {
        return position
      }
      position += 1
    }
    return nil
  }

  /// Returns whether the string is at a position. There must be enough bytes.
  static func matches(_ text: StaticString, at place: UnsafePointer<UInt8>) -> Bool {
    let pattern = text.utf8Start
    var index = 0
    while index < text.utf8CodeUnitCount {
      if place[index] != pattern[index] { return false }
      index += 1
    }
    return true
  }
}
