// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The text form of an input, to write output in the same form.
package struct TextForm: Sendable {
  let encoding: TextEncoding
  let mark: TextInput.Mark?
}

/// Writes text in the form of an input.
package final class FormWriter {
  /// The byte order mark of the input.
  package let mark: [UInt8]
  private let encoding: TextEncoding
  private let converter: Iconv?
  /// An invalid byte of the encoding. It is written for an invalid byte of the input, so that a row
  /// that was rejected because of it is rejected again if it is not corrected.
  private let meaningless: [UInt8]

  /// Nil if the C library cannot convert to the encoding.
  package init?(_ form: TextForm) {
    encoding = form.encoding
    mark =
      switch form.mark {
      case .utf8: [0xEF, 0xBB, 0xBF]
      case .utf16le: [0xFF, 0xFE]
      case .utf16be: [0xFE, 0xFF]
      case nil: []
      }
    guard case .other(let name) = form.encoding else {
      converter = nil
      meaningless = []
      return
    }
    guard let converter = Iconv(from: "UTF-8", to: name) else { return nil }
    self.converter = converter
    meaningless = Self.meaninglessByte(in: name)
  }

  /// Converts text, which is UTF-8 except for 0xFF for each invalid byte of the input.
  ///
  /// A character that the encoding lacks becomes a question mark. Only text that passc adds can
  /// have one.
  package func bytes(of text: [UInt8]) -> [UInt8] {
    switch encoding {
    case .utf8: return text
    case .utf16(let isBigEndian): return Self.utf16(text, isBigEndian: isBigEndian)
    case .other:
      guard let converter else { return text }
      return converter.convert(text, isLast: true) { offset in
        if text[offset] == 0xFF { return .replace(1, with: meaningless) }
        let rest = text[(offset + 1)...].prefix { $0 & 0xC0 == 0x80 }
        return .replace(1 + rest.count, with: [UInt8(ascii: "?")])
      }.output
    }
  }

  private static func utf16(_ text: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(2 * text.count)
    func append(_ unit: UInt16) {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      out += isBigEndian ? [high, low] : [low, high]
    }
    var decoder = UTF8()
    var bytes = text.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): UTF16.encode(scalar)?.forEach(append)
      // Half of a surrogate pair, which is invalid alone.
      case .error: append(0xDC00)
      case .emptyInput: return out
      }
    }
  }

  private static func meaninglessByte(in name: String) -> [UInt8] {
    guard let reader = Iconv(from: name, to: "UTF-8") else { return [] }
    for byte in (UInt8(0x80)...0xFF).reversed() {
      var isFault = false
      _ = reader.convert([byte], isLast: true) { _ in
        isFault = true
        return .stop
      }
      if isFault { return [byte] }
    }
    return []
  }
}
