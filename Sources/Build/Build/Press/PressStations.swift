// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// The workers of a factory that are not in use. There is no lock: one atomic exchange empties or
/// fills a slot. If all slots are empty, the caller makes a new worker.
final class PressStations: Sendable {
  private final class Place: Sendable {
    let station = Atomic<Unmanaged<PressStation>?>(nil)
  }

  /// Enough for all threads of Swift's pool and some other threads. A worker that finds no free
  /// slot is discarded.
  private let places = (0..<max(8, 2 * Processors.allowed)).map { _ in Place() }

  deinit { removeAll() }

  /// Discards all workers that are not in use.
  func removeAll() {
    while take() != nil {}
  }

  /// Removes and returns a worker, or nil if there is none.
  func take() -> PressStation? {
    for place in places {
      if let station = place.station.exchange(nil, ordering: .acquiring) {
        return station.takeRetainedValue()
      }
    }
    return nil
  }

  /// Makes a worker available to other tasks.
  func give(_ station: PressStation) {
    let held = Unmanaged.passRetained(station)
    for place in places {
      let outcome = place.station.compareExchange(
        expected: nil, desired: held, ordering: .releasing)
      if outcome.exchanged { return }
    }
    held.release()
  }
}
