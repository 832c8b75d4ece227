// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import PassBasics
import PassCrypto
import PassModel

/// A page behind a link: HTML without scripts and external resources.
struct AddPage {
  let status: HTTPResponse.Status
  private let language: String
  private let title: String
  private let body: String
  private let colours: String

  // MARK: Pages

  /// Returns the page for a computer: the pass, and a QR code to open the link on an iPhone.
  static func pass(
    _ pass: LinkedPass, picture: [UInt8]?, address: String, end: Int64, _ words: AddPageStrings
  ) -> AddPage {
    let title = words.title.replacing("%@", with: pass.description)
    let code = QRPicture.svg(of: address, named: words.code)
    let body = """
      <h1>\(heading(words.title, pass))</h1>
      <div class="both">
      \(card(pass, picture))
      <div class="how">
      \(code.map { "<p>\(XMLText.escaped(words.scan))</p>\n\($0)" } ?? "")
      <p>\(XMLText.escaped(words.address))</p>
      \(self.address(address))
      \(validity(end, words))
      <p><a href="\(XMLText.escaped(address))?pass">\(XMLText.escaped(words.download))</a></p>
      </div>
      </div>
      """
    return AddPage(
      status: .ok, language: words.language, title: title, body: body, colours: colours(of: pass))
  }

  /// Returns the page for an Android phone: the pass, its file, and what a wallet app does with it.
  /// There is no QR code, because the visitor cannot scan the screen of the phone in their hand.
  static func android(
    _ pass: LinkedPass, picture: [UInt8]?, address: String, end: Int64, _ words: AddPageStrings
  ) -> AddPage {
    let body = """
      <h1\(lang(pass))>\(XMLText.escaped(pass.description))</h1>
      <div class="both">
      \(card(pass, picture))
      <div class="how">
      <p><a class="button" href="\(XMLText.escaped(address))?pass">\(XMLText.escaped(words.get))</a></p>
      <p>\(XMLText.escaped(words.openOnAndroid))</p>
      <p>\(XMLText.escaped(words.limitsOnAndroid))</p>
      \(validity(end, words))
      </div>
      </div>
      """
    return AddPage(
      status: .ok, language: words.language, title: pass.description, body: body,
      colours: colours(of: pass))
  }

  /// Returns the page for apps on an iPhone whose web view cannot add a pass.
  static func openSafari(_ pass: LinkedPass, address: String, _ words: AddPageStrings) -> AddPage {
    let body = """
      <h1>\(XMLText.escaped(words.openSafari))</h1>
      \(card(pass, nil))
      <p>\(XMLText.escaped(words.howSafari))</p>
      \(self.address(address))
      <p><a href="\(XMLText.escaped(address))?pass">\(XMLText.escaped(words.tryHere))</a></p>
      """
    return AddPage(
      status: .ok, language: words.language, title: words.openSafari, body: body,
      colours: colours(of: pass))
  }

  /// Returns a page that explains why there is no pass.
  static func rejection(
    _ status: HTTPResponse.Status, _ text: (String, String), _ words: AddPageStrings
  ) -> AddPage {
    AddPage(
      status: status, language: words.language, title: text.0,
      body: """
        <h1>\(XMLText.escaped(text.0))</h1>
        <p>\(XMLText.escaped(text.1))</p>
        """, colours: "")
  }

  // MARK: Parts

  /// Returns a heading around the description of the pass, which may be in another language.
  private static func heading(_ title: String, _ pass: LinkedPass) -> String {
    let name = "<span\(lang(pass))>\(XMLText.escaped(pass.description))</span>"
    return XMLText.escaped(title).replacing("%@", with: name)
  }

  /// Returns the note that the link is personal, with the day on which it expires.
  private static func validity(_ end: Int64, _ words: AddPageStrings) -> String {
    let day = String(CivilTime(secondsSince1970: end).text(offsetInMinutes: 0).prefix(10))
    let until = words.until.replacing("%@", with: "<time datetime=\"\(day)\">\(day)</time>")
    return "<p>\(XMLText.escaped(words.personal)) \(until)</p>"
  }

  private static func lang(_ pass: LinkedPass) -> String {
    pass.language.map { " lang=\"\(XMLText.escaped($0))\"" } ?? ""
  }

  private static func address(_ address: String) -> String {
    "<p class=\"address\"><a href=\"\(XMLText.escaped(address))\">\(XMLText.escaped(address))</a></p>"
  }

  private static func card(_ pass: LinkedPass, _ picture: [UInt8]?) -> String {
    if let picture {
      return """
        <img class="card"\(lang(pass)) alt="\(XMLText.escaped(pass.organisation)): \
        \(XMLText.escaped(pass.description))" src="data:image/png;base64,\(Base64.encode(picture))">
        """
    }
    return """
      <div class="card plain"\(lang(pass))><p class="from">\(XMLText.escaped(pass.organisation))</p>
      <p>\(XMLText.escaped(pass.description))</p></div>
      """
  }

  /// Returns the colours of the card. If the contrast of the pass is below 4.5, the minimum of
  /// WCAG, the text is black or white.
  private static func colours(of pass: LinkedPass) -> String {
    let background = pass.background ?? PassColour(red: 235, green: 235, blue: 240)
    var foreground = pass.foreground ?? PassColour(red: 0, green: 0, blue: 0)
    if background.contrast(to: foreground) < 4.5 {
      let (black, white) = (
        PassColour(red: 0, green: 0, blue: 0), PassColour(red: 255, green: 255, blue: 255)
      )
      foreground =
        background.contrast(to: black) > background.contrast(to: white) ? black : white
    }
    return ".plain { background: \(background.css); color: \(foreground.css); }\n"
  }

  // MARK: HTML

  private static let style = """
    :root { color-scheme: light dark; --page: #fff; --text: #1a1a1a; --link: #0a56b0; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #16181c; --text: #ececec; --link: #8ec0ff; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--text);
      font: 1.0625rem/1.5 system-ui, sans-serif; }
    main { max-width: 56rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
    p { margin: 0 0 1rem; }
    a { color: var(--link); }
    a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
    .both { display: flex; flex-wrap: wrap; gap: 2.5rem; align-items: flex-start; }
    .card { display: block; width: 22.375rem; max-width: 100%; height: auto; }
    .how { flex: 1 1 18rem; min-width: 0; }
    .code { display: block; width: 13rem; max-width: 100%; margin: 0 0 1.25rem;
      border-radius: .75rem; }
    .address { overflow-wrap: anywhere; font-size: .875rem; }
    .plain { border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.5rem; min-height: 8rem;
      overflow-wrap: anywhere; }
    .from { font-weight: 600; }
    .button { display: inline-block; padding: .75rem 1.25rem; border-radius: .75rem;
      background: var(--link); color: var(--page); font-weight: 600; text-decoration: none; }

    """

  private var css: String { Self.style + colours }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="\(language)">
    <head><meta charset="utf-8"><title>\(XMLText.escaped(title))</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>\(css)</style></head>
    <body><main>
    \(body)
    </main></body></html>

    """
  }

  /// Headers of every response behind a link. The response is personal, so caches do not store it,
  /// search engines do not index it, and no `Referer` header reveals the link.
  static var headers: HTTPFields {
    var fields: HTTPFields = [
      .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
      .vary: "User-Agent, Accept-Language",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "no-referrer" }
    if let name = HTTPField.Name("X-Robots-Tag") { fields[name] = "noindex, nofollow" }
    return fields
  }

  var fields: HTTPFields {
    var fields = Self.headers
    fields[.contentType] = "text/html; charset=utf-8"
    fields[.contentLanguage] = language
    let digest = Base64.encode(Digest.sha256(Array(css.utf8)))
    fields[.contentSecurityPolicy] =
      "default-src 'none'; img-src data:; style-src 'sha256-\(digest)'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    if status == .serviceUnavailable { fields[.retryAfter] = "30" }
    return fields
  }

  func response(headOnly: Bool) -> Response {
    let bytes = ByteBuffer(string: html)
    var fields = fields
    fields[.contentLength] = String(bytes.readableBytes)
    return Response(
      status: status, headers: fields, body: headOnly ? .init() : .init(byteBuffer: bytes))
  }
}

extension PassColour {
  fileprivate var css: String { "rgb(\(red), \(green), \(blue))" }

  /// Returns the contrast ratio of WCAG 2.2, from 1 to 21.
  fileprivate func contrast(to other: PassColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Relative luminance of WCAG. A square replaces the exact curve of sRGB, which is precise enough
  /// to choose a colour.
  private var luminance: Double {
    func linear(_ level: UInt8) -> Double {
      let value = Double(level) / 255
      return value * value
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
