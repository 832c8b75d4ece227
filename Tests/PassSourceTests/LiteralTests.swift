// SPDX-License-Identifier: Apache-2.0

import PassSource
import Testing

struct LiteralTests {
  @Test(arguments: [
    ("plain", #""plain""#), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#), (#"\(x)"#, #""\\(x)""#),
    ("a\nb\r\t", #""a\nb\r\t""#), ("\u{2028}", #""\u{2028}""#), ("\u{0}", #""\u{0}""#),
    ("é 😀", "\"é 😀\""), ("\u{202E}x", #""\u{202e}x""#),
  ])
  func aSwiftLiteralCannotEndEarlyOrInterpolate(_ text: String, _ literal: String) {
    #expect(SwiftText.literal(text) == literal)
  }

  @Test(arguments: [
    ("</script>", #""\u003c/script\u003e""#), ("a\"b\\", #""a\"b\\""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("<!--&", #""\u003c!--\u0026""#),
    ("\n\u{7F}", #""\n\u007f""#),
  ])
  func aJavaScriptLiteralStaysInsideItsPage(_ text: String, _ literal: String) {
    #expect(JavaScriptText.literal(text) == literal)
  }

  @Test(arguments: [
    ("gym-pass", "gymPass"), ("2 days", "document2Days"), ("../é", "document"), ("Once", "once"),
    ("a.b_c", "aBC"),
  ])
  func aFunctionIsNamedAfterItsFile(_ file: String, _ name: String) {
    #expect(SwiftText.name(file) == name)
  }

  @Test func aCommentIsOneLine() {
    #expect(SwiftText.comment("a\nb\u{2028}c*/") == "a b c*/")
  }

  @Test func aMemberCalledAfterThePrototypeStaysAMember() {
    #expect(JavaScriptText.memberName("__proto__") == #"["__proto__"]"#)
    #expect(JavaScriptText.memberName("a1") == "a1")
    #expect(JavaScriptText.memberName("1a") == "\"1a\"")
    #expect(JavaScriptText.memberName("é") == "\"é\"")
  }
}
