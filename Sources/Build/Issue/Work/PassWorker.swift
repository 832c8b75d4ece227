// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassRead
import PassRules
import PassTemplate

/// The constant data that all workers of a run share.
struct WorkPlan: Sendable {
  let recipe: PassRecipe
  let binding: ColumnBinding
  /// The location of the files that rows name.
  let filesFolder: String
  let naming: PassNaming
  /// Nil in a dry run.
  let output: (any IssueOutput)?
  let isDryRun: Bool
  let signingTime: Int64
  let sources: SourceTable
  let policy: Policy
  let wantsRows: Bool
  let wantsDigest: Bool
  /// Whether the place of unchanged passes is needed, also with `--trust-ledger`.
  let wantsPlace: Bool
  /// Whether passes with the same content are signed again.
  let signsAgain: Bool
  /// Whether passes are written in groups.
  let isGrouped: Bool
  /// For the archives of batches.
  let buffers: BufferPool
  let ledger: LedgerPlan?
}

/// Makes and writes the passes of rows. Not for use by several threads.
///
/// With a ledger it does each step for all rows of a batch, so that there is one query for each
/// step: read the cells, look them up in the ledger, check the passes, reserve their serial
/// numbers, sign and write the passes, record them.
struct PassWorker {
  let plan: WorkPlan
  private var parser: RowParser
  private var maker: PassMaker
  private let files: RowFiles
  let digester = DigestSession()
  private(set) var times = WorkTimes()

  /// A row and its intermediate results.
  struct Work {
    let fed: FedRow
    var outcome: RowOutcome
    var cells: [Cell] = []
    /// The digest of everything that the pass is made from.
    var content: LedgerDigest?
    /// The digests to record, if they differ from those in the ledger.
    var digests: PassDigests?
    var known: LedgerPass?
    var pass: CheckedPass?
    var token = OfferedToken.none
    var reserved: Reserved?
    var isThere = false
    var isDone = false
    var nanoseconds: UInt64 = 0
  }

  init(_ plan: WorkPlan) {
    self.plan = plan
    parser = RowParser(plan.binding)
    maker = PassMaker(
      plan.recipe,
      filter: FindingFilter(
        policy: plan.policy, allowances: plan.recipe.template.settings.allowances),
      repeatsCommonFindings: false)
    files = RowFiles(folder: plan.filesFolder)
  }

  /// The filter of this worker, with the entries of `allow` that it has used.
  var filter: FindingFilter { maker.filter }

  mutating func work(_ batch: RowBatch) -> BatchOutcome {
    var outcome = BatchOutcome(number: batch.number)
    outcome.inputBytes = batch.inputBytes
    if plan.output?.isOneFile ?? false { outcome.archive = plan.buffers.removeOne() }
    do {
      if plan.isGrouped {
        try workGroups(batch, &outcome)
      } else if plan.ledger == nil {
        outcome.rows.reserveCapacity(batch.rows.count)
        for fed in batch.rows {
          var work = begin(fed)
          timed(&work) { $0.read(&$1) }
          try timed(&work) { try $0.check(&$1) }
          try timed(&work) { try $0.make(&$1, &outcome.archive) }
          finish(work, &outcome)
        }
      } else {
        try workWithLedger(batch, &outcome)
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  func begin(_ fed: FedRow) -> Work {
    var work = Work(
      fed: fed,
      outcome: RowOutcome(
        row: plan.wantsRows || fed.isRejected ? fed.row : nil, line: fed.row.line,
        serial: fed.serial,
        result: .rejected, diagnostics: fed.diagnostics))
    work.isDone = fed.isRejected
    return work
  }

  mutating func timed(
    _ work: inout Work, _ step: (inout PassWorker, inout Work) throws -> Void
  ) rethrows {
    guard !work.isDone else { return }
    let start = MonotonicTime.now
    defer { work.nanoseconds += MonotonicTime.now - start }
    try step(&self, &work)
  }

  mutating func finish(_ work: Work, _ outcome: inout BatchOutcome) {
    times.rows.add(work.nanoseconds)
    outcome.rows.append(work.outcome)
  }

  // MARK: Reading

  /// Reads the cells by the types of their columns.
  mutating func read(_ work: inout Work) {
    var report = Report(sources: plan.sources)
    if !parser.parse(work.fed.row, into: &work.cells, report: &report) {
      moveDiagnostics(report, &work)
      return reject(&work)
    }
    if !report.diagnostics.isEmpty { moveDiagnostics(report, &work) }
    guard let ledger = plan.ledger, work.fed.serial != nil else { return }
    var content: [[UInt8]] = []
    if plan.recipe.template.hasRowFiles {
      for case .file(let path) in work.cells.map(\.value) {
        // Filling in the pass reports an error of the file.
        content.append((try? files.read(path))?.bytes ?? [])
      }
    }
    work.content = ledger.content.digest(of: work.cells, files: content, digester)
  }

  // MARK: Checking

  /// Fills in the pass, checks it, and looks for an earlier file at its path.
  ///
  /// - Parameter isSettled: false if another run may have written the file. If true, a folder that
  ///   was empty at the start is not checked.
  mutating func check(_ work: inout Work, isSettled: Bool = true) throws {
    var report = Report(sources: plan.sources, wantsNotes: maker.filter.wantsNotes)
    report.sources.setRow(work.fed.row.source)
    let token = try plan.ledger == nil ? nil : token(for: work)
    let checked = try? maker.check(
      work.cells, readFile: files.read, token: token, report: &report)
    if !report.diagnostics.isEmpty { moveDiagnostics(report, &work) }
    guard let pass = checked, let serial = work.fed.serial else { return reject(&work) }
    if pass.hasGivenToken, let token {
      work.token = .ifNew(token)
    } else if case .ifNew = work.token {
      // An earlier check of this row used the token.
    } else if let token = pass.authenticationToken {
      work.token = .fixed(token)
    }
    work.pass = pass
    guard let folder = plan.output?.existing, !plan.isGrouped else { return }
    // A file that another process writes later is noticed when this one gets its final name.
    if folder.wasEmpty, isSettled, !folder.replacesOtherContent { return }
    let path = plan.naming.path(of: serial)
    let full = FilePath.join(folder.path, path)
    switch try folder.present(
      at: path, manifest: { try maker.prepare(pass).manifest },
      passType: pass.passTypeIdentifier, serial: serial)
    {
    case .nothing: break
    case .same where plan.ledger == nil && !plan.signsAgain:
      work.outcome.result = .unchanged
      work.outcome.path = path
      work.isDone = true
      try describeFile(full, &work)
    case .otherContent where try !folder.replacesOtherContent && isUnrecorded(work, isSettled):
      reject(&work, IssueFindings.otherContent, "\(full) is another version of the pass")
    // The file that the ledger recorded here was damaged later.
    case .noPass where isRecorded(work, at: path): work.isThere = true
    case .same, .otherContent: work.isThere = true
    case .noPass(let words), .otherPass(let words): reject(&work, IssueFindings.otherPass, words)
    }
  }

  /// Records digest and size of the existing file of a pass, if they are needed.
  private func describeFile(_ path: String, _ work: inout Work) throws {
    guard plan.wantsDigest else { return }
    let bytes = try Disk.read(path)
    work.outcome.digest = Digest.sha256(bytes)
    work.outcome.bundleSize = bytes.count
  }

  /// Returns whether the pass is not in a ledger. Then the version that its customer has is
  /// unknown.
  private func isUnrecorded(_ work: Work, _ isSettled: Bool) throws -> Bool {
    guard let ledger = plan.ledger, let serial = work.fed.serial else { return true }
    guard work.known == nil, isSettled else { return false }
    // Another run may have reserved the serial number and written the file after the look-up.
    return try ledger.ledger.find(serial, passType: ledger.sameness.passType) == nil
  }

  /// Returns whether the ledger has the pass as issued at that path.
  private func isRecorded(_ work: Work, at path: String) -> Bool {
    guard let known = work.known, known.state == .issued, let file = known.file, file.entry == nil
    else { return false }
    return file.folder == plan.ledger?.folder && file.path == path
  }

  /// Returns the authentication token for a pass with a web service: that of the ledger, or a new
  /// one.
  private func token(for work: Work) throws -> String? {
    guard plan.recipe.template.document["webServiceURL"] != nil else { return nil }
    if case .ifNew(let token) = work.token { return token }
    return try work.known?.token ?? Hex.encode(SecureRandom.bytes(32))
  }

  // MARK: Making

  mutating func make(_ work: inout Work, _ archive: inout [UInt8]) throws {
    guard work.pass != nil, let serial = work.fed.serial else { return reject(&work) }
    let path = plan.naming.path(of: serial)
    let wasIssued = work.reserved?.isReissue ?? (work.known?.state == .issued || work.isThere)
    if let output = plan.output, let bundle = try signAndPackage(&work) {
      let isWritten = try bundle.withPieces {
        try output.write($0, at: path, isThere: work.isThere, to: &archive)
      }
      if !isWritten { return try handleExistingFile(&work, serial, path) }
    }
    work.outcome.result = wasIssued ? .reissued : .issued
    work.outcome.path = path
    work.isDone = true
  }

  /// Handles a file that another process has written at the path during the run.
  private mutating func handleExistingFile(
    _ work: inout Work, _ serial: String, _ path: String
  ) throws {
    let passType = plan.recipe.template.passTypeIdentifier
    let folder = plan.output?.existing
    let full = folder.map { FilePath.join($0.path, path) } ?? path
    if plan.ledger == nil, !plan.signsAgain, let pass = work.pass,
      try folder?.present(
        at: path, manifest: { try maker.prepare(pass).manifest }, passType: passType,
        serial: serial) == .same
    {
      work.outcome.result = .unchanged
      work.outcome.path = path
      work.isDone = true
      return try describeFile(full, &work)
    }
    reject(
      &work, IssueFindings.otherPass,
      "\(full) was written by another process during the run")
  }

  /// Signs and packs a checked pass. Returns nil if its row was rejected in the meantime.
  mutating func signAndPackage(_ work: inout Work) throws -> ArchiveAssembly? {
    guard let pass = work.pass else { return nil }
    let unsigned = try maker.prepare(pass)
    let start = MonotonicTime.now
    let signature = try maker.sign(unsigned, at: plan.signingTime)
    times.signing += MonotonicTime.now - start
    times.signatures += 1
    let bundle = try maker.finish(unsigned, signature: signature)
    if plan.wantsDigest || plan.ledger != nil { work.outcome.digest = maker.digest() }
    work.outcome.bundleSize = bundle.length
    return bundle
  }

  // MARK: Rejecting

  /// Adds diagnostics to the row's outcome.
  private func moveDiagnostics(_ report: Report, _ work: inout Work) {
    work.outcome.diagnostics += report.diagnostics.map { diagnostic in
      guard diagnostic.serial == nil, diagnostic.location?.file == work.fed.row.name else {
        return diagnostic
      }
      var diagnostic = diagnostic
      diagnostic.serial = work.fed.serial
      return diagnostic
    }
    work.outcome.diagnostics.sort(by: Diagnostic.inOrder)
  }

  private func reject(_ work: inout Work) {
    work.outcome.result = .rejected
    work.outcome.row = work.fed.row
    work.isDone = true
  }

  func reject(_ work: inout Work, _ finding: Finding, _ message: String) {
    work.outcome.diagnostics.append(
      Diagnostic(
        finding: finding, message: message,
        location: work.fed.row.location(),
        serial: work.fed.serial))
    reject(&work)
  }
}
