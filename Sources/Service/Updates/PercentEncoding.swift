// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Percent-encoding of URLs (RFC 3986, 2.1) as devices use it.
package enum PercentEncoding {
  /// Decodes every `%xx`, or returns nil for an incomplete one and for bytes that are not UTF-8. A
  /// plus sign is not decoded: devices mean the plus sign itself.
  package static func decoded(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(Hex.value(of:)),
        let low = iterator.next().flatMap(Hex.value(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the possible decodings of a path segment, the likeliest first.
  ///
  /// The second one is decoded twice, because some devices encode a percent sign that is part of an
  /// encoding. A segment with an invalid encoding is returned unchanged.
  package static func readings(of part: some StringProtocol) -> [String] {
    guard let once = decoded(part) else { return [String(part)] }
    guard once.utf8.contains(UInt8(ascii: "%")), let twice = decoded(once) else { return [once] }
    return twice.utf8.elementsEqual(once.utf8) ? [once] : [once, twice]
  }

  /// Encodes a path segment: every byte other than the unreserved characters of RFC 3986.
  package static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes += Array(Hex.encode([byte]).uppercased().utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
