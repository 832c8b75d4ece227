// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore

/// Takes so many connections at once, and counts how often there were as many.
struct CountedConnections: AvailableConnectionsDelegate {
  private let limit: Int
  private let metrics: ServiceMetrics
  private var count = 0

  init(_ limit: Int, _ metrics: ServiceMetrics) {
    self.limit = limit
    self.metrics = metrics
  }

  mutating func connectionOpened() {
    count += 1
    if count == limit { metrics.countFull() }
  }

  mutating func connectionClosed() { count -= 1 }

  func isAcceptingNewConnections() -> Bool { count < limit }
}
