// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Synchronization

/// Digests of the nonces that this process has seen, to detect a replay.
///
/// Only the newest 100,000 are kept, in memory. It can be used from any thread.
package final class SeenNonces: Sendable {
  private struct Seen {
    var digests: Set<[UInt8]> = []
    var order: [[UInt8]] = []
    var oldest = 0
  }

  private static let limit = 100_000
  private let seen = Mutex(Seen())

  package init() {}

  /// Records a nonce. Returns whether it was seen before.
  func insert(_ nonce: [UInt8]) -> Bool {
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
