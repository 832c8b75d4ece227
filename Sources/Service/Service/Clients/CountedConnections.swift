// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore

/// Limit of open connections of a listener. The metrics count how often it is reached.
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
