// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import Synchronization

/// Devices that were heard of since they were written down last.
final class HeardDevices: Sendable {
  private static let limit = 200_000
  private let devices = Mutex<Set<String>>([])

  /// A device asked or registered. What does not fit is heard of another day: devices ask each day.
  ///
  /// Whoever asks for a list may make its name up, 8 kB long: what is kept here is what would be kept
  /// of it in the database.
  func add(_ device: String) {
    let name = DeviceName.kept(device)
    devices.withLock { if $0.count < Self.limit { $0.insert(name) } }
  }

  /// Those so far, which are forgotten here.
  func take() -> [String] {
    devices.withLock { devices in
      defer { devices = [] }
      return Array(devices)
    }
  }
}
