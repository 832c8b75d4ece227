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
  let current: CurrentPress
  let choice: DataChoice
  let desk: BuildDesk
  let store: any PassStore
  let metrics: ServiceMetrics
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Pause between two looks at the files.
  var interval = Duration.milliseconds(500)
  /// The row queue, which also handles personalizations. Nil without them.
  let rows: RowDesk?
  private let thread = WorkThreads(1)

  init(
    _ current: CurrentPress, _ choice: DataChoice, desk: BuildDesk, rows: RowDesk? = nil,
    store: any PassStore, metrics: ServiceMetrics, state: ServiceState, logger: Logger,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.current = current
    self.choice = choice
    self.desk = desk
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
      passType: current.press.passType, store: store, state: state, logger: logger)
  }

  struct Summary: Sendable {
    var rows = 0
    var added = 0
    var changed = 0
    var refused = 0
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
    FileStamp.all(of: [choice.file ?? ""] + current.press.files)
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
        try await takeAnew()
        seen = now
      } catch is CancellationError {
        return
      } catch is CurrentPress.Overtaken {
        continue
      } catch let error as StoreError where error.reason == .outdated {
        // Nothing is imported until the template of this instance is the newest.
        watch.tell()
        seen = now
      } catch let error as StoreError {
        logger.error("cannot import the table", metadata: ["reason": "\(error)"])
        try? await Task.sleep(for: .seconds(1))
      } catch {
        say(error)
        seen = now
      }
    }
  }

  /// Reads the template again, and imports the table.
  private func takeAnew() async throws {
    let now = clock()
    let press = current.press
    let next = try await thread.run { [choice] in
      try TablePress(try press.reread(now: now), choice)
    }
    if next.revision != current.tables.first?.revision {
      guard try await store.adopt(next.press, or: press) else {
        logger.warning(
          "another instance has a newer template: passes of the table stay unchanged here",
          metadata: ["passType": "\(next.passType)"])
        return
      }
      // The identity was renewed in the meantime. The next round reads again.
      guard current.replace(with: next, madeFrom: press) else { throw CurrentPress.Overtaken() }
    }
    try await take()
  }

  /// Logs why the files cannot be read. The passes stay unchanged.
  private func say(_ error: any Error) {
    metrics.count(taken: "unreadable", 1)
    let reason = (error as? Rejected)?.words ?? "\(error)"
    logger.error(
      "cannot read template or table: the passes stay unchanged",
      metadata: ["table": "\(choice.file ?? "")", "reason": "\(reason)"])
  }

  // MARK: Importing

  /// Imports the table at the start. If another instance has a newer template, nothing is imported,
  /// and the passes in the store are served.
  func begin() async throws {
    guard try await store.hasNewestTemplate(of: current.press.passType) else {
      return watch.tell()
    }
    do {
      try await take()
    } catch let error as StoreError where error.reason == .outdated {
      watch.tell()
    }
  }

  private static let pageInRows = 1_000

  /// Imports the table.
  ///
  /// - Throws: `Rejected`, `FileError`, `RowPress.Unfit`, `StoreError`.
  @discardableResult
  func take() async throws -> Summary {
    guard let press = current.tables.first else { return Summary() }
    let today = clock()
    let reading = try await thread.run { try TableReading(press, today: today) }
    var taking = Taking(source: self)
    while let read = try await thread.run({ try reading.next(limit: Self.pageInRows) }) {
      try Task.checkCancellation()
      if press.personal == nil {
        try await take(read, reading, &taking)
      } else {
        // With the lock of the row queue: a personalization between reading the data and storing
        // the version would be lost.
        await rows?.begin()
        do {
          try await take(try await personal(read, reading), reading, &taking)
          try await taking.finish()
        } catch {
          await rows?.end()
          throw error
        }
        await rows?.end()
      }
    }
    try await taking.finish()
    taking.summary.rows = reading.rowCount
    taking.summary.refused = reading.refusals.count
    let hasSwept = try await sweep(reading, &taking)
    if !hasSwept { taking.summary.lost = taking.summary.unserved }
    current.settle()
    log(reading.warnings)
    say(taking.summary, reading.refusals)
    state.wakePusher()
    return taking.summary
  }

  private func take(
    _ page: [TableReading.Candidate], _ reading: TableReading, _ taking: inout Taking
  ) async throws {
    let wanted = try await store.unknown(
      page.map { ($0.serial, $0.digest) }, passType: reading.press.passType)
    guard !wanted.isEmpty else { return }
    let judged = try await thread.run {
      try wanted.map { Judged(serial: page[$0].serial, try reading.version(of: page[$0])) }
    }
    try await taking.add(judged.compactMap(\.version))
    for row in judged where row.version == nil {
      let pass = try await store.pass(passType: reading.press.passType, serial: row.serial)
      guard let pass, pass.source == .table else { continue }
      if try await !desk.serves(pass) { taking.summary.unserved += 1 }
    }
  }

  /// A checked row. The version is nil if the row is rejected.
  private struct Judged: Sendable {
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
          passType: reading.press.passType, serial: candidate.serial),
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
  struct Taking {
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
      let begun = clock.now
      let outcomes = try await source.store.put(versions, now: source.clock())
      pace.took(clock.now - begun, for: versions.count)
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
      for (name, count) in counts { source.metrics.count(taken: name, count) }
    }
  }

  /// After a change of the template, makes passes again whose rows are not in the table or are
  /// rejected. It uses the stored rows. Passes that the template rejects stay unchanged.
  ///
  /// - Returns: whether the template has changed.
  private func sweep(_ reading: TableReading, _ taking: inout Taking) async throws -> Bool {
    let press = reading.press
    let name = "template/\(press.passType)"
    let known = try await store.setting(name)
    guard known != press.revision else { return false }
    guard known != nil else {
      // There was no table before.
      try await store.keep(setting: press.revision, named: name)
      return false
    }
    var last = (passType: press.passType, serial: "")
    while true {
      let page = try await store.passes(after: last, limit: Self.pageInRows)
      guard let end = page.last else { break }
      for pass in page where pass.source == .table && pass.passType == press.passType {
        try Task.checkCancellation()
        guard press.personal != nil else {
          try await remake(pass, reading, &taking)
          continue
        }
        await rows?.begin()
        do {
          try await remake(pass, reading, &taking)
          try await taking.finish()
        } catch {
          await rows?.end()
          throw error
        }
        await rows?.end()
      }
      guard end.passType == press.passType else { break }
      last = (end.passType, end.serial)
    }
    try await taking.finish()
    try await store.keep(setting: press.revision, named: name)
    return true
  }

  private func remake(
    _ pass: StoredPass, _ reading: TableReading, _ taking: inout Taking
  ) async throws {
    guard let bytes = try await store.bytes(of: pass), let copy = TableRow(bytes) else { return }
    let personal = reading.press.personal == nil ? nil : try await store.personal(of: pass)
    do {
      let version = try await thread.run {
        try reading.version(
          of: copy, serial: pass.serial, digest: pass.digest, personal: personal)
      }
      guard let version else { return }
      taking.summary.remade += 1
      try await taking.add([version])
    } catch let error as StoreError {
      throw error
    } catch is Rejected {
      if try await desk.pin(pass) {
        taking.summary.kept += 1
      } else {
        taking.summary.lost += 1
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

  private func say(_ summary: Summary, _ refusals: TableReading.Refusals) {
    metrics.count(taken: "refused", summary.refused)
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
          "table": "\(table)", "rows": "\(refusals.count)",
          "help": "to see the errors, run: passc issue TEMPLATE --data \(table) --dry-run",
        ])
    }
    if summary.otherSource > 0 {
      logger.error(
        "passes of the table already belong to another source",
        metadata: ["table": "\(table)", "passes": "\(summary.otherSource)"])
    }
    if summary.lost > 0 {
      logger.error(
        "cannot make these passes: requests for them get 503, and phones retry",
        metadata: [
          "table": "\(table)", "passes": "\(summary.lost)",
          "reason": "the template changed while the service was down and rejects their rows",
          "help": "correct the rows, or change the template to accept them",
        ])
    }
    logger.info(
      "imported the table",
      metadata: [
        "table": "\(table)", "rows": "\(summary.rows)", "new": "\(summary.added)",
        "changed": "\(summary.changed)", "refused": "\(summary.refused)",
      ])
  }
}
