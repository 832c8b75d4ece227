// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import PassCrypto
import PassDiagnostics
import PassRegistry
import PassUpdates
import Synchronization

/// The build queue: makes bundles of passes of a table and of API rows on request. Concurrent requests for the same
/// version share one build. Builds run on separate threads, and their number is limited.
final class BuildQueue: Sendable {
  /// The reason why there is no bundle. The device gets 503 and retries.
  enum UnavailableError: Error {
    /// Too many builds are waiting.
    case busy
    /// The template or another source of the pass has changed.
    case stale
    case failed
  }

  private struct Key: Hashable {
    var pass: Int64
    var modified: Int64
  }

  private typealias Outcome = Result<ByteBuffer?, any Error>

  /// The decision for a request.
  private enum Decision {
    /// Nothing builds this bundle yet, so this request does.
    case make
    /// Another request built it.
    case use(Outcome)
    /// The queue is full.
    case leave
  }

  private let current: CurrentRecipes
  private let store: any PassStore
  private let metrics: ServiceMetrics
  private let logger: Logger
  private let threads: WorkThreads
  private let limit: Int
  /// Common files that were read, by their digest. There is one for each state of a template.
  private let commonFiles = Mutex<[[UInt8]: [UInt8]]>([:])
  private static let commonFilesLimit = 8
  /// Builds in progress, with the other requests that wait for each.
  private let builds = Mutex<[Key: [CheckedContinuation<Decision, Never>]]>([:])

  /// - Parameter waiting: most builds that wait in addition to those that run.
  init(
    _ current: CurrentRecipes, store: any PassStore, metrics: ServiceMetrics, logger: Logger,
    threads count: Int, waiting: Int = 256
  ) {
    self.current = current
    self.store = store
    self.metrics = metrics
    self.logger = logger
    limit = count + waiting
    threads = WorkThreads(count)
  }

  /// Returns the bundle of a version. Returns nil if the pass has another version by now.
  ///
  /// - Parameter content: the content of the version in the store, if the caller has it.
  /// - Throws: `UnavailableError`, `StoreError`.
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
        for other in waiting { other.resume(returning: .use(outcome)) }
        return outcome
      }.get()
    case .use(let outcome): return try outcome.get()
    case .leave:
      metrics.count(built: "busy")
      throw UnavailableError.busy
    }
  }

  /// Returns whether a build of this version could start now.
  func mayBegin(_ pass: StoredPass) -> Bool {
    let key = Key(pass: pass.id, modified: pass.version.modified)
    return builds.withLock { $0[key] == nil && $0.count < limit }
  }

  private func turn(for key: Key) async -> Decision {
    await withCheckedContinuation { asking in
      let turn = builds.withLock { builds -> Decision? in
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

  /// - Parameter known: the content of the version when the pass was looked up.
  private func make(
    _ pass: StoredPass, _ known: VersionContent?
  ) async throws -> ByteBuffer? {
    if let known, let bundle = try await bundle(of: pass, from: known) { return bundle }
    // While the build waited, the pass may have changed, or the store may have its bundle now.
    guard let content = try await store.content(of: pass) else { return nil }
    if content != known, let bundle = try await bundle(of: pass, from: content) { return bundle }
    metrics.count(built: "stale")
    logger.error(
      "cannot make a pass: its template or identity is no longer available",
      metadata: ["passType": "\(pass.passType)"])
    throw UnavailableError.stale
  }

  /// Returns the bundle from the content of a version. Returns nil if no builder makes exactly this
  /// version.
  private func bundle(
    of pass: StoredPass, from content: VersionContent
  ) async throws -> ByteBuffer? {
    switch content {
    case .bundle(let kept): return ByteBuffer(bytes: kept)
    case .source(let bytes):
      if pass.source == .row { return try await bundle(ofRow: pass, bytes) }
      guard let copy = TableRow(bytes), let (bundle, keeps) = try await made(pass, copy) else {
        return nil
      }
      metrics.count(built: "made")
      guard keeps else { return bundle }
      return ByteBuffer(
        bytes: try await store.save(bundle: Array(bundle.readableBytesView), of: pass))
    }
  }

  /// Returns the bundle of a pass of an API row, which databases of earlier releases have as it is.
  private func bundle(ofRow pass: StoredPass, _ stored: [UInt8]) async throws -> ByteBuffer? {
    guard let digest = RowContent.commonDigest(of: stored) else { return ByteBuffer(bytes: stored) }
    let recipe = current.rowRecipe
    guard recipe.passType == pass.passType, let common = try await commonFiles(digest) else {
      return nil
    }
    do {
      let bundle = try recipe.bundle(
        of: RowContent(stored, commonFiles: common), at: pass.version.modified)
      metrics.count(built: "made")
      guard recipe.storesBundles else { return ByteBuffer(bytes: bundle) }
      return ByteBuffer(bytes: try await store.save(bundle: bundle, of: pass))
    } catch let error as StoreError {
      throw error
    } catch {
      throw failure(pass, error)
    }
  }

  private func commonFiles(_ digest: [UInt8]) async throws(StoreError) -> [UInt8]? {
    if let known = commonFiles.withLock({ $0[digest] }) { return known }
    guard let bytes = try await store.commonFiles(digest) else { return nil }
    commonFiles.withLock {
      if $0.count >= Self.commonFilesLimit { $0 = [:] }
      $0[digest] = bytes
    }
    return bytes
  }

  /// Logs why a bundle cannot be made.
  private func failure(_ pass: StoredPass, _ error: any Error) -> UnavailableError {
    metrics.count(built: "failed")
    logger.error(
      "cannot make a pass",
      metadata: ["passType": "\(pass.passType)", "reason": "\(Self.description(error))"])
    return .failed
  }

  /// Builds the bundle with the builder of its version, and returns whether it has to be kept. Runs
  /// on a thread of the queue.
  private func made(
    _ pass: StoredPass, _ copy: TableRow
  ) async throws -> (bundle: ByteBuffer, keeps: Bool)? {
    let recipes = current.tables
    let personal =
      recipes.contains { $0.personal != nil } ? try await store.personal(of: pass) : nil
    do {
      for recipe in recipes where recipe.passType == pass.passType {
        let used = personal == nil ? recipe : recipe.personal ?? recipe
        let bundle = try used.withMaker {
          try $0.bundle(
            of: copy, serial: pass.serial, digest: pass.digest, personal: personal,
            at: pass.version.modified)
        }
        if let bundle { return (bundle, used.storesBundles) }
      }
      return nil
    } catch {
      throw failure(pass, error)
    }
  }

  /// Returns a reason for the log. It only has the codes of diagnostics, because their messages may
  /// quote the row, which is personal data.
  private static func description(_ error: any Error) -> String {
    switch error {
    case let error as CryptoError: error.help.map { "\(error); \($0)" } ?? "\(error)"
    case let error as DiagnosticsError:
      error.diagnostics.map(\.finding.code).reduce(into: []) { codes, code in
        if !codes.contains(code) { codes.append(code) }
      }.joined(separator: ", ")
    default: "\(type(of: error))"
    }
  }

  /// Returns whether a device would get the bundle of a pass: it is stored, or a builder can make
  /// it.
  func serves(_ pass: StoredPass) async throws(StoreError) -> Bool {
    let bytes: [UInt8]
    switch try await store.content(of: pass) {
    case .bundle: return true
    case .source(let source): bytes = source
    // The pass has another version by now.
    case nil: return true
    }
    guard let copy = TableRow(bytes) else { return false }
    let recipes = current.tables.filter { $0.passType == pass.passType }
    let personal =
      recipes.contains { $0.personal != nil } ? try await store.personal(of: pass) : nil
    let isMade = try? await threads.run {
      try recipes.contains { recipe in
        let used = personal == nil ? recipe : recipe.personal ?? recipe
        return try used.withMaker {
          try $0.makes(copy, serial: pass.serial, digest: pass.digest, personal: personal)
        }
      }
    }
    return isMade ?? false
  }

  /// Stores the bundle of a version permanently, before its template is dropped.
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
      // `made` has logged the error.
      try? await made(pass, copy)?.bundle
    }
    guard let bundle else { return false }
    _ = try await store.save(bundle: Array(bundle.readableBytesView), of: pass)
    return true
  }
}
