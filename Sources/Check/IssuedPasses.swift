// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBasics
package import PassDiagnostics
package import PassRules
package import PassTemplate

/// What was issued before, for bundles and rows to be compared with. The ledger conforms to it in
/// PassIssue, so that this module needs no database.
package protocol IssuedPasses: Sendable {
  /// What is wrong with finished bundles beside what was issued under their serial numbers.
  ///
  /// - Parameter disk: reads the files that were issued.
  func objections(
    to bundles: [PassSet.Member], limits: ArchiveLimits, disk: DiskReader
  ) throws -> [Diagnostic]

  /// A comparison for the rows of one template.
  func rowComparison(for template: Template) throws -> any RowComparison
}

/// Holds the rows of a template against what was issued, in the order of the data.
package protocol RowComparison {
  /// Takes a row and the cells it was read as.
  mutating func add(_ row: PassSet.Member, _ cells: [Cell]) throws

  /// What is wrong with all rows that were added.
  mutating func diagnostics() throws -> [Diagnostic]
}
