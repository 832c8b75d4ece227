// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// The workers of a factory that are not in use. There is no lock: one atomic exchange empties or
/// fills a slot. If all slots are empty, the caller makes a new worker.
final class IdleWorkers: Sendable {
  private final class Slot: Sendable {
    let worker = Atomic<Unmanaged<FactoryWorker>?>(nil)
  }

  /// Enough for all threads of Swift's pool and some other threads. A worker that finds no free
  /// slot is discarded.
  private let places = (0..<max(8, 2 * Processors.allowed)).map { _ in Slot() }

  deinit { removeAll() }

  /// Discards all workers that are not in use.
  func removeAll() {
    while removeOne() != nil {}
  }

  /// Removes and returns a worker, or nil if there is none.
  func removeOne() -> FactoryWorker? {
    for place in places {
      if let worker = place.worker.exchange(nil, ordering: .acquiring) {
        return worker.takeRetainedValue()
      }
    }
    return nil
  }

  /// Makes a worker available to other tasks.
  func add(_ worker: FactoryWorker) {
    let held = Unmanaged.passRetained(worker)
    for place in places {
      let outcome = place.worker.compareExchange(
        expected: nil, desired: held, ordering: .releasing)
      if outcome.exchanged { return }
    }
    held.release()
  }
}
