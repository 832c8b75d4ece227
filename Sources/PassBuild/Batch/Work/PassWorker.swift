// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCrypto
import PassDiagnostics
import PassFiles
import PassJSON
import PassModel
import PassRules
import PassTemplate

/// What all workers of a run share; nothing in it changes.
struct WorkPlan: Sendable {
  let compiler: PassCompiler
  let binding: ColumnBinding
  /// Where files that rows name are.
  let filesFolder: String
  let naming: PassNaming
  let shared: SharedFiles
  /// Nil for a tar or a dry run.
  let folder: OutputFolder?
  let isTar: Bool
  let isDryRun: Bool
  let signingTime: Int64
  let sources: SourceTable
  let policy: Policy
  let wantsRows: Bool
  let wantsDigest: Bool
  let isGrouped: Bool
  /// Sign again though the content is the same.
  let signsAgain: Bool
}

/// One worker: rows in, sealed passes out. Everything it changes is its own.
struct PassWorker {
  private let plan: WorkPlan
  private var parser: CellParser
  private var rules = RuleSelection()
  private(set) var judge: Judge
  private var sealer: PassSealer?
  private let files: RowFiles
  private var cells: [Cell] = []
  private(set) var times = WorkTimes()

  init(_ plan: WorkPlan) throws(CryptoError) {
    self.plan = plan
    parser = CellParser(plan.binding)
    judge = Judge(
      policy: plan.policy, allowances: plan.compiler.template.settings.allowances)
    files = RowFiles(folder: plan.filesFolder)
    if let identity = plan.compiler.identity, !plan.isDryRun {
      sealer = try PassSealer(
        shared: plan.shared, signer: identity.signer, time: plan.signingTime)
    }
  }

  /// Works a batch off.
  mutating func work(_ batch: RowBatch) -> BatchOutcome {
    var outcome = BatchOutcome(number: batch.number)
    outcome.inputOffset = batch.inputOffset
    outcome.rows.reserveCapacity(batch.rows.count)
    do {
      if plan.isGrouped {
        for group in batch.groups {
          try work(group: group.value, batch.rows[group.rows], into: &outcome)
        }
      } else {
        for fed in batch.rows { try work(fed, into: &outcome) }
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  // MARK: One row, one file

  private mutating func work(_ fed: FedRow, into outcome: inout BatchOutcome) throws {
    let start = MonotonicTime.now
    var row = RowOutcome(
      row: plan.wantsRows ? fed.row : nil, line: fed.row.line, serial: fed.serial,
      result: .rejected, diagnostics: fed.diagnostics)
    defer {
      outcome.rows.append(row)
      times.rows.add(MonotonicTime.now - start)
    }
    guard let pass = checked(fed, &row), let serial = row.serial else {
      return keepOne(of: fed, &row)
    }
    let path = plan.naming.path(of: serial)
    guard !plan.isDryRun else {
      row.result = .issued
      row.path = path
      return
    }
    guard sealer != nil else { preconditionFailure("issuing needs an identity") }
    sealer?.describe(pass.pass)
    var isThere = false
    if let folder = plan.folder {
      let present = try folder.present(
        at: path, manifest: sealer?.manifestBytes ?? [], passType: pass.passType, serial: serial)
      switch present {
      case .nothing: break
      case .same where !plan.signsAgain:
        row.result = .unchanged
        row.path = path
        if plan.wantsDigest {
          row.digest = Digest.sha256(try Disk.read(FilePath.join(folder.path, path)))
        }
        return
      case .otherContent where !folder.replacesOtherContent:
        refuse(
          &row, fed, IssueFindings.otherContent,
          "\(FilePath.join(folder.path, path)) is another version of the pass")
        return
      case .same, .otherContent: isThere = true
      case .otherPass(let words):
        refuse(&row, fed, IssueFindings.otherPass, words)
        return
      }
    }
    let archive = try seal(pass.pass)
    row.bundleSize = archive.count
    if plan.wantsDigest { row.digest = Digest.sha256(archive) }
    if plan.isTar {
      TarWriter.append(archive, named: path, time: plan.signingTime, to: &outcome.archive)
    } else if let folder = plan.folder {
      if isThere {
        try folder.replace(path, archive)
      } else if try !folder.create(path, archive) {
        // Somebody wrote it in the meantime: what stands there now decides.
        refuse(
          &row, fed, IssueFindings.otherPass,
          "\(FilePath.join(folder.path, path)) was written by another process meanwhile")
        return
      }
    }
    row.result = isThere ? .reissued : .issued
    row.path = path
  }

  private mutating func seal(_ pass: CheckedPass) throws -> [UInt8] {
    let start = MonotonicTime.now
    guard let signature = try sealer?.sign() else { return [] }
    times.signing += MonotonicTime.now - start
    times.signatures += 1
    try sealer?.layOut(pass, signature: signature)
    return sealer?.archive ?? []
  }

  // MARK: Judging

  private struct Judged {
    let pass: CheckedPass
    let passType: String?
  }

  /// The pass of a row; nil when it is refused, which `row` says.
  private mutating func checked(_ fed: FedRow, _ row: inout RowOutcome) -> Judged? {
    guard !fed.isRejected else { return nil }
    var report = Report(sources: plan.sources)
    report.sources.setRow(fed.row.source)
    defer { take(report, fed, &row) }
    guard parser.parse(fed.row, into: &cells, report: &report),
      let (pass, document) = try? plan.compiler.checked(
        cells, files: files, token: nil, rules: &rules, judge: &judge, report: &report)
    else { return nil }
    return Judged(pass: pass, passType: document.root["passTypeIdentifier"]?.string)
  }

  /// Moves what was found to the row's outcome.
  private mutating func take(_ report: Report, _ fed: FedRow, _ row: inout RowOutcome) {
    guard !report.diagnostics.isEmpty else { return }
    row.diagnostics += report.diagnostics.map { diagnostic in
      guard diagnostic.serial == nil, diagnostic.location?.file == fed.row.name else {
        return diagnostic
      }
      var diagnostic = diagnostic
      diagnostic.serial = fed.serial
      return diagnostic
    }
    row.diagnostics.sort(by: Diagnostic.inOrder)
  }

  /// A refused row has one error at least; without a serial number its rule says so.
  private func keepOne(of fed: FedRow, _ row: inout RowOutcome) {
    row.result = .rejected
    if row.row == nil { row.row = fed.row }
  }

  private func refuse(
    _ row: inout RowOutcome, _ fed: FedRow, _ finding: Finding, _ message: String
  ) {
    row.result = .rejected
    row.row = fed.row
    row.diagnostics.append(
      Diagnostic(
        finding: finding, message: message,
        location: Location(file: fed.row.name, line: fed.row.line, column: 1),
        serial: fed.serial))
  }

  // MARK: Groups

  private mutating func work(
    group: String, _ rows: ArraySlice<FedRow>, into outcome: inout BatchOutcome
  ) throws {
    // Filled in with groups.
    _ = (group, rows)
  }
}
