// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassRules
import PassTemplate

/// Where passes are made, one after the other: what one leaves, the next uses. The press hands each
/// station to one task at a time, and nothing here is anybody else's.
final class PressStation: @unchecked Sendable {
  let setup: PressSetup
  private let allowances: [TemplateSettings.Allowance]
  private var reader: ValueRowReader
  private var memory = RowMemory()
  private var sealer: PassSealer?
  private var moment: Moment?

  /// What holds for passes that are judged at one second. An object: a hundred counted references
  /// are not copied for each pass.
  private final class Moment {
    let time: Int64
    let compiler: PassCompiler
    /// What is wrong with identity and template then.
    let found: [Diagnostic]
    /// Which rules have to look at each row.
    var rules = RuleSelection()

    init(_ setup: PressSetup, at time: Int64) {
      self.time = time
      compiler = setup.compiler.at(time)
      found = setup.identity.findings(at: time) + setup.compiler.template.found
    }
  }

  init(_ setup: PressSetup) {
    self.setup = setup
    allowances = setup.compiler.template.settings.allowances
    reader = ValueRowReader(setup.compiler.template)
  }

  /// Makes and signs the pass of a row.
  func make(_ row: ValueRow, at time: Int64) throws -> SignedPass {
    let checked = try checked(row, at: time)
    return SignedPass(
      serialNumber: checked.serialNumber, warnings: checked.warnings,
      archive: try seal(checked.pass, at: time))
  }

  /// Makes the pass of a row up to its manifest.
  func begin(_ row: ValueRow, at time: Int64) throws -> UnsignedPass {
    let (pass, serialNumber, warnings) = try checked(row, at: time)
    try prepareSealer(for: pass)
    sealer?.describe(pass)
    return UnsignedPass(
      setup: setup, pass: pass, manifest: sealer?.manifestBytes ?? [], time: time,
      serialNumber: serialNumber, warnings: warnings)
  }

  /// Signs a pass that perhaps another station of this setup began, with a key that is here.
  func sign(_ unsigned: UnsignedPass) throws -> [UInt8] {
    try prepareSealer(for: unsigned.pass)
    sealer?.describe(asManifest: unsigned.manifest)
    guard let signature = try sealer?.sign(at: unsigned.time) else {
      preconditionFailure("a sealer was made above")
    }
    return signature
  }

  /// Finishes a pass that perhaps another station of this setup began.
  func finish(_ unsigned: UnsignedPass, signature: [UInt8]) throws -> SignedPass {
    try prepareSealer(for: unsigned.pass)
    sealer?.describe(asManifest: unsigned.manifest)
    try sealer?.layOut(unsigned.pass, signature: signature)
    return SignedPass(
      serialNumber: unsigned.serialNumber, warnings: unsigned.warnings,
      archive: sealer?.archive ?? ArchiveAssembly())
  }

  /// The pass of a row, when no error was found; nothing of it is signed yet.
  private func checked(
    _ row: ValueRow, at time: Int64
  ) throws -> (pass: CheckedPass, serialNumber: String, warnings: [Diagnostic]) {
    let moment = moment(at: time)
    var judge = Judge(policy: Self.policy, allowances: allowances)
    var report = Report(sources: reader.sources, wantsNotes: judge.wantsNotes)
    let checked = try judged(row, moment, &judge, &report)
    var found: [Diagnostic] = []
    if !report.diagnostics.isEmpty {
      // What is allowed and not found in this row may be found in the next.
      judge.complainAboutUnused(isComplete: false, &report)
      found = checked == nil ? judge.refusal(over: report.sorted) : judge.sift(report.sorted)
    }
    guard let (pass, document) = checked, !found.contains(where: { $0.severity == .error }) else {
      throw Rejected(found)
    }
    return (
      pass, document.root["serialNumber"]?.string ?? "", found.filter { $0.severity == .warning }
    )
  }

  /// Nobody reads the notes.
  private static let policy: Policy = {
    var policy = Policy()
    policy.showsNotes = false
    return policy
  }()

  private func moment(at time: Int64) -> Moment {
    if let moment, moment.time == time { return moment }
    let new = Moment(setup, at: time)
    moment = new
    return new
  }

  /// The pass with the row in it; nil when an error in `report` is in the way.
  private func judged(
    _ row: ValueRow, _ moment: Moment, _ judge: inout Judge, _ report: inout Report
  ) throws -> (pass: CheckedPass, document: JSONDocument)? {
    if !moment.found.isEmpty { report.append(moment.found) }
    guard reader.read(row, report: &report) else { return nil }
    let checked = try? moment.compiler.checked(
      reader.cells,
      readFile: { path throws(RowFileError) in
        try RowFiles.read(path, of: row, in: setup.filesFolder)
      },
      memory: &memory, token: nil, rules: &moment.rules, judge: &judge, report: &report)
    // What no row changes is said of each pass, whichever station makes it.
    moment.rules.repeatsConstant = true
    return checked
  }

  private func seal(_ pass: CheckedPass, at time: Int64) throws -> ArchiveAssembly {
    try prepareSealer(for: pass)
    sealer?.describe(pass)
    guard let signature = try sealer?.sign(at: time) else {
      preconditionFailure("a sealer was made above")
    }
    try sealer?.layOut(pass, signature: signature)
    return sealer?.archive ?? ArchiveAssembly()
  }

  private func prepareSealer(for pass: CheckedPass) throws {
    guard sealer == nil else { return }
    sealer = try PassSealer(
      shared: try setup.sharedFiles(pass.files), identity: setup.identity)
  }
}

/// A pass that waits for its signature. Nothing of a station is in it: others work there meanwhile.
struct UnsignedPass: Sendable {
  /// Of when it was begun; another may have taken its place since.
  let setup: PressSetup
  let pass: CheckedPass
  let manifest: [UInt8]
  let time: Int64
  let serialNumber: String
  let warnings: [Diagnostic]
}
