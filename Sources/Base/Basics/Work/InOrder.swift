// SPDX-License-Identifier: Apache-2.0

/// Work spread over threads whose results are handed on in order, one at a time, while the rest is
/// still being worked on.
///
/// Somebody feeds items in, each goes to the worker that is free, and the calling thread is handed
/// the results in the order of the items. Each worker is a value of its own that nobody else
/// touches meanwhile: what it remembers, what it counts, or only its number. What is on the way is
/// bounded; whoever feeds faster than results are taken waits.
///
/// The first error ends it: nothing more is begun, what was begun is finished and dropped, and
/// every thread has ended before the error is thrown. Errors of a worker come at the turn of its
/// item, after all results before it.
package enum InOrder {
  /// Spreads items that come as they are found; always on threads of their own.
  ///
  /// - Parameters:
  ///   - workers: one for each thread, at least one.
  ///   - limit: how many items there are at most between `feed` and `deliver`.
  ///   - feed: called once, on a thread of its own, with what takes an item in; that answers false
  ///     when no more are wanted. An error of it is thrown after everything fed was delivered.
  ///   - work: called on several threads, never twice at once with one worker.
  ///   - deliver: called on the calling thread with each result in order.
  /// - Throws: what `work` or `deliver` throws first, else what `feed` throws.
  package static func run<Worker, Input: Sendable, Output: Sendable, Failure: Error>(
    _ workers: inout [Worker], limit: Int,
    feed: @escaping @Sendable (_ put: (Input) -> Bool) throws(Failure) -> Void,
    work: @escaping @Sendable (_ worker: inout Worker, _ item: Input) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try run(
      &workers, threads: workers.count, limit: limit, feed: feed, work: work, deliver: deliver)
  }

  /// Spreads the items 0 to `count`, a few at a time, over no more workers than there are items;
  /// one worker needs no thread.
  ///
  /// - Parameters:
  ///   - count: how many items there are.
  ///   - workers: one for each thread, at least one.
  ///   - work: called on several threads, never twice at once with one worker.
  ///   - deliver: called on the calling thread with each result in order.
  /// - Throws: what `work` or `deliver` throws first.
  package static func run<Worker, Output: Sendable, Failure: Error>(
    count: Int, _ workers: inout [Worker],
    work: @escaping @Sendable (_ worker: inout Worker, _ item: Int) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = min(workers.count, count)
    guard threads > 1 else {
      for item in 0..<count { try deliver(work(&workers[0], item)) }
      return
    }
    // Handing over costs more than many an item; eight portions each keep all of them busy.
    let length = max(1, min(count / (8 * threads), longestPortion))
    try run(&workers, threads: threads, limit: 3 * threads + 2) {
      (put: (Range<Int>) -> Bool) throws(Failure) -> Void in
      for start in stride(from: 0, to: count, by: length) {
        guard put(start..<min(start + length, count)) else { return }
      }
    } work: {
      (worker: inout Worker, items: Range<Int>) throws(Failure) -> Portion<Output, Failure> in
      var portion = Portion<Output, Failure>()
      do throws(Failure) {
        for item in items { portion.outputs.append(try work(&worker, item)) }
      } catch {
        portion.failure = error
      }
      return portion
    } deliver: { (portion) throws(Failure) -> Void in
      for output in portion.outputs { try deliver(output) }
      if let failure = portion.failure { throw failure }
    }
  }

  /// Spreads the items 0 to `count` over workers that are no more than their numbers, from 0.
  ///
  /// - Throws: what `work` or `deliver` throws first.
  package static func run<Output: Sendable, Failure: Error>(
    count: Int, workers: Int,
    work: @escaping @Sendable (_ worker: Int, _ item: Int) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    var numbers = Array(0..<max(workers, 1))
    try run(
      count: count, &numbers,
      work: { (worker: inout Int, item: Int) throws(Failure) -> Output in try work(worker, item) },
      deliver: deliver)
  }

  private static let longestPortion = 32

  /// What became of neighbouring items: of all of them, or of those before an error.
  private struct Portion<Output: Sendable, Failure: Error>: Sendable {
    var outputs: [Output] = []
    var failure: Failure?
  }

  /// Where a worker is while its thread works with it: nobody else looks before that has ended.
  private final class Station<Worker>: @unchecked Sendable {
    var worker: Worker

    init(_ worker: Worker) { self.worker = worker }
  }

  private static func run<Worker, Input: Sendable, Output: Sendable, Failure: Error>(
    _ workers: inout [Worker], threads: Int, limit: Int,
    feed: @escaping @Sendable (_ put: (Input) -> Bool) throws(Failure) -> Void,
    work: @escaping @Sendable (_ worker: inout Worker, _ item: Input) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    // Moved and not copied: a worker with two owners would copy what it changes.
    let stations = workers.map { Station($0) }
    workers = []
    defer { workers = stations.map(\.worker) }

    let belt = Belt<Input, Result<Output, Failure>>(limit: limit)
    let crew = stations.prefix(threads).map { station in
      BackgroundWork {
        while let (number, item) = belt.take() {
          let result = Result { () throws(Failure) -> Output in try work(&station.worker, item) }
          belt.give(result, for: number)
        }
      }
    }
    let feeding =
      crew.contains(where: \.hasThread)
      ? BackgroundWork {
        defer { belt.end() }
        return Result { () throws(Failure) -> Void in try feed { belt.put($0) } }
      } : nil
    guard let feeding, feeding.hasThread else {
      // No thread is to be had, and nothing has been fed yet.
      belt.cancel()
      for worker in crew { worker.value() }
      return try runAlone(&stations[0].worker, feed: feed, work: work, deliver: deliver)
    }
    let outcome = Result { () throws(Failure) -> Void in
      while let result = belt.collect() { try deliver(result.get()) }
    }
    if case .failure = outcome { belt.cancel() }
    let fed = feeding.value()
    for worker in crew { worker.value() }
    try outcome.get()
    try fed.get()
  }

  /// The same without any thread.
  static func runAlone<Worker, Input, Output, Failure: Error>(
    _ worker: inout Worker, feed: @escaping (_ put: (Input) -> Bool) throws(Failure) -> Void,
    work: @escaping (_ worker: inout Worker, _ item: Input) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    try feed { item in
      do throws(Failure) {
        try deliver(work(&worker, item))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}
