// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Synchronization

/// Which nonces this process has seen, as digests: a nonce is used once.
///
/// Holds the newest 100,000 and nothing outlives the process.
package final class NonceMemory: Sendable {
  private struct Seen {
    var digests: Set<[UInt8]> = []
    var order: [[UInt8]] = []
    var oldest = 0
  }

  private static let limit = 100_000
  private let seen = Mutex(Seen())

  /// A memory of none.
  package init() {}

  /// Takes a nonce; whether it was there before.
  func takes(_ nonce: [UInt8]) -> Bool {
    let digest = Digest.sha256(nonce)
    return seen.withLock { seen in
      guard seen.digests.insert(digest).inserted else { return true }
      if seen.order.count < Self.limit {
        seen.order.append(digest)
      } else {
        seen.digests.remove(seen.order[seen.oldest])
        seen.order[seen.oldest] = digest
        seen.oldest = (seen.oldest + 1) % Self.limit
      }
      return false
    }
  }
}
