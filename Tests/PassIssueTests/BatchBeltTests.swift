// SPDX-License-Identifier: Apache-2.0

import PassWork
import Testing

@testable import PassIssue

struct BatchBeltTests {
  @Test(arguments: [1, 2, 5])
  func givesOutcomesInOrderAndNeverHoldsMoreThanItsLimit(_ workers: Int) {
    let belt = BatchBelt<Int, Int>(limit: 3 * workers + 2)
    let onTheWay = Guarded((now: 0, most: 0))
    let feeding = BackgroundWork {
      for number in 0..<500 {
        guard belt.put(number) else { break }
        onTheWay.with { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      }
      belt.end()
    }
    let crew = (0..<workers).map { _ in
      BackgroundWork {
        while let (number, input) = belt.take() { belt.give(input * 2, for: number) }
      }
    }
    var outcomes: [Int] = []
    while let outcome = belt.collect() {
      onTheWay.with { $0.now -= 1 }
      outcomes.append(outcome)
    }
    feeding.value()
    for worker in crew { worker.value() }
    #expect(outcomes == (0..<500).map { $0 * 2 })
    // One more than the limit: what was collected is counted a moment later.
    #expect(onTheWay.with { $0.most } <= 3 * workers + 3)
  }

  @Test func letsEverybodyGoWhenItIsCancelled() {
    let belt = BatchBelt<Int, Int>(limit: 2)
    let feeding = BackgroundWork { (0..<100).prefix { belt.put($0) }.count }
    let worker = BackgroundWork {
      while let (number, input) = belt.take() { belt.give(input, for: number) }
    }
    #expect(belt.collect() == 0)
    belt.cancel()
    worker.value()
    #expect(feeding.value() < 100)
  }
}
