// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Testing

/// Tests of what the signing key may sign: manifests and personalization tokens. No text may be
/// both (forgery).
struct SignedContentTests {
  /// The shortest manifest of a pass with an icon and pass.json.
  static let manifest =
    #"{"icon.png":"\#(String(repeating: "0a", count: 20))","#
    + #""icon@2x.png":"\#(String(repeating: "0b", count: 20))","#
    + #""pass.json":"\#(String(repeating: "0c", count: 20))"}"#

  @Test(arguments: [
    "t", "rehearsal-0123456789abcdef", "AZaz09+/=_.:-", "1d6a7c5e-3c0b-4d3a-9a3f-0e5b7c1d2f3a",
    "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", String(repeating: "A", count: 512),
  ])
  func acceptsTokens(_ text: String) {
    #expect(SignUpToken(text)?.bytes == Array(text.utf8))
  }

  @Test(arguments: [
    "", SignedContentTests.manifest, "{}", "{", "}", "a{", " ", "a b", "\n", "a\n", "\na", "a\r",
    "\t", "\"", "a\"b",
    "'",
    ",", "[", "\\", "\0", "a\0", "\u{7f}", "töken", "t\u{f6}ken", "\u{fffd}", "a\u{301}",
    "\u{ff41}",
    "\u{212a}", "\u{feff}a", "@", "!", "<", "~", String(repeating: "A", count: 513),
    String(repeating: "A", count: 1_000_000),
  ])
  func acceptsNothingElseAsAToken(_ text: String) {
    #expect(SignUpToken(text) == nil)
  }

  /// Every ASCII character is compared with the documented alphabet.
  @Test func acceptsTheAlphabetAndNoOtherByte() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_.:-".utf8)
    for byte in UInt8(0)..<128 {
      let text = "a" + String(UnicodeScalar(byte)) + "a"
      #expect((SignUpToken(text) != nil) == alphabet.contains(byte), "\(byte)")
    }
  }

  @Test(arguments: ["", "t", "rehearsal-0123456789abcdef", "[{}]", " {}", "\n{}"])
  func acceptsNoManifestThatCouldBeAToken(_ text: String) {
    #expect(throws: CryptoError.self) { try ManifestText(Array(text.utf8)) }
  }

  @Test func signsTokens() throws {
    let token = try #require(SignUpToken("rehearsal-0123456789abcdef"))
    for signer in [try Samples.rsaSigner(), try Samples.ecSigner()] {
      let message = try CMSMessage(signer.sign(token, at: Samples.now))
      #expect(message.isDetached && message.verify(content: token.bytes).faults == [])
      #expect(!message.verify(content: Array(Self.manifest.utf8)).provesContent)
    }
  }
}
