// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import Synchronization

/// Devices that sent a request since the last time they were stored. Used from all event loops.
final class SeenDevices: Sendable {
  private static let limit = 200_000
  private let devices = Mutex<Set<String>>([])

  /// Records that a device sent a request. Over the limit it is ignored: devices send a request
  /// every day.
  ///
  /// A client that requests a list can invent an identifier of 8 kB. This keeps only what the
  /// database keeps of it.
  func add(_ device: String) {
    let name = DeviceName.stored(device)
    devices.withLock { if $0.count < Self.limit { $0.insert(name) } }
  }

  /// Returns the devices so far and clears them.
  func removeAll() -> [String] {
    devices.withLock { devices in
      defer { devices = [] }
      return Array(devices)
    }
  }
}
