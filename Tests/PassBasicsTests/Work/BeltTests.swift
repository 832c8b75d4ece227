// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassBasics

struct BeltTests {
  @Test func letsEverybodyGoWhenItIsCancelled() {
    let belt = Belt<Int, Int>(limit: 2)
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
