// SPDX-License-Identifier: Apache-2.0

/// A URL with a scheme, taken apart as RFC 3986 does; no more than rules need.
package struct AbsoluteURL: Sendable, Hashable {
  /// In lower case: `https`.
  package let scheme: String
  /// Without brackets, user and port; nil when there is no `//`.
  package let host: String?
  /// From 1 to 65535; nil when there is none or an empty one.
  package let port: Int?
  /// Everything from the path on, query and fragment included.
  package let path: String

  /// Why a text is no such URL.
  package enum Fault: Error, Sendable, Hashable {
    case empty
    /// A blank, a control character or a line break.
    case blank
    /// A character outside ASCII that has to be percent-encoded, and no other fault.
    case notASCII
    /// One of `" < > \ ^ \` { | }`, which no URL may hold.
    case invalidCharacter
    /// A percent sign without two hex digits.
    case invalidEscape
    /// No scheme: `example.com/a`.
    case missingScheme
    /// A scheme such as https without a host.
    case missingHost
    /// Brackets that do not enclose an IPv6 address.
    case invalidHost
    case invalidPort
  }

  /// Takes a URL apart.
  package static func read(_ text: String) -> Result<AbsoluteURL, Fault> {
    if let fault = fault(ofCharacters: text) { return .failure(fault) }
    let url = takeApart(text)
    if case .success = url, !text.utf8.allSatisfy({ $0 < 0x80 }) { return .failure(.notASCII) }
    return url
  }

  private static func takeApart(_ text: String) -> Result<AbsoluteURL, Fault> {
    guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
      return .failure(.missingScheme)
    }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else {
      if scheme == "http" || scheme == "https" { return .failure(.missingHost) }
      // A path may be empty: `music:` opens the app.
      return .success(AbsoluteURL(scheme: scheme, host: nil, port: nil, path: String(rest)))
    }
    let authorityStart = rest.index(rest.startIndex, offsetBy: 2)
    let authority = rest[authorityStart...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = String(rest[authority.endIndex...])
    let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    switch hostAndPort(server) {
    case .failure(let fault): return .failure(fault)
    case .success(let (host, port)):
      if host.isEmpty, scheme == "http" || scheme == "https" { return .failure(.missingHost) }
      return .success(AbsoluteURL(scheme: scheme, host: host, port: port, path: path))
    }
  }

  /// The URL, or nil when the text is none.
  package init?(_ text: String) {
    guard case .success(let url) = Self.read(text) else { return nil }
    self = url
  }

  private init(scheme: String, host: String?, port: Int?, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  private static func fault(ofCharacters text: String) -> Fault? {
    guard !text.isEmpty else { return .empty }
    var hexDigitsDue = 0
    for byte in text.utf8 {
      if hexDigitsDue > 0 {
        guard isHexDigit(byte) else { return .invalidEscape }
        hexDigitsDue -= 1
        continue
      }
      switch byte {
      case 0...0x20, 0x7F: return .blank
      case UInt8(ascii: "%"): hexDigitsDue = 2
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"):
        return .invalidCharacter
      default: break
      }
    }
    return hexDigitsDue > 0 ? .invalidEscape : nil
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") <= 9
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  private static func hostAndPort(
    _ server: Substring
  ) -> Result<(host: String, port: Int?), Fault> {
    var host = server
    var port: Substring?
    if server.hasPrefix("[") {
      guard let end = server.firstIndex(of: "]") else { return .failure(.invalidHost) }
      host = server[server.index(after: server.startIndex)..<end]
      let rest = server[server.index(after: end)...]
      guard !host.isEmpty, rest.isEmpty || rest.hasPrefix(":") else {
        return .failure(.invalidHost)
      }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = server.lastIndex(of: ":") {
      host = server[..<colon]
      port = server[server.index(after: colon)...]
    }
    if !server.hasPrefix("["), host.contains(where: { $0 == "[" || $0 == "]" || $0 == ":" }) {
      return .failure(.invalidHost)
    }
    guard let port, !port.isEmpty else { return .success((String(host), nil)) }
    guard port.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }), let number = Int(port),
      (1...65_535).contains(number)
    else { return .failure(.invalidPort) }
    return .success((String(host), number))
  }
}
