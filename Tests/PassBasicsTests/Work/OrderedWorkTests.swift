// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import PassBasics

struct OrderedWorkTests {
  private struct Stop: Error, Equatable { var item = 0 }

  /// Early items take longest.
  private static func work(_ item: Int) -> Int {
    var sum = item
    for step in 0..<(item % 7 == 0 ? 20_000 : 10) { sum = sum &* 31 &+ step }
    return sum == 0 ? -1 : item
  }

  @Test(arguments: [1, 2, 3, 8])
  func handsResultsOnInOrderWhateverTheirDuration(workers: Int) {
    var delivered: [Int] = []
    OrderedWork.run(count: 500, workers: workers) { _, item in
      Self.work(item)
    } deliver: {
      delivered.append($0)
    }
    #expect(delivered == Array(0..<500))
  }

  @Test(arguments: [0, 1, 2, 3, 63, 64, 65])
  func leavesNoItemOutAtTheEnds(count: Int) {
    var delivered: [Int] = []
    OrderedWork.run(count: count, workers: 2) { _, item in
      item
    } deliver: {
      delivered.append($0)
    }
    #expect(delivered == Array(0..<count))
  }

  @Test(arguments: [1, 2, 4])
  func endsWithTheFirstErrorOfWhoeverTakesTheResults(workers: Int) {
    var delivered: [Int] = []
    #expect(throws: Stop(item: 57)) {
      try OrderedWork.run(count: 200, workers: workers) { _, item in
        item
      } deliver: { item in
        if item == 57 { throw Stop(item: 57) }
        delivered.append(item)
      }
    }
    #expect(delivered == Array(0..<57))
  }

  @Test(arguments: [1, 2, 4])
  func throwsTheErrorOfAWorkerAtTheTurnOfItsItem(workers: Int) {
    var delivered: [Int] = []
    #expect(throws: Stop(item: 57)) {
      try OrderedWork.run(count: 200, workers: workers) { _, item in
        // A later item fails, too, and earlier in time.
        if item == 57 || item > 150 { throw Stop(item: item) }
        return Self.work(item)
      } deliver: {
        delivered.append($0)
      }
    }
    #expect(delivered == Array(0..<57))
  }

  @Test(arguments: [1, 2, 5])
  func neverHoldsMoreThanItsLimit(workers: Int) throws {
    let limit = 3 * workers + 2
    let onTheWay = Mutex((now: 0, most: 0))
    var numbers = Array(0..<workers)
    var delivered: [Int] = []
    try OrderedWork.run(&numbers, limit: limit) { put in
      for item in 0..<500 {
        guard put(item) else { throw Stop() }
        onTheWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      }
    } work: { (_: inout Int, item: Int) in
      Self.work(item)
    } deliver: { item in
      onTheWay.withLock { $0.now -= 1 }
      delivered.append(item)
    }
    #expect(delivered == Array(0..<500))
    // One more than the limit, because an item is counted shortly after it was collected.
    #expect(onTheWay.withLock { $0.most } <= limit + 1)
  }

  @Test(arguments: [1, 2, 5])
  func throwsTheErrorOfTheFeederAfterWhatItFed(workers: Int) {
    var numbers = Array(0..<workers)
    var delivered: [Int] = []
    #expect(throws: Stop(item: 40)) {
      try OrderedWork.run(&numbers, limit: 8) { put in
        for item in 0..<40 { _ = put(item) }
        throw Stop(item: 40)
      } work: { (_: inout Int, item: Int) in
        Self.work(item)
      } deliver: {
        delivered.append($0)
      }
    }
    #expect(delivered == Array(0..<40))
  }

  @Test(arguments: [1, 2, 5])
  func tellsTheFeederThatNothingMoreIsWanted(workers: Int) {
    let fed = Mutex(0)
    var numbers = Array(0..<workers)
    #expect(throws: Stop(item: 3)) {
      try OrderedWork.run(&numbers, limit: 8) { put in
        // Only the return value stops this loop.
        while fed.withLock({ put($0) }) { fed.withLock { $0 += 1 } }
      } work: { (_: inout Int, item: Int) in
        item
      } deliver: { item in
        if item == 3 { throw Stop(item: 3) }
      }
    }
    #expect(fed.withLock { $0 } >= 4)
  }

  @Test(arguments: [1, 2, 4])
  func givesEachWorkerBackWithWhatItHasDone(workers: Int) {
    var counts = [Int](repeating: 0, count: workers)
    OrderedWork.run(count: 300, &counts) { count, _ in
      count += 1
    } deliver: { _ in
    }
    #expect(counts.count == workers && counts.reduce(0, +) == 300)
  }

  @Test func givesTheWorkersBackAfterAnErrorToo() {
    var counts = [0, 0, 0]
    #expect(throws: Stop.self) {
      try OrderedWork.run(count: 300, &counts) { count, _ in
        count += 1
      } deliver: { _ in
        throw Stop()
      }
    }
    #expect(counts.count == 3 && counts.reduce(0, +) > 0)
  }

  @Test func usesNoMoreWorkersThanThereAreItems() {
    let met = Mutex(Set<Int>())
    OrderedWork.run(count: 2, workers: 16) { worker, _ in
      met.withLock { _ = $0.insert(worker) }
    } deliver: { _ in
    }
    #expect(met.withLock { $0.isSubset(of: [0, 1]) && !$0.isEmpty })
  }

  @Test func hasNothingToDoWithNothing() {
    OrderedWork.run(count: 0, workers: 4) { _, _ in
      1
    } deliver: { _ in
      Issue.record("nothing was to be delivered")
    }
  }

  @Test func doesTheSameWithoutAnyThread() {
    var count = 0
    var delivered: [Int] = []
    #expect(throws: Stop(item: 5)) {
      try OrderedWork.runAlone(&count) { put in
        for item in 0..<10 { guard put(item) else { return } }
      } work: { (count: inout Int, item: Int) in
        count += 1
        return item
      } deliver: { item in
        if item == 5 { throw Stop(item: 5) }
        delivered.append(item)
      }
    }
    #expect(delivered == Array(0..<5) && count == 6)
  }
}
