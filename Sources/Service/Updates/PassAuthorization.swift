// SPDX-License-Identifier: Apache-2.0

/// The `Authorization` header of a device.
package enum PassAuthorization {
  /// Returns the token of `ApplePass TOKEN`, or nil for another scheme and for any number of
  /// headers other than one.
  ///
  /// The scheme is case-insensitive (RFC 9110, 11.1). The token is case-sensitive.
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

/// The address of a device at Apple's push service.
package enum PushToken {
  /// More than the length of any push token.
  package static let limitInBytes = 512

  /// Returns whether the token can be sent to Apple's push service: an even number of hex digits.
  ///
  /// Devices of other systems may register other tokens. The service stores them and never sends
  /// them, because the token becomes a part of a URL path.
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
