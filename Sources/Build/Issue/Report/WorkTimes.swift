// SPDX-License-Identifier: Apache-2.0

/// The time that a worker needed.
struct WorkTimes: Sendable {
  /// From the start of a row to its end.
  var rows = Durations()
  /// For signatures only, in nanoseconds.
  var signing: UInt64 = 0
  var signatures = 0

  mutating func add(_ other: WorkTimes) {
    rows.add(other.rows)
    signing += other.signing
    signatures += other.signatures
  }
}

/// A histogram of durations. A class is 1/16 of an octave wide, so values are accurate to 4 %.
struct Durations: Sendable {
  private var counts = [Int](repeating: 0, count: 64 * 16)
  private(set) var count = 0

  /// Adds a duration in nanoseconds.
  mutating func add(_ duration: UInt64) {
    counts[Self.index(of: duration)] += 1
    count += 1
  }

  mutating func add(_ other: Durations) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
  }

  /// Returns the duration in microseconds that this share of all durations does not exceed.
  func percentile(_ share: Double) -> Double {
    guard count > 0 else { return 0 }
    let wanted = max(1, Int((Double(count) * share).rounded(.up)))
    var sum = 0
    for (index, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return Self.middle(of: index) / 1000 }
    }
    return 0
  }

  private static func index(of duration: UInt64) -> Int {
    let duration = max(duration, 16)
    let octave = 63 - duration.leadingZeroBitCount
    return octave * 16 + Int(duration >> UInt64(octave - 4) & 15)
  }

  private static func middle(of index: Int) -> Double {
    let octave = index / 16
    return (Double(16 + index % 16) + 0.5) * Double(UInt64(1) << UInt64(max(octave - 4, 0)))
  }
}
