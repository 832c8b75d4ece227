// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassService

/// Tests of the links that open a pass, and of invalid links.
struct PassLinkTests {
  private static let first = [UInt8](repeating: 1, count: 32)
  private static let second = [UInt8](repeating: 2, count: 32)
  private static let link = PassLink(
    passType: "pass.com.example.gym", serial: "A/17 é\u{0}x", end: 2_000, generation: 3)

  @Test func givesBackWhatWasSealed() throws {
    let keys = LinkKeys([Self.first])
    let text = try keys.text(of: Self.link)
    #expect(keys.link(in: text[...]) == Self.link)
    #expect(
      text.utf8.allSatisfy {
        "-_".utf8.contains($0) || Character(UnicodeScalar($0)).isLetter
          || Character(UnicodeScalar($0)).isNumber
      })
    // A link reveals nothing of the pass, and two links for the same pass differ.
    #expect(try keys.text(of: Self.link) != text)
  }

  @Test func readsLinksOfOlderKeysAndMakesThemWithTheFirst() throws {
    let old = try LinkKeys([Self.first]).text(of: Self.link)
    let both = LinkKeys([Self.second, Self.first])
    #expect(both.link(in: old[...]) == Self.link)
    let new = try both.text(of: Self.link)
    #expect(LinkKeys([Self.second]).link(in: new[...]) == Self.link)
    #expect(LinkKeys([Self.first]).link(in: new[...]) == nil)
  }

  @Test func refusesEveryOtherText() throws {
    let keys = LinkKeys([Self.first])
    let text = try keys.text(of: Self.link)
    for index in text.indices {
      var other = text
      other.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      // The last character may have unused bits. Strict Base64 rejects those, too.
      #expect(keys.link(in: other[...]) == nil, "\(other)")
    }
    for length in 0..<text.count { #expect(keys.link(in: text.prefix(length)) == nil) }
    for odd in ["", "=", text + "=", text + "AAAA", "é", String(repeating: "A", count: 10_000)] {
      #expect(keys.link(in: odd[...]) == nil)
    }
  }

  @Test func readsKeysOfAFile() throws {
    let folder = try TemporaryFolder([
      "two.key": "# the new one\n\(String(repeating: "0a", count: 32))\r\n\n"
        + "\(String(repeating: "0B ", count: 32))\n",
      "none.key": "\n# nothing\n", "short.key": "0a0b\n",
    ])
    let text = try LinkKeys([[UInt8](repeating: 0x0B, count: 32)]).text(of: Self.link)
    #expect(try LinkKeys(file: folder("two.key")).link(in: text[...]) == Self.link)
    for name in ["none.key", "short.key"] {
      #expect(throws: LinkKeys.LinkKeyError.self) { try LinkKeys(file: folder(name)) }
    }
    #expect(throws: (any Error).self) { try LinkKeys(file: folder("missing.key")) }
  }

  @Test(arguments: [
    ("https://passes.example.com/gym", true), ("https://passes.example.com/", true),
    ("http://localhost:8080", true), ("http://127.0.0.1", true), ("http://example.com", false),
    ("https://", false), ("passes.example.com", false), ("https://a.example/?x", false),
    ("https://a.example/#x", false), ("https://a.example/\"", false),
    ("http://localhost.evil", false),
  ])
  func takesAddressesThatPhonesOpen(_ text: String, _ isOne: Bool) {
    #expect((PublicAddress(text) != nil) == isOne)
  }

  @Test func putsNoSecondSlashIntoAddresses() {
    #expect(
      PublicAddress("https://a.example/gym//")?.address(of: "x") == "https://a.example/gym/add/x")
    #expect(AddResponder.link(in: "/add/abc") == "abc")
    #expect(AddResponder.link(in: "/gym/add/abc") == "abc")
    for path in ["/add/", "/add", "/add/a/b", "/v1/passes", "/"] {
      #expect(AddResponder.link(in: path[...]) == nil, "\(path)")
    }
  }
}
