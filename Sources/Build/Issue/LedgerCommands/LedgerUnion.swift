// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Merges several ledgers into one, such as those of the shards of one job.
package enum LedgerUnion {
  package enum Outcome: Sendable {
    /// The counts of the new ledger. `shared` passes were in several ledgers.
    case merged(passes: Int, shared: Int, runs: Int)
    /// Serial numbers on which the ledgers disagree, with diagnostics for at most a thousand.
    /// Nothing was written.
    case conflicts([Diagnostic], total: Int)
    case running(run: Int64, ledger: String)
  }

  /// The maximum number of ledgers.
  package static let most = LedgerMerge.most

  /// Merges ledgers into a new one, which is written completely or not at all.
  ///
  /// - Throws: `AnyLedgerError`, also if the target exists.
  package static func write(
    _ paths: [String], to target: String, progress: @escaping (_ ledgersDone: Int) -> Void
  ) throws -> Outcome {
    switch try LedgerMerge.merge(paths, into: target, progress: progress) {
    case .merged(let summary):
      .merged(passes: summary.passes, shared: summary.shared, runs: summary.runs)
    case .running(let ledger, let run): .running(run: run, ledger: ledger)
    case .conflicts(let conflicts, let total): .conflicts(conflicts.map(diagnostic), total: total)
    }
  }

  private static func diagnostic(_ conflict: LedgerMerge.Conflict) -> Diagnostic {
    let what =
      switch conflict.difference {
      case .content: "made from something else"
      case .holder: "issued to another holder"
      case .token: "given another token"
      case .spelling: "spelled in another case"
      }
    return Diagnostic(
      finding: LedgerFindings.mergeConflict,
      message: "\(conflict.serial) of \(conflict.passType) was \(what) in another ledger",
      location: Location(file: conflict.ledger), serial: conflict.serial)
  }
}
