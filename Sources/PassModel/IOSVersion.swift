// SPDX-License-Identifier: Apache-2.0

/// A version of iOS, as far as the format distinguishes them.
package struct IOSVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// `18` or `18.1`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let major = Int(parts[0]), (1...99).contains(major)
    else { return nil }
    guard parts.count == 2 else {
      self.init(major)
      return
    }
    guard let minor = Int(parts[1]), (0...99).contains(minor) else { return nil }
    self.init(major, minor)
  }

  package static func < (a: IOSVersion, b: IOSVersion) -> Bool {
    (a.major, a.minor) < (b.major, b.minor)
  }

  package var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
