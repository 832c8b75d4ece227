// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of rows in a batch. Many rows if passes are made fast, because passing on a batch has
/// a cost. Few rows if each signature is waited for.
///
/// Safe to share between threads: all workers update it, and the thread that reads the rows uses
/// it.
final class BatchLength: Sendable {
  private let range: ClosedRange<Int>
  private let rows: Atomic<Int>

  /// The intended time for a batch in nanoseconds.
  private static let aim: UInt64 = 20_000_000

  /// Starts with the lower bound.
  init(_ range: ClosedRange<Int>) {
    self.range = range
    rows = Atomic(range.lowerBound)
  }

  /// The number of rows.
  var current: Int { rows.load(ordering: .relaxed) }

  /// Adjusts the length after a batch, by the time that it took.
  func note(rows count: Int, nanoseconds: UInt64) {
    guard count > 0, range.lowerBound < range.upperBound else { return }
    let fitting = Self.aim / max(1, nanoseconds / UInt64(count))
    rows.store(
      min(range.upperBound, max(range.lowerBound, Int(clamping: fitting))), ordering: .relaxed)
  }
}
