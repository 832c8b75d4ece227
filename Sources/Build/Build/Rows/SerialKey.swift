// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// The SHA-256 of the pass type identifier, a NUL and the lower-cased serial number or group value.
/// It selects the shard of a row and finds duplicates.
package struct SerialKey: Sendable {
  /// The first eight bytes of the hash, big-endian.
  package let first: UInt64
  /// Bytes nine to sixteen of the hash, big-endian.
  package let second: UInt64
  /// FNV-1a of the string before it was lower-cased, to distinguish spellings of one key.
  package let spelling: UInt64

  /// Creates the key of a single string. `SerialKeys` is faster for many.
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

/// Makes the keys of many strings for one pass type identifier. Not for use by several threads.
package struct SerialKeys {
  private var message: [UInt8]
  private let prefix: Int
  private let session = DigestSession()

  /// Creates keys for one pass type identifier. It may be empty if there is only one.
  package init(passType: String) {
    message = Array(passType.utf8)
    message.append(0)
    prefix = message.count
  }

  /// Returns the key of a serial number or group value.
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
  /// The number of the part, from 1 to `count`.
  package let number: Int
  package let count: Int

  /// All of the data as one part.
  package static let all = Shard(number: 1, count: 1)

  /// Creates a part. Its number must be from 1 to `count`.
  package init(number: Int, count: Int) {
    precondition(count > 0 && (1...count).contains(number))
    self.number = number
    self.count = count
  }

  /// Parses `I/N`. Returns nil if that is not a valid part.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count > 0,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  package var description: String { "\(number)/\(count)" }

  /// Returns whether the rows of a key are in this part. Rows without a key are in the first part.
  package func contains(_ key: SerialKey?) -> Bool {
    guard count > 1 else { return true }
    guard let key else { return number == 1 }
    return UInt64(number - 1) == key.first % UInt64(count)
  }
}
