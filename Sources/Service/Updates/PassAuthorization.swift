// SPDX-License-Identifier: Apache-2.0

/// The header `Authorization` of a device.
package enum PassAuthorization {
  /// The token of `ApplePass TOKEN`; nil for every other scheme, without a header or with two.
  ///
  /// The scheme in any case of its letters (RFC 9110, 11.1), the token letter by letter.
  package static func token(in headers: [String]) -> String? {
    guard headers.count == 1 else { return nil }
    let words = headers[0].utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 2, words[1].count <= limitInBytes,
      words[0].elementsEqual("applepass".utf8, by: { ($0 | 0x20) == $1 })
    else { return nil }
    return String(Substring(words[1]))
  }

  private static let limitInBytes = 4_096
}

/// The token of a device at Apple's push service.
package enum PushToken {
  /// More than any token has.
  package static let limitInBytes = 512

  /// Whether Apple's push service can be asked with it: hex digits, an even number of them. What
  /// other systems' devices give is kept and never sent: it would become part of a path.
  package static func isSendable(_ token: String) -> Bool {
    let count = token.utf8.count
    guard count >= 2, count % 2 == 0, count <= limitInBytes else { return false }
    return token.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
  }
}
