// SPDX-License-Identifier: Apache-2.0

/// What libFuzzer hands over, for every target.
struct Input {
  let bytes: [UInt8]

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The parts between NUL bytes, at most `count`; missing ones are empty.
  func parts(_ count: Int) -> [[UInt8]] {
    var parts = bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { Array($0) }
    while parts.count < count { parts.append([]) }
    return parts
  }
}

/// A property that does not hold: stops the run as a trap would, saying which.
func expect(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: \(property())") }
}
