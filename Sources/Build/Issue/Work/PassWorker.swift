// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCheck
import PassCrypto
import PassDiagnostics
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
  /// Nil when passes go into a tar, and in a dry run.
  let folder: OutputFolder?
  let isTar: Bool
  let isDryRun: Bool
  let signingTime: Int64
  let sources: SourceTable
  let policy: Policy
  let wantsRows: Bool
  let wantsDigest: Bool
  /// Somebody wants to know where unchanged passes are, also those the ledger is trusted for.
  let wantsPlace: Bool
  /// Sign again though the content is the same.
  let signsAgain: Bool
  /// The unit is the group of rows and not the row.
  let isGrouped: Bool
  /// For the archives of batches.
  let buffers: BufferPool
  let ledger: LedgerPlan?
}

/// One worker: rows in, sealed passes out. Everything it changes is its own.
///
/// With a ledger a batch goes through in steps, so that the ledger is asked once for all its rows:
/// cells are read, the ledger is asked, what is to be made is filled in and judged, its serial
/// numbers are reserved, then it is sealed and written, and recorded.
struct PassWorker {
  let plan: WorkPlan
  private var parser: RowParser
  private var memory = RowMemory()
  private var rules = RuleSelection()
  private(set) var judge: Judge
  private var sealer: PassSealer?
  private let files: RowFiles
  let digester = DigestSession()
  private(set) var times = WorkTimes()

  /// A row on its way through the steps.
  struct Work {
    let fed: FedRow
    var outcome: RowOutcome
    var cells: [Cell] = []
    /// Of everything the pass is made from.
    var content: LedgerDigest?
    /// Of what is not as the ledger knows it.
    var digests: PassDigests?
    var known: LedgerPass?
    var pass: CheckedPass?
    var token = OfferedToken.none
    var reserved: Reserved?
    var isThere = false
    /// Nothing is left to be done.
    var isDone = false
    var nanoseconds: UInt64 = 0
  }

  init(_ plan: WorkPlan) throws(CryptoError) {
    self.plan = plan
    parser = RowParser(plan.binding)
    judge = Judge(
      policy: plan.policy, allowances: plan.compiler.template.settings.allowances)
    files = RowFiles(folder: plan.filesFolder)
    if let identity = plan.compiler.identity, !plan.isDryRun {
      sealer = try PassSealer(shared: plan.shared, identity: identity)
    }
  }

  /// Works a batch off.
  mutating func work(_ batch: RowBatch) -> BatchOutcome {
    var outcome = BatchOutcome(number: batch.number)
    outcome.inputBytes = batch.inputBytes
    if plan.isTar { outcome.archive = plan.buffers.take() }
    do {
      if plan.isGrouped {
        try workGroups(batch, &outcome)
      } else if plan.ledger == nil {
        outcome.rows.reserveCapacity(batch.rows.count)
        for fed in batch.rows {
          var work = begin(fed)
          timed(&work) { $0.read(&$1) }
          try timed(&work) { try $0.judge(&$1) }
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

  /// Reads the cells, as far as the columns' types take them.
  mutating func read(_ work: inout Work) {
    var report = Report(sources: plan.sources)
    if !parser.parse(work.fed.row, into: &work.cells, report: &report) {
      take(report, &work)
      return reject(&work)
    }
    if !report.diagnostics.isEmpty { take(report, &work) }
    guard let ledger = plan.ledger, work.fed.serial != nil else { return }
    var content: [[UInt8]] = []
    if plan.compiler.template.hasRowFiles {
      for case .file(let path) in work.cells.map(\.value) {
        // Whoever fills the pass in says what is wrong with the file.
        content.append((try? files.read(path))?.bytes ?? [])
      }
    }
    work.content = ledger.content.digest(of: work.cells, files: content, digester)
  }

  // MARK: Judging

  /// Fills the pass in, runs the rules, and looks at what stands in its place.
  ///
  /// - Parameter isSettled: no other run is known to have made the file, so that a folder which was
  ///   empty at the beginning need not be looked at.
  mutating func judge(_ work: inout Work, isSettled: Bool = true) throws {
    var report = Report(sources: plan.sources, wantsNotes: judge.wantsNotes)
    report.sources.setRow(work.fed.row.source)
    var offered = work.token
    let token = try plan.ledger == nil ? nil : token(for: work)
    let checked = try? plan.compiler.checked(
      work.cells, readFile: files.read, memory: &memory,
      token: token.map { token in
        {
          offered = .ifNew(token)
          return token
        }
      }, rules: &rules, judge: &judge, report: &report)
    if !report.diagnostics.isEmpty { take(report, &work) }
    guard let (pass, document) = checked, let serial = work.fed.serial else {
      return reject(&work)
    }
    if case .ifNew = offered {
      work.token = offered
    } else if let token = document.root["authenticationToken"]?.string {
      work.token = .fixed(token)
    }
    work.pass = pass
    guard let folder = plan.folder, !plan.isGrouped else { return }
    // What another process writes meanwhile is met when the file gets its name.
    if folder.wasEmpty, isSettled, !folder.replacesOtherContent { return }
    let path = plan.naming.path(of: serial)
    let full = FilePath.join(folder.path, path)
    switch try folder.present(
      at: path, manifest: { manifest(of: pass) },
      passType: document.root["passTypeIdentifier"]?.string, serial: serial)
    {
    case .nothing: break
    case .same where plan.ledger == nil && !plan.signsAgain:
      work.outcome.result = .unchanged
      work.outcome.path = path
      work.isDone = true
      try describeFile(full, &work)
    case .otherContent where try !folder.replacesOtherContent && isUnrecorded(work, isSettled):
      refuse(&work, IssueFindings.otherContent, "\(full) is another version of the pass")
    // What the ledger has put there was damaged since.
    case .noPass where isRecorded(work, at: path): work.isThere = true
    case .same, .otherContent: work.isThere = true
    case .noPass(let words), .otherPass(let words): refuse(&work, IssueFindings.otherPass, words)
    }
  }

  /// Notes digest and size of the file that stands in the place of a pass, where somebody wants them.
  private func describeFile(_ path: String, _ work: inout Work) throws {
    guard plan.wantsDigest else { return }
    let bytes = try Disk.read(path)
    work.outcome.digest = Digest.sha256(bytes)
    work.outcome.bundleSize = bytes.count
  }

  /// Whether no ledger knows the pass, so that nobody can tell which version its holder has.
  private func isUnrecorded(_ work: Work, _ isSettled: Bool) throws -> Bool {
    guard let ledger = plan.ledger, let serial = work.fed.serial else { return true }
    guard work.known == nil, isSettled else { return false }
    // Another run may have taken the serial number, and made the file, since the ledger was asked.
    return try ledger.ledger.find(serial, passType: ledger.sameness.passType) == nil
  }

  /// Whether the ledger has issued the pass to that place.
  private func isRecorded(_ work: Work, at path: String) -> Bool {
    guard let known = work.known, known.state == .issued, let file = known.file, file.entry == nil
    else { return false }
    return file.folder == plan.ledger?.folder && file.path == path
  }

  private mutating func manifest(of pass: CheckedPass) -> [UInt8] {
    sealer?.describe(pass)
    return sealer?.manifestBytes ?? []
  }

  /// The token of a pass that is to have one: the ledger's, or a new one.
  private func token(for work: Work) throws -> String? {
    guard plan.compiler.template.document["webServiceURL"] != nil else { return nil }
    if case .ifNew(let token) = work.token { return token }
    return try work.known?.token ?? Hex.encode(SecureRandom.bytes(32))
  }

  // MARK: Making

  /// Seals the pass and writes it.
  mutating func make(_ work: inout Work, _ archive: inout [UInt8]) throws {
    guard work.pass != nil, let serial = work.fed.serial else { return reject(&work) }
    let path = plan.naming.path(of: serial)
    let wasIssued = work.reserved?.isReissue ?? (work.known?.state == .issued || work.isThere)
    if !plan.isDryRun, let bundle = try seal(&work) {
      if plan.isTar {
        bundle.withPieces { pieces in
          TarWriter.append(pieces, named: path, time: plan.signingTime, to: &archive)
        }
      } else if let folder = plan.folder {
        if work.isThere {
          try bundle.withPieces { try folder.replace(path, $0) }
        } else if try !bundle.withPieces({ try folder.create(path, $0) }) {
          return try meetAnother(&work, serial, path, folder)
        }
      }
    }
    work.outcome.result = wasIssued ? .reissued : .issued
    work.outcome.path = path
    work.isDone = true
  }

  /// A file that was not there before stands where the pass is to go.
  private mutating func meetAnother(
    _ work: inout Work, _ serial: String, _ path: String, _ folder: OutputFolder
  ) throws {
    let manifest = sealer?.manifestBytes ?? []
    let passType = plan.compiler.template.passTypeIdentifier
    if plan.ledger == nil, !plan.signsAgain,
      try folder.present(at: path, manifest: { manifest }, passType: passType, serial: serial)
        == .same
    {
      work.outcome.result = .unchanged
      work.outcome.path = path
      work.isDone = true
      return try describeFile(FilePath.join(folder.path, path), &work)
    }
    refuse(
      &work, IssueFindings.otherPass,
      "\(FilePath.join(folder.path, path)) was written by another process during the run")
  }

  /// The bundle of a pass that was judged; nil when it was refused in between.
  mutating func seal(_ work: inout Work) throws -> ArchiveAssembly? {
    guard let pass = work.pass else { return nil }
    sealer?.describe(pass)
    guard let signature = try timedSignature() else { preconditionFailure("no identity") }
    try sealer?.layOut(pass, signature: signature)
    if plan.wantsDigest || plan.ledger != nil { work.outcome.digest = sealer?.digest() }
    guard let bundle = sealer?.archive else { return nil }
    work.outcome.bundleSize = bundle.length
    return bundle
  }

  private mutating func timedSignature() throws(CryptoError) -> [UInt8]? {
    let start = MonotonicTime.now
    let signature = try sealer?.sign(at: plan.signingTime)
    times.signing += MonotonicTime.now - start
    times.signatures += 1
    return signature
  }

  // MARK: Refusing

  /// Moves what was found to the row's outcome.
  private func take(_ report: Report, _ work: inout Work) {
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

  func refuse(_ work: inout Work, _ finding: Finding, _ message: String) {
    work.outcome.diagnostics.append(
      Diagnostic(
        finding: finding, message: message,
        location: Location(file: work.fed.row.name, line: work.fed.row.line, column: 1),
        serial: work.fed.serial))
    reject(&work)
  }
}
