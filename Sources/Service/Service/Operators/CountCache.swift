// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import Synchronization

/// A cache of the counts in the store. Counting reads whole tables, which takes most of a second
/// with a million passes, and probes read the metrics every few seconds.
final class CountCache: Sendable {
  private struct State {
    var counts: StoreCounts?
    /// Time when the counts expire.
    var end: ContinuousClock.Instant
    var isCounting = false
  }

  private let store: any PassStore
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// Counting that takes less than this is not cached.
  static let quick = Duration.milliseconds(5)
  /// Counts are valid for this multiple of the time that counting took, at most `longest`.
  static let validityFactor = 100
  /// The most time that counts are valid, so that an operator soon sees changes.
  static let maxAge = Duration.seconds(15)

  init(
    _ store: any PassStore,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.store = store
    self.now = now
    state = Mutex(State(end: now()))
  }

  /// Returns the counts. They are at most ``longest`` old, or older while another call counts.
  func counts() async throws(StoreError) -> StoreCounts {
    let started = now()
    let known = state.withLock { state -> StoreCounts? in
      if let counts = state.counts, started < state.end || state.isCounting { return counts }
      state.isCounting = true
      return nil
    }
    if let known { return known }
    do {
      let counts = try await store.counts()
      let took = now() - started
      state.withLock { state in
        state.counts = counts
        state.isCounting = false
        state.end =
          took < Self.quick ? started : now() + min(took * Self.validityFactor, Self.maxAge)
      }
      return counts
    } catch {
      // Old counts must not hide that the store does not respond.
      state.withLock { state in
        state.counts = nil
        state.isCounting = false
      }
      throw error
    }
  }
}
