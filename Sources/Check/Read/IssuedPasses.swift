// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBasics
package import PassDiagnostics
package import PassRules
package import PassTemplate

/// The passes issued before, to compare bundles and rows with. The ledger in PassIssue conforms to
/// it, so this module does not depend on a database.
package protocol IssuedPasses: Sendable {
  /// Returns the differences between finished bundles and what was issued under their serial
  /// numbers.
  ///
  /// - Parameter disk: reads the issued files.
  func objections(
    to bundles: [PassSet.Member], limits: ArchiveLimits, disk: DiskReader
  ) throws -> [Diagnostic]

  /// Returns a comparison for the rows of one template.
  func rowComparison(for template: Template) throws -> any RowComparison
}

/// A comparison of the rows of a template with what was issued. Rows come in the order of the data.
package protocol RowComparison {
  /// Adds a row and the cells it was made from.
  mutating func add(_ row: PassSet.Member, _ cells: [Cell]) throws

  /// Returns the diagnostics about all added rows.
  mutating func diagnostics() throws -> [Diagnostic]
}
