// SPDX-License-Identifier: Apache-2.0

/// How many passes one transaction changes: as many as take a short time, since registrations wait
/// for it, and 10,000 at most.
struct ChunkPace {
  /// The most passes that share a number.
  static let limit = 10_000
  private static let smallest = 250
  private static let wanted = Duration.milliseconds(30)
  /// Bundles of so many bytes end a chunk too.
  static let limitInBytes = 16 << 20

  private(set) var count = 1_000

  /// Learns from a transaction.
  mutating func took(_ time: Duration, for passes: Int) {
    guard passes * 2 > count, time > .zero else { return }
    let fitting = Double(passes) * (Self.wanted / time)
    // By half at most, so that one slow sync does not decide.
    let bounded = min(max(fitting, Double(count) / 2), Double(count) * 2)
    count = min(max(Int(bounded), Self.smallest), Self.limit)
  }
}
