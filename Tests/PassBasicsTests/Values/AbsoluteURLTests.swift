// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct AbsoluteURLTests {
  @Test(arguments: [
    "https://example.com", "https://example.com:8443/a?b=c#d", "HTTP://[::1]/", "mailto:a@b.de",
    "tel:+49-30-1", "myapp://open", "https://u:p@example.com/%C3%A9", "maps:q=1",
    "music:", "https://a:/b", "https://a:65535", "https://a:00443/", "http://[::]", "foo://",
  ])
  func takesAbsoluteURLs(_ text: String) {
    #expect(AbsoluteURL(text) != nil)
    #expect(Array(text.utf8).withUnsafeBufferPointer { AbsoluteURL.validationError(in: $0) } == nil)
  }

  @Test(arguments: [
    ("", AbsoluteURL.InvalidURLError.empty), ("example.com/a", .missingScheme),
    ("/a", .missingScheme),
    ("https://", .missingHost), ("https:example.com", .missingHost), ("https:///a", .missingHost),
    ("https://exa mple.com", .blank), ("https://a/\n", .blank), ("https://münchen.de", .notASCII),
    ("https://a/%zz", .invalidEscape), ("https://a/%2", .invalidEscape),
    ("https://a/{b}", .invalidCharacter), ("https://a:0/", .invalidPort),
    ("https://a:x/", .invalidPort), ("1http://a", .missingScheme), (":", .missingScheme),
    ("https://[::1", .invalidHost), ("https://[]/", .invalidHost), ("https://[::1]a", .invalidHost),
    ("https://::1/", .invalidHost), ("https://a]b/", .invalidHost),
    ("https://[::1]:x", .invalidPort),
    ("https://a:99999/x", .invalidPort), ("https://a:65536", .invalidPort),
    ("https://a:+80", .invalidPort), ("https://a:18446744073709551617", .invalidPort),
    ("app://a:0", .invalidPort), ("https://[:]", .invalidHost), ("https://u@", .missingHost),
    ("https://?x", .missingHost), ("http://a:b:c/", .invalidHost),
    ("m\u{FC}nchen.de", .missingScheme),
    ("https://\u{FC}:x/", .invalidPort), ("https://m\u{FC} n/", .blank),
  ])
  func saysWhatIsWrongWithAURL(text: String, fault: AbsoluteURL.InvalidURLError) {
    #expect(AbsoluteURL.read(text) == .failure(fault))
    #expect(
      Array(text.utf8).withUnsafeBufferPointer { AbsoluteURL.validationError(in: $0) } == fault)
  }

  @Test func takesURLsApart() throws {
    let url = try #require(AbsoluteURL("HTTPS://u@Example.com:8443/v1?a"))
    #expect(url.scheme == "https")
    #expect(url.host == "Example.com")
    #expect(url.port == 8443)
    #expect(url.path == "/v1?a")
    let address = try #require(AbsoluteURL("http://[::1]:80?b"))
    #expect(address.host == "::1")
    #expect(address.port == 80)
    #expect(address.path == "?b")
    let mail = try #require(AbsoluteURL("mailto:a@b.de"))
    #expect(mail.host == nil && mail.port == nil)
    #expect(mail.path == "a@b.de")
    #expect(AbsoluteURL("https://a:/b")?.port == nil)
  }
}
