// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBasics
import PassBuild
import PassDiagnostics
import PassIssue
import PassRegistry
import PassTemplate
import PassUpdates
import ServiceLifecycle

/// Keeps passes of API rows up to date with the template. When it changes, they are made again, and
/// until then the previous passes are served.
struct APIRowUpdater: Sendable {
  let current: CurrentRecipes
  /// The row queue, which accepts rows at the same time.
  let queue: RowQueue
  /// Whether to read the template. With a table, `TableSource` does it.
  let readsTemplate: Bool
  let store: any PassStore
  let metrics: ServiceMetrics
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Pause between two looks at the files.
  var interval = Duration.milliseconds(500)
  private let thread = WorkThreads(1)

  init(
    _ current: CurrentRecipes, queue: RowQueue, readsTemplate: Bool, store: any PassStore,
    metrics: ServiceMetrics, state: ServiceState, logger: Logger,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.current = current
    self.queue = queue
    self.readsTemplate = readsTemplate
    self.store = store
    self.metrics = metrics
    self.state = state
    self.logger = logger
    self.clock = clock
  }

  /// Result of updating all passes of API rows.
  struct Summary: Sendable {
    /// Number of passes that were checked.
    var rows = 0
    var changed = 0
    /// Number of rows that the template rejects. Their passes stay unchanged.
    var rejected = 0
    /// The first of those, with the code of the reason.
    var refusals: [(serial: String, code: String)] = []
    fileprivate static let listed = 20

    fileprivate mutating func reject(_ pass: StoredPass, _ code: String) {
      rejected += 1
      if refusals.count < Self.listed { refusals.append((pass.serial, code)) }
    }
  }

  // MARK: Following

  /// Returns the state of the files of the template.
  func stamps() -> [String: FileStamp?] { FileStamp.all(of: current.rowRecipe.files) }

  /// Makes passes again whenever their template or token key has changed, until the service ends.
  func follow() async {
    // Empty, so that the template is read once more: it may have changed while the database was
    // opened.
    var seen: [String: FileStamp?] = [:]
    var made: [UInt8]?
    var reported: [UInt8]?
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        // Files that rows name lie in the template's folder.
        if readsTemplate, try await reloadIfChanged(&seen),
          current.rowRecipe.passRecipe.template.hasRowFiles
        {
          made = nil
        }
        let recipe = current.rowRecipe
        if recipe.contentRevision != made, let words = whyNothingIsSigned(by: recipe) {
          if reported != recipe.contentRevision {
            logger.error(
              "passes of API rows stay unchanged: the signing certificate is not valid",
              metadata: ["reason": "\(words)"])
          }
          reported = recipe.contentRevision
        } else if recipe.contentRevision != made {
          if try await remake(recipe) != nil {
            made = recipe.contentRevision
          } else {
            // Another instance has a newer template, or this one has another by now.
            try await Task.sleep(for: interval)
          }
        }
      } catch is CancellationError {
        return
      } catch {
        logger.error(
          "cannot update passes of API rows", metadata: ["reason": "\(error)"])
        try? await Task.sleep(for: interval * 10)
      }
      try? await Task.sleep(for: interval)
    }
  }

  /// Reads the template again if it has changed and is no longer being written.
  ///
  /// - Returns: whether it is used now.
  func reloadIfChanged(_ seen: inout [String: FileStamp?]) async throws -> Bool {
    let stamps = stamps()
    guard stamps != seen else { return false }
    // A program may still be writing.
    try await Task.sleep(for: interval)
    guard self.stamps() == stamps else { return false }
    let (recipe, now) = (current.rowRecipe, clock())
    let next: RowRecipe
    do {
      next = try await thread.run { try recipe.reread(now: now) }
    } catch let error as CancellationError {
      throw error
    } catch {
      seen = stamps
      log(error)
      return false
    }
    if next.revision != recipe.revision {
      guard try await store.adopt(next, or: recipe) else {
        logger.warning(
          "another instance has a newer template: passes of API rows stay unchanged here",
          metadata: ["passType": "\(next.passType)"])
        seen = stamps
        return false
      }
    }
    // The identity was renewed in the meantime. The next round reads again.
    guard current.replace(with: next, madeFrom: recipe) else { return false }
    seen = stamps
    return true
  }

  private func log(_ error: any Error) {
    metrics.count(saved: "unreadable", 1)
    let reason = (error as? DiagnosticsError)?.message ?? "\(error)"
    logger.error(
      "cannot read the template: API rows still use the previous one",
      metadata: ["reason": "\(reason)"])
  }

  // MARK: Making passes again

  /// Most rows in memory.
  private static let pageInRows = 250

  /// The builders for a pass before and after its personalization.
  private struct Recipes {
    let usual: RowRecipe
    /// Nil if the template has no personalization.
    let personal: RowRecipe?
  }

  /// Returns why the signing certificate is not valid now, or nil if it is.
  private func whyNothingIsSigned(by recipe: RowRecipe) -> String? {
    do {
      try recipe.identity.throwUnlessValid(at: clock())
      return nil
    } catch {
      return error.message
    }
  }

  /// Makes every pass of an API row again, unless the store has a mark that this builder already
  /// did.
  ///
  /// - Returns: nil if the builder is not the newest, or if its certificate is not valid. The rest
  ///   is made later.
  func remake(_ recipe: RowRecipe) async throws -> Summary? {
    let name = "rows/\(recipe.passType)"
    let known = try await store.setting(name)
    // What files rows name is in no digest.
    guard known != recipe.contentRevision || recipe.passRecipe.template.hasRowFiles else {
      return Summary()
    }
    guard try await store.hasNewestTemplate(of: recipe.passType) else { return nil }
    // Waits for the row in progress, which may be made with the previous template.
    await queue.begin()
    await queue.end()
    let isPersonal = recipe.passRecipe.template.requestedPersonalFields != nil
    let personal = try isPersonal ? recipe.personalised() : nil
    var batch = RemadeBatch(source: self, recipes: Recipes(usual: recipe, personal: personal))
    var last = (passType: recipe.passType, serial: "")
    do {
      while true {
        try Task.checkCancellation()
        guard current.rowRecipe.contentRevision == recipe.contentRevision else { return nil }
        let page = try await store.passes(after: last, limit: Self.pageInRows)
        guard let end = page.last else { break }
        for pass in page where pass.source == .row && pass.passType == recipe.passType {
          try await batch.add(pass)
        }
        guard end.passType == recipe.passType else { break }
        last = (end.passType, end.serial)
      }
      try await batch.finish()
    } catch let error as StoreError where error.reason == .outdated {
      return nil
    }
    // If the certificate expired in the meantime, rows were rejected that have no error.
    guard whyNothingIsSigned(by: recipe) == nil else { return nil }
    try await store.save(setting: recipe.contentRevision, named: name)
    log(batch.summary)
    return batch.summary
  }

  /// Collects versions and stores them in chunks.
  private struct RemadeBatch {
    let source: APIRowUpdater
    let recipes: Recipes
    var summary = Summary()
    private var pace = ChunkPace()
    private var waiting: [(pass: StoredPass, version: NewVersion)] = []
    private var bytes = 0
    /// Time of the versions in the chunk, in seconds since 1970.
    private var now: Int64 = 0

    init(source: APIRowUpdater, recipes: Recipes) {
      self.source = source
      self.recipes = recipes
    }

    mutating func add(_ pass: StoredPass) async throws {
      summary.rows += 1
      if waiting.isEmpty { now = source.clock() }
      guard let version = try await made(pass) else { return }
      waiting.append((pass, version))
      bytes += version.bytes.count
      if waiting.count >= pace.count || bytes >= ChunkPace.limitInBytes { try await finish() }
    }

    mutating func finish() async throws {
      let taken = waiting
      waiting = []
      bytes = 0
      guard !taken.isEmpty else { return }
      let clock = ContinuousClock()
      let started = clock.now
      let outcomes = try await source.store.save(taken.map(\.version), now: now)
      pace.took(clock.now - started, for: taken.count)
      for (pass, outcome) in zip(taken.map(\.pass), outcomes) where !count(outcome) {
        try await again(pass)
      }
      source.state.wakePusher()
    }

    /// Counts the outcome. Returns false if another request changed the pass in the meantime.
    private mutating func count(_ outcome: SaveOutcome) -> Bool {
      guard outcome != .overtaken else { return false }
      source.metrics.count(saved: outcome.metric, 1)
      if outcome == .changed { summary.changed += 1 }
      return true
    }

    private mutating func again(_ pass: StoredPass) async throws {
      for _ in 0..<10 {
        let known = try await source.store.pass(passType: pass.passType, serial: pass.serial)
        guard let known, known.source == .row else { return }
        now = source.clock()
        guard let version = try await made(known) else { return }
        let outcome = try await source.store.save([version], now: now).first
        if count(outcome ?? .unchanged) { return }
      }
      throw StoreError(.unavailable, "a pass changes too often")
    }

    /// Returns the new version of a pass. If the template rejects its row, it counts that and
    /// returns nil.
    private mutating func made(_ pass: StoredPass) async throws -> NewVersion? {
      guard let row = pass.row else { return nil }
      let time = PassVersion.time(now: now, after: pass.version.modified)
      var recipe = recipes.usual
      if let personal = recipes.personal, try await source.store.personal(of: pass) != nil {
        recipe = personal
      }
      let (used, isVoided) = (recipe, pass.isVoided)
      do {
        var version = try await source.thread.run {
          try used.version(of: Array(row.utf8), isVoided: isVoided, at: time)
        }
        guard version.passType == pass.passType, version.serial == pass.serial else {
          summary.reject(pass, IssueFindings.otherPlace.code)
          return nil
        }
        version.replaces = .version(number: pass.number, row: pass.row)
        return version
      } catch let rejected as DiagnosticsError {
        summary.reject(pass, rejected.diagnostics.reason?.code ?? "row")
        return nil
      }
    }
  }

  private func log(_ summary: Summary) {
    guard summary.rows > 0 else { return }
    metrics.count(saved: "refused", summary.rejected)
    for (serial, code) in summary.refusals {
      logger.warning(
        "the template rejects an API row",
        metadata: ["serial": "\(serial)", "code": "\(code)"])
    }
    if summary.rejected > 0 {
      logger.error(
        "the template rejects API rows; their previous passes are still served",
        metadata: [
          "rows": .count(summary.rejected),
          "help": "PUT rows that the template accepts, or change the template",
        ])
    }
    logger.info(
      "updated passes of API rows",
      metadata: [
        "rows": .count(summary.rows), "changed": .count(summary.changed),
        "rejected": .count(summary.rejected),
      ])
  }
}

extension DiagnosticsError {
  /// The first error of a template or table header as a sentence. It never quotes a row.
  var message: String {
    let worst = diagnostics.first { $0.severity == .error }
    let place = worst?.location.map { "\($0.file):\($0.line ?? 1)" }
    return [place, worst?.message, worst.map { "[\($0.code)]" }].compactMap { $0 }
      .joined(separator: " ")
  }
}
