// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// A watchdog for calls into other code that cannot be cancelled. If a call takes too long, the
/// owner is notified and can only end the process.
final class CallWatchdog: Sendable {
  private struct State {
    /// Start times of the active calls by `MonotonicTime.now`.
    var startTimes: [UInt64?] = []
    var free: [Int] = []
    var watcher: BackgroundWork<Void>?
  }

  private let limit: UInt64
  private let onSilence: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - seconds: maximum time for a call.
  ///   - onSilence: called once on a separate thread if a call takes longer.
  init(seconds: Double, onSilence: @escaping @Sendable () -> Void) {
    limit = UInt64(seconds * 1e9)
    self.onSilence = onSilence
  }

  func during<Result>(_ call: () -> Result) -> Result {
    let place = state.withLock { state in
      if state.watcher == nil { state.watcher = BackgroundWork { [self] in run() } }
      let now = MonotonicTime.now
      if let place = state.free.popLast() {
        state.startTimes[place] = now
        return place
      }
      state.startTimes.append(now)
      return state.startTimes.count - 1
    }
    defer {
      state.withLock { state in
        state.startTimes[place] = nil
        state.free.append(place)
      }
    }
    return call()
  }

  private func run() {
    while true {
      MonotonicTime.sleep(nanoseconds: 250_000_000)
      let now = MonotonicTime.now
      let isOverdue = state.withLock { state in
        state.startTimes.contains { $0.map { now > $0 + limit } ?? false }
      }
      if isOverdue { return onSilence() }
    }
  }
}
