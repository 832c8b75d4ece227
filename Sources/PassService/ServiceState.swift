// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What parts of a running service tell each other.
final class ServiceState: Sendable {
  private struct State {
    var isDraining = false
    var certificateEnd: Int64?
    var isWoken = false
  }

  private let state = Mutex(State())

  /// Whether the process is about to end.
  var isDraining: Bool {
    get { state.withLock { $0.isDraining } }
    set { state.withLock { $0.isDraining = newValue } }
  }

  /// When the pass certificate ends, in seconds since 1970.
  var certificateEnd: Int64? {
    get { state.withLock { $0.certificateEnd } }
    set { state.withLock { $0.certificateEnd = newValue } }
  }

  /// What is measured when somebody asks.
  func gauges(now: Int64) -> [(name: String, help: String, value: Double)] {
    guard let end = certificateEnd else { return [] }
    return [
      ("certificate_days_left", "Days until the pass certificate ends.", Double(end - now) / 86_400)
    ]
  }

  // MARK: Whoever waits for pushes

  /// There may be something to push.
  func wakePusher() { state.withLock { $0.isWoken = true } }

  /// Returns when somebody woke the pusher since the last time, after the time at the latest, and
  /// when the task is cancelled.
  ///
  /// Looked at again and again: what would wait for a word could wait for ever where the word came
  /// just before.
  func waitForWork(atMost time: Duration) async {
    let end = ContinuousClock.now + time
    while !isWoken(), ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(25))
    }
  }

  private func isWoken() -> Bool {
    state.withLock { state in
      defer { state.isWoken = false }
      return state.isWoken
    }
  }
}
