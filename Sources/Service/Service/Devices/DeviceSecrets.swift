// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// Secrets of devices in what they write.
enum DeviceSecrets {
  /// The shortest run of hex digits that may be an identifier or a push token.
  private static let shortest = 32

  /// Replaces every run of 32 and more hex digits, which identifiers and push tokens are, by the
  /// beginning of its digest.
  static func hidden(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var out: [UInt8] = []
      out.reserveCapacity(bytes.count)
      var rest = bytes[...]
      while !rest.isEmpty {
        let run = rest.prefix { Hex.value(of: $0) != nil }
        if run.count >= shortest {
          out += shown(String(decoding: run, as: UTF8.self)).utf8
        } else {
          out += run
        }
        let other = rest.dropFirst(run.count).prefix { Hex.value(of: $0) == nil }
        out += other
        rest = rest.dropFirst(run.count + other.count)
      }
      return String(decoding: out, as: UTF8.self)
    }
  }

  /// A secret as operators see it: the same one is the same word.
  static func shown(_ secret: String) -> String {
    "#" + String(Digest.sha256Hex(Array(secret.utf8)).prefix(12))
  }
}
