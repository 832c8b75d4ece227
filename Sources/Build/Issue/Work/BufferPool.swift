// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Memory for archives that goes round between workers and the one who writes: asking the system
/// for new pages costs as much as a tenth of a signature.
final class BufferPool: Sendable {
  private let buffers = Mutex<[[UInt8]]>([])

  /// An empty buffer, with room where one was given back.
  func take() -> [UInt8] {
    var buffer = buffers.withLock { $0.popLast() } ?? []
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  func give(_ buffer: consuming [UInt8]) {
    let buffer = buffer
    buffers.withLock { $0.append(buffer) }
  }
}
