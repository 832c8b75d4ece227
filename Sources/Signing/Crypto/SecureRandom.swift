// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Random bytes for keys, serial numbers and tokens.
package enum SecureRandom {
  /// Returns random bytes from the system. Throws if it has none, or if the count is 2 GiB or more.
  /// A count below 1 gives no bytes.
  package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
    _ = OpenSSL.ready
    guard count > 0 else { return [] }
    guard let length = Int32(exactly: count) else {
      throw CryptoError("\(count) random bytes at once are too many")
    }
    var done: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      done = RAND_bytes(buffer.baseAddress, length)
      filled = done == 1 ? count : 0
    }
    guard done == 1 else { throw CryptoError("the system gave no random bytes") }
    return bytes
  }
}
