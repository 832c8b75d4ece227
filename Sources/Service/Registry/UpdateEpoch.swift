// SPDX-License-Identifier: Apache-2.0

/// The histories that numbers belong to.
enum UpdateEpoch {
  /// A name that no history had before.
  static func new() -> String {
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<10).map { _ in digits[Int.random(in: 0..<digits.count)] })
  }
}
