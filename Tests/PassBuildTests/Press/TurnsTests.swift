// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTemplate
import PassTesting
import Synchronization
import Testing

@testable import PassBuild

/// Passes that are made on an executor of their own, where tasks take turns.
struct TurnsTests {
  /// Runs what it is given when a test says so.
  private final class Queue: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    var count: Int { jobs.withLock { $0.count } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// Runs what came first; false where nothing waits.
    func runNext() -> Bool {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      return job != nil
    }

    func runAll() -> Int {
      var count = 0
      while runNext() { count += 1 }
      return count
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

  private static func press(_ description: String = "d") throws -> PassPress {
    try PassPress(
      template: try template(description), identity: try Repository.identity("ordinary"))
  }

  @Test func tasksGoOnBetweenTheStepsOfEachOther() async throws {
    let press = try Self.press()
    let queue = Queue()
    let tasks = (0..<5).map { number in
      Task(executorPreference: queue) {
        try await press.pass(
          for: ["serial": .string("\(number)")], at: Self.time + Int64(number % 2))
      }
    }
    #expect(queue.count == 5)
    // A step each, and perhaps what Swift does between them.
    #expect(queue.runAll() >= 15)
    let alone = try Self.press()
    for (number, task) in tasks.enumerated() {
      let pass = try await task.value
      let expected = try await alone.pass(
        for: ["serial": .string("\(number)")], at: Self.time + Int64(number % 2))
      #expect(pass.serialNumber == "\(number)" && pass.bytes == expected.bytes)
    }
  }

  @Test func aPassIsFinishedAsItWasBegun() async throws {
    let press = try Self.press("before")
    let queue = Queue()
    for turns in 1...2 {
      let task = Task(executorPreference: queue) {
        try await press.pass(for: ["serial": "1"], at: Self.time)
      }
      for _ in 0..<turns { #expect(queue.runNext()) }
      try press.replaceTemplate(try Self.template("after"))
      try press.replaceIdentity(try Repository.identity("nfc"))
      #expect(queue.runAll() >= 1)
      let expected = try await Self.press("before").pass(for: ["serial": "1"], at: Self.time)
      #expect(try await task.value.bytes == expected.bytes)
      // The next one is the new one.
      let next = try await press.pass(for: ["serial": "1"], at: Self.time)
      let new = try PassPress(
        template: try Self.template("after"), identity: try Repository.identity("nfc"))
      #expect(try await next.bytes == new.pass(for: ["serial": "1"], at: Self.time).bytes)
      try press.replaceTemplate(try Self.template("before"))
      try press.replaceIdentity(try Repository.identity("ordinary"))
    }
  }

  @Test func nothingIsSignedForWhoHasGone() async throws {
    let press = try Self.press()
    let queue = Queue()
    let task = Task(executorPreference: queue) {
      try await press.pass(for: ["serial": "1"], at: Self.time)
    }
    #expect(queue.runNext())
    task.cancel()
    #expect(queue.runAll() >= 1)
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
