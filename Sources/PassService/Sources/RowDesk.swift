// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassRegistry
import PassUpdates

/// Takes the rows that are put: one after the other, so that what was compared with is what is
/// replaced.
actor RowDesk {
  /// What became of a row.
  enum Outcome {
    /// The pass is there in this version.
    case taken(StoredPass, isNew: Bool)
    /// There is no such pass.
    case unknown
    /// The pass has another source.
    case otherSource(PassSource)
    /// Somebody else has changed it.
    case otherVersion(StoredPass?)
    /// Rules refuse it.
    case refused([Diagnostic])
    /// The row is of another pass than the one it was put at.
    case otherPass(NewVersion)
    /// The body is no row.
    case noRow
  }

  /// What a request wants of the version it replaces.
  struct Condition {
    /// `If-Match`; nil when it asks for none.
    var match: String?

    fileprivate func holds(for pass: StoredPass?) -> Bool {
      guard let match else { return true }
      guard let pass else { return false }
      return match == "*"
        || match.split(separator: ",").contains {
          $0.trimmingBlanks == pass.entityTag
        }
    }
  }

  private let store: any PassStore
  private let press: RowPress
  private let metrics: ServiceMetrics
  private let clock: @Sendable () -> Int64
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    store: any PassStore, press: RowPress, metrics: ServiceMetrics,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.store = store
    self.press = press
    self.metrics = metrics
    self.clock = clock
  }

  /// Takes a row for a pass.
  func put(
    _ row: [UInt8], passType: String, serial: String, _ condition: Condition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    guard JSONBody.object(row) != nil else { return .noRow }
    let known = try await store.pass(passType: passType, serial: serial)
    return try await replace(known, with: row, at: (passType, serial), condition)
  }

  /// Changes members of the row of a pass (RFC 7396).
  func patch(
    _ change: [UInt8], passType: String, serial: String, _ condition: Condition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    guard let known = try await store.pass(passType: passType, serial: serial) else {
      return .unknown
    }
    guard known.source == .row, let row = known.row else { return .otherSource(known.source) }
    guard let old = JSONBody.object(Array(row.utf8)), let patch = JSONBody.object(change) else {
      return .noRow
    }
    let merged = JSONWriter.bytes(of: JSONMergePatch.merged(old, patch).root)
    return try await replace(known, with: merged, at: (passType, serial), condition)
  }

  /// Serves the pass once more, void; its row stays.
  func void(
    passType: String, serial: String, _ condition: Condition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    guard let known = try await store.pass(passType: passType, serial: serial) else {
      return .unknown
    }
    guard known.source == .row, let row = known.row else { return .otherSource(known.source) }
    return try await replace(
      known, with: Array(row.utf8), at: (passType, serial), condition, isVoided: true)
  }

  /// Takes one row of many; type and serial are those of the pass it makes.
  func put(_ row: [UInt8]) async throws -> Outcome {
    await begin()
    defer { end() }
    guard JSONBody.object(row) != nil else { return .noRow }
    // Which pass it is shows when it is made: the time of its signature depends on the pass.
    do {
      let first = try press.version(of: row, at: clock())
      let known = try await store.pass(passType: first.passType, serial: first.serial)
      return try await replace(
        known, with: row, at: (first.passType, first.serial), Condition())
    } catch let rejected as Rejected {
      return .refused(rejected.diagnostics)
    }
  }

  private func replace(
    _ known: StoredPass?, with row: [UInt8], at place: (passType: String, serial: String),
    _ condition: Condition, isVoided: Bool = false
  ) async throws -> Outcome {
    if let known, known.source != .row { return .otherSource(known.source) }
    guard condition.holds(for: known) else { return .otherVersion(known) }
    let time = PassVersion.time(now: clock(), after: known?.version.modified)
    let version: NewVersion
    do {
      version = try press.version(of: row, isVoided: isVoided, at: time)
    } catch let rejected as Rejected {
      return .refused(rejected.diagnostics)
    }
    guard version.passType == place.passType, version.serial == place.serial else {
      return .otherPass(version)
    }
    let outcome = try await store.put([version], now: time).first ?? .unchanged
    metrics.count(taken: outcome.metric, 1)
    if case .otherSource(let source) = outcome { return .otherSource(source) }
    guard let pass = try await store.pass(passType: place.passType, serial: place.serial) else {
      return .unknown
    }
    return .taken(pass, isNew: outcome == .added)
  }

  // MARK: One after the other

  private func begin() async {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isBusy = true
    }
  }

  private func end() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
