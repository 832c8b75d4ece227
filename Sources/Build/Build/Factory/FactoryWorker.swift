// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTemplate

/// A maker of passes from rows of values. Unchecked Sendable because only one task at a time uses
/// it.
final class FactoryWorker: @unchecked Sendable {
  let setup: FactorySetup
  private var reader: ValueRowReader
  private var maker: PassMaker
  /// The problems of identity and template at a time.
  private var found: (time: Int64, diagnostics: [Diagnostic])?

  init(_ setup: FactorySetup) {
    self.setup = setup
    reader = ValueRowReader(setup.recipe.template)
    maker = PassMaker(setup.recipe)
  }

  func make(_ row: ValueRow, at time: Int64) throws -> SignedPass {
    let pass = try begin(row, at: time)
    return try finish(pass, signature: try sign(pass))
  }

  /// Makes the pass of a row up to its manifest.
  func begin(_ row: ValueRow, at time: Int64) throws -> PendingPass {
    PendingPass(setup: setup, unsigned: try maker.prepare(try check(row, at: time)), time: time)
  }

  /// Signs a pass of this setup with a key of this process. Another worker may have started the
  /// pass.
  func sign(_ pass: PendingPass) throws -> [UInt8] {
    try maker.sign(pass.unsigned, at: pass.time)
  }

  /// Packs a pass of this setup. Another worker may have started the pass.
  func finish(_ pass: PendingPass, signature: [UInt8]) throws -> SignedPass {
    SignedPass(
      pass.unsigned.pass, archive: try maker.finish(pass.unsigned, signature: signature))
  }

  private func check(_ row: ValueRow, at time: Int64) throws -> CheckedPass {
    maker.check(at: time)
    maker.filter = FindingFilter(
      policy: Self.policy, allowances: setup.recipe.template.settings.allowances)
    var report = Report(sources: reader.sources, wantsNotes: maker.filter.wantsNotes)
    report.append(cachedState(at: time))
    var pass: CheckedPass?
    if reader.read(row, report: &report) {
      pass = try? maker.check(
        reader.cells,
        readFile: { path throws(RowFileError) in
          try RowFiles.read(path, of: row, in: setup.filesFolder)
        }, report: &report)
    }
    return try maker.filter.released(pass, isComplete: false, &report)
  }

  /// The library returns no notes.
  private static let policy: Policy = {
    var policy = Policy()
    policy.showsNotes = false
    return policy
  }()

  private func cachedState(at time: Int64) -> [Diagnostic] {
    if let found, found.time == time { return found.diagnostics }
    let diagnostics = setup.identity.findings(at: time) + setup.recipe.template.found
    found = (time, diagnostics)
    return diagnostics
  }
}

/// A pass that waits for its signature, independent of the worker that started it.
struct PendingPass: Sendable {
  /// The setup it was started with, which may have been replaced since.
  let setup: FactorySetup
  let unsigned: UnsignedPass
  let time: Int64
}
