// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What parts of a running service tell each other.
final class ServiceState: Sendable {
  private struct State {
    var isDraining = false
    var certificateEnd: Int64?
    var waiting: CheckedContinuation<Void, Never>?
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
  func wakePusher() { wake() }

  /// Returns when somebody woke the pusher since the last time, after the time at the latest.
  func waitForWork(atMost time: Duration) async {
    await withTaskGroup { group in
      group.addTask { try? await Task.sleep(for: time) }
      group.addTask { await self.waitForWake() }
      await group.next()
      group.cancelAll()
      // Whoever waits for somebody is let go, or the group would wait for it.
      wake(isWork: false)
    }
  }

  private func wake(isWork: Bool = true) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if isWork { state.isWoken = true }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  private func waitForWake() async {
    await withCheckedContinuation { continuation in
      let isWoken = state.withLock { state -> Bool in
        if !state.isWoken { state.waiting = continuation }
        return state.isWoken
      }
      if isWoken { continuation.resume() }
    }
    state.withLock { $0.isWoken = false }
  }
}
