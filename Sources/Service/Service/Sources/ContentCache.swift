// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassRegistry
import PassUpdates
import Synchronization

/// A cache of bundles that were requested lately. The buffers are written to sockets without a
/// copy. A mutex protects it, because all event loops use it.
final class ContentCache: Sendable {
  private struct Entry {
    var digest: [UInt8]
    /// If a pass of a table changes and changes back, its digest is the same, but its bytes are
    /// different.
    var modified: Int64
    var buffer: ByteBuffer
    var used: UInt64

    func isOf(_ pass: StoredPass) -> Bool {
      digest == pass.digest && modified == pass.version.modified
    }
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let limitInBytes: Int
  /// The build queue for passes of a table and of API rows. Nil without a template.
  private let buildQueue: BuildQueue?
  /// Called if a pass of a table or an API row is requested, but nothing can make it.
  private let lacksTemplate: (@Sendable () -> Void)?

  init(
    limitInBytes: Int = 32 << 20, buildQueue: BuildQueue? = nil,
    lacksTemplate: (@Sendable () -> Void)? = nil
  ) {
    self.limitInBytes = limitInBytes
    self.buildQueue = buildQueue
    self.lacksTemplate = lacksTemplate
  }

  /// Returns whether a request for a version would start a build, which needs its content from the
  /// store.
  func wantsContent(of pass: StoredPass) -> Bool {
    guard pass.source != .ledger, let buildQueue else { return false }
    return state.withLock { $0.entries[pass.id]?.isOf(pass) != true } && buildQueue.mayBegin(pass)
  }

  /// Returns the bundle of a version. Returns nil if the pass has another version by now.
  ///
  /// - Parameter content: the content of the version in the store, if the caller has it.
  /// - Throws: `StoreError`, or `BuildQueue.UnavailableError` if the bundle cannot be made now.
  func content(
    of pass: StoredPass, _ content: VersionContent? = nil, in store: any PassStore
  ) async throws -> ByteBuffer? {
    let known = state.withLock { state -> ByteBuffer? in
      guard var entry = state.entries[pass.id], entry.isOf(pass) else { return nil }
      state.clock += 1
      entry.used = state.clock
      state.entries[pass.id] = entry
      return entry.buffer
    }
    if let known { return known }
    guard let buffer = try await made(pass, content, store) else { return nil }
    insert(buffer, of: pass)
    return buffer
  }

  func clear() {
    state.withLock {
      $0.entries = [:]
      $0.bytes = 0
    }
  }

  private func made(
    _ pass: StoredPass, _ content: VersionContent?, _ store: any PassStore
  ) async throws -> ByteBuffer? {
    guard pass.source != .ledger else {
      return try await store.bytes(of: pass).map { ByteBuffer(bytes: $0) }
    }
    guard let buildQueue else {
      if pass.source == .row, let bytes = try await store.bytes(of: pass),
        RowContent.commonDigest(of: bytes) == nil
      {
        return ByteBuffer(bytes: bytes)
      }
      guard let kept = try await store.bundle(of: pass) else {
        lacksTemplate?()
        throw BuildQueue.UnavailableError.stale
      }
      return ByteBuffer(bytes: kept)
    }
    return try await buildQueue.bundle(of: pass, content)
  }

  private func insert(_ buffer: ByteBuffer, of pass: StoredPass) {
    guard buffer.readableBytes <= limitInBytes / 8 else { return }
    state.withLock { state in
      state.clock += 1
      let old = state.entries.updateValue(
        Entry(
          digest: pass.digest, modified: pass.version.modified, buffer: buffer, used: state.clock),
        forKey: pass.id)
      state.bytes += buffer.readableBytes - (old?.buffer.readableBytes ?? 0)
      guard state.bytes > limitInBytes else { return }
      // Removes the older half at once. Sorting for each removal would cost more than it saves.
      let ages = state.entries.values.map(\.used).sorted()
      let limit = ages[ages.count / 2]
      for (id, entry) in state.entries where entry.used < limit {
        state.entries[id] = nil
        state.bytes -= entry.buffer.readableBytes
      }
    }
  }
}
