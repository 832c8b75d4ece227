// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Devices that were heard of since they were written down last.
final class HeardDevices: Sendable {
  private static let limit = 200_000
  private let devices = Mutex<Set<String>>([])

  /// A device asked or registered. What does not fit is heard of another day: devices ask each day.
  func add(_ device: String) {
    devices.withLock { if $0.count < Self.limit { $0.insert(device) } }
  }

  /// Those so far, which are forgotten here.
  func take() -> [String] {
    devices.withLock { devices in
      defer { devices = [] }
      return Array(devices)
    }
  }
}
