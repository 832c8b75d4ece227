// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBasics
package import PassDiagnostics
package import PassRead
package import PassRules
package import PassTemplate

/// Opens the ledger whose passes are compared with bundles and rows.
package enum IssuedLedger {
  /// Opens a ledger without changing anything in it.
  ///
  /// - Throws: `AnyLedgerError`.
  package static func open(_ path: String) throws -> any IssuedPasses {
    try Ledger(path, access: .reading)
  }
}

extension Ledger: IssuedPasses {
  package func objections(
    to bundles: [PassSet.Member], limits: ArchiveLimits, disk: DiskReader
  ) throws -> [Diagnostic] {
    try LedgerComparison(self, limits: limits, disk: disk).check(bundles)
  }

  package func rowComparison(for template: Template) throws -> any RowComparison {
    try RowLedgerComparison(self, template)
  }
}
