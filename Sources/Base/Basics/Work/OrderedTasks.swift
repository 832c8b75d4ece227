// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What tasks make of the elements of a sequence, in the order of the elements: several are worked
/// on at once, and nothing is begun that is too far ahead of whoever takes the results.
///
/// Nothing happens before the first result is asked for. When the task that asks is cancelled, or
/// the iterator is let go, no element is asked for any more and every task is cancelled; `next` of a
/// cancelled task returns when all of them have ended.
package struct OrderedTasks<Base: AsyncSequence & Sendable, Output: Sendable>: AsyncSequence,
  Sendable
where Base.Element: Sendable {
  /// A result at its turn.
  package typealias Element = Output

  /// More than any machine has use for, and nothing near it overflows.
  private static var mostJobs: Int { 1 << 20 }

  private let base: Base
  private let jobs: Int
  private let work: @Sendable (Base.Element) async throws -> Output

  /// - Parameters:
  ///   - base: asked for one element after the other, by one task.
  ///   - jobs: how many elements are worked on at once, at least one; four times as many results
  ///     may wait to be taken.
  ///   - work: an error of it ends the sequence, after the results before it.
  package init(
    _ base: Base, jobs: Int, work: @escaping @Sendable (Base.Element) async throws -> Output
  ) {
    self.base = base
    self.jobs = Swift.min(Swift.max(1, jobs), Self.mostJobs)
    self.work = work
  }

  /// Begins anew: each iterator asks the sequence for iterators of its own.
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
                  turns.put(.success(try await work(element)), for: number)
                } catch {
                  turns.put(.failure(error), for: number)
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

  /// Gives the results; for one task at a time.
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

    /// The next result, or nil after the last.
    ///
    /// - Throws: what the sequence or the work threw, and `CancellationError`.
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

/// Who is next: numbers given to elements, and results kept until their turn.
private final class Turns<Output: Sendable>: Sendable {
  private struct State {
    var results: [Int: Result<Output, any Error>] = [:]
    /// How many numbers were given, and how many results were taken.
    var given = 0
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

  /// The number of the next element, once there is room for it; nil when none is wanted any more.
  func reserve() async -> Int? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.feeder = continuation
        wake(&state)
      }
    }
  }

  func put(_ result: Result<Output, any Error>, for number: Int) {
    state.withLock { state in
      state.results[number] = result
      state.running -= 1
      wake(&state)
    }
  }

  /// No further element comes.
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

  /// The result whose turn it is; nil after the last.
  func next() async throws -> Output? {
    try await withCheckedThrowingContinuation { continuation in
      state.withLock { state in
        state.consumer = continuation
        wake(&state)
      }
    }
  }

  /// Lets those go on who can. A continuation that is resumed runs elsewhere, not here.
  private func wake(_ state: inout State) {
    if let consumer = state.consumer {
      if state.isCancelled {
        state.consumer = nil
        consumer.resume(throwing: CancellationError())
      } else if let result = state.results.removeValue(forKey: state.taken) {
        state.consumer = nil
        state.taken += 1
        consumer.resume(with: result.map { $0 })
      } else if state.isAtEnd, state.taken == state.given {
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
      } else if state.running < jobs, state.given - state.taken < 4 * jobs {
        state.feeder = nil
        state.running += 1
        state.given += 1
        feeder.resume(returning: state.given - 1)
      }
    }
  }
}
