// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct OrderedTasksTests {
  @Test(arguments: [Int.min, 0, 1, 3, .max]) func takesAnyNumberOfJobs(_ jobs: Int) async throws {
    let numbers = AsyncStream<Int> { feed in
      for number in 0..<100 { feed.yield(number) }
      feed.finish()
    }
    var results: [Int] = []
    for try await result in OrderedTasks(numbers, jobs: jobs, work: { $0 * 2 }) {
      results.append(result)
    }
    #expect(results == (0..<100).map { $0 * 2 })
  }
}
