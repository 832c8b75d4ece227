// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many rows a worker takes at once: more where passes are made fast, since handing over has its
/// price, and few where each signature is waited for.
///
/// All workers tell it, the thread that reads asks it.
final class BatchLength: Sendable {
  private let range: ClosedRange<Int>
  private let rows: Atomic<Int>

  /// How long a batch is to take one worker, in nanoseconds.
  private static let aim: UInt64 = 20_000_000

  /// Begins with the shortest.
  init(_ range: ClosedRange<Int>) {
    self.range = range
    rows = Atomic(range.lowerBound)
  }

  /// In rows.
  var current: Int { rows.load(ordering: .relaxed) }

  /// Takes note of how long a batch took.
  func note(rows count: Int, nanoseconds: UInt64) {
    guard count > 0, range.lowerBound < range.upperBound else { return }
    let fitting = Self.aim / max(1, nanoseconds / UInt64(count))
    rows.store(
      min(range.upperBound, max(range.lowerBound, Int(clamping: fitting))), ordering: .relaxed)
  }
}
