// SPDX-License-Identifier: Apache-2.0

/// Parallel work with results in order.
///
/// A feeder supplies items, each goes to a free worker, and the calling thread receives the results
/// in the order of the items. Only one thread uses a worker, which may be a cache, a counter or
/// just a number. The number of items in progress is bounded, and a fast feeder waits.
///
/// After the first error no more items begin. Items in progress are finished and discarded. All
/// threads have ended before the error is thrown. An error of a worker is thrown after the results
/// before its item.
package enum OrderedWork {
  /// Processes items as they are found. Always uses separate threads, if the system can start them.
  ///
  /// - Parameters:
  ///   - workers: one for each thread, at least one.
  ///   - limit: maximum number of items between `feed` and `deliver`.
  ///   - feed: called once on a separate thread. Its argument adds an item and returns false if no
  ///     more are needed. If `feed` throws, the error is thrown after all added items were
  ///     delivered.
  ///   - work: called on several threads, but by only one at a time with the same worker.
  ///   - deliver: called on the calling thread with each result in order.
  /// - Throws: the first error of `work` or `deliver`, otherwise that of `feed`.
  package static func run<Worker, Input: Sendable, Output: Sendable, Failure: Error>(
    _ workers: inout [Worker], limit: Int,
    feed: @escaping @Sendable (_ put: (Input) -> Bool) throws(Failure) -> Void,
    work: @escaping @Sendable (_ worker: inout Worker, _ item: Input) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try run(
      &workers, threads: workers.count, limit: limit, feed: feed, work: work, deliver: deliver)
  }

  /// Processes the numbers from 0 to `count` - 1 in portions. Uses at most one worker for each
  /// item. A single worker runs on the calling thread.
  ///
  /// - Parameters:
  ///   - count: number of items.
  ///   - workers: one for each thread, at least one.
  ///   - work: called on several threads, but by only one at a time with the same worker.
  ///   - deliver: called on the calling thread with each result in order.
  /// - Throws: the first error of `work` or `deliver`.
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
    // Passing an item between threads may cost more than the work. Eight portions for each thread
    // keep all of them busy.
    let length = max(1, min(count / (8 * threads), maxPortion))
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

  /// Processes the numbers from 0 to `count` - 1 with workers that are only numbers, from 0.
  ///
  /// - Throws: the first error of `work` or `deliver`.
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

  /// Bounds how many results wait for the delivery of an earlier portion.
  private static let maxPortion = 32

  /// Results of consecutive items, and the error that ended them.
  private struct Portion<Output: Sendable, Failure: Error>: Sendable {
    var outputs: [Output] = []
    var failure: Failure?
  }

  /// A reference to a worker. `@unchecked`: only the thread of the worker uses it until that thread
  /// has ended.
  private final class WorkerReference<Worker>: @unchecked Sendable {
    var worker: Worker

    init(_ worker: Worker) { self.worker = worker }
  }

  private static func run<Worker, Input: Sendable, Output: Sendable, Failure: Error>(
    _ workers: inout [Worker], threads: Int, limit: Int,
    feed: @escaping @Sendable (_ put: (Input) -> Bool) throws(Failure) -> Void,
    work: @escaping @Sendable (_ worker: inout Worker, _ item: Input) throws(Failure) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    // Moves the workers. With two references to a worker, changing it would copy its storage.
    let references = workers.map { WorkerReference($0) }
    workers = []
    defer { workers = references.map(\.worker) }

    let queue = BoundedQueue<Input, Result<Output, Failure>>(limit: limit)
    let crew = references.prefix(threads).map { reference in
      BackgroundWork {
        while let (number, item) = queue.nextItem() {
          let result = Result { () throws(Failure) -> Output in try work(&reference.worker, item) }
          queue.finish(result, for: number)
        }
      }
    }
    let feeding =
      crew.contains(where: \.hasThread)
      ? BackgroundWork {
        defer { queue.end() }
        return Result { () throws(Failure) -> Void in try feed { queue.add($0) } }
      } : nil
    guard let feeding, feeding.hasThread else {
      // The system cannot start a thread. Nothing has been fed yet.
      queue.cancel()
      for worker in crew { worker.value() }
      return try runAlone(&references[0].worker, feed: feed, work: work, deliver: deliver)
    }
    let outcome = Result { () throws(Failure) -> Void in
      while let result = queue.collect() { try deliver(result.get()) }
    }
    if case .failure = outcome { queue.cancel() }
    let fed = feeding.value()
    for worker in crew { worker.value() }
    try outcome.get()
    try fed.get()
  }

  /// Does all work on the calling thread.
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
