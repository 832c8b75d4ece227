// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import Synchronization

/// Devices that requested a list of updates. Their registrations count as used.
///
/// The request that fetches a pass has no device library identifier, so it cannot be used. A phone
/// requests the list right after registration and then about once a day. The database is written
/// once for each device, not for each request.
final class UsedDevices: Sendable {
  /// Most devices in memory, and most devices that wait to be stored.
  private static let limit = 500_000
  /// Pause between two times when devices are stored.
  static let pause = Duration.seconds(1)
  private static let atOnce = 500

  private struct State {
    /// Hashes of the identifiers that are stored or wait to be stored.
    var known: Set<Int> = []
    var unsaved: [String] = []
  }

  private let state = Mutex(State())
  private let store: any PassStore
  private let logger: Logger

  init(_ store: any PassStore, _ logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// Records a request of a device.
  func add(_ device: String) {
    let digest = device.hashValue
    state.withLock { state in
      if state.known.count >= Self.limit { state.known = [] }
      guard state.known.insert(digest).inserted, state.unsaved.count < Self.limit else { return }
      // The shortened identifier, as in the database, because a client can invent one of 8 kB.
      state.unsaved.append(DeviceName.stored(device))
    }
  }

  /// Forgets a device that has a new registration, so that its next request is stored again.
  func forget(_ device: String) {
    let digest = device.hashValue
    state.withLock { _ = $0.known.remove(digest) }
  }

  /// Stores devices until the service ends, and then once more.
  func run() async {
    while !Task.isCancelled {
      await write()
      try? await Task.sleep(for: Self.pause)
    }
    await write()
  }

  /// Stores the devices so far. After an error all devices count as unknown, so that the next
  /// request of each is stored.
  func write() async {
    let devices = state.withLock { state in
      defer { state.unsaved = [] }
      return state.unsaved
    }
    do {
      for start in stride(from: 0, to: devices.count, by: Self.atOnce) {
        try await store.use(Array(devices[start..<min(start + Self.atOnce, devices.count)]))
      }
    } catch {
      state.withLock { $0.known = [] }
      logger.warning(
        "cannot record which devices requested updates", metadata: ["reason": "\(error)"])
    }
  }
}
