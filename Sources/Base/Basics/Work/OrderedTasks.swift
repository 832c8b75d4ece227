// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A sequence that processes the elements of another sequence in parallel and returns the results
/// in order. Tasks do not run too far ahead of the consumer.
///
/// Nothing starts before the first call of `next`. If the consuming task is cancelled, or the
/// iterator is released, all tasks are cancelled and no more elements are read. After a
/// cancellation, `next` returns when all tasks have ended.
package struct OrderedTasks<Base: AsyncSequence & Sendable, Output: Sendable>: AsyncSequence,
  Sendable
where Base.Element: Sendable {
  package typealias Element = Output

  /// More than any computer can use, and small enough that nothing overflows.
  private static var mostJobs: Int { 1 << 20 }

  private let base: Base
  private let jobs: Int
  private let work: @Sendable (Base.Element) async throws -> Output

  /// - Parameters:
  ///   - base: read by one task, one element at a time.
  ///   - jobs: number of elements that are processed at once, at least one. Up to four times as
  ///     many results wait for the consumer.
  ///   - work: if it throws, the sequence ends after the results before it.
  package init(
    _ base: Base, jobs: Int, work: @escaping @Sendable (Base.Element) async throws -> Output
  ) {
    self.base = base
    self.jobs = Swift.min(Swift.max(1, jobs), Self.mostJobs)
    self.work = work
  }

  /// Starts from the beginning. Each iterator makes a new iterator of the base sequence.
  package func makeAsyncIterator() -> Iterator {
    let turns = Turns<Output>(jobs: jobs)
    return Iterator(turns: turns) { [base, work] in
      Task {
        await withDiscardingTaskGroup { group in
          do {
            for try await element in base {
              guard let number = await turns.reserve() else { break }
              group.addTask {
                do {
                  turns.finish(.success(try await work(element)), for: number)
                } catch {
                  turns.finish(.failure(error), for: number)
                }
              }
            }
            turns.end(with: nil)
          } catch {
            turns.end(with: error)
          }
        }
      }
    }
  }

  /// An iterator for one task at a time.
  package final class Iterator: AsyncIteratorProtocol {
    private let turns: Turns<Output>
    private let start: () -> Task<Void, Never>
    private var driver: Task<Void, Never>?
    private var isAtEnd = false

    fileprivate init(turns: Turns<Output>, start: @escaping () -> Task<Void, Never>) {
      self.turns = turns
      self.start = start
    }

    deinit {
      driver?.cancel()
      turns.cancel()
    }

    /// Returns the next result, or nil after the last one.
    ///
    /// - Throws: the error of the base sequence or of `work`, or `CancellationError`.
    package func next() async throws -> Output? {
      guard !isAtEnd else { return nil }
      let driver = self.driver ?? start()
      self.driver = driver
      do {
        let output = try await withTaskCancellationHandler {
          try await turns.next()
        } onCancel: { [turns] in
          driver.cancel()
          turns.cancel()
        }
        if output == nil { isAtEnd = true }
        if output == nil, Task.isCancelled { throw CancellationError() }
        return output
      } catch {
        isAtEnd = true
        driver.cancel()
        turns.cancel()
        await driver.value
        throw error
      }
    }
  }
}

/// Numbers of elements and results that wait for their turn.
private final class Turns<Output: Sendable>: Sendable {
  private struct State {
    var results: [Int: Result<Output, any Error>] = [:]
    /// Number of elements that got a number, and number of results that were consumed.
    var issuedCount = 0
    var taken = 0
    var running = 0
    var isAtEnd = false
    var failure: (any Error)?
    var isCancelled = false
    var feeder: CheckedContinuation<Int?, Never>?
    var consumer: CheckedContinuation<Output?, any Error>?
  }

  private let jobs: Int
  private let state = Mutex(State())

  init(jobs: Int) { self.jobs = jobs }

  /// Waits for space and returns the number of the next element. Returns nil after a cancellation.
  func reserve() async -> Int? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.feeder = continuation
        wake(&state)
      }
    }
  }

  func finish(_ result: Result<Output, any Error>, for number: Int) {
    state.withLock { state in
      state.results[number] = result
      state.running -= 1
      wake(&state)
    }
  }

  /// Marks the end of the elements.
  func end(with failure: (any Error)?) {
    state.withLock { state in
      state.isAtEnd = true
      state.failure = failure
      wake(&state)
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      wake(&state)
    }
  }

  /// Waits for the next result in order. Returns nil after the last one.
  func next() async throws -> Output? {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.consumer = continuation
        wake(&state)
      }
    }
  }

  /// Resumes the producer and the consumer if they can continue. It is called with the lock held. A
  /// resumed continuation runs elsewhere, so there is no deadlock.
  private func wake(_ state: inout State) {
    if let consumer = state.consumer {
      if state.isCancelled {
        state.consumer = nil
        consumer.resume(throwing: CancellationError())
      } else if let result = state.results.removeValue(forKey: state.taken) {
        state.consumer = nil
        state.taken += 1
        consumer.resume(with: result.map { $0 })
      } else if state.isAtEnd, state.taken == state.issuedCount {
        state.consumer = nil
        if let failure = state.failure {
          consumer.resume(throwing: failure)
        } else {
          consumer.resume(returning: nil)
        }
      }
    }
    if let feeder = state.feeder {
      if state.isCancelled {
        state.feeder = nil
        feeder.resume(returning: nil)
      } else if state.running < jobs, state.issuedCount - state.taken < 4 * jobs {
        state.feeder = nil
        state.running += 1
        state.issuedCount += 1
        feeder.resume(returning: state.issuedCount - 1)
      }
    }
  }
}
