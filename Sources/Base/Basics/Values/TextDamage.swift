// SPDX-License-Identifier: Apache-2.0

/// Damage to binary data that a program read or wrote as text.
package enum TextDamage: Sendable, Hashable, CaseIterable {
  /// Bytes that are not UTF-8 became EF BF BD (U+FFFD). Their values are lost.
  case replaced
  /// The bytes were read as Latin-1 or Windows-1252 and written as UTF-8. Nothing is lost.
  case reencoded
  /// Bytes from 80 on became question marks. Their values are lost.
  case questionMarks
  /// The bytes were read as text and written as UTF-16.
  case widened

  /// Recognizes the damage in a file that cannot be read.
  ///
  /// Sound binary data is nearly never UTF-8 throughout, and text has no control characters, so the
  /// two together are the sign.
  ///
  /// - Parameter count: how many characters must show the damage.
  package init?(_ bytes: [UInt8], atLeast count: Int = 4) {
    if Self.isWidened(bytes) {
      self = .widened
      return
    }
    let head = bytes.prefix(Self.limit)
    guard head.prefix(512).contains(where: Self.isControl), let text = Self.text(head) else {
      return nil
    }
    var replaced = 0
    var others = 0
    var questionMarks = 0
    var isLatin = true
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3F: questionMarks += 1
      case 0..<0x80: continue
      case 0xFFFD: replaced += 1
      case 0x80...0xFF: others += 1
      default:
        others += 1
        if !Self.windows1252.contains(scalar) { isLatin = false }
      }
    }
    if replaced >= count {
      self = .replaced
    } else if replaced == 0, others >= count, isLatin {
      self = .reencoded
    } else if others + replaced == 0, questionMarks >= count, questionMarks * 8 >= head.count {
      // About half of the bytes of compressed or random data are from 80 on.
      self = .questionMarks
    } else {
      return nil
    }
  }

  /// What happened to the file, as the end of a sentence that begins with its name.
  package var description: String {
    switch self {
    case .replaced: "was read as UTF-8 text, which replaced bytes with EF BF BD"
    case .reencoded: "was written as UTF-8 text, which made two bytes of one"
    case .questionMarks: "was written as ASCII text, which replaced bytes with ?"
    case .widened: "was written as UTF-16 text, which made two bytes of one"
    }
  }

  /// The way to keep binary data as it is.
  package var help: String {
    switch self {
    case .replaced, .reencoded, .questionMarks:
      """
      send the bytes without a text conversion: in Node.js a Buffer without toString() and without \
      an encoding, with fetch arrayBuffer() and not text(), in AWS Lambda Base64 with \
      isBase64Encoded: true, in PHP readfile() or file_put_contents() without utf8_encode()
      """
    case .widened:
      """
      write the bytes to the file, in PowerShell with [IO.File]::WriteAllBytes or curl -o, not \
      with > or Out-File
      """
    }
  }

  /// The number of bytes to look at, more than in nearly all passes.
  private static let limit = 4 << 20

  /// Characters of Windows-1252 for the bytes 80 to 9F.
  private static let windows1252 = Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ".unicodeScalars)

  /// Returns the bytes as UTF-8 text, or nil if they are not. A cut at the end may be inside a
  /// character.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    for cut in 0...min(3, bytes.count) {
      if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
    }
    return nil
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x09 || (0x0E..<0x20).contains(byte)
  }

  /// Returns whether these are UTF-16 characters, most of them below 100, and not of a text.
  private static func isWidened(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0xFF, 0xFE]), bytes.count >= 16 else { return false }
    let head = bytes.prefix(1024).dropFirst(2)
    let low = stride(from: head.startIndex, to: head.endIndex - 1, by: 2)
    let narrow = low.filter { head[$0 + 1] == 0 }
    return narrow.count * 4 >= head.count && narrow.contains { isControl(head[$0]) }
  }
}
