// SPDX-License-Identifier: Apache-2.0

import PassDrawing
import Testing

@testable import PassPreview

struct PassTextTests {
  @Test(arguments: [
    ("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("a\n\rb", "a\n\nb"), ("a\r\r\nb", "a\n\nb"),
    ("a\u{2028}b\u{85}c", "a\nb\nc"), ("a\r", "a\n"), ("\ta\u{7}b", " ab"),
  ])
  func everyLineBreakIsOne(_ text: String, _ cleaned: String) {
    #expect(PassText.cleaned(text) == cleaned)
  }

  @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\r", "\n", "é", "\t"])
  func textIsCutAtTheLimitWhateverItIsMadeOf(_ character: String) {
    let text = String(repeating: character, count: 3 * DrawnText.limitInCharacters)
    #expect(PassText.cleaned(text).unicodeScalars.count == DrawnText.limitInCharacters)
  }
}
