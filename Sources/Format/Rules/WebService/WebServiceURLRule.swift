// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `webServiceURL`, the address of the service that sends updates.
struct WebServiceURLRule: Rule {
  private static func url(_ text: String, _ settings: Example.Setting...) -> Example {
    var example = Example.json(
      #"{"webServiceURL": "\#(text)", "authenticationToken": "0123456789abcdef"}"#,
      at: "/webServiceURL")
    example.settings = settings
    return example
  }
  private static let good = url("https://example.com:8443/passes")

  static let invalid = Finding(
    "webService.url.invalid", .error, effect: .refused, step: .webService,
    why: "Wallet rejects a pass if its web service URL is not an absolute URL with a host.",
    help: "write it as https://host/path, or remove it if there is no web service",
    source: .documented("Wallet Passes: Pass, webServiceURL"),
    wrong: """
      "webServiceURL": "example.com/passes"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [
      url("example.com/passes"), url(""), url("https://"), url("https:///v"), url("ftp://a.b/c"),
      url("https://exa mple.com"), url("https://example.com:99999/x"),
      url("https://a.example:abc/"),
      url("https://[::1"), url("https://a.example/%zz"), url("https://ex%ample.com"),
      url("https://exa<mple.com"), url("https://a.example/{a}"), url("https://a.example/\\\\a"),
      url("https://example.com/my passes/"), url("http://a.example:0/v1"),
    ],
    good: [
      good, url("HTTPS://example.com"), url("https://[2001:db8::1]:8443/p"),
      url("https://example.com:65535/a%20b"),
    ])

  static let invalidCharacter = Finding(
    "webService.url.invalidCharacter", .warning, effect: .maybeRefused, step: .webService,
    why: """
      A URL has only ASCII characters. Newer systems encode other characters themselves. Older \
      systems do not accept the URL.
      """,
    help: "write them percent-encoded, and the host in its xn-- form",
    source: .documented("RFC 3986"),
    wrong: """
      "webServiceURL": "https://exämple.com/passes"
      """,
    right: """
      "webServiceURL": "https://xn--exmple-cua.com/passes"
      """,
    bad: [url("https://exämple.com/p"), url("https://example.com/pässe")],
    good: [url("https://xn--exmple-cua.com/my%20passes")])

  static let notHTTPS = Finding(
    "webService.url.notHTTPS", .warning, effect: .maybeRefused, step: .webService,
    why: """
      Devices accept http only with a developer setting. This is a warning and not an error, \
      because one authentic pass has http.
      """,
    help: "serve it over https, or for tests allow http in the developer settings of the device",
    source: .documented("Wallet Passes: Pass, webServiceURL"),
    wrong: """
      "webServiceURL": "http://example.com/passes"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [url("http://example.com/passes"), url("HTTP://10.0.0.5:8080")], good: [good])

  static let endsInV1 = Finding(
    "webService.url.endsInVersion", .warning, effect: .ignored,
    why: """
      Wallet adds /v1/devices and so on itself, so it requests /v1/v1/devices. That works only \
      with a server that was made for it.
      """,
    help: "remove /v1 from the URL", source: .documented("Wallet Passes: Adding a Web Service"),
    wrong: """
      "webServiceURL": "https://example.com/passes/v1"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [url("https://example.com/passes/v1"), url("https://example.com/passes/V1/")],
    good: [url("https://example.com/passes/v10"), url("https://v1.example.com")])

  static let query = Finding(
    "webService.url.query", .warning, effect: .maybeRefused, step: .webService,
    why: """
      The URL of a web service is a host with an optional port and path. Wallet appends \
      /v1/devices and so on, which does not work after a query or fragment.
      """,
    help: "put the data that the server needs into the path",
    source: .documented("Wallet Passes: Adding a Web Service"),
    wrong: """
      "webServiceURL": "https://example.com/passes?tenant=7"
      """,
    right: """
      "webServiceURL": "https://example.com/passes/tenant7"
      """,
    bad: [url("https://example.com/passes?tenant=7"), url("https://example.com/passes#gym")],
    good: [url("https://example.com/passes%3F")])

  static let trailingSlash = Finding(
    "webService.url.trailingSlash", .note, effect: .style,
    why: """
      The device then requests //v1/..., which the server must accept. Half of the passes that \
      have a web service have such a URL.
      """,
    help: "remove the last slash, or check that the server accepts two",
    source: .observed("25 of 55 authentic passes with a web service"),
    wrong: """
      "webServiceURL": "https://example.com/passes/"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [url("https://example.com/passes/"), url("https://example.com/")], good: [good])

  var findings: [Finding] {
    [
      Self.invalid, Self.invalidCharacter, Self.notHTTPS, Self.endsInV1, Self.query,
      Self.trailingSlash,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let value = pass.document["webServiceURL"], let text = value.string else { return }
    switch AbsoluteURL.read(text) {
    case .failure(.notASCII):
      let odd = text.first { !$0.isASCII }.map { quoted(String($0)) } ?? "outside ASCII"
      report(
        Self.invalidCharacter, "web service URL has the character \(odd), expected ASCII", at: value
      )
    case .failure(let fault):
      return report(Self.invalid, "web service URL \(quoted(text)) \(fault.inWords)", at: value)
    case .success: break
    }
    let scheme = text[..<(text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)]
      .lowercased()
    guard scheme == "https" || scheme == "http" else {
      return report(
        Self.invalid, "web service URL begins with \(scheme), expected https", at: value)
    }
    if scheme == "http" {
      report(Self.notHTTPS, "web service URL begins with http, expected https", at: value)
    }
    let signs = [UInt8(ascii: "?"), UInt8(ascii: "#")]
    if let sign = text.utf8.first(where: signs.contains) {
      let part = sign == UInt8(ascii: "?") ? "query" : "fragment"
      return report(
        Self.query, "web service URL has a \(part), expected host and path only", at: value)
    }
    let slash = UInt8(ascii: "/")
    let end = text.utf8.lastIndex { $0 != slash }.map(text.utf8.index(after:)) ?? text.startIndex
    let path = text[..<end]
    if path.suffix(3).lowercased() == "/v1" {
      report(
        Self.endsInV1, "web service URL ends in \(path.suffix(3)), Wallet adds /v1 itself",
        at: value)
    } else if end < text.endIndex {
      report(Self.trailingSlash, "web service URL ends in a slash", at: value)
    }
  }
}
