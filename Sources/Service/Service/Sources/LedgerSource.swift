// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBasics
import PassIssue
import PassRegistry
import ServiceLifecycle
import Synchronization

/// Takes over what `passc issue` writes, and goes on doing so while the service runs.
///
/// Bundles are copied, by content: what is served does not change with a file, and bytes, time and
/// number of a pass come from one row.
struct LedgerSource: Sendable {
  let path: String
  let store: any PassStore
  let metrics: ServiceMetrics
  let state: ServiceState
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// How often the ledger is looked at.
  var interval = Duration.milliseconds(250)

  private let told = Told()

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

  /// What was taken.
  struct Summary {
    var added = 0
    var changed = 0
    var unfit = 0
  }

  /// Follows the ledger until the service ends.
  ///
  /// - Parameter follower: one that has handed on everything there was at the start.
  func follow(_ follower: LedgerFollower) async throws {
    var follower = follower
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        try await take(&follower)
      } catch is CancellationError {
        return
      } catch {
        // The disk may be full, a file on its way: what was not taken is found again.
        logger.error("cannot import passes of the ledger", metadata: ["reason": "\(error)"])
        // From its beginning, and not refused now for what was left out before.
        follower = (try? LedgerFollower(path, skipsWithoutFile: true)) ?? follower
        try? await Task.sleep(for: .seconds(1))
      }
      try? await Task.sleep(for: interval)
    }
  }

  /// Takes over what was issued since the last time.
  @discardableResult
  func take(_ follower: inout LedgerFollower) async throws -> Summary {
    var summary = Summary()
    var pace = ChunkPace()
    try await follower.news { page in
      for (type, issued) in Dictionary(grouping: page, by: \.passType).sorted(by: {
        $0.key < $1.key
      }) {
        let new = try await store.unknown(issued.map { ($0.serial, $0.digest) }, passType: type)
        var rest = new[...]
        while !rest.isEmpty {
          let count = try await take(rest.map { issued[$0] }, &pace, &summary)
          rest = rest.dropFirst(count)
        }
      }
    }
    tellWithoutFile(follower.withoutFile, &summary)
    if summary.added + summary.changed + summary.unfit > 0 {
      logger.info(
        "imported passes of the ledger",
        metadata: [
          "ledger": "\(path)", "new": "\(summary.added)", "changed": "\(summary.changed)",
          "unfit": "\(summary.unfit)",
        ])
    }
    return summary
  }

  /// Says of each run once that its passes are left out, and counts them.
  private func tellWithoutFile(_ runs: [Int64: Int], _ summary: inout Summary) {
    for (run, count) in runs.sorted(by: { $0.key < $1.key }) {
      let (new, isNewRun) = told.new(count, of: run)
      summary.unfit += new
      metrics.count(taken: "unfit", new)
      guard isNewRun else { continue }
      logger.error(
        "cannot serve the passes of a run: they went into a tar, a .pkpasses or a pipe",
        metadata: ["ledger": "\(path)", "run": "\(run)", "help": "issue into a folder: -o DIR"])
    }
  }

  /// Says of a file once why its bundle is not served, and counts it.
  private func refuse(
    _ pass: LedgerFollower.Issued, _ reason: String, _ summary: inout Summary
  ) {
    guard told.isNew("\(pass.path) \(Hex.encode(pass.digest))") else { return }
    summary.unfit += 1
    metrics.count(taken: "unfit", 1)
    logger.error(
      "cannot serve a bundle", metadata: ["file": "\(pass.path)", "reason": "\(reason)"])
  }

  /// What was told already: a run is read again until it is finished.
  private final class Told: Sendable {
    private static let limit = 10_000
    private let files = Mutex<Set<String>>([])
    private let runs = Mutex<[Int64: Int]>([:])

    /// Whether a file was not told; of more than can be remembered nothing is new.
    func isNew(_ file: String) -> Bool {
      files.withLock { $0.count < Self.limit && $0.insert(file).inserted }
    }

    /// How many of the passes of a run were not counted, and whether none of it was.
    func new(_ count: Int, of run: Int64) -> (count: Int, isNewRun: Bool) {
      runs.withLock { runs in
        let known = runs[run]
        runs[run] = max(count, known ?? 0)
        return (max(0, count - (known ?? 0)), known == nil)
      }
    }
  }

  /// Takes over the first passes of some in one transaction.
  ///
  /// - Returns: how many these were.
  private func take(
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
        refuse(pass, "\(error)", &summary)
        continue
      }
      bytes += version.bytes.count
      // A file that was replaced since is recorded again when its run says so.
      guard version.digest == pass.digest, version.serial == pass.serial else {
        refuse(pass, "it is not the bundle that the ledger recorded", &summary)
        continue
      }
      versions.append(version)
    }
    let clock = ContinuousClock()
    let begun = clock.now
    let outcomes = try await store.put(versions, now: self.clock())
    pace.took(clock.now - begun, for: versions.count)
    for (version, outcome) in zip(versions, outcomes) {
      switch outcome {
      case .added: summary.added += 1
      case .changed: summary.changed += 1
      case .resealed, .unchanged, .overtaken: break
      case .otherSource(let source):
        logger.error(
          "a pass of the ledger already belongs to another source",
          metadata: ["serial": "\(version.serial)", "source": "\(source.words)"])
      }
      metrics.count(taken: outcome.metric, 1)
    }
    state.wakePusher()
    return read
  }
}

extension PutOutcome {
  /// The name under which it is counted.
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
