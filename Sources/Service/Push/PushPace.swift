// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// When a device may be pushed again without losing its updates.
///
/// A device counts pushes of one pass type that come too often; first it puts its list call off,
/// then it switches the updates of all passes of the type off. This keeps the same count for it.
package struct PushPace: Sendable, Hashable {
  /// Pushes wait for a device whose count would reach this: half of where it first puts off.
  package static let limit = PushRate.thresholds[0] / 2
  /// An operator is warned of a device whose count would reach this: where it first puts off.
  package static let warning = PushRate.thresholds[0]

  /// The device's count as it is known here.
  package private(set) var rate: PushRate

  /// The count so far; without an argument that of a device that was never pushed.
  package init(_ rate: PushRate = PushRate()) { self.rate = rate }

  /// The first moment from `now` on at which a push keeps the count low, in milliseconds since 1970.
  ///
  /// - Parameter passes: how many passes of the type are on the device.
  package func earliest(from now: Int64, passes: Int) -> Int64 {
    rate.earliest(from: now, passes: passes, below: Self.limit)
  }

  /// Whether a push now would make the device put off its list call, or worse.
  package func isTooSoon(at now: Int64, passes: Int) -> Bool {
    rate.score(afterPushAt: now, passes: passes) >= Self.warning
  }

  /// A push is sent.
  package mutating func sent(at now: Int64, passes: Int) {
    rate.push(at: now, passes: passes)
  }
}
