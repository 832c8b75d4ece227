// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import PassCrypto
import PassDiagnostics
import PassRegistry
import PassUpdates
import Synchronization

/// Makes the bundles of passes of a table when somebody asks: each once however many ask, on threads
/// of its own, and no more than a bounded number at a time.
final class BuildDesk: Sendable {
  /// Why there is no bundle now; whoever asked comes again.
  enum Unavailable: Error {
    /// More passes wait to be made than may.
    case busy
    /// What the pass is made from is not what it was.
    case stale
    /// Making it failed.
    case failed
  }

  private struct Key: Hashable {
    var pass: Int64
    var modified: Int64
  }

  private typealias Outcome = Result<ByteBuffer?, any Error>

  /// What whoever asks is to do.
  private enum Turn {
    /// Nobody makes the bundle: make it.
    case make
    /// It was being made.
    case take(Outcome)
    /// There is no room to wait.
    case leave
  }

  private let current: CurrentPress
  private let store: any PassStore
  private let metrics: ServiceMetrics
  private let logger: Logger
  private let threads: WorkThreads
  private let limit: Int
  /// What is being made, with those who wait for it beside the one that makes it.
  private let builds = Mutex<[Key: [CheckedContinuation<Turn, Never>]]>([:])

  /// - Parameter waiting: how many passes may wait beside those that are being made.
  init(
    _ current: CurrentPress, store: any PassStore, metrics: ServiceMetrics, logger: Logger,
    threads count: Int, waiting: Int = 256
  ) {
    self.current = current
    self.store = store
    self.metrics = metrics
    self.logger = logger
    limit = count + waiting
    threads = WorkThreads(count)
  }

  /// The bundle of a version; nil when the pass has another version by now.
  ///
  /// - Parameter content: what the store has of the version, where that was looked up.
  /// - Throws: `Unavailable`, `StoreError`.
  func bundle(
    of pass: StoredPass, _ content: VersionContent? = nil
  ) async throws -> ByteBuffer? {
    let key = Key(pass: pass.id, modified: pass.version.modified)
    switch await turn(for: key) {
    case .make:
      return try await withTaskExecutorPreference(threads) { () -> Outcome in
        let outcome: Outcome
        do { outcome = .success(try await make(pass, content)) } catch { outcome = .failure(error) }
        let waiting = builds.withLock { $0.removeValue(forKey: key) } ?? []
        for other in waiting { other.resume(returning: .take(outcome)) }
        return outcome
      }.get()
    case .take(let outcome): return try outcome.get()
    case .leave:
      metrics.count(built: "busy")
      throw Unavailable.busy
    }
  }

  /// Whether nobody makes the bundle of this version yet, and there is room to.
  func mayBegin(_ pass: StoredPass) -> Bool {
    let key = Key(pass: pass.id, modified: pass.version.modified)
    return builds.withLock { $0[key] == nil && $0.count < limit }
  }

  private func turn(for key: Key) async -> Turn {
    await withCheckedContinuation { asking in
      let turn = builds.withLock { builds -> Turn? in
        if builds[key] != nil {
          builds[key]?.append(asking)
          return nil
        }
        guard builds.count < limit else { return .leave }
        builds[key] = []
        return .make
      }
      if let turn { asking.resume(returning: turn) }
    }
  }

  /// - Parameter known: what the store had of the version when the pass was looked up.
  private func make(
    _ pass: StoredPass, _ known: VersionContent?
  ) async throws -> ByteBuffer? {
    if let known, let bundle = try await bundle(of: pass, from: known) { return bundle }
    // While it waited the pass may have got another version, or have been sealed.
    guard let content = try await store.content(of: pass) else { return nil }
    if content != known, let bundle = try await bundle(of: pass, from: content) { return bundle }
    metrics.count(built: "stale")
    logger.error(
      "cannot make a pass: its template or identity is no longer available",
      metadata: ["passType": "\(pass.passType)"])
    throw Unavailable.stale
  }

  /// The bundle from what the store has of the version; nil where no press makes the version of that.
  private func bundle(
    of pass: StoredPass, from content: VersionContent
  ) async throws -> ByteBuffer? {
    switch content {
    case .bundle(let kept): return ByteBuffer(bytes: kept)
    case .source(let bytes):
      guard let copy = TableRow(bytes), let (bundle, keeps) = try await made(pass, copy) else {
        return nil
      }
      metrics.count(built: "made")
      guard keeps else { return bundle }
      return ByteBuffer(
        bytes: try await store.keep(sealed: Array(bundle.readableBytesView), of: pass))
    }
  }

  /// The bundle, by the press that made its version, and whether it has to be kept; on a thread of the desk's.
  private func made(
    _ pass: StoredPass, _ copy: TableRow
  ) async throws -> (bundle: ByteBuffer, keeps: Bool)? {
    let presses = current.tables
    let personal =
      presses.contains { $0.personal != nil } ? try await store.personal(of: pass) : nil
    do {
      for press in presses where press.passType == pass.passType {
        let used = personal == nil ? press : press.personal ?? press
        let bundle = try used.atStation {
          try $0.bundle(
            of: copy, serial: pass.serial, digest: pass.digest, personal: personal,
            at: pass.version.modified)
        }
        if let bundle { return (bundle, used.keepsBundles) }
      }
      return nil
    } catch {
      metrics.count(built: "failed")
      logger.error(
        "cannot make a pass",
        metadata: ["passType": "\(pass.passType)", "reason": "\(Self.words(error))"])
      throw Unavailable.failed
    }
  }

  /// Why nothing was made. What is wrong with a row may hold what stands in it, which no log does.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as CryptoError: error.help.map { "\(error); \($0)" } ?? "\(error)"
    case let error as Rejected:
      error.diagnostics.map(\.finding.code).reduce(into: []) { codes, code in
        if !codes.contains(code) { codes.append(code) }
      }.joined(separator: ", ")
    default: "\(type(of: error))"
    }
  }

  /// Whether whoever asks for a pass of a table gets its bundle: it is kept, or a press makes it.
  func serves(_ pass: StoredPass) async throws(StoreError) -> Bool {
    let bytes: [UInt8]
    switch try await store.content(of: pass) {
    case .bundle: return true
    case .source(let source): bytes = source
    // It has another version by now.
    case nil: return true
    }
    guard let copy = TableRow(bytes) else { return false }
    let presses = current.tables.filter { $0.passType == pass.passType }
    let personal =
      presses.contains { $0.personal != nil } ? try await store.personal(of: pass) : nil
    let isMade = try? await threads.run {
      try presses.contains { press in
        let used = personal == nil ? press : press.personal ?? press
        return try used.atStation {
          try $0.makes(copy, serial: pass.serial, digest: pass.digest, personal: personal)
        }
      }
    }
    return isMade ?? false
  }

  /// Keeps the bundle of a version for good, before what it is made from goes.
  ///
  /// - Returns: whether it could be made.
  func pin(_ pass: StoredPass) async throws(StoreError) -> Bool {
    let bytes: [UInt8]
    switch try await store.content(of: pass) {
    case .bundle: return true
    case .source(let source): bytes = source
    case nil: return false
    }
    guard let copy = TableRow(bytes) else { return false }
    let bundle = await withTaskExecutorPreference(threads) { () -> ByteBuffer? in
      // It has told why not.
      try? await made(pass, copy)?.bundle
    }
    guard let bundle else { return false }
    _ = try await store.keep(sealed: Array(bundle.readableBytesView), of: pass)
    return true
  }
}
