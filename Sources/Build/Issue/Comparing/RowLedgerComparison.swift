// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassRead
import PassRules
import PassTemplate

/// Compares the rows of a template with a ledger, to find those that `passc issue` would reject.
/// Other content under an issued serial number is a new version of the pass and not an error.
struct RowLedgerComparison: RowComparison {
  private let ledger: Ledger
  private let content: ContentDigest
  /// The pass type identifier of the template. If the template leaves it to the certificate, all
  /// that the ledger has.
  private let passTypes: [String]
  private let session = DigestSession()
  private var waiting: [(row: PassSet.Member, holder: LedgerDigest?)] = []
  private var found: [Diagnostic] = []

  /// The number of serial numbers in one query, which is one transaction.
  private static let serialsAtOnce = 500

  init(_ ledger: Ledger, _ template: Template) throws(LedgerError) {
    self.ledger = ledger
    content = ContentDigest(template)
    passTypes = if let type = template.passTypeIdentifier { [type] } else { try ledger.passTypes() }
  }

  mutating func add(_ row: PassSet.Member, _ cells: [Cell]) throws(LedgerError) {
    waiting.append((row, content.digests(of: cells, content: nil, session).holder))
    if waiting.count == Self.serialsAtOnce { try compareWithLedger() }
  }

  /// Returns the problems of all rows that were added.
  mutating func diagnostics() throws(LedgerError) -> [Diagnostic] {
    try compareWithLedger()
    return found
  }

  private mutating func compareWithLedger() throws(LedgerError) {
    for type in passTypes {
      let known = try ledger.find(waiting.map(\.row.serialNumber), passType: type)
      for ((row, holder), known) in zip(waiting, known) {
        guard let known,
          let objection = LedgerObjection.of(
            known, to: row.serialNumber, token: row.token, holder: holder)
        else { continue }
        var diagnostic = Diagnostic(
          finding: objection.finding, message: objection.message, location: row.serialPlace,
          pointer: "/serialNumber")
        diagnostic.serial = row.serialNumber
        found.append(diagnostic)
      }
    }
    waiting = []
  }
}
