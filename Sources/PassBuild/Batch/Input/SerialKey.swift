// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// The SHA-256 of pass type, NUL and lower-cased serial number or group value: which shard a row
/// belongs to, and what must not stand twice.
package struct SerialKey: Sendable {
  /// The first eight bytes, big-endian.
  let first: UInt64
  /// The next eight.
  let second: UInt64
  /// Of the text as it is spelled.
  let spelling: UInt64

  package init(passType: String, text: String) {
    var message = Array(passType.utf8)
    message.append(0)
    let isLower = text.utf8.allSatisfy { $0 < 0x80 && !($0 >= 0x41 && $0 <= 0x5A) }
    message += isLower ? Array(text.utf8) : Array(text.lowercased().utf8)
    let hash = Digest.sha256(message)
    func word(_ start: Int) -> UInt64 {
      hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    first = word(0)
    second = word(8)
    var spelling: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    for byte in text.utf8 { spelling = (spelling ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    self.spelling = spelling
  }
}

/// One of N parts of the data, `--shard I/N`.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  package let number: Int
  package let count: Int

  /// The whole.
  package static let all = Shard(number: 1, count: 1)

  package init(number: Int, count: Int) {
    precondition(count > 0 && (1...count).contains(number))
    self.number = number
    self.count = count
  }

  /// Reads `I/N`; nil when it is not one of N parts.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count > 0,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  package var description: String { "\(number)/\(count)" }

  /// Whether the rows of that key are its own; rows without one belong to the first.
  package func holds(_ key: SerialKey?) -> Bool {
    guard count > 1 else { return true }
    guard let key else { return number == 1 }
    return UInt64(number - 1) == key.first % UInt64(count)
  }
}
