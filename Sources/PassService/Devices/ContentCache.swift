// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassRegistry
import Synchronization

/// Bundles that were asked for lately, as buffers that are written without a copy.
final class ContentCache: Sendable {
  private struct Entry {
    var digest: [UInt8]
    var buffer: ByteBuffer
    var used: UInt64
  }

  private struct State {
    var entries: [Int64: Entry] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let limitInBytes: Int

  init(limitInBytes: Int = 32 << 20) { self.limitInBytes = limitInBytes }

  /// The bytes of a version; nil when the pass has another one by now.
  func content(of pass: StoredPass, in store: any PassStore) async throws(StoreError) -> ByteBuffer?
  {
    let known = state.withLock { state -> ByteBuffer? in
      guard var entry = state.entries[pass.id], entry.digest == pass.digest else { return nil }
      state.clock += 1
      entry.used = state.clock
      state.entries[pass.id] = entry
      return entry.buffer
    }
    if let known { return known }
    guard let bytes = try await store.bytes(of: pass) else { return nil }
    let buffer = ByteBuffer(bytes: bytes)
    keep(buffer, of: pass)
    return buffer
  }

  private func keep(_ buffer: ByteBuffer, of pass: StoredPass) {
    guard buffer.readableBytes <= limitInBytes / 8 else { return }
    state.withLock { state in
      state.clock += 1
      let old = state.entries.updateValue(
        Entry(digest: pass.digest, buffer: buffer, used: state.clock), forKey: pass.id)
      state.bytes += buffer.readableBytes - (old?.buffer.readableBytes ?? 0)
      guard state.bytes > limitInBytes else { return }
      // The older half goes at once: sorting each time would cost more than it keeps.
      let ages = state.entries.values.map(\.used).sorted()
      let limit = ages[ages.count / 2]
      for (id, entry) in state.entries where entry.used < limit {
        state.entries[id] = nil
        state.bytes -= entry.buffer.readableBytes
      }
    }
  }
}
