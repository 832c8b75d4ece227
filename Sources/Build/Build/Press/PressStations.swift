// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// The stations of a press that nobody works at. Taking one and giving it back waits for nobody: a
/// place is emptied or filled in one step, and who finds all empty makes a station.
final class PressStations: Sendable {
  private final class Place: Sendable {
    let station = Atomic<Unmanaged<PressStation>?>(nil)
  }

  /// As many as can be at work at once, and some for threads that are not Swift's own; a station
  /// that finds no place is thrown away.
  private let places = (0..<max(8, 2 * Processors.allowed)).map { _ in Place() }

  deinit { removeAll() }

  /// Throws away the stations that nobody works at.
  func removeAll() {
    while take() != nil {}
  }

  /// A station for the caller alone; nil where none is free.
  func take() -> PressStation? {
    for place in places {
      if let station = place.station.exchange(nil, ordering: .acquiring) {
        return station.takeRetainedValue()
      }
    }
    return nil
  }

  /// Leaves a station for others.
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
