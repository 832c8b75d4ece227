// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct ByteSearchTests {
  @Test(arguments: [
    ("abc", "abc", 0), ("abc", "ababc", 2), ("abc", "aaaabc", 3), ("c", "abc", 2),
    ("aab", "aaaaab", 3), ("ab", "", nil), ("ab", "a", nil), ("abc", "abxab", nil),
  ])
  func findsTheFirstOccurrence(_ pattern: String, _ text: String, _ offset: Int?) {
    let (pattern, bytes) = (Array(pattern.utf8), Array(text.utf8))
    #expect(ByteSearch.offset(of: pattern, in: bytes[...]) == offset)
    #expect(ByteSearch.contains(pattern, in: bytes) == (offset != nil))
  }

  @Test func anOffsetInASliceIsThatOfTheWhole() {
    let bytes = Array("ab ab ab".utf8)
    #expect(ByteSearch.offset(of: Array("ab".utf8), in: bytes[1...]) == 3)
    #expect(ByteSearch.offset(of: Array("ab".utf8), in: bytes[4..<7]) == nil)
  }
}
