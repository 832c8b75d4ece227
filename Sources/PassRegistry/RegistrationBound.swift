// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// On how many devices a pass may be registered, and how many registrations went because of it.
final class RegistrationBound: Sendable {
  /// The most devices of one pass; of more the oldest goes.
  static let usual: Int64 = 100_000

  let limit: Int64
  private let count = Atomic<Int64>(0)

  init(_ limit: Int64) { self.limit = limit }

  /// How many registrations went, since this process began.
  var dropped: Int64 { count.load(ordering: .relaxed) }

  /// Registrations went.
  func drop(_ count: Int64) {
    if count > 0 { self.count.add(count, ordering: .relaxed) }
  }
}
