// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A pass that came to be on as many devices as it may be.
package struct FullPass: Hashable, Sendable {
  /// The store's own number for it.
  package let id: Int64
  /// The pass type identifier.
  package let passType: String
  /// The serial number.
  package let serial: String
  /// The most devices that it may be on.
  package let limit: Int64
}

/// The number of devices a pass may be registered on, how many registrations were removed because of
/// it, and of which passes.
final class RegistrationBound: Sendable {
  /// The most devices of one pass. Of more, registrations that were never used go first.
  static let usual: Int64 = 100_000
  /// How many full passes are remembered.
  private static let fullLimit = 100

  let limit: Int64
  private let count = Atomic<Int64>(0)
  private let passes = Mutex<[Int64: FullPass]>([:])

  init(_ limit: Int64) { self.limit = limit }

  /// How many registrations were removed since this process began.
  var dropped: Int64 { count.load(ordering: .relaxed) }

  /// The passes that were full when a device registered them, since this process began.
  var full: [FullPass] { passes.withLock { $0.values.sorted { $0.id < $1.id } } }

  /// Counts registrations that were removed.
  func drop(_ count: Int64) {
    if count > 0 { self.count.add(count, ordering: .relaxed) }
  }

  /// Remembers a pass if it is full.
  func note(_ pass: StoredPass, devices: Int64) {
    guard devices >= limit else { return }
    passes.withLock { passes in
      guard passes.count < Self.fullLimit, passes[pass.id] == nil else { return }
      passes[pass.id] = FullPass(
        id: pass.id, passType: pass.passType, serial: pass.serial, limit: limit)
    }
  }
}
