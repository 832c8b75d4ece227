// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// Looks after calls into code of others that cannot be taken back: when one has not returned in
/// time, somebody is told, who can only end the process.
final class Watch: Sendable {
  private struct State {
    /// When each call that goes on has begun.
    var begun: [UInt64?] = []
    var free: [Int] = []
    var watcher: BackgroundWork<Void>?
  }

  private let limit: UInt64
  private let onSilence: @Sendable () -> Void
  private let monitor = Monitor(State())

  /// - Parameters:
  ///   - seconds: how long a call may take.
  ///   - onSilence: called once, on a thread of its own, when one takes longer.
  init(seconds: Double, onSilence: @escaping @Sendable () -> Void) {
    limit = UInt64(seconds * 1e9)
    self.onSilence = onSilence
  }

  func during<Result>(_ call: () -> Result) -> Result {
    let place = monitor.locked { state in
      if state.watcher == nil { state.watcher = BackgroundWork { [self] in look() } }
      let now = Clock.now
      if let place = state.free.popLast() {
        state.begun[place] = now
        return place
      }
      state.begun.append(now)
      return state.begun.count - 1
    }
    defer {
      monitor.locked { state in
        state.begun[place] = nil
        state.free.append(place)
      }
    }
    return call()
  }

  private func look() {
    while true {
      Clock.sleep(nanoseconds: 250_000_000)
      let now = Clock.now
      let isOverdue = monitor.locked { state in
        state.begun.contains { $0.map { now > $0 + limit } ?? false }
      }
      if isOverdue { return onSilence() }
    }
  }
}
