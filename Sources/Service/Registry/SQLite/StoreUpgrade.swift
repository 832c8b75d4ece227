// SPDX-License-Identifier: Apache-2.0

/// The way to upgrade a database of an older release.
package struct StoreUpgrade: Sendable {
  /// Whether the database is copied before the first change. passc cannot copy a PostgreSQL
  /// database, so it does not upgrade one unless this is false.
  package var makesCopy: Bool
  /// Called with a sentence about the versions before anything changes.
  package var report: @Sendable (String) -> Void

  package init(makesCopy: Bool = true, report: @escaping @Sendable (String) -> Void = { _ in }) {
    self.makesCopy = makesCopy
    self.report = report
  }

  /// Returns the sentence about a database that this release cannot use without an upgrade.
  static func sentence(_ version: Int, _ current: Int) -> String {
    "has version \(version), and this passc needs version \(current)"
  }

  /// Returns the error of a database that a newer release has upgraded.
  static func newer(_ version: Int, _ current: Int, help: String) -> StoreError {
    StoreError(
      .foreign,
      "is of a newer release: it has version \(version), and this passc knows version \(current)",
      help: help)
  }
}
