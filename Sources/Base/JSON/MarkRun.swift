// SPDX-License-Identifier: Apache-2.0

/// Runs of combining marks in a string.
///
/// Danger: Swift normalizes strings to compare and hash them. It sorts the marks of each letter,
/// and the time grows with the square of their number. With 100 kB of marks on one letter, every
/// look-up in a dictionary takes a second.
package enum MarkRun {
  /// Maximum number of combining marks in a row, as in Unicode's Stream-Safe Text Format (UAX #15,
  /// section 13). Languages need three or four.
  package static let limit = 30

  /// Message of the diagnostic.
  package static let finding =
    "more than \(limit) combining marks in a row in the string that begins here"

  /// Explanation for the reference of findings.
  package static let why = """
    No language puts more than a few combining marks on one letter. A string that contains \
    thousands of them takes minutes to compare, so such a file is an attack. The limit of \(limit) \
    in a row is the one of Unicode's Stream-Safe Text Format.
    """

  /// Returns whether a string has more combining marks in a row than the limit.
  package static func isTooLong(in text: String) -> Bool {
    // A combining mark has at least two bytes in UTF-8.
    guard text.utf8.count > 2 * limit else { return false }
    var text = text
    return text.withUTF8 { isTooLong(in: $0) }
  }

  private static func isTooLong(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var run = 0
    var index = 0
    while index < raw.count {
      // Skips eight bytes at a time if all are ASCII.
      if index + 8 <= raw.count,
        raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        run = 0
        index += 8
        continue
      }
      let byte = raw[index]
      let length = byte < 0x80 ? 1 : max(2, (~byte).leadingZeroBitCount)
      if mayBeMark(byte, index + 1 < raw.count ? raw[index + 1] : 0),
        isMark(raw[index..<min(index + length, raw.count)])
      {
        run += 1
        if run > limit { return true }
      } else {
        run = 0
      }
      index += length
    }
    return false
  }

  /// Returns whether a character that begins with these bytes can be a combining mark. With this
  /// check, Latin, Cyrillic, Chinese, Korean and most of Japanese need no look-up in Unicode's
  /// tables.
  private static func mayBeMark(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0xCC, 0xCD, 0xD2, 0xD6...0xDF, 0xE0...0xE2, 0xEA, 0xEF, 0xF0: true
    // U+302A to U+302F, U+3099 and U+309A.
    case 0xE3: second == 0x80 || second == 0x82
    default: false
    }
  }

  private static func isMark(_ character: Slice<UnsafeRawBufferPointer>) -> Bool {
    let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first
    return scalar.map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
  }
}
