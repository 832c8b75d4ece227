// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct MonitorTests {
  @Test func wakesAThreadThatWaitsForAnotherValue() {
    let number = Monitor(0)
    let isSeven = Signal()
    let waiting = BackgroundWork { number.wait(for: isSeven) { $0 == 7 ? $0 : nil } }
    for value in 1...7 {
      number.withLock { $0 = value }
      isSeven.wakeAll()
    }
    #expect(waiting.value() == 7)
  }

  /// A condition of the other clock would wait for years or would not wait at all: it would ask for
  /// the value again and again.
  @Test func waitsOnceUntilTheDeadline() {
    let asked = Monitor(0)
    let start = MonotonicTime.now
    let result: Bool? = asked.wait(for: Signal(), until: start + 1_300_000_000) {
      $0 += 1
      return nil
    }
    #expect(result == nil)
    #expect(MonotonicTime.now - start >= 1_300_000_000)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test func returnsNilWithoutAWaitIfTheDeadlineIsOver() {
    let result: Int? = Monitor(0).wait(for: Signal(), until: 0) { _ in nil }
    #expect(result == nil)
  }
}
