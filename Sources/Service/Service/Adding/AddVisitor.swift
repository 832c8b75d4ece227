// SPDX-License-Identifier: Apache-2.0

/// Who opens a link, told by what a browser says of itself.
struct AddVisitor: Hashable, Sendable {
  /// What they can do with a pass.
  enum Kind: Hashable, Sendable {
    /// A browser of an iPhone, which opens Wallet.
    case phone
    /// An app on an iPhone that shows pages itself and opens no pass.
    case appOnPhone
    /// Anything else.
    case other
  }

  let kind: Kind
  /// The languages they read, the best first, as they name them.
  let languages: [String]

  init(userAgent: String?, acceptLanguage: String?) {
    kind = Self.kind(userAgent ?? "")
    languages = Self.languages(acceptLanguage ?? "")
  }

  /// What apps with a browser of their own put into its name.
  private static let apps = [
    "FBAN/", "FBAV/", "FB_IAB/", "Instagram", "Line/", "LinkedInApp", "MicroMessenger", "Twitter",
    "Snapchat", "Pinterest", "BytedanceWebview", "musical_ly", "TikTok", "KAKAOTALK", "WhatsApp",
    "Telegram", "GSA/", "Barcelona", "VKClient", "DuckDuckGo/", "NAVER(", "Weibo", "QQ/", "Viber",
  ]

  private static func kind(_ agent: String) -> Kind {
    guard agent.contains("iPhone") || agent.contains("iPod") else { return .other }
    if apps.contains(where: agent.contains) { return .appOnPhone }
    // Browsers of their own engine end in Safari/; a bare view of WebKit in an app does not.
    if agent.contains("AppleWebKit/"), !agent.contains("Safari/") { return .appOnPhone }
    return .phone
  }

  /// `de-AT,de;q=0.9,en;q=0.8`: by weight, those of one weight in their order; at most eight.
  private static func languages(_ header: String) -> [String] {
    var found: [(tag: String, weight: Double)] = []
    for item in header.utf8.prefix(1_024).split(separator: UInt8(ascii: ",")) {
      let parts = String(decoding: item, as: UTF8.self).split(separator: ";")
      guard let tag = parts.first.map({ $0.filter { !$0.isWhitespace } }), !tag.isEmpty,
        tag.utf8.count <= 35,
        tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { continue }
      var weight = 1.0
      for part in parts.dropFirst() {
        let text = part.filter { !$0.isWhitespace }
        if text.hasPrefix("q=") { weight = Double(text.dropFirst(2)) ?? 0 }
      }
      if weight > 0 { found.append((String(tag), weight)) }
    }
    let sorted = found.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    return sorted.prefix(8).map(\.element.tag)
  }

  /// The first of the visitor's languages there is something in, by its first part too; nil for
  /// none.
  func choice(among offered: [String]) -> String? {
    for language in languages {
      if let exact = offered.first(where: { $0.lowercased() == language.lowercased() }) {
        return exact
      }
      let base = Self.base(language)
      if let near = offered.first(where: { Self.base($0) == base }) { return near }
    }
    return nil
  }

  private static func base(_ tag: String) -> String {
    String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
  }
}
