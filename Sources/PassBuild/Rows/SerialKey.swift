// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// The SHA-256 of pass type, NUL and lower-cased serial number or group value: which shard a row
/// belongs to, and what must not stand twice.
package struct SerialKey: Sendable {
  /// The first eight bytes, big-endian.
  package let first: UInt64
  /// The next eight.
  package let second: UInt64
  /// Of the text as it is spelled.
  package let spelling: UInt64

  package init(passType: String, text: String) {
    var keys = SerialKeys(passType: passType)
    self = keys.key(of: text)
  }

  fileprivate init(hash: UnsafeRawBufferPointer, spelling: UInt64) {
    first = UInt64(bigEndian: hash.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    second = UInt64(bigEndian: hash.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    self.spelling = spelling
  }
}

/// Makes the keys of many texts of one pass type. For one thread.
package struct SerialKeys {
  private var message: [UInt8]
  private let prefix: Int
  private let session = DigestSession()

  package init(passType: String) {
    message = Array(passType.utf8)
    message.append(0)
    prefix = message.count
  }

  package mutating func key(of text: String) -> SerialKey {
    message.removeSubrange(prefix...)
    var text = text
    var spelling: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    var isLower = true
    text.withUTF8 { bytes in
      for byte in bytes {
        spelling = (spelling ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        if byte >= 0x80 || (byte >= 0x41 && byte <= 0x5A) { isLower = false }
      }
      if isLower { message.append(contentsOf: bytes) }
    }
    if !isLower { message.append(contentsOf: text.lowercased().utf8) }
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { hash in
      message.withUnsafeBytes { session.sha256($0, into: hash) }
      return SerialKey(hash: UnsafeRawBufferPointer(hash), spelling: spelling)
    }
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
