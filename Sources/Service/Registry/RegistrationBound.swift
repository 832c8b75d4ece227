// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A pass that is on the maximum number of devices.
package struct FullPass: Hashable, Sendable {
  /// The identifier in the store.
  package let id: Int64
  package let passType: String
  package let serial: String
  /// The maximum number of devices.
  package let limit: Int64
}

/// The maximum number of devices for a pass, with counts of what it removed. Used from any thread.
final class RegistrationBound: Sendable {
  /// The default limit. Above it, registrations that were never used are removed first.
  static let usual: Int64 = 100_000
  /// Maximum number of passes in `full`.
  private static let fullLimit = 100

  let limit: Int64
  private let count = Atomic<Int64>(0)
  private let passes = Mutex<[Int64: FullPass]>([:])

  init(_ limit: Int64) { self.limit = limit }

  /// Number of removed registrations since the start of this process.
  var dropped: Int64 { count.load(ordering: .relaxed) }

  /// Passes that were full when a device registered them, since the start of this process.
  var full: [FullPass] { passes.withLock { $0.values.sorted { $0.id < $1.id } } }

  /// Counts removed registrations.
  func drop(_ count: Int64) {
    if count > 0 { self.count.add(count, ordering: .relaxed) }
  }

  /// Adds a pass to `full` if it is on the maximum number of devices.
  func note(_ pass: StoredPass, devices: Int64) {
    guard devices >= limit else { return }
    passes.withLock { passes in
      guard passes.count < Self.fullLimit, passes[pass.id] == nil else { return }
      passes[pass.id] = FullPass(
        id: pass.id, passType: pass.passType, serial: pass.serial, limit: limit)
    }
  }
}
