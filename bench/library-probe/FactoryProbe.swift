// SPDX-License-Identifier: Apache-2.0

import PassBuild
import Synchronization

/// A factory and the rows of bench/batch_card.py.
struct FactoryProbe {
  static let time: Int64 = 1_790_000_000

  let template: Template
  let identity: Identity
  let factory: PassFactory

  init(template: String, identity: String) throws {
    self.template = try Template.load(folder: template)
    self.identity = try Identity.load(folder: identity, at: Self.time)
    factory = try PassFactory(template: self.template, identity: self.identity)
  }

  static func row(_ number: Int) -> [String: RowValue] {
    [
      "serial": .string("B-\(number)"), "points": .integer(Int64(number % 997)),
      "balance": .decimal("\(number % 83).\(number % 10)5"),
      "member": .string("Member \(number) Example"),
    ]
  }

  /// Makes passes in several tasks. Each task takes the next row as soon as it is free.
  func factory(count: Int, tasks: Int) async throws {
    try await work(200, tasks: tasks)
    let start = Cost.peakInKilobytes
    let cost = Cost()
    try await work(count, tasks: tasks)
    cost.report("factory", count: count, ",\"kilobytesAtStart\":\(start)")
  }

  private func work(_ count: Int, tasks: Int) async throws {
    let next = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          while let number = next.nextNumber(below: count) {
            _ = try await factory.pass(for: Self.row(number), at: Self.time)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func sequence(count: Int, jobs: Int) async throws {
    let rows = AsyncStream<[String: RowValue]>(unfolding: Rows(count).next)
    let cost = Cost()
    var passes = 0
    for try await outcome in factory.passes(for: rows, jobs: jobs, at: Self.time) {
      _ = try outcome.get()
      passes += 1
    }
    cost.report("sequence", count: passes)
  }

  /// Makes passes in 16 tasks with one factory. Another task replaces identity and template at the
  /// same time.
  func share(count: Int) async throws {
    let cost = Cost()
    try await share(count: count) { _ in nil }
    cost.report("share", count: count)
  }

  /// Does the same with tasks that prefer one of two executors. The executors interrupt the tasks
  /// between the steps of a pass.
  func turns(count: Int) async throws {
    let cost = Cost()
    let queues = [TurnQueue(), TurnQueue()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for queue in queues { group.addTask { try await queue.run() } }
      group.addTask {
        defer { for queue in queues { queue.end() } }
        try await share(count: count) { queues[$0 % queues.count] }
      }
      try await group.waitForAll()
    }
    let ran = queues.reduce(0) { $0 + $1.ran.load(ordering: .relaxed) }
    cost.report("turns", count: count, ",\"jobs\":\(ran)")
  }

  private func share(
    count: Int, preferring executor: (Int) -> (any TaskExecutor)?
  ) async throws {
    let next = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask(executorPreference: executor(task)) {
          while let number = next.nextNumber(below: count) {
            let pass = try await factory.pass(
              for: Self.row(number), at: Self.time + Int64(number % 3))
            guard pass.serialNumber == "B-\(number)" else { leave(1) }
          }
        }
      }
      group.addTask {
        for _ in 0..<20 {
          try factory.replaceIdentity(identity)
          await Task.yield()
          try factory.replaceTemplate(template)
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      try await group.waitForAll()
    }
  }
}

/// Numbers for concurrent tasks. Each number is returned only once.
final class Counter: Sendable {
  private let next = Atomic<Int>(0)

  func nextNumber(below count: Int) -> Int? {
    let number = next.add(1, ordering: .relaxed).oldValue
    return number < count ? number : nil
  }
}

/// The rows of a sequence in order.
private final class Rows: Sendable {
  private let counter = Counter()
  private let count: Int

  init(_ count: Int) { self.count = count }

  @Sendable func next() async -> [String: RowValue]? {
    counter.nextNumber(below: count).map(FactoryProbe.row)
  }
}
