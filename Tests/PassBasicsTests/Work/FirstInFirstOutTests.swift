// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct FirstInFirstOutTests {
  @Test func returnsElementsInTheOrderTheyCame() {
    var queue = FirstInFirstOut<Int>()
    var next = 0
    var expected = 0
    // Never empty in between, past the number of removed elements that are kept.
    for round in 1...2_500 {
      for _ in 0..<(round % 3 + 1) {
        queue.append(next)
        next += 1
      }
      #expect(queue.popFirst() == expected)
      expected += 1
      #expect(queue.count == next - expected)
    }
    #expect(queue.removeAll() == Array(expected..<next))
    #expect(queue.count == 0)
    #expect(queue.popFirst() == nil)
  }

  /// A job that waits may hold a connection or much memory.
  @Test func releasesAnElementThatWasRemoved() throws {
    final class Thing {}
    var queue = FirstInFirstOut<Thing>()
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      queue.append(thing)
    }
    queue.append(Thing())
    do { _ = queue.popFirst() }
    #expect(first == nil)
    #expect(queue.count == 1)
  }
}
