// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A filter for private keys in text that is shown or logged. Users may pass the key itself instead
/// of a file name.
///
/// Keys are detected by their beginning, so that a truncated key is found too. This is the BEGIN
/// line of PEM, or Base64 or hex of the first members of PKCS #8, SEC 1, PKCS #1 or PKCS #12, or of
/// a BEGIN line.
package enum SecretText {
  /// Replacement for a key.
  package static let placeholder = "(a key)"

  /// Minimum length of a private key in any encoding.
  private static let shortest = 40

  /// Returns whether the text contains a private key.
  package static func isPresent(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count >= shortest && firstKey(in: bytes, from: 0) != nil
  }

  /// Replaces each private key in the text.
  package static func redacted(_ text: String) -> String {
    guard text.utf8.count >= shortest else { return text }
    let bytes = Array(text.utf8)
    guard var key = firstKey(in: bytes, from: 0) else { return text }
    var out: [UInt8] = []
    var position = 0
    while true {
      out += bytes[position..<key.lowerBound]
      out += placeholder.utf8
      position = key.upperBound
      guard let next = firstKey(in: bytes, from: position) else { break }
      key = next
    }
    return String(decoding: out + bytes[position...], as: UTF8.self)
  }

  /// Returns a path for messages. A long one with line breaks is replaced, because it may be a
  /// damaged key.
  package static func shownPath(_ path: String) -> String {
    let isText = path.utf8.count > 64 && path.utf8.contains { $0 == 0x0a || $0 == 0x0d }
    return isText ? placeholder : redacted(path)
  }

  private static func firstKey(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let candidates = [
      pem(in: bytes, from: start), encoded(.base64, in: bytes, from: start),
      encoded(.hex, in: bytes, from: start),
    ]
    return candidates.compactMap { $0 }.min { $0.lowerBound < $1.lowerBound }
  }

  // MARK: PEM

  private static let begin = Array("BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let label = Array("PRIVATE KEY".utf8)
  private static let dash = UInt8(ascii: "-")

  /// Returns the range from the dashes before BEGIN to those after END, or to the end of the text
  /// without END.
  private static func pem(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var position = start
    while let found = ByteSearch.offset(of: begin, in: bytes[position...]) {
      position = found + begin.count
      // The label may begin with `ENCRYPTED `, `OPENSSH ` and the like.
      guard ByteSearch.offset(of: label, in: bytes[position...].prefix(40)) != nil else { continue }
      var first = found
      while first > start, bytes[first - 1] == dash { first -= 1 }
      guard let close = ByteSearch.offset(of: end, in: bytes[position...]) else {
        return first..<bytes.count
      }
      var last =
        ByteSearch.offset(of: label, in: bytes[close...].prefix(60)).map { $0 + label.count }
        ?? bytes.count
      while last < bytes.count, bytes[last] == dash { last += 1 }
      return first..<last
    }
    return nil
  }

  // MARK: Base64 and hex

  private enum Spelling { case base64, hex }

  /// Returns the range from the first character of a key to the end of its run.
  private static func encoded(
    _ spelling: Spelling, in bytes: [UInt8], from start: Int
  ) -> Range<Int>? {
    var position = start
    while position < bytes.count {
      guard value(of: bytes[position], spelling) != nil else {
        position += 1
        continue
      }
      let run = Run(bytes, from: position, spelling)
      for index in run.values.indices where run.values.count - index >= shortest {
        guard run.mayBegin(at: index) else { continue }
        // For DER, only the beginning is decoded. PEM in Base64 is searched for its label.
        if isKey(run.decoded(from: index)) { return run.places[index]..<run.end }
      }
      position = run.end
    }
    return nil
  }

  /// Characters of one encoding, across line ends and escaped line ends.
  private struct Run {
    let spelling: Spelling
    var values: [UInt8] = []
    var places: [Int] = []
    var end: Int

    init(_ bytes: [UInt8], from start: Int, _ spelling: Spelling) {
      self.spelling = spelling
      end = start
      var position = start
      while position < bytes.count {
        if let value = SecretText.value(of: bytes[position], spelling) {
          values.append(value)
          places.append(position)
          position += 1
          end = position
        } else if bytes[position] == UInt8(ascii: "="), spelling == .base64 {
          position += 1
          end = position
        } else if let length = SecretText.separator(in: bytes[position...], spelling) {
          position += length
        } else {
          break
        }
      }
    }

    /// Returns whether the first byte can be that of a SEQUENCE or a dash, by its first character.
    func mayBegin(at index: Int) -> Bool {
      switch spelling {
      case .base64: [12, 11].contains(values[index])
      case .hex: [3, 2].contains(values[index])
      }
    }

    func decoded(from index: Int) -> [UInt8] {
      let (bits, most) = spelling == .base64 ? (6, 8192) : (4, 16_384)
      var bytes: [UInt8] = []
      var (group, held) = (0, 0)
      for value in values[index...].prefix(most) {
        group = (group << bits | Int(value)) & 0xffff
        held += bits
        if held >= 8 {
          held -= 8
          bytes.append(UInt8(truncatingIfNeeded: group >> held))
          // Stops early at most candidates, so that the time is linear.
          if bytes.count == 2, bytes[0] != ASN1Reader.sequence, bytes != [dash, dash] { return [] }
          if bytes[0] == ASN1Reader.sequence, bytes.count == SecretText.maxPrefixLength {
            return bytes
          }
          if bytes[0] == dash, bytes.count == 5 + SecretText.begin.count,
            !bytes.drop(while: { $0 == dash }).starts(with: SecretText.begin)
          {
            return []
          }
        }
      }
      return bytes
    }
  }

  /// Returns the value of a character. For Base64 it accepts both alphabets of RFC 4648.
  private static func value(of character: UInt8, _ spelling: Spelling) -> UInt8? {
    switch (character, spelling) {
    case (_, .hex): Hex.value(of: character)
    case (UInt8(ascii: "-"), .base64): 62
    case (UInt8(ascii: "_"), .base64): 63
    case (_, .base64): Base64.value(of: character)
    }
  }

  /// Returns the length of a line end or its escape. Hex digits may also be separated by a colon.
  private static func separator(in bytes: ArraySlice<UInt8>, _ spelling: Spelling) -> Int? {
    if let first = bytes.first, first == 0x0a || first == 0x0d { return 1 }
    if spelling == .hex, bytes.first == UInt8(ascii: ":") { return 1 }
    return ["\\u{A}", "\\u{D}", "\\n", "\\r"].first { bytes.starts(with: $0.utf8) }?.utf8.count
  }

  /// Number of DER bytes that identify a key: its header and 24 bytes of content.
  private static let maxPrefixLength = 2 + 4 + 24

  /// Returns whether bytes begin like a private key.
  private static func isKey(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [dash, dash]) { return pem(in: bytes, from: 0) != nil }
    guard bytes.count > 8, bytes[0] == ASN1Reader.sequence else { return false }
    let octets = bytes[1] & 0x80 == 0 ? 0 : Int(bytes[1] & 0x7f)
    guard octets <= 4 else { return false }
    let content = Array(bytes.dropFirst(2 + octets).prefix(24))
    // The version and the next tag of PKCS #8, PKCS #1, SEC 1 and PKCS #12.
    let beginnings: [[UInt8]] = [
      [2, 1, 0, 0x30], [2, 1, 1, 0x30], [2, 1, 0, 2], [2, 1, 1, 4], [2, 1, 3, 0x30],
    ]
    if beginnings.contains(where: { content.starts(with: $0) }) { return true }
    // The ciphers of encrypted PKCS #8 are below 1.2.840.113549.1.5 and .12.
    let cipher: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01]
    return content.first == ASN1Reader.sequence && content.dropFirst(2).first == 0x06
      && content.dropFirst(4).starts(with: cipher)
      && [5, 12].contains(content.dropFirst(4 + cipher.count).first)
  }
}
