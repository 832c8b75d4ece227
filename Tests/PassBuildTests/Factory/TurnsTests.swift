// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTemplate
import PassTesting
import Synchronization
import Testing

@testable import PassBuild

/// Tests of passes built on a separate executor, where tasks take turns.
struct TurnsTests {
  /// An executor that runs jobs only when a test calls it.
  private final class Queue: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Number of jobs that were run.
    let ran = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)

    var count: Int { jobs.withLock { $0.count } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// Runs the oldest job. Returns false if there is none.
    func runNext() -> Bool {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let job else { return false }
      ran.add(1, ordering: .relaxed)
      job.runSynchronously(on: asUnownedTaskExecutor())
      return true
    }

    /// Runs jobs until a task has ended.
    func finish<Value: Sendable>(_ task: Task<Value, any Error>) async -> Result<Value, any Error> {
      let before = ended.load(ordering: .acquiring)
      Task {
        _ = await task.result
        ended.add(1, ordering: .releasing)
      }
      while ended.load(ordering: .acquiring) == before {
        if !runNext() { try? await Task.sleep(for: .microseconds(100)) }
      }
      return await task.result
    }
  }

  private static let time: Int64 = 1_790_000_000

  private static func template(_ description: String) throws -> Template {
    var files = SamplePass().files.filter { $0.key.hasPrefix("icon") }
    files["pass.json"] = Array(
      (#"{"formatVersion": 1, "organizationName": "o", "description": "\#(description)", "#
        + #""serialNumber": "{{ serial }}", "generic": {"primaryFields": "#
        + #"[{"key": "a", "value": "{{ serial }}"}]}}"#).utf8)
    files["template.json"] = Array(#"{"columns": {"serial": {}}}"#.utf8)
    return try Template.load(files: files)
  }

  private static func press(_ description: String = "d") throws -> PassFactory {
    try PassFactory(
      template: try template(description), identity: try Repository.identity("ordinary"))
  }

  @Test func tasksGoOnBetweenTheStepsOfEachOther() async throws {
    let factory = try Self.press()
    let queue = Queue()
    let tasks = (0..<5).map { number in
      Task(executorPreference: queue) {
        try await factory.pass(
          for: ["serial": .string("\(number)")], at: Self.time + Int64(number % 2))
      }
    }
    #expect(queue.count == 5)
    // All are started before the first continues.
    for _ in 0..<5 { #expect(queue.runNext()) }
    let alone = try Self.press()
    for (number, task) in tasks.enumerated() {
      let pass = try await queue.finish(task).get()
      let expected = try await alone.pass(
        for: ["serial": .string("\(number)")], at: Self.time + Int64(number % 2))
      #expect(pass.serialNumber == "\(number)" && pass.bytes == expected.bytes)
    }
    // At least one step each, and possibly steps of the Swift runtime.
    #expect(queue.ran.load(ordering: .relaxed) >= 15)
  }

  @Test func aPassIsFinishedAsItWasBegun() async throws {
    let factory = try Self.press("before")
    let queue = Queue()
    for turns in 1...4 {
      let task = Task(executorPreference: queue) {
        try await factory.pass(for: ["serial": "1"], at: Self.time)
      }
      for _ in 0..<turns { _ = queue.runNext() }
      try factory.replaceTemplate(try Self.template("after"))
      try factory.replaceIdentity(try Repository.identity("nfc"))
      // The next pass uses the new setup. A worker of the old one remains for the pass that was
      // started.
      let next = try await factory.pass(for: ["serial": "1"], at: Self.time)
      let new = try PassFactory(
        template: try Self.template("after"), identity: try Repository.identity("nfc"))
      #expect(try await next.bytes == new.pass(for: ["serial": "1"], at: Self.time).bytes)
      let expected = try await Self.press("before").pass(for: ["serial": "1"], at: Self.time)
      #expect(try await queue.finish(task).get().bytes == expected.bytes)
      try factory.replaceTemplate(try Self.template("before"))
      try factory.replaceIdentity(try Repository.identity("ordinary"))
    }
  }

  @Test func nothingIsSignedForWhoHasGone() async throws {
    let factory = try Self.press()
    let queue = Queue()
    let task = Task(executorPreference: queue) {
      try await factory.pass(for: ["serial": "1"], at: Self.time)
    }
    #expect(queue.runNext())
    task.cancel()
    let outcome = await queue.finish(task)
    #expect(throws: CancellationError.self) { try outcome.get() }
  }
}
