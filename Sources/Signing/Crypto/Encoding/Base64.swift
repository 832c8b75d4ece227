// SPDX-License-Identifier: Apache-2.0

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
package enum Base64 {
  private static let pad = UInt8(ascii: "=")

  /// Returns Base64 on one line.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends Base64. Reserve the capacity first to avoid a copy that is not wiped.
  static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    var group = 0
    var held = 0
    func write(_ sextets: Int) {
      for index in 0..<4 {
        text.append(index < sextets ? character(of: group >> (18 - 6 * index) & 63) : pad)
      }
    }
    for byte in bytes {
      group |= Int(byte) << (16 - 8 * held)
      held += 1
      if held == 3 {
        write(4)
        (group, held) = (0, 0)
      }
    }
    if held > 0 { write(held + 1) }
  }

  private static func character(of sextet: Int) -> UInt8 {
    switch sextet {
    case 0..<26: UInt8(ascii: "A") + UInt8(sextet)
    case 26..<52: UInt8(ascii: "a") + UInt8(sextet - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(sextet - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  /// Decodes strict Base64: no white space, correct padding, no leftover bits. Returns nil for
  /// other strings.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    decode(text, skippingWhitespace: false)
  }

  /// Decodes strict Base64: no white space, correct padding, no leftover bits. Returns nil for
  /// other strings.
  package static func decode(_ text: String) -> [UInt8]? {
    decode(text.utf8, skippingWhitespace: false)
  }

  /// Decodes Base64 with spaces, tabs and line ends anywhere, as in PEM. Returns nil if the rest is
  /// not strict Base64.
  package static func decodeIgnoringWhitespace(_ text: some Collection<UInt8>) -> [UInt8]? {
    decode(text, skippingWhitespace: true)
  }

  private static func decode(
    _ text: some Collection<UInt8>, skippingWhitespace: Bool
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var held = 0
    var pads = 0
    for character in text {
      if let value = value(of: character) {
        guard pads == 0 else { return nil }
        group = group << 6 | UInt32(value)
        held += 1
        if held == 4 {
          bytes.append(UInt8(truncatingIfNeeded: group >> 16))
          bytes.append(UInt8(truncatingIfNeeded: group >> 8))
          bytes.append(UInt8(truncatingIfNeeded: group))
          group = 0
          held = 0
        }
      } else if character == pad {
        pads += 1
        guard pads <= 2 else { return nil }
      } else if !(skippingWhitespace && isWhitespace(character)) {
        return nil
      }
    }
    switch (held, pads) {
    case (0, 0):
      return bytes
    case (2, 2):
      guard group & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
      return bytes
    case (3, 1):
      guard group & 3 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
      return bytes
    default:
      return nil
    }
  }

  static func isWhitespace(_ character: UInt8) -> Bool {
    character == 0x20 || (0x09...0x0d).contains(character)
  }

  static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension Base64 {
  /// Returns Base64 with the URL alphabet and without padding (RFC 4648, section 5), as in JSON Web
  /// Tokens.
  package static func encodeForURL(_ bytes: some Collection<UInt8>) -> String {
    String(
      encode(bytes).compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
