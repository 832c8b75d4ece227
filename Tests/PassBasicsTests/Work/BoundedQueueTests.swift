// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassBasics

struct BoundedQueueTests {
  @Test func letsEverybodyGoWhenItIsCancelled() {
    let queue = BoundedQueue<Int, Int>(limit: 2)
    let feeding = BackgroundWork { (0..<100).prefix { queue.add($0) }.count }
    let worker = BackgroundWork {
      while let (number, input) = queue.nextItem() { queue.finish(input, for: number) }
    }
    #expect(queue.collect() == 0)
    queue.cancel()
    worker.value()
    #expect(feeding.value() < 100)
  }
}
