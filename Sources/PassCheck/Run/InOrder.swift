// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work on several threads whose results are handed on in order, one at a time, while the rest is
/// still being worked on.
package enum InOrder {
  private final class Progress<Output> {
    let lock = DispatchSemaphore(value: 1)
    var results: [Output?]
    var next = 0
    var delivered = 0
    var isDelivering = false
    var failure: (any Error)?

    init(count: Int) {
      results = Array(repeating: nil, count: count)
    }

    func locked<Value>(_ body: () -> Value) -> Value {
      lock.wait()
      defer { lock.signal() }
      return body()
    }

    /// The next item to work on; nil when there is none, or when handing on has failed.
    func take() -> Int? {
      locked {
        guard failure == nil, next < results.count else { return nil }
        next += 1
        return next - 1
      }
    }

    /// The result whose turn it is; nil when it is not there, and then nobody delivers.
    func ready() -> Output? {
      locked {
        guard failure == nil, delivered < results.count, let output = results[delivered] else {
          isDelivering = false
          return nil
        }
        results[delivered] = nil
        delivered += 1
        return output
      }
    }

    /// Puts a result down; true for the one who has to deliver from now on.
    func put(_ output: Output, at item: Int) -> Bool {
      locked {
        results[item] = output
        guard !isDelivering else { return false }
        isDelivering = true
        return true
      }
    }
  }

  /// Works on items 0 to `count`.
  ///
  /// - Parameters:
  ///   - work: called with the number of the worker, from several threads at once but never twice
  ///     at once for one worker.
  ///   - deliver: called with each result in order, from one thread at a time.
  /// - Throws: what `deliver` throws first; the rest is given up then.
  package static func run<Output>(
    count: Int, workers: Int, work: (_ worker: Int, _ item: Int) -> Output,
    deliver: (Output) throws -> Void
  ) throws {
    guard workers > 1, count > 1 else {
      for item in 0..<count { try deliver(work(0, item)) }
      return
    }
    // Each worker has its own number, and the lock lets one deliver at a time.
    nonisolated(unsafe) let progress = Progress<Output>(count: count)
    withoutActuallyEscaping(work) { work in
      withoutActuallyEscaping(deliver) { deliver in
        nonisolated(unsafe) let work = work
        nonisolated(unsafe) let deliver = deliver
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
          while let item = progress.take() {
            guard progress.put(work(worker, item), at: item) else { continue }
            while let output = progress.ready() {
              do {
                try deliver(output)
              } catch {
                progress.locked { progress.failure = error }
              }
            }
          }
        }
      }
    }
    if let failure = progress.failure { throw failure }
  }
}
