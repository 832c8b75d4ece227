// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Ids of classes and objects: the issuer id, a dot and a suffix.
package enum GoogleIdentifier {
  /// Returns whether a text is the number of an issuer account.
  package static func isIssuer(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Returns the id of a class.
  package static func classID(issuer: String, suffix: String) -> String {
    "\(issuer).\(escaped(suffix, keepsDots: false))"
  }

  /// Returns the id of an object. Different pairs of suffix and serial number have different ids,
  /// because the escaped suffix has no dots.
  package static func objectID(classID: String, serialNumber: String) -> String {
    "\(classID).\(escaped(serialNumber, keepsDots: true))"
  }

  /// Replaces each byte that is not a letter, a digit or a hyphen by `_` and two hexadecimal
  /// digits. `_` is replaced too, so that different texts stay different.
  private static func escaped(_ text: String, keepsDots: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        result.append(byte)
      case UInt8(ascii: ".") where keepsDots: result.append(byte)
      default:
        result.append(UInt8(ascii: "_"))
        result += Hex.encode([byte]).uppercased().utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns an id for a module from the key of a field: other characters than letters, digits, `_`
  /// and `-` are escaped in the same way.
  package static func moduleID(_ key: String) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
    return isPlain ? key : escaped(key, keepsDots: false)
  }
}
