// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

enum DeviceSecrets {
  /// Fewest hex digits of a device library identifier or push token.
  private static let shortest = 32

  /// Replaces every run of at least 32 hex digits, which may be an identifier or a push token, by
  /// the beginning of its SHA-256.
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

  /// Returns a pseudonym for a secret. The same secret always gets the same one, so that log lines
  /// can be compared.
  static func shown(_ secret: String) -> String {
    "#" + String(Digest.sha256Hex(Array(secret.utf8)).prefix(12))
  }
}
