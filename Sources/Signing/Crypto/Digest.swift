// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import PassBasics

/// Hashes of data in memory. Any thread may use them.
package enum Digest {
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha1.hash(bytes) }
  package static func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    DigestAlgorithm.sha1.hash(bytes)
  }

  package static func sha256(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha256.hash(bytes) }
  package static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    DigestAlgorithm.sha256.hash(bytes)
  }
  package static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    DigestAlgorithm.sha256.hash(bytes)
  }

  /// Returns the SHA-1 as 40 lower-case hex digits.
  package static func sha1Hex(_ bytes: [UInt8]) -> String { Hex.encode(sha1(bytes)) }
  /// Returns the SHA-256 as 64 lower-case hex digits.
  package static func sha256Hex(_ bytes: [UInt8]) -> String { Hex.encode(sha256(bytes)) }

  /// Returns the HMAC-SHA-256 (RFC 2104), 32 bytes. Copies of the key are wiped.
  package static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    var key = key
    return hmacSHA256(wiping: &key, message: message)
  }

  /// Returns the HMAC-SHA-256 with a key in a `Secret`.
  package static func hmacSHA256(key: Secret, message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(key.count, 64))
    key.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return hmacSHA256(wiping: &bytes, message: message)
  }

  private static func hmacSHA256(wiping key: inout [UInt8], message: [UInt8]) -> [UInt8] {
    let blockSize = 64
    if key.count > blockSize {
      let hash = sha256(key)
      Secret.wipe(&key)
      key = hash
    }
    key.append(contentsOf: repeatElement(0, count: blockSize - key.count))
    var inner = key.map { $0 ^ 0x36 }
    var outer = key.map { $0 ^ 0x5c }
    inner.append(contentsOf: message)
    outer.append(contentsOf: sha256(inner))
    let code = sha256(outer)
    Secret.wipe(&key)
    Secret.wipe(&inner)
    Secret.wipe(&outer)
    return code
  }
}
