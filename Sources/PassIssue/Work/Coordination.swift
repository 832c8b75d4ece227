// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that several threads change, one at a time, and whose changes they can wait for.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Looks at the value or changes it; whoever waits looks again.
  @discardableResult
  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` has a result.
  func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(changed)
        return result
      }
      pthread_cond_wait(changed, mutex)
    }
  }
}

/// Memory for archives that goes round between workers and the one who writes: asking the system
/// for new pages costs as much as a tenth of a signature.
final class BufferPool: Sendable {
  private let buffers = Guarded<[[UInt8]]>([])

  /// An empty buffer, with room where one was given back.
  func take() -> [UInt8] {
    var buffer = buffers.with { $0.popLast() } ?? []
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  func give(_ buffer: consuming [UInt8]) {
    let buffer = buffer
    buffers.with { $0.append(buffer) }
  }
}
