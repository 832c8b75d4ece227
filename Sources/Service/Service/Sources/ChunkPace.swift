// SPDX-License-Identifier: Apache-2.0

/// The number of passes in one transaction. It adapts to about 30 ms, because registrations wait
/// for the transaction.
struct ChunkPace {
  /// Most passes in one transaction, which share an update tag.
  static let limit = 10_000
  private static let smallest = 250
  private static let wanted = Duration.milliseconds(30)
  /// A chunk also ends at this size of its bundles.
  static let limitInBytes = 16 << 20

  private(set) var count = 1_000

  /// Adapts the number after a transaction.
  mutating func took(_ time: Duration, for passes: Int) {
    guard passes * 2 > count, time > .zero else { return }
    let fitting = Double(passes) * (Self.wanted / time)
    // Changes by a factor of two at most, so that one slow sync does not decide.
    let bounded = min(max(fitting, Double(count) / 2), Double(count) * 2)
    count = min(max(Int(bounded), Self.smallest), Self.limit)
  }
}
