// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBasics
import PassBuild
import PassDiagnostics
import PassRegistry
import ServiceLifecycle

/// Imports a table: finds new and changed passes, at the start and whenever the table or its
/// template changes. Bundles are made later, on request.
struct TableSource: Sendable {
  let current: CurrentRecipes
  let choice: DataChoice
  let buildQueue: BuildQueue
  let store: any PassStore
  let metrics: ServiceMetrics
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Pause between two looks at the files.
  var interval = Duration.milliseconds(500)
  /// The row queue, which also handles personalizations. Nil without them.
  let rows: RowQueue?
  private let thread = WorkThreads(1)

  init(
    _ current: CurrentRecipes, _ choice: DataChoice, buildQueue: BuildQueue, rows: RowQueue? = nil,
    store: any PassStore, metrics: ServiceMetrics, state: ServiceState, logger: Logger,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.current = current
    self.choice = choice
    self.buildQueue = buildQueue
    self.rows = rows
    self.store = store
    self.metrics = metrics
    self.state = state
    self.logger = logger
    self.clock = clock
  }

  /// Compares the template with those of other instances.
  var watch: TemplateWatch {
    TemplateWatch(
      passType: current.rowRecipe.passType, store: store, state: state, logger: logger)
  }

  struct Summary: Sendable {
    var rows = 0
    var added = 0
    var changed = 0
    var rejected = 0
    var otherSource = 0
    /// Passes made again with the new template, whose rows are not in the table or are rejected.
    var remade = 0
    /// Passes that the new template rejects. They stay unchanged.
    var kept = 0
    /// Passes that can no longer be made and whose bundle is not stored. Devices get 503.
    var lost = 0
    /// Rejected rows of the table whose previous pass can no longer be served.
    fileprivate var unserved = 0
  }

  // MARK: Following

  /// Returns the state of the files of table and template.
  func stamps() -> [String: FileStamp?] {
    FileStamp.all(of: [choice.file ?? ""] + current.rowRecipe.files)
  }

  /// Imports changes until the service ends.
  ///
  /// - Parameter first: the state of the files before the first import.
  func follow(from first: [String: FileStamp?]) async throws {
    var seen = first
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await Task.sleep(for: interval)
      let now = stamps()
      guard now != seen else { continue }
      // A program may still be writing.
      try? await Task.sleep(for: interval)
      guard stamps() == now else { continue }
      do {
        try await reload()
        seen = now
      } catch is CancellationError {
        return
      } catch is CurrentRecipes.OutdatedError {
        continue
      } catch let error as StoreError where error.reason == .outdated {
        // Nothing is imported until the template of this instance is the newest.
        watch.reportNewerTemplate()
        seen = now
      } catch let error as StoreError {
        logger.error("cannot import the table", metadata: ["reason": "\(error)"])
        try? await Task.sleep(for: .seconds(1))
      } catch {
        logFailure(error)
        seen = now
      }
    }
  }

  /// Reads the template again, and imports the table.
  private func reload() async throws {
    let now = clock()
    let recipe = current.rowRecipe
    let next = try await thread.run { [choice] in
      try TableRecipe(try recipe.reread(now: now), choice)
    }
    if next.revision != current.tables.first?.revision {
      guard try await store.adopt(next.rowRecipe, or: recipe) else {
        logger.warning(
          "another instance has a newer template: passes of the table stay unchanged here",
          metadata: ["passType": "\(next.passType)"])
        return
      }
      // The identity was renewed in the meantime. The next round reads again.
      guard current.replace(with: next, madeFrom: recipe) else {
        throw CurrentRecipes.OutdatedError()
      }
    }
    try await importTable()
  }

  /// Logs why the files cannot be read. The passes stay unchanged.
  private func logFailure(_ error: any Error) {
    metrics.count(saved: "unreadable", 1)
    let reason = (error as? DiagnosticsError)?.message ?? "\(error)"
    logger.error(
      "cannot read template or table: the passes stay unchanged",
      metadata: ["table": "\(choice.file ?? "")", "reason": "\(reason)"])
  }

  // MARK: Importing

  /// Imports the table at the start. If another instance has a newer template, nothing is imported,
  /// and the passes in the store are served.
  func begin() async throws {
    guard try await store.hasNewestTemplate(of: current.rowRecipe.passType) else {
      return watch.reportNewerTemplate()
    }
    do {
      try await importTable()
    } catch let error as StoreError where error.reason == .outdated {
      watch.reportNewerTemplate()
    }
  }

  private static let pageInRows = 1_000

  /// Imports the table.
  ///
  /// - Throws: `DiagnosticsError`, `FileError`, `RowRecipe.RecipeError`, `StoreError`.
  @discardableResult
  func importTable() async throws -> Summary {
    guard let recipe = current.tables.first else { return Summary() }
    let today = clock()
    let reading = try await thread.run { try TableReading(recipe, today: today) }
    var batch = VersionBatch(source: self)
    while let read = try await thread.run({ try reading.next(limit: Self.pageInRows) }) {
      try Task.checkCancellation()
      if recipe.personal == nil {
        try await importPage(read, reading, &batch)
      } else {
        // With the lock of the row queue: a personalization between reading the data and storing
        // the version would be lost.
        await rows?.begin()
        do {
          try await importPage(try await personal(read, reading), reading, &batch)
          try await batch.finish()
        } catch {
          await rows?.end()
          throw error
        }
        await rows?.end()
      }
    }
    try await batch.finish()
    batch.summary.rows = reading.rowCount
    batch.summary.rejected = reading.refusals.count
    let hasSwept = try await sweep(reading, &batch)
    if !hasSwept { batch.summary.lost = batch.summary.unserved }
    current.settle()
    log(reading.warnings)
    logSummary(batch.summary, reading.refusals)
    state.wakePusher()
    return batch.summary
  }

  private func importPage(
    _ page: [TableReading.Candidate], _ reading: TableReading, _ batch: inout VersionBatch
  ) async throws {
    let wanted = try await store.unknown(
      page.map { ($0.serial, $0.digest) }, passType: reading.recipe.passType)
    guard !wanted.isEmpty else { return }
    let checked = try await thread.run {
      try wanted.map { RowVersion(serial: page[$0].serial, try reading.version(of: page[$0])) }
    }
    try await batch.add(checked.compactMap(\.version))
    for row in checked where row.version == nil {
      let pass = try await store.pass(passType: reading.recipe.passType, serial: row.serial)
      guard let pass, pass.source == .table else { continue }
      if try await !buildQueue.serves(pass) { batch.summary.unserved += 1 }
    }
  }

  /// A checked row. The version is nil if the row is rejected.
  private struct RowVersion: Sendable {
    let serial: String
    let version: NewVersion?

    init(serial: String, _ version: NewVersion?) {
      self.serial = serial
      self.version = version
    }
  }

  /// Returns the candidates with the data of their personalizations.
  private func personal(
    _ page: [TableReading.Candidate], _ reading: TableReading
  ) async throws(StoreError) -> [TableReading.Candidate] {
    var all: [TableReading.Candidate] = []
    for candidate in page {
      guard
        let pass = try await store.pass(
          passType: reading.recipe.passType, serial: candidate.serial),
        let personal = try await store.personal(of: pass)
      else {
        all.append(candidate)
        continue
      }
      all.append(reading.candidate(candidate, personal: personal))
    }
    return all
  }

  /// Collects versions and stores them in chunks.
  struct VersionBatch {
    let source: TableSource
    var summary = Summary()
    private var pace = ChunkPace()
    private var waiting: [NewVersion] = []
    private var bytes = 0

    init(source: TableSource) { self.source = source }

    mutating func add(_ versions: [NewVersion]) async throws(StoreError) {
      for version in versions {
        waiting.append(version)
        bytes += version.bytes.count
        if waiting.count >= pace.count || bytes >= ChunkPace.limitInBytes { try await finish() }
      }
    }

    mutating func finish() async throws(StoreError) {
      guard !waiting.isEmpty else { return }
      let versions = waiting
      waiting = []
      bytes = 0
      let clock = ContinuousClock()
      let started = clock.now
      let outcomes = try await source.store.save(versions, now: source.clock())
      pace.took(clock.now - started, for: versions.count)
      var counts: [String: Int] = [:]
      for outcome in outcomes {
        counts[outcome.metric, default: 0] += 1
        switch outcome {
        case .added: summary.added += 1
        case .changed: summary.changed += 1
        case .otherSource: summary.otherSource += 1
        case .resealed, .unchanged, .overtaken: break
        }
      }
      for (name, count) in counts { source.metrics.count(saved: name, count) }
    }
  }

  /// After a change of the template, makes passes again whose rows are not in the table or are
  /// rejected. It uses the stored rows. Passes that the template rejects stay unchanged.
  ///
  /// - Returns: whether the template has changed.
  private func sweep(_ reading: TableReading, _ batch: inout VersionBatch) async throws -> Bool {
    let recipe = reading.recipe
    let name = "template/\(recipe.passType)"
    let known = try await store.setting(name)
    guard known != recipe.revision else { return false }
    guard known != nil else {
      // There was no table before.
      try await store.save(setting: recipe.revision, named: name)
      return false
    }
    var last = (passType: recipe.passType, serial: "")
    while true {
      let page = try await store.passes(after: last, limit: Self.pageInRows)
      guard let end = page.last else { break }
      for pass in page where pass.source == .table && pass.passType == recipe.passType {
        try Task.checkCancellation()
        guard recipe.personal != nil else {
          try await remake(pass, reading, &batch)
          continue
        }
        await rows?.begin()
        do {
          try await remake(pass, reading, &batch)
          try await batch.finish()
        } catch {
          await rows?.end()
          throw error
        }
        await rows?.end()
      }
      guard end.passType == recipe.passType else { break }
      last = (end.passType, end.serial)
    }
    try await batch.finish()
    try await store.save(setting: recipe.revision, named: name)
    return true
  }

  private func remake(
    _ pass: StoredPass, _ reading: TableReading, _ batch: inout VersionBatch
  ) async throws {
    guard let bytes = try await store.bytes(of: pass), let copy = TableRow(bytes) else { return }
    let personal = reading.recipe.personal == nil ? nil : try await store.personal(of: pass)
    do {
      let version = try await thread.run {
        try reading.version(
          of: copy, serial: pass.serial, digest: pass.digest, personal: personal)
      }
      guard let version else { return }
      batch.summary.remade += 1
      try await batch.add([version])
    } catch let error as StoreError {
      throw error
    } catch is DiagnosticsError {
      if try await buildQueue.pin(pass) {
        batch.summary.kept += 1
      } else {
        batch.summary.lost += 1
      }
    }
  }

  /// Logs warnings about the table, once for each import.
  private func log(_ warnings: [Diagnostic]) {
    for warning in warnings {
      logger.warning(
        "\(warning.message)",
        metadata: ["table": "\(choice.file ?? "")", "code": "\(warning.finding.code)"])
    }
  }

  private func logSummary(_ summary: Summary, _ refusals: TableReading.Refusals) {
    metrics.count(saved: "refused", summary.rejected)
    let table = choice.file ?? ""
    for (place, code) in refusals.places {
      logger.warning(
        "rejected a row of the table", metadata: ["place": "\(place)", "code": "\(code)"])
    }
    if refusals.count > 0 {
      logger.error(
        summary.lost == 0
          ? "rejected rows of the table; their previous passes are still served"
          : "rejected rows of the table; their previous passes are still served where possible",
        metadata: [
          "table": "\(table)", "rows": .count(refusals.count),
          "help": "to see the errors, run: passc issue TEMPLATE --data \(table) --dry-run",
        ])
    }
    if summary.otherSource > 0 {
      logger.error(
        "passes of the table already belong to another source",
        metadata: ["table": "\(table)", "passes": .count(summary.otherSource)])
    }
    if summary.lost > 0 {
      logger.error(
        "cannot make these passes: requests for them get 503, and phones retry",
        metadata: [
          "table": "\(table)", "passes": .count(summary.lost),
          "reason": "the template changed while the service was down and rejects their rows",
          "help": "correct the rows, or change the template to accept them",
        ])
    }
    logger.info(
      "imported the table",
      metadata: [
        "table": "\(table)", "rows": .count(summary.rows), "new": .count(summary.added),
        "changed": .count(summary.changed), "rejected": .count(summary.rejected),
      ])
  }
}
