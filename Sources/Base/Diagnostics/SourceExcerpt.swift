// SPDX-License-Identifier: Apache-2.0

/// The text around a place, as much of it as may be shown: part of a line, or one cell of a table.
///
/// It is cut out while the source is in memory, so it needs no file that may change or be gone.
package final class SourceExcerpt: Sendable {
  /// What comes before the text: the header of the column it is a cell of.
  let label: String?
  /// The text, with `***` for secrets.
  let text: [UInt8]
  /// The bytes of the text that are underlined. The range is empty for a place between two
  /// characters.
  let marked: Range<Int>
  /// Whether the line continues before and after the text.
  let isCut: (before: Bool, after: Bool)
  /// Whether it is a cell of a table, which is not shown where logs are public.
  let isCell: Bool

  /// How many bytes are kept before a place and from it on: more than a wide terminal shows.
  static let reach = (before: 240, after: 360)
  /// How many characters of a cell are shown.
  static let cellLimit = 40

  init(
    label: String? = nil, text: [UInt8], marked: Range<Int>, isCut: (before: Bool, after: Bool),
    isCell: Bool
  ) {
    self.label = label
    self.text = text
    self.marked = marked
    self.isCut = isCut
    self.isCell = isCell
  }
}

// MARK: Lines

extension SourceExcerpt {
  /// The part of a line around a place; nil for what is not text.
  ///
  /// - Parameters:
  ///   - offset: the place.
  ///   - lineStart: where its line begins.
  ///   - secrets: the parts of `bytes` that are not shown, in order.
  static func ofLine(
    _ bytes: [UInt8], at offset: Int, lineStart: Int, secrets: [Range<Int>]
  ) -> SourceExcerpt? {
    var start = max(lineStart, offset - reach.before)
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, offset) }
    var end = offset
    let last = min(bytes.count, offset + reach.after)
    while end < last, !isLineEnd(bytes[end]) { end += 1 }
    let isCutAfter = end == last && end < bytes.count && !isLineEnd(bytes[end])
    while start > lineStart, start < offset, isContinuation(bytes[start]) { start += 1 }
    while isCutAfter, end > offset, isContinuation(bytes[end]) { end -= 1 }
    guard start < end, isText(bytes[start..<end]) else { return nil }
    // The bracket that opens a whole document shows nothing.
    let line = bytes[start..<end].filter { $0 > 0x20 }
    if line == [UInt8(ascii: "{")] || line == [UInt8(ascii: "[")] { return nil }
    let place = offset..<markEnd(bytes, from: offset, to: end)
    let masked = SecretMask.masked(bytes, start..<end, secrets, marking: place)
    return SourceExcerpt(
      text: masked.text, marked: masked.marked, isCut: (start > lineStart, isCutAfter),
      isCell: false)
  }

  /// Where the word, number or string ends that begins at a place.
  private static func markEnd(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    guard start < limit else { return start }
    var end = start + 1
    if bytes[start] == UInt8(ascii: "\"") {
      while end < limit, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, limit)
    }
    if isWord(bytes[start]) {
      while end < limit, isWord(bytes[end]) { end += 1 }
    }
    // The whole of a character.
    while end < limit, isContinuation(bytes[end]) { end += 1 }
    return end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "$"):
      true
    default: byte >= 0x80
    }
  }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Whether bytes look like text: without NUL, and with few other control characters.
  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    var controls = 0
    for byte in bytes where byte < 0x20 && byte != 0x09 {
      if byte == 0 { return false }
      controls += 1
    }
    return controls * 3 <= bytes.count
  }
}
