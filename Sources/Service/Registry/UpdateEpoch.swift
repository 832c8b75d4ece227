// SPDX-License-Identifier: Apache-2.0

/// Names of the histories that numbers of changes belong to.
enum UpdateEpoch {
  /// Returns a random name of ten characters, which no history had before.
  static func new() -> String {
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<10).map { _ in digits[Int.random(in: 0..<digits.count)] })
  }
}
