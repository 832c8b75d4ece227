// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import Synchronization

/// Devices that asked for their updates, whose registrations count as used.
///
/// Only the list names a device. A phone asks for it right after it registers, and about once a day.
/// The database is asked once for each device, not at each call.
final class UsedDevices: Sendable {
  /// How many devices are known, and how many may wait to be written down.
  private static let limit = 500_000
  /// How often they are written down.
  static let pause = Duration.seconds(1)
  private static let atOnce = 500

  private struct State {
    /// Digests of names whose use is written down, or waits for it.
    var known: Set<Int> = []
    var waiting: [String] = []
  }

  private let state = Mutex(State())
  private let store: any PassStore
  private let logger: Logger

  init(_ store: any PassStore, _ logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// A device asked.
  func add(_ device: String) {
    let digest = device.hashValue
    state.withLock { state in
      if state.known.count >= Self.limit { state.known = [] }
      guard state.known.insert(digest).inserted, state.waiting.count < Self.limit else { return }
      // As the database keeps it: anybody may make a name up, 8 kB long.
      state.waiting.append(DeviceName.kept(device))
    }
  }

  /// A device has a registration that was not used yet.
  func forget(_ device: String) {
    let digest = device.hashValue
    state.withLock { _ = $0.known.remove(digest) }
  }

  /// Writes down who asked, until the service ends.
  func run() async {
    while !Task.isCancelled {
      await write()
      try? await Task.sleep(for: Self.pause)
    }
    await write()
  }

  /// Writes down who asked so far. After a failure, whoever asks again is written down.
  func write() async {
    let devices = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
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
