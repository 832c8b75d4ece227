// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassTemplate

/// Collects the outcomes in the order of the rows. It counts and reports them, and writes
/// everything that is written in order. Used by one thread.
final class Collector {
  private let settings: IssueSettings
  private let buffers: BufferPool
  private var filter: FindingFilter
  private let listener: any IssueListener
  private let inputSize: Int?
  private let started: UInt64
  private let template: String

  /// The file for passes in order, if the output has one.
  private let ordered: (any OrderedOutput)?
  private let rejects: RejectsWriter?
  private let index: IndexWriter?
  private let outcomes: OutcomesWriter?

  private var summary = IssueSummary()
  private var progress = Progress()
  private var lastProgress: UInt64 = 0
  /// The reason to end the run early, if there is one.
  private var end: IssueSummary.End?
  /// The error codes that all rows so far have in common. Nil before the first row.
  private var commonErrors: Set<String>?
  private var reported: Set<ReportedProblem> = []
  /// The number of rows whose pass the ledger already had as issued.
  private(set) var knownRows = 0

  private struct ReportedProblem: Hashable {
    let code: String
    let location: Location?
    let message: String
  }

  private static let sameErrorRows = 1_000
  private static let reportedLimit = 1_000
  /// A tenth of a second in nanoseconds.
  private static let progressInterval: UInt64 = 100_000_000

  init(
    settings: IssueSettings, buffers: BufferPool, form: DataForm, schema: ColumnSchema,
    filter: FindingFilter,
    listener: any IssueListener, inputSize: Int?, started: UInt64, template: String,
    ordered: (any OrderedOutput)?, outcomes: OutcomesWriter?
  ) throws {
    self.settings = settings
    self.buffers = buffers
    self.filter = filter
    self.listener = listener
    self.inputSize = inputSize
    self.started = started
    self.template = template
    self.ordered = ordered
    self.outcomes = outcomes
    rejects = try settings.rejectsFile.map { try RejectsWriter($0, form: form) }
    index =
      settings.isDryRun
      ? nil : try settings.indexFile.map { try IndexWriter($0, form: form, schema: schema) }
  }

  /// Processes the next batch. Returns the reason if the run should end early.
  ///
  /// Rows after that are not counted, reported or written. How many of them are in progress depends
  /// on the number of jobs, and the result must not.
  func add(_ batch: BatchOutcome) throws -> IssueSummary.End? {
    for row in batch.rows where end == nil {
      try add(row)
      end = reasonToStop(row)
    }
    if let failure = batch.failure { throw failure }
    if let ordered {
      if end == nil { try ordered.append(batch.archive) }
      buffers.add(batch.archive)
    }
    if end == nil {
      progress.share = workShare(batch.inputBytes)
      showProgress()
    }
    return end
  }

  private func add(_ row: RowOutcome) throws {
    switch row.result {
    case .issued: summary.issued += 1
    case .reissued: summary.reissued += 1
    case .unchanged: summary.unchanged += 1
    case .rejected: summary.rejected += 1
    }
    if row.result != .unchanged { summary.bundleBytes += row.bundleSize }
    if row.isKnown { knownRows += 1 }
    if !row.diagnostics.isEmpty { show(row.diagnostics) }
    if row.result == .rejected {
      if row.serial == nil { summary.unread += 1 }
      if let rejects, let data = row.row { try rejects.append(data, row.diagnostics) }
    } else if let index, let data = row.row, let path = row.path {
      try index.append(data, path: path, serial: row.serial ?? "", digest: row.digest)
    }
    try outcomes?.append(row)
  }

  /// Reports diagnostics that were not reported before. A warning about the template is found in
  /// every row.
  private func show(_ diagnostics: [Diagnostic]) {
    let fresh = diagnostics.filter { diagnostic in
      guard diagnostic.location?.file != settings.dataFile, diagnostic.severity != .error,
        reported.count < Self.reportedLimit
      else { return true }
      return reported.insert(
        ReportedProblem(
          code: diagnostic.code, location: diagnostic.location, message: diagnostic.message)
      ).inserted
    }
    for diagnostic in fresh where diagnostic.severity != .note {
      summary.counts[diagnostic.code, default: 0] += 1
    }
    if !fresh.isEmpty { listener.found(fresh) }
  }

  private func reasonToStop(_ row: RowOutcome) -> IssueSummary.End? {
    let rows = summary.rows
    if rows <= Self.sameErrorRows {
      let codes =
        row.result == .rejected
        ? Set(row.diagnostics.filter { $0.severity == .error }.map(\.code)) : []
      commonErrors = commonErrors?.intersection(codes) ?? codes
      if rows == Self.sameErrorRows, let code = commonErrors?.sorted().first {
        return .sameError(code)
      }
    }
    guard row.result == .rejected else { return nil }
    if settings.stopsOnError { return .firstError }
    if let limit = settings.maximalRejects,
      limit.isExceeded(summary.rejected, of: rows, isComplete: false)
    {
      return .tooManyRejects
    }
    return nil
  }

  /// Returns the processed share of the input, from 0 to 1. Nil if its size is unknown.
  private func workShare(_ inputBytes: Int) -> Double? {
    var share = inputSize.map { Double(inputBytes) / Double(max(1, $0)) }
    if let first = settings.first, settings.shard.count == 1, settings.serials.isEmpty {
      share = max(share ?? 0, Double(summary.rows) / Double(first))
    }
    return share.map { min(1, $0) }
  }

  private func showProgress() {
    let now = MonotonicTime.now
    guard now - lastProgress > Self.progressInterval else { return }
    lastProgress = now
    progress.rows = summary.rows
    progress.rejected = summary.rejected
    progress.seconds = Double(now - started) / 1e9
    listener.progressed(progress)
  }

  // MARK: The end

  /// Gives files their final names and returns the summary.
  func finish(
    _ end: IssueSummary.End, times: WorkTimes, filter worked: FindingFilter,
    feed: FeedThread.Result,
    jobs: Int
  ) throws -> IssueSummary {
    summary.end = end
    if end == .complete, let limit = settings.maximalRejects,
      limit.isExceeded(summary.rejected, of: summary.rows, isComplete: true)
    {
      summary.end = .tooManyRejects
    }
    filter.merge(worked)
    var report = Report()
    if end == .complete {
      for serial in Set(settings.serials).subtracting(feed.seenSerials).sorted() {
        report(
          IssueFindings.serialNotFound, "no row has the serial number \(quoted(serial))",
          at: Place.file(settings.dataFile))
      }
    }
    filter.reportUnused(isComplete: end == .complete && summary.rows > 0, &report)
    show(report.sorted)
    // An incomplete archive never gets its final name.
    if end == .complete { try ordered?.commit() }
    try rejects?.commit()
    try index?.commit()
    // The passes of an incomplete archive do not exist.
    if end == .complete || ordered == nil { try outcomes?.commit() }
    summary.isDryRun = settings.isDryRun
    summary.emptyRows = feed.emptyRows
    summary.rowsRead = feed.rowsRead
    summary.jobs = jobs
    summary.seconds = Double(MonotonicTime.now - started) / 1e9
    summary.signingSeconds = Double(times.signing) / 1e9
    summary.signatures = times.signatures
    summary.percentiles = (
      times.rows.percentile(0.5), times.rows.percentile(0.9), times.rows.percentile(0.99)
    )
    return summary
  }
}
