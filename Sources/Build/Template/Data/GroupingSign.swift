// SPDX-License-Identifier: Apache-2.0

/// The `grouping` of a column: the sign between groups of three digits.
package enum GroupingSign: Sendable, CaseIterable {
  case point, comma
  /// `'`, and `’` as Swiss spreadsheets write it.
  case apostrophe
  /// A space, or a no-break (U+00A0), narrow (U+202F) or thin (U+2009) space of a spreadsheet.
  case space

  /// The valid values in template.json.
  package static let spellings = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}"]

  /// Creates the sign for a value, or nil if it is not valid.
  init?(_ text: String) {
    switch text {
    case ".": self = .point
    case ",": self = .comma
    case "'", "’": self = .apostrophe
    case " ", "\u{A0}", "\u{202F}": self = .space
    default: return nil
    }
  }

  /// The first spelling, for help.
  var text: String {
    switch self {
    case .point: "."
    case .comma: ","
    case .apostrophe: "'"
    case .space: " "
    }
  }

  /// Returns whether it is also this decimal sign.
  func isDecimal(_ byte: UInt8) -> Bool {
    switch self {
    case .point: byte == UInt8(ascii: ".")
    case .comma: byte == UInt8(ascii: ",")
    case .apostrophe, .space: false
    }
  }

  /// Returns the number of bytes of the sign at the index, or 0 if there is another one.
  private func length(in bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ end: Int) -> Int {
    guard index < end else { return 0 }
    let byte = bytes[index]
    func isWide(_ second: UInt8, _ thirds: [UInt8]) -> Bool {
      byte == 0xE2 && index + 2 < end && bytes[index + 1] == second
        && thirds.contains(bytes[index + 2])
    }
    switch self {
    case .point: return byte == UInt8(ascii: ".") ? 1 : 0
    case .comma: return byte == UInt8(ascii: ",") ? 1 : 0
    case .apostrophe:
      return byte == UInt8(ascii: "'") ? 1 : isWide(0x80, [0x99]) ? 3 : 0
    case .space:
      if byte == 0x20 { return 1 }
      if byte == 0xC2, index + 1 < end, bytes[index + 1] == 0xA0 { return 2 }
      return isWide(0x80, [0xAF, 0x89]) ? 3 : 0
    }
  }

  /// Returns the number without its grouping signs. Nil if it has none, or if a group does not have
  /// three digits.
  ///
  /// - Parameter decimal: the sign that may follow the last group. Nil for integers.
  func removed(
    from bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, decimal: UInt8?
  ) -> [UInt8]? {
    var index = range.lowerBound
    let end = range.upperBound
    var number: [UInt8] = []
    func digits(_ limit: Int) -> Int {
      var count = 0
      while index < end, count < limit, bytes[index].isDigit {
        number.append(bytes[index])
        index += 1
        count += 1
      }
      return count
    }
    if index < end, bytes[index] == UInt8(ascii: "-") {
      number.append(bytes[index])
      index += 1
    }
    // A first group that begins with 0 would be a number with leading zeros.
    guard index < end, bytes[index] != UInt8(ascii: "0"), digits(3) > 0 else { return nil }
    var groups = 0
    while case let size = length(in: bytes, at: index, end), size > 0 {
      index += size
      guard digits(3) == 3 else { return nil }
      groups += 1
    }
    guard groups > 0 else { return nil }
    guard index < end else { return number }
    guard let decimal, bytes[index] == decimal else { return nil }
    return number + bytes[index..<end]
  }
}
