// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import PassValues

/// Hashes of bytes at hand. Safe from every thread.
package enum Digest {
  package static func sha1(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha1.hash(bytes) }
  package static func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    DigestAlgorithm.sha1.hash(bytes)
  }
  package static func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    DigestAlgorithm.sha1.hash(bytes)
  }

  package static func sha256(_ bytes: [UInt8]) -> [UInt8] { DigestAlgorithm.sha256.hash(bytes) }
  package static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    DigestAlgorithm.sha256.hash(bytes)
  }
  package static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    DigestAlgorithm.sha256.hash(bytes)
  }

  /// 40 lower-case hex digits, as manifest.json spells them.
  package static func sha1Hex(_ bytes: [UInt8]) -> String { Hex.encode(sha1(bytes)) }
  package static func sha1Hex(_ bytes: ArraySlice<UInt8>) -> String { Hex.encode(sha1(bytes)) }
  package static func sha1Hex(_ bytes: UnsafeRawBufferPointer) -> String {
    Hex.encode(sha1(bytes))
  }

  /// 64 lower-case hex digits.
  package static func sha256Hex(_ bytes: [UInt8]) -> String { Hex.encode(sha256(bytes)) }
  package static func sha256Hex(_ bytes: ArraySlice<UInt8>) -> String {
    Hex.encode(sha256(bytes))
  }
  package static func sha256Hex(_ bytes: UnsafeRawBufferPointer) -> String {
    Hex.encode(sha256(bytes))
  }

  /// HMAC-SHA-256 (RFC 2104), 32 bytes.
  package static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
    let blockSize = 64
    var key = key.count > blockSize ? sha256(key) : key
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
