// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PassCheck
import Testing

struct InOrderTests {
  private struct Stop: Error {}

  @Test(arguments: [1, 2, 3, 8])
  func handsResultsOnInOrderWhateverTheirDuration(workers: Int) throws {
    var delivered: [Int] = []
    try InOrder.run(count: 500, workers: workers) { _, item in
      // The early ones take longest.
      var sum = item
      for step in 0..<(item % 7 == 0 ? 20_000 : 10) { sum = sum &* 31 &+ step }
      return sum == 0 ? -1 : item
    } deliver: {
      delivered.append($0)
    }
    #expect(delivered == Array(0..<500))
  }

  @Test(arguments: [1, 2, 4])
  func endsWithTheFirstErrorOfWhoeverTakesTheResults(workers: Int) {
    var delivered: [Int] = []
    #expect(throws: Stop.self) {
      try InOrder.run(count: 200, workers: workers) { _, item in
        item
      } deliver: { item in
        if item == 57 { throw Stop() }
        delivered.append(item)
      }
    }
    #expect(delivered == Array(0..<57))
  }

  @Test func hasNothingToDoWithNothing() throws {
    try InOrder.run(count: 0, workers: 4) { _, _ in
      1
    } deliver: { _ in
      Issue.record("nothing was to be delivered")
    }
  }
}
