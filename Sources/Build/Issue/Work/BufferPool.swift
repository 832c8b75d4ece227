// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reuses the memory of archives between the workers and the thread that writes them. Getting new
/// pages from the system would take a tenth of the time of a signature.
final class BufferPool: Sendable {
  private let buffers = Mutex<[[UInt8]]>([])

  /// Returns an empty buffer, with capacity if one was returned to the pool.
  func removeOne() -> [UInt8] {
    var buffer = buffers.withLock { $0.popLast() } ?? []
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  func add(_ buffer: consuming [UInt8]) {
    let buffer = buffer
    buffers.withLock { $0.append(buffer) }
  }
}
