// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
package import PassBuild
import PassCrypto
package import PassDiagnostics
import PassModel
import PassRules
import PassTemplate

/// One run of `passc issue`. One thread reads rows, workers make passes from them, and the calling
/// thread collects the outcomes in the order of the rows.
package struct IssueRun {
  private let settings: IssueSettings
  private let recipe: PassRecipe
  private let listener: any IssueListener
  private var report: Report
  private var filter: FindingFilter
  private let buffers = BufferPool()

  /// The reasons why a run cannot start or continue, except for errors of files and keys.
  package enum IssueError: Error {
    /// There is not enough space on the disk. Nothing was signed.
    case noSpace(String)
    /// `--group-by` names a column that does not exist.
    case noGroupColumn(String, nearest: String?)
  }

  /// The maximum number of rows that a worker processes at once.
  private static let batchLimit = 32
  /// The same with a ledger. Larger, because each transaction has a fixed cost.
  private static let ledgerBatchLimit = 256
  /// The maximum size of a batch of a tar, so that memory use does not grow with the size of
  /// passes.
  private static let batchInBytes = 2 << 20
  /// With a key outside this process a batch takes as long as all its signatures in sequence. Short
  /// batches let all threads wait at the same time, and need little memory.
  private static let outsideBatchLimits = 8...batchLimit
  private static let outsideLedgerBatchLimits = 32...ledgerBatchLimit

  /// Creates a run. Nothing is read or written before `run()`.
  ///
  /// - Parameters:
  ///   - recipe: the recipe of the passes. It has an identity, except in a dry run.
  ///   - filter: sets severities, applies `allow` and counts findings.
  ///   - report: the findings of loading the template. The listener gets them first.
  ///   - listener: gets the findings of the run, in the order of the rows.
  package init(
    _ settings: IssueSettings, recipe: PassRecipe, filter: FindingFilter, report: Report,
    listener: any IssueListener
  ) {
    self.settings = settings
    self.recipe = recipe
    self.filter = filter
    self.report = report
    self.listener = listener
  }

  /// Reads the rows of the table, makes the passes, writes them with index and rejects, and records
  /// them in the ledger.
  ///
  /// - Parameter begin: prepares the output. It is called after the data was opened and its header
  ///   was checked, so that a run that cannot start makes no folder.
  /// - Returns: nil after an error in the data's header or in its options. The listener got it.
  /// - Throws: `IssueError`, `DataUsageError`, `FileError`, `CryptoError`, `ArchiveError`,
  ///   `LedgerError`, and errors of `begin`.
  package mutating func run(begin: () throws -> Void) throws -> IssueSummary? {
    let started = MonotonicTime.now
    guard let input = try openInput() else {
      // If all findings are allowed, shows them anyway, because one of them stopped the run.
      let shown = filter.filtered(report.sorted)
      listener.found(shown.isEmpty ? report.sorted : shown)
      return nil
    }
    let sources = report.sources
    var feed = try makeFeed(input, sources)
    try begin()
    show(report.sorted)
    let firstBatch = try feed.next(limit: firstLimit)
    let sample = try Sample(
      of: firstBatch, template: recipe.template, rows: input.rows,
      sources: sources)
    try checkSpace(sample, firstBatch, input)
    let length = BatchLength(batchLimits(sample))
    let ledger = try openLedger()
    if ledger?.followsBrokenRun ?? true { removeStaleFiles() }
    let plan = try makePlan(input, sources, ledger)
    let collector = try Collector(
      settings: settings, buffers: buffers, form: input.form, schema: recipe.template.schema,
      filter: filter,
      listener: listener, inputSize: input.stream.size, started: started,
      template: recipe.template.folder, ordered: try plan.output?.ordered(),
      outcomes: try outcomesWriter())
    return try work(
      feed, firstBatch, length, input.stream.size, plan, collector, started)
  }

  /// Deletes incomplete files of a killed run from the output. Without a ledger this is always
  /// done, because only a ledger shows whether a run was killed.
  private func removeStaleFiles() {
    guard !settings.isDryRun, let folder = settings.output?.folder else { return }
    StaleFiles.remove(in: folder, andInner: !isOneFile)
  }

  /// Whether all passes are written into one file, in order.
  private var isOneFile: Bool { settings.output?.isOneFile ?? false }

  // MARK: The ledger

  /// Opens the ledger and starts a run or resumes one.
  private func openLedger() throws -> LedgerPlan? {
    guard let file = settings.ledgerFile else { return nil }
    let isNew = try Disk.kind(of: file, followingLinks: true) == nil
    if settings.isDryRun, isNew {
      listener.wroteLine("ledger \(file) does not exist yet, every pass would be new")
      return nil
    }
    let ledger = try Ledger(
      file, access: settings.isDryRun ? .reading : .creating, durable: settings.isDurable,
      readers: settings.jobs + 1)
    let certificate = recipe.identity.flatMap {
      LedgerDigest(Digest.sha256($0.certificate.der))
    }
    let content = ContentDigest(recipe.template)
    let (folder, archive) = try place()
    var run: IssuingRun?
    var followsBrokenRun = false
    if !settings.isDryRun, let certificate {
      let wanted = RunDescription(
        passType: recipe.template.passTypeIdentifier ?? "",
        signingTime: settings.signingTime, template: content.template, certificate: certificate,
        shard: LedgerShard(index: settings.shard.number, count: settings.shard.count),
        options: try options(folder, archive),
        countsAtEnd: isOneFile)
      let start = try ledger.begin(wanted, now: settings.now)
      run = start.run
      followsBrokenRun = start.isResumed || start.notResumed != nil
      if start.isResumed { listener.wroteLine("run \(start.run.id) of the ledger continues") }
      if let other = start.notResumed {
        listener.wroteLine("\(other.description), so run \(start.run.id) starts from the beginning")
      }
    }
    let criteria = LedgerCriteria(
      passType: recipe.template.passTypeIdentifier ?? "",
      certificate: settings.signsAgain ? certificate : nil, place: expectedPlace(folder))
    return LedgerPlan(
      ledger: ledger, run: run, followsBrokenRun: followsBrokenRun,
      issuedBefore: try issuedCount(ledger), content: content,
      certificate: certificate, folder: folder,
      archive: archive, sameness: criteria, files: try folder.flatMap { try OpenFolder($0) },
      newHolders: Set(settings.newHolders), now: settings.now)
  }

  /// Returns the number of issued passes in the ledger that the rows of this run could have. This
  /// is read at the start, because other runs may issue passes during this one.
  private func issuedCount(_ ledger: Ledger) throws -> Int {
    let shard = LedgerShard(index: settings.shard.number, count: settings.shard.count)
    return try ledger.issuedCount(
      passType: recipe.template.passTypeIdentifier ?? "", shard: shard == .whole ? nil : shard)
  }

  /// Returns the place where a pass must have its file to count as unchanged.
  private func expectedPlace(_ folder: String?) -> LedgerCriteria.FilePlace {
    // Without a certificate it is not known which passes were signed with another one.
    if settings.signsAgain, recipe.identity == nil { return .nowhere }
    if settings.trustsLedger { return .unasked }
    guard settings.output != nil else { return .recorded }
    return isOneFile ? .nowhere : folder.map { .below($0) } ?? .nowhere
  }

  /// Returns the output as the ledger records it.
  private func place() throws -> (folder: String?, archive: String?) {
    try settings.output?.recordedPlace() ?? (nil, nil)
  }

  private func outcomesWriter() throws -> OutcomesWriter? {
    guard let file = settings.outcomesFile else { return nil }
    let (folder, archive) = try place()
    return try OutcomesWriter(
      file, passType: recipe.template.passTypeIdentifier, folder: folder, archive: archive)
  }

  /// Returns every option that changes the output, as a string.
  private func options(_ folder: String?, _ archive: String?) throws -> String {
    var options = ["out \(folder ?? "-")", "archive \(archive ?? "-")"]
    options.append("name \(settings.naming.path(of: "*"))")
    options.append("files \((try? Disk.resolvingSymbolicLinks(filesFolder)) ?? filesFolder)")
    if let column = settings.groupColumn { options.append("group \(column)") }
    options += settings.data.assignments.sorted().map { "set \(Digest.sha256Hex(Array($0.utf8)))" }
    options += settings.serials.sorted().map { "only \($0)" }
    if let first = settings.first { options.append("first \(first)") }
    if settings.isTimeGiven { options.append("time \(settings.signingTime)") }
    return options.joined(separator: "\n")
  }

  // MARK: Input

  private struct Input {
    let stream: FileStream
    let rows: RowSource
    let form: DataForm
  }

  private var filesFolder: String { settings.data.filesFolder }

  /// Opens the data and compares its header with the columns.
  private mutating func openInput() throws -> Input? {
    let file = settings.dataFile
    var stream: FileStream?
    var choice = settings.data
    if let group = settings.groupColumn { choice.additionalColumns = [group] }
    let rows = try RowSource(
      streaming: file, choice, for: recipe.template,
      open: {
        let opened = file == "-" ? FileStream.standardInput() : try FileStream(file)
        opened.isInterrupted = { Interruption.isWanted }
        stream = opened
        return { try opened.next() }
      }, report: &report)
    guard let rows, let stream, let text = rows.textForm else { return nil }
    return Input(stream: stream, rows: rows, form: DataForm(header: rows.header, text: text))
  }

  private func makeFeed(_ input: Input, _ sources: SourceTable) throws -> RowFeed {
    var groups: GroupColumn?
    if let column = settings.groupColumn {
      groups = try groupColumn(column, input.rows.header)
    }
    return RowFeed(
      rows: input.rows, template: recipe.template, groups: groups,
      passType: recipe.template.passTypeIdentifier ?? "",
      selection: .init(
        shard: settings.shard, serials: Set(settings.serials), count: settings.first),
      sources: sources, scratchFolder: settings.scratchFolder)
  }

  /// Finds the column by its name in the template or by its header.
  private func groupColumn(_ name: String, _ header: DataHeader?) throws -> GroupColumn {
    let schema = recipe.template.schema
    let wanted = schema.number(of: name).map { schema.columns[$0].header } ?? name
    guard let header else { return GroupColumn(source: .member(wanted)) }
    if let index = header.names.firstIndex(of: wanted) { return GroupColumn(source: .cell(index)) }
    throw IssueError.noGroupColumn(
      name, nearest: NearestName.of(name, among: header.names.filter { !$0.isEmpty }))
  }

  // MARK: Before the first signature

  /// Whether signatures are made outside this process, so that threads wait for them.
  private var waitsOutside: Bool {
    !settings.isDryRun && recipe.identity?.signsOutside ?? false
  }

  /// The number of threads that make passes. Threads that wait for a signature use no processor.
  private var workers: Int {
    waitsOutside ? max(settings.jobs, settings.inFlight ?? 0) : settings.jobs
  }

  private var firstLimit: Int {
    waitsOutside ? Self.outsideBatchLimits.lowerBound : Self.batchLimit
  }

  private func batchLimits(_ sample: Sample) -> ClosedRange<Int> {
    let hasLedger = settings.ledgerFile != nil
    let limit = hasLedger ? Self.ledgerBatchLimit : Self.batchLimit
    var limits = limit...limit
    if waitsOutside {
      limits = hasLedger ? Self.outsideLedgerBatchLimits : Self.outsideBatchLimits
    }
    guard isOneFile else { return limits }
    return limits.clamped(to: 1...max(1, Self.batchInBytes / max(1, sample.bundleInBytes)))
  }

  private func checkSpace(_ sample: Sample, _ batch: RowBatch?, _ input: Input) throws {
    guard !settings.isDryRun, let batch, sample.bundleInBytes > 0,
      let folder = settings.output?.folder
    else { return }
    let rowBytes = batch.rows.reduce(0) { $0 + $1.row.bytes.count + 1 }
    var passes = batch.rows.count
    if let size = input.stream.size, batch.rows.count == firstLimit {
      passes = max(passes, size / max(1, rowBytes / batch.rows.count) / settings.shard.count)
    }
    if let first = settings.first { passes = min(passes, first) }
    if !settings.serials.isEmpty { passes = min(passes, settings.serials.count) }
    var check = SpaceCheck(
      passes: passes, bundleInBytes: sample.bundleInBytes, isOneFile: isOneFile)
    let free = try FreeSpace(of: folder)
    guard check.message(free, at: folder) != nil else { return }
    // Only if the estimate does not fit, because counting needs to read all of the table and the
    // size of each file. Later rows are usually longer, so the first ones suggest too many rows.
    if input.stream.size != nil, settings.dataFile != "-" {
      let lines = try FileStream(settings.dataFile).countLines()
      check.passes = min(check.passes, lines / settings.shard.count + 1)
    }
    if !check.isOneFile {
      check.inPlace = try UsedSpace(in: folder, blockInBytes: free.blockInBytes)
    }
    if let complaint = check.message(free, at: folder) { throw IssueError.noSpace(complaint) }
  }

  private func makePlan(
    _ input: Input, _ sources: SourceTable, _ ledger: LedgerPlan?
  ) throws -> WorkPlan {
    let signingTime = ledger?.run?.signingTime ?? settings.signingTime
    var output = settings.isDryRun ? nil : settings.output
    output?.begin(
      overwrites: settings.overwrites, durable: settings.isDurable, signingTime: signingTime)
    return WorkPlan(
      recipe: ledger == nil ? recipe : recipe.givingTokens, binding: input.rows.binding,
      filesFolder: filesFolder, naming: settings.naming, output: output,
      isDryRun: settings.isDryRun, signingTime: signingTime, sources: sources,
      policy: settings.policy,
      wantsRows: settings.indexFile != nil,
      wantsDigest: settings.indexFile != nil || settings.outcomesFile != nil,
      wantsPlace: settings.outcomesFile != nil,
      signsAgain: settings.signsAgain, isGrouped: settings.groupColumn != nil, buffers: buffers,
      ledger: ledger)
  }

  // MARK: Working

  private func work(
    _ feed: RowFeed, _ firstBatch: RowBatch?, _ length: BatchLength, _ inputSize: Int?,
    _ plan: WorkPlan, _ collector: Collector, _ started: UInt64
  ) throws -> IssueSummary {
    let workers = workers
    let source = FeedThread(
      feed: feed, firstBatch: firstBatch, length: length, jobs: workers, inputSize: inputSize)
    // Each worker is created by the thread that uses it.
    var crew = [PassWorker?](repeating: nil, count: workers)
    var stop: IssueSummary.End?
    try OrderedWork.run(&crew, limit: 3 * workers + 2) { put in
      try source.run(onto: put)
    } work: { (worker: inout PassWorker?, batch: RowBatch) in
      if worker == nil { worker = PassWorker(plan) }
      let start = MonotonicTime.now
      defer { length.note(rows: batch.rows.count, nanoseconds: MonotonicTime.now - start) }
      return worker?.work(batch) ?? BatchOutcome(number: batch.number)
    } deliver: { outcome in
      if let end = try collector.add(outcome), stop == nil {
        stop = end
        // Batches in the queue are finished but not counted, and no more are started.
        source.stop()
      }
    }
    var end = stop ?? .complete
    if stop == nil, source.result.wasInterrupted { end = .interrupted }
    if stop == nil, source.result.hasFailed { end = .unreadableInput }
    var times = WorkTimes()
    var filter = filter
    for worker in crew.compactMap(\.self) {
      times.add(worker.times)
      filter.merge(worker.filter)
    }
    var summary = try collector.finish(
      end, times: times, filter: filter, feed: source.result, jobs: workers)
    if let ledger = plan.ledger {
      try close(ledger, end, &summary, known: collector.knownRows)
      summary.seconds = Double(MonotonicTime.now - started) / 1e9
    }
    return summary
  }

  /// Ends the run in the ledger if every row was processed, and counts the passes that the data did
  /// not name.
  private func close(
    _ ledger: LedgerPlan, _ end: IssueSummary.End, _ summary: inout IssueSummary, known: Int
  ) throws {
    guard end == .complete else { return }
    try ledger.run?.end(
      RunCounts(
        issued: summary.issued, reissued: summary.reissued, unchanged: summary.unchanged,
        rejected: summary.rejected), now: settings.now)
    guard settings.serials.isEmpty, settings.first == nil else { return }
    summary.absent = max(0, ledger.issuedBefore - known)
  }

  private mutating func show(_ diagnostics: [Diagnostic]) {
    listener.found(filter.filtered(diagnostics))
  }
}
