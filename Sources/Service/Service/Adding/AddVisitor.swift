// SPDX-License-Identifier: Apache-2.0

/// The person who opens a link, as far as the request headers of the browser show.
struct AddVisitor: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A browser on an iPhone, which can add a pass to Wallet.
    case phone
    /// An app on an iPhone that shows pages in its own web view, which cannot add a pass.
    case appOnPhone
    /// A browser or an app on an Android phone. Some wallet apps there open pass files.
    case android
    case other
  }

  let kind: Kind
  /// Language tags from `Accept-Language`, preferred first.
  let languages: [String]

  init(userAgent: String?, acceptLanguage: String?) {
    kind = Self.kind(userAgent ?? "")
    languages = Self.languages(acceptLanguage ?? "")
  }

  /// Marks in the user agent of apps with their own web view.
  private static let apps = [
    "FBAN/", "FBAV/", "FB_IAB/", "Instagram", "Line/", "LinkedInApp", "MicroMessenger", "Twitter",
    "Snapchat", "Pinterest", "BytedanceWebview", "musical_ly", "TikTok", "KAKAOTALK", "WhatsApp",
    "Telegram", "GSA/", "Barcelona", "VKClient", "DuckDuckGo/", "NAVER(", "Weibo", "QQ/", "Viber",
  ]

  private static func kind(_ agent: String) -> Kind {
    if agent.contains("Android") { return .android }
    guard agent.contains("iPhone") || agent.contains("iPod") else { return .other }
    if apps.contains(where: agent.contains) { return .appOnPhone }
    // Browsers have Safari/ in their user agent. A plain WebKit view in an app does not.
    if agent.contains("AppleWebKit/"), !agent.contains("Safari/") { return .appOnPhone }
    return .phone
  }

  /// Parses `de-AT,de;q=0.9,en;q=0.8`. Sorts by weight, keeps the order of equal weights, and
  /// returns at most eight languages.
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

  /// Returns the best of the offered languages, or nil if none fits. A language also fits by its
  /// primary subtag: `de` for `de-AT`.
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
