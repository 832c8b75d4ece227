// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBasics
import PassIssue
import PassRegistry
import ServiceLifecycle
import Synchronization

/// Imports the passes that `passc issue` writes, at the start and while the service runs.
///
/// It copies the bundles into the store. A file that changes later does not change what is served,
/// and bytes, time and number of a pass are always consistent.
struct LedgerSource: Sendable {
  let path: String
  let store: any PassStore
  let metrics: ServiceMetrics
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Pause between two looks at the ledger.
  var interval = Duration.milliseconds(250)

  private let logged = LoggedRuns()

  init(
    path: String, store: any PassStore, metrics: ServiceMetrics, state: ServiceState,
    logger: Logger, clock: @escaping @Sendable () -> Int64
  ) {
    self.path = path
    self.store = store
    self.metrics = metrics
    self.state = state
    self.logger = logger
    self.clock = clock
  }

  struct Summary {
    var added = 0
    var changed = 0
    var unfit = 0
  }

  /// Follows the ledger until the service ends.
  ///
  /// - Parameter follower: the follower that was used for the first import.
  func follow(_ follower: LedgerFollower) async throws {
    var follower = follower
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        try await importNews(&follower)
      } catch is CancellationError {
        return
      } catch {
        // The disk may be full, or a file is still being copied. The next round finds the passes
        // again.
        logger.error("cannot import passes of the ledger", metadata: ["reason": "\(error)"])
        // Reads from the beginning. Passes without a file were logged before, so they must not fail
        // now.
        follower = (try? LedgerFollower(path, skipsWithoutFile: true)) ?? follower
        try? await Task.sleep(for: .seconds(1))
      }
      try? await Task.sleep(for: interval)
    }
  }

  /// Imports passes that were issued since the last time.
  @discardableResult
  func importNews(_ follower: inout LedgerFollower) async throws -> Summary {
    var summary = Summary()
    var pace = ChunkPace()
    try await follower.news { page in
      for (type, issued) in Dictionary(grouping: page, by: \.passType).sorted(by: {
        $0.key < $1.key
      }) {
        let new = try await store.unknown(issued.map { ($0.serial, $0.digest) }, passType: type)
        var rest = new[...]
        while !rest.isEmpty {
          let count = try await importPasses(rest.map { issued[$0] }, &pace, &summary)
          rest = rest.dropFirst(count)
        }
      }
    }
    logWithoutFile(follower.withoutFile, &summary)
    if summary.added + summary.changed + summary.unfit > 0 {
      logger.info(
        "imported passes of the ledger",
        metadata: [
          "ledger": "\(path)", "new": .count(summary.added), "changed": .count(summary.changed),
          "unfit": .count(summary.unfit),
        ])
    }
    return summary
  }

  /// Logs each run whose passes have no file once, and counts the passes.
  private func logWithoutFile(_ runs: [Int64: Int], _ summary: inout Summary) {
    for (run, count) in runs.sorted(by: { $0.key < $1.key }) {
      let (new, isNewRun) = logged.new(count, of: run)
      summary.unfit += new
      metrics.count(saved: "unfit", new)
      guard isNewRun else { continue }
      logger.error(
        "cannot serve the passes of a run: they went into a tar, a .pkpasses or a pipe",
        metadata: ["ledger": "\(path)", "run": "\(run)", "help": "issue into a folder: -o DIR"])
    }
  }

  /// Logs once why a bundle cannot be served, and counts it.
  private func reject(
    _ pass: LedgerFollower.Issued, _ reason: String, _ summary: inout Summary
  ) {
    guard logged.isNew("\(pass.path) \(Hex.encode(pass.digest))") else { return }
    summary.unfit += 1
    metrics.count(saved: "unfit", 1)
    logger.error(
      "cannot serve a bundle", metadata: ["file": "\(pass.path)", "reason": "\(reason)"])
  }

  /// Remembers what was logged, because a run is read again until it is complete.
  private final class LoggedRuns: Sendable {
    private static let limit = 10_000
    private let files = Mutex<Set<String>>([])
    private let runs = Mutex<[Int64: Int]>([:])

    /// Returns whether a file was not logged before. Returns false if too many files are
    /// remembered.
    func isNew(_ file: String) -> Bool {
      files.withLock { $0.count < Self.limit && $0.insert(file).inserted }
    }

    /// Returns how many passes of a run were not counted before, and whether the run is new.
    func new(_ count: Int, of run: Int64) -> (count: Int, isNewRun: Bool) {
      runs.withLock { runs in
        let known = runs[run]
        runs[run] = max(count, known ?? 0)
        return (max(0, count - (known ?? 0)), known == nil)
      }
    }
  }

  /// Imports the first of these passes in one transaction.
  ///
  /// - Returns: the number of passes that were read.
  private func importPasses(
    _ issued: [LedgerFollower.Issued], _ pace: inout ChunkPace, _ summary: inout Summary
  ) async throws -> Int {
    var versions: [NewVersion] = []
    var read = 0
    var bytes = 0
    for pass in issued.prefix(pace.count) where bytes < ChunkPace.limitInBytes {
      read += 1
      let version: NewVersion
      do {
        version = try BundleFile(
          Disk.read(pass.path), name: pass.path, source: .ledger
        ).version
      } catch {
        reject(pass, "\(error)", &summary)
        continue
      }
      bytes += version.bytes.count
      // If the file was replaced, the ledger has another entry once that run is complete.
      guard version.digest == pass.digest, version.serial == pass.serial else {
        reject(pass, "it is not the bundle that the ledger recorded", &summary)
        continue
      }
      versions.append(version)
    }
    let clock = ContinuousClock()
    let started = clock.now
    let outcomes = try await store.save(versions, now: self.clock())
    pace.took(clock.now - started, for: versions.count)
    for (version, outcome) in zip(versions, outcomes) {
      switch outcome {
      case .added: summary.added += 1
      case .changed: summary.changed += 1
      case .resealed, .unchanged, .overtaken: break
      case .otherSource(let source):
        logger.error(
          "a pass of the ledger already belongs to another source",
          metadata: ["serial": "\(version.serial)", "source": "\(source.description)"])
      }
      metrics.count(saved: outcome.metric, 1)
    }
    state.wakePusher()
    return read
  }
}

extension SaveOutcome {
  /// The label in the metrics.
  var metric: String {
    switch self {
    case .added: "added"
    case .changed: "changed"
    case .resealed: "resealed"
    case .unchanged: "unchanged"
    case .otherSource: "other_source"
    case .overtaken: "overtaken"
    }
  }
}
