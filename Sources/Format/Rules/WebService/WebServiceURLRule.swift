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
    help: "write it as https://host/path, or remove it if the pass has no web service",
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
    bad: [url("http://example.com/passes"), url("HTTP://a.example:8080")], good: [good])

  static let unreachable = Finding(
    "webService.url.unreachable", .warning, effect: .ignored,
    why: """
      Phones of your customers cannot reach an address on your computer or in your network, so the \
      pass never gets an update. passc reports a note if the certificate is not from Apple, because \
      only tests have such passes.
      """,
    help: "use an address on the internet, with https and a certificate",
    source: .documented("RFC 1918, 3927, 4193, 6761 and 6762"),
    wrong: """
      "webServiceURL": "https://localhost:8080/passes"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [
      url("https://localhost:8080/passes"), url("https://127.0.0.1"), url("https://[::1]:8443/p"),
      url("https://192.168.1.20/passes"), url("https://10.0.0.5"), url("https://172.20.0.2/p"),
      url("https://169.254.7.7"), url("https://[fe80::1]/p"), url("https://[fd12:3456::1]/p"),
      url("https://studio.local/passes"), url("https://example/api/registerPasskit"),
      url("https://passes.internal"), url("https://100.64.3.4"), url("https://passes.test/a"),
      url("https://[0:0:0:0:0:0:0:1]/p"),
    ],
    good: [
      good, url("https://172.32.0.1"), url("https://local.example.com"), url("https://100.128.0.1"),
      url("https://passes.test.example.com"),
      url("https://192.169.0.1/p"), url("https://example.com."),
    ])

  static let credentials = Finding(
    "webService.url.credentials", .warning, effect: .ignored,
    why: """
      Everybody who has the pass can read its pass.json, so the name and password are public. \
      Wallet authenticates with authenticationToken. It is not documented whether it sends them.
      """,
    help: "remove the name and password, and check authenticationToken on the server",
    source: .documented("RFC 3986, 3.2.1; Wallet Passes: Adding a Web Service"),
    wrong: """
      "webServiceURL": "https://gym:secret@example.com/passes"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [url("https://gym:secret@example.com/passes"), url("https://gym@example.com")],
    good: [url("https://example.com/@gym")])

  static let endsInV1 = Finding(
    "webService.url.endsInVersion", .warning, effect: .ignored,
    why: """
      Wallet adds /v1/devices and so on itself, so it requests /v1/v1/devices. That works only \
      with a server that was made for it.
      """,
    help: "remove /v1 and everything after it from the URL",
    source: .documented("Wallet Passes: Adding a Web Service"),
    wrong: """
      "webServiceURL": "https://example.com/passes/v1"
      """,
    right: """
      "webServiceURL": "https://example.com/passes"
      """,
    bad: [
      url("https://example.com/passes/v1"), url("https://example.com/passes/V1/"),
      url("https://example.com/v1/passes"), url("https://example.com/api/v1/devices/"),
      url("https://example.com/v1/passes/pass.com.example.gym"), url("https://example.com/v1/log"),
    ],
    good: [
      url("https://example.com/passes/v10"), url("https://v1.example.com"),
      url("https://example.com/v1/wallet"), url("https://example.com/v1/passes-of-gym"),
    ])

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
      Self.invalid, Self.invalidCharacter, Self.notHTTPS, Self.unreachable, Self.credentials,
      Self.endsInV1, Self.query, Self.trailingSlash,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let value = pass.document["webServiceURL"], let text = value.string else { return }
    // Phones open no pass of a chain that does not end at Apple, so the service is for tests.
    let severity: Severity? = context.certificate?.leadsToApple == false ? .note : nil
    switch AbsoluteURL.read(text) {
    case .failure(.notASCII):
      let odd = text.first { !$0.isASCII }.map { quoted(String($0)) } ?? "outside ASCII"
      report(
        Self.invalidCharacter, "web service URL has the character \(odd), expected ASCII", at: value
      )
    case .failure(let fault):
      return report(Self.invalid, "web service URL \(quoted(text)) \(fault.inWords)", at: value)
    case .success(let url): checkHost(url.host, of: text, at: value, severity, &report)
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
    } else if let part = Self.callOfWallet(in: path) {
      report(
        Self.endsInV1, "web service URL has \(part) in its path, Wallet adds /v1 itself", at: value,
        severity: severity)
    } else if end < text.endIndex {
      report(Self.trailingSlash, "web service URL ends in a slash", at: value)
    }
  }

  /// Reports a host that no phone reaches, and something before the host.
  private func checkHost(
    _ host: String?, of text: String, at value: JSONValue, _ severity: Severity?,
    _ report: inout Report
  ) {
    if let host, let reason = UnreachableHost.reason(host) {
      report(
        Self.unreachable, "web service URL has the host \(quoted(host)), which \(reason)",
        at: value, severity: severity)
    }
    if Self.hasUser(text) {
      report(
        Self.credentials, "web service URL has a user name or password before its host", at: value,
        severity: severity)
    }
  }

  /// Returns whether something is before the host of a URL, as in `https://user@example.com`.
  private static func hasUser(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return false }
    let authority =
      text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
      .dropFirst().first ?? ""
    return authority.prefix { $0 != "?" && $0 != "#" }.contains("@")
  }

  /// Returns the beginning of one of Wallet's own calls in a path, such as `/v1/passes`.
  private static func callOfWallet(in path: Substring) -> String? {
    let path = path.lowercased()
    guard path.contains("/v1/") else { return nil }
    return ["/v1/passes", "/v1/devices", "/v1/log"].first {
      path.hasSuffix($0) || path.contains($0 + "/")
    }
  }
}
