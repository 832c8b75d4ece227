// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassIssue

struct BatchLengthTests {
  @Test func growsWithThePaceAndFallsWithIt() {
    let length = BatchLength(8...32)
    #expect(length.current == 8)
    // At 1 ms per row, 20 rows take the 20 ms of a batch.
    length.note(rows: 8, nanoseconds: 8_000_000)
    #expect(length.current == 20)
    length.note(rows: 20, nanoseconds: 20)
    #expect(length.current == 32)
    length.note(rows: 32, nanoseconds: 32 * 500_000_000)
    #expect(length.current == 8)
  }

  @Test func keepsWhatItHasWhereNothingIsKnown() {
    let length = BatchLength(8...32)
    length.note(rows: 0, nanoseconds: 1)
    #expect(length.current == 8)
    length.note(rows: 8, nanoseconds: 0)
    #expect(length.current == 32)
    let fixed = BatchLength(32...32)
    fixed.note(rows: 32, nanoseconds: 1)
    #expect(fixed.current == 32)
  }
}
