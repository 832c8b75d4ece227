// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PassModel
import Testing

@testable import PassService

/// Tests of the pages behind links, and which client gets which page.
struct AddPageTests {
  private static let safari =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/18.1 Mobile/15E148 Safari/604.1"
  private static let view =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Mobile/15E148"

  private static func kind(_ agent: String?) -> AddVisitor.Kind {
    AddVisitor(userAgent: agent, acceptLanguage: nil).kind
  }

  @Test func givesThePassToBrowsersOfPhones() {
    #expect(Self.kind(Self.safari) == .phone)
    for name in ["CriOS/130.0.6723.90", "FxiOS/132.0", "EdgiOS/130.0"] {
      #expect(Self.kind("\(Self.view) \(name) Safari/604.1") == .phone, "\(name)")
    }
    #expect(Self.kind("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15") == .other)
    let android = "Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36"
    #expect(Self.kind(android) == .android)
    #expect(Self.kind(android + " Instagram 350.0.0") == .android)
    #expect(Self.kind(nil) == .other)
  }

  @Test(arguments: [
    "[FBAN/FBIOS;FBAV/480.0]", "Instagram 350.0.0", "Line/14.18.1", "[LinkedInApp]/9.30",
    "MicroMessenger/8.0.52", "Twitter for iPhone/10.64", "Snapchat/13.13",
    "BytedanceWebview/d8a21c6",
    "GSA/340.0 Safari/604.1", "KAKAOTALK 10.9",
  ])
  func sendsAppsToSafari(_ name: String) {
    #expect(Self.kind("\(Self.view) \(name)") == .appOnPhone)
  }

  @Test func takesAViewInAnAppForAnApp() { #expect(Self.kind(Self.view) == .appOnPhone) }

  private static func language(_ header: String?) -> String {
    AddPageStrings.of(AddVisitor(userAgent: nil, acceptLanguage: header)).language
  }

  @Test func speaksTheVisitorsLanguage() {
    #expect(Self.language(nil) == "en")
    #expect(Self.language("de-AT,de;q=0.9,en;q=0.8") == "de")
    #expect(Self.language("ja,fr;q=0.5,en;q=0.4") == "fr")
    #expect(Self.language("en;q=0.3, it ; q=0.9") == "it")
    #expect(Self.language("de;q=0, es") == "es")
    #expect(Self.language(";;,,q=1,\u{7},<b>") == "en")
    #expect(Self.language(String(repeating: "xx,", count: 10_000)) == "en")
  }

  private static let pass = LinkedPass(
    organisation: "Gym & <Co>", description: "Card \"gold\"",
    background: PassColour(red: 250, green: 250, blue: 250),
    foreground: PassColour(red: 255, green: 255, blue: 255))

  private static func page(_ words: AddPageStrings, picture: [UInt8]? = nil) -> AddPage {
    AddPage.pass(
      pass, picture: picture, address: "https://a.example/add/abc", end: 1_893_456_000, words)
  }

  @Test func writesWordsOfPassesAsText() {
    for words in AddPageStrings.all {
      let html = Self.page(words).html
      #expect(html.contains("<html lang=\"\(words.language)\">"))
      #expect(html.contains("Gym &amp; &lt;Co&gt;") && html.contains("Card &quot;gold&quot;"))
      #expect(!html.contains("%@") && !html.contains("<Co>") && !html.contains("<script"))
      #expect(html.contains("2030-01-01") && html.contains("https://a.example/add/abc?pass"))
      #expect(html.contains("<svg class=\"code\" role=\"img\""))
    }
  }

  @Test func offersTheFileToAndroidPhonesAndNoCodeToScan() {
    for words in AddPageStrings.all {
      let html = AddPage.android(
        Self.pass, picture: nil, address: "https://a.example/add/abc", end: 1_893_456_000, words
      ).html
      #expect(html.contains(#"<a class="button" href="https://a.example/add/abc?pass">"#))
      #expect(html.contains("Google Wallet") && html.contains("2030-01-01"))
      #expect(html.contains("Card &quot;gold&quot;") && !html.contains("%@"))
      #expect(!html.contains("<svg") && !html.contains("iPhone") && !html.contains("<script"))
    }
  }

  @Test func choosesColoursThatCanBeRead() {
    let html = Self.page(AddPageStrings.all[0]).html
    #expect(html.contains("color: rgb(0, 0, 0)") && html.contains("rgb(250, 250, 250)"))
  }

  @Test func allowsNothingFromElsewhere() throws {
    let fields = Self.page(AddPageStrings.all[0], picture: [1, 2, 3]).fields
    let policy = try #require(fields[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(!policy.contains("unsafe"))
    #expect(fields[.cacheControl] == "private, no-store")
    #expect(fields[try #require(HTTPField.Name("Referrer-Policy"))] == "no-referrer")
    #expect(
      fields[try #require(HTTPField.Name("X-Robots-Tag"))] == "noindex, nofollow")
    #expect(fields[.contentLanguage] == "en")
  }

  @Test func saysEachThingInEveryLanguage() {
    #expect(Set(AddPageStrings.all.map(\.language)).count == AddPageStrings.all.count)
    for words in AddPageStrings.all {
      for text in [words.title, words.until] { #expect(text.contains("%@"), "\(text)") }
      for text in [
        words.scan, words.code, words.address, words.download, words.get, words.openOnAndroid,
        words.limitsOnAndroid, words.personal, words.openSafari,
        words.howSafari, words.tryHere, words.unknown.0, words.expired.1, words.revoked.0,
        words.unavailable.1,
      ] {
        #expect(!text.isEmpty && !text.contains("%"), "\(text)")
      }
    }
  }
}
