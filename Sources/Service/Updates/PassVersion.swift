// SPDX-License-Identifier: Apache-2.0

/// One state of a pass, as devices tell it from others.
package struct PassVersion: Hashable, Sendable {
  /// The second it is said to be from; no two versions of a pass have the same.
  package let modified: Int64

  /// A version by its time.
  package init(modified: Int64) { self.modified = modified }

  /// The header `Last-Modified`, which devices keep and send back letter by letter.
  package var lastModified: String { HTTPDate.text(modified) }

  /// The time of a version that replaces another: now, or a second after the other, so that two
  /// changes in one second and a clock set back still have times of their own.
  package static func time(now: Int64, after previous: Int64?) -> Int64 {
    guard let previous else { return now }
    return max(now, previous == .max ? previous : previous + 1)
  }

  /// Whether a device that sends these `If-Modified-Since` headers has this very version. Equality
  /// and not order: after a restored backup an older date has to be served. Two headers say
  /// nothing.
  package func isHeld(by headers: [String]) -> Bool {
    headers.count == 1 && headers[0].utf8.elementsEqual(lastModified.utf8)
  }
}
