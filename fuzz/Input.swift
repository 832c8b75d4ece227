// SPDX-License-Identifier: Apache-2.0

/// The input of a fuzz target, copied from libFuzzer's buffer.
struct Input {
  let bytes: [UInt8]

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Splits the input at NUL bytes into exactly `count` parts. Missing parts are empty.
  func parts(_ count: Int) -> [[UInt8]] {
    var parts = bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { Array($0) }
    while parts.count < count { parts.append([]) }
    return parts
  }
}

/// Checks a property. If it does not hold, prints it and stops the run, so that libFuzzer reports
/// the input.
func expect(_ holds: Bool, _ property: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: \(property())") }
}
