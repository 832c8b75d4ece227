// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about every key whose value is a URL, except the web service.
struct URLRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass, URL keys; RFC 3986")
  private static func app(_ text: String, isBad: Bool = true) -> Example {
    .json(
      #"{"appLaunchURL": "\#(text)", "associatedStoreIdentifiers": [1]}"#,
      at: isBad ? "/appLaunchURL" : nil)
  }

  static let invalid = Finding(
    "url.value.invalid", .error, effect: .refused, step: .urls,
    why: "Wallet rejects a pass with a link that is not an absolute URL.",
    help: "write it with its scheme, such as https://example.com/a, and %20 for a space",
    source: apple,
    wrong: """
      "appLaunchURL": "example.com/open",
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    right: """
      "appLaunchURL": "https://example.com/open",
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    bad: [
      app("example.com/open"), app(""), app("https://"), app("https://exa mple.com"),
      app("https://a.example/%zz"), app("https://[::1"), app("gym:a b"),
    ],
    good: [
      app("https://example.com/a?b=c#d", isBad: false), app("gym://open", isBad: false),
      app("tel:+49-30-123", isBad: false), app("music:", isBad: false),
    ])

  static let notASCII = Finding(
    "url.character.notASCII", .warning, effect: .maybeRefused, step: .urls,
    why: """
      Letters outside ASCII must be percent-encoded, such as %C3%A9 for é. Systems before iOS 17 \
      reject other spellings.
      """,
    help: "write the letters percent-encoded, and a host name in its xn-- form",
    source: apple,
    wrong: """
      "appLaunchURL": "https://example.com/café",
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    right: """
      "appLaunchURL": "https://example.com/caf%C3%A9",
      "associatedStoreIdentifiers": [ 284910350 ]
      """, bad: [app("https://example.com/caf\u{E9}")],
    good: [app("https://example.com/caf%C3%A9", isBad: false)])

  static let notHTTPS = Finding(
    "url.scheme.notHTTPS", .error, effect: .refused, step: .urls,
    why: "Wallet loads images of upcoming events only over https.",
    help: "serve the image over https",
    source: .documented("Wallet Passes: Pass.UpcomingPassInformation, images"),
    wrong: """
      "headerImage": {
        "URLs": [ { "URL": "http://example.com/header.png", ... } ]
      }
      """,
    right: """
      "headerImage": {
        "URLs": [ { "URL": "https://example.com/header.png", ... } ]
      }
      """,
    bad: [
      UpcomingRule.entry(
        UpcomingRule.image(url: "http://example.com/a.png"),
        at: "/images/headerImage/URLs/0/URL")
    ],
    good: [UpcomingRule.entry(UpcomingRule.image(url: "https://example.com/a.png"))])

  var findings: [Finding] { [Self.invalid, Self.notASCII, Self.notHTTPS] }

  private static let selection = KeySelection { entry in
    (entry.type == .url || entry.type == .httpsURL) && entry.name != "webServiceURL"
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let text = member.value.string else { return }
      switch AbsoluteURL.read(text) {
      case .success(let url):
        guard entry.type == .httpsURL, url.scheme != "https" else { return }
        report(
          Self.notHTTPS, "\(entry.name) begins with \(url.scheme), expected https", at: member.value
        )
      case .failure(.notASCII):
        report(
          Self.notASCII, "\(entry.name) \(quoted(text)) has letters outside ASCII",
          at: member.value)
      case .failure(let fault):
        report(
          Self.invalid, "\(entry.name) \(quoted(text)) \(fault.inWords)", at: member.value)
      }
    }
  }
}

extension AbsoluteURL.InvalidURLError {
  /// The error as the end of a sentence about the URL.
  var inWords: String {
    switch self {
    case .empty: "is empty"
    case .blank: "has a space or control character"
    case .notASCII: "has letters outside ASCII"
    case .invalidCharacter: "has a character that is not allowed in a URL"
    case .invalidEscape: "has a percent sign without two hex digits"
    case .missingScheme: "has no scheme"
    case .missingHost: "has no host"
    case .invalidHost: "has brackets or colons in its host, but no IPv6 address"
    case .invalidPort: "has an invalid port"
    }
  }
}
