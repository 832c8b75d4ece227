// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import Synchronization

/// How much the store holds, counted no more often than it can bear: counting reads whole tables, of a
/// million passes for a good part of a second, and probes ask every few seconds.
final class KnownCounts: Sendable {
  private struct State {
    var counts: StoreCounts?
    /// Until when they are good.
    var end: ContinuousClock.Instant
    var isCounting = false
  }

  private let store: any PassStore
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// What is counted faster is counted each time.
  static let quick = Duration.milliseconds(5)
  /// Counts are good for so many times as long as counting took, and no longer than `longest`.
  static let share = 100
  /// The longest time counts are good for.
  static let longest = Duration.seconds(15)

  init(
    _ store: any PassStore,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.store = store
    self.now = now
    state = Mutex(State(end: now()))
  }

  /// The counts, at most ``longest`` old.
  func counts() async throws(StoreError) -> StoreCounts {
    let begun = now()
    let known = state.withLock { state -> StoreCounts? in
      if let counts = state.counts, begun < state.end || state.isCounting { return counts }
      state.isCounting = true
      return nil
    }
    if let known { return known }
    do {
      let counts = try await store.counts()
      let took = now() - begun
      state.withLock { state in
        state.counts = counts
        state.isCounting = false
        state.end = took < Self.quick ? begun : now() + min(took * Self.share, Self.longest)
      }
      return counts
    } catch {
      // What was known is not said of a store that does not answer.
      state.withLock { state in
        state.counts = nil
        state.isCounting = false
      }
      throw error
    }
  }
}
