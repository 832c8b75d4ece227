// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// A limit for pushes to one device, so that it does not delay or lose updates.
///
/// A device keeps a score of pushes that come too often for a pass type identifier. It first delays
/// its list requests and then switches off updates of all passes of the type. This type keeps the
/// same score with ``PushRate``.
package struct PushPace: Sendable, Hashable {
  /// The score at which pushes to a device wait: half of the first threshold.
  package static let limit = PushRate.thresholds[0] / 2
  /// The score at which the operator gets a warning: the first threshold.
  package static let warning = PushRate.thresholds[0]

  package private(set) var rate: PushRate

  /// Continues from a stored score. The default is a device without any push.
  package init(_ rate: PushRate = PushRate()) { self.rate = rate }

  /// Returns the first time from `now` on at which a push keeps the score below ``limit``, in
  /// milliseconds since 1970.
  ///
  /// - Parameter passes: number of passes of the type on the device.
  package func earliest(from now: Int64, passes: Int) -> Int64 {
    rate.earliest(from: now, passes: passes, below: Self.limit)
  }

  /// Returns whether the device would delay its list request after a push now.
  package func isTooSoon(at now: Int64, passes: Int) -> Bool {
    rate.score(afterPushAt: now, passes: passes) >= Self.warning
  }

  /// Records a push that is sent.
  package mutating func sent(at now: Int64, passes: Int) {
    rate.push(at: now, passes: passes)
  }
}
