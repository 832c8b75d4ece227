// SPDX-License-Identifier: Apache-2.0

/// A version of iOS, with as many numbers as the pass format distinguishes.
package struct IOSVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The first number: 18 in 18.1.
  package let major: Int
  /// The second number: 1 in 18.1. It is 0 if there is none.
  package let minor: Int

  /// Creates a version without checking the numbers.
  package init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// Reads `18`, `18.1` or `18.1.2`. The last number is ignored because the format does not depend
  /// on it. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let major = Int(parts[0]), (1...99).contains(major)
    else { return nil }
    guard parts.count > 1 else {
      self.init(major)
      return
    }
    guard let minor = Int(parts[1]), (0...99).contains(minor),
      parts.count == 2 || Int(parts[2]).map({ (0...99).contains($0) }) == true
    else { return nil }
    self.init(major, minor)
  }

  package static func < (a: IOSVersion, b: IOSVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  package var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
