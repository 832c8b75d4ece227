// SPDX-License-Identifier: Apache-2.0

/// A version of a pass, identified by its `Last-Modified` date.
package struct PassVersion: Hashable, Sendable {
  /// Seconds since 1970, different for each version of a pass.
  package let modified: Int64

  package init(modified: Int64) { self.modified = modified }

  /// The `Last-Modified` header. Devices store it and send it back unchanged.
  package var lastModified: String { HTTPDate.text(modified) }

  /// Returns the time of a version that replaces another: now, but at least one second later than
  /// the previous one.
  ///
  /// The times stay different if there are two changes in a second or the clock is set back.
  package static func time(now: Int64, after previous: Int64?) -> Int64 {
    guard let previous else { return now }
    return max(now, previous == .max ? previous : previous + 1)
  }

  /// Returns whether a device that sends these `If-Modified-Since` headers has this version.
  ///
  /// Compares for equality, not for order. After a backup is restored, the service has to send an
  /// older version. More than one header is ignored.
  package func isHeld(by headers: [String]) -> Bool {
    headers.count == 1 && headers[0].utf8.elementsEqual(lastModified.utf8)
  }
}
