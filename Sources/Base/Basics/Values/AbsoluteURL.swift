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
    var text = text
    return text.withUTF8 { bytes in places(in: bytes).map { AbsoluteURL($0, in: bytes) } }
  }

  /// Why the bytes are no such URL; nil when they are one.
  package static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    if case .failure(let fault) = places(in: bytes) { fault } else { nil }
  }

  /// The URL, or nil when the text is not one.
  package init?(_ text: String) {
    guard case .success(let url) = Self.read(text) else { return nil }
    self = url
  }

  private init(_ places: Places, in bytes: UnsafeBufferPointer<UInt8>) {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    scheme = text(0..<places.colon).lowercased()
    host = places.host.map(text)
    port = places.port
    path = text(places.path..<bytes.count)
  }

  /// Where the parts stand.
  private struct Places {
    /// Behind the scheme.
    let colon: Int
    /// Where the path begins.
    let path: Int
    var host: Range<Int>?
    var port: Int?
  }

  private static func places(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<Places, Fault> {
    if let fault = fault(ofCharacters: bytes) { return .failure(fault) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else {
      return .failure(.missingScheme)
    }
    let isWeb = isWebScheme(bytes[..<colon])
    var places = Places(colon: colon, path: colon + 1)
    if bytes[(colon + 1)...].starts(with: "//".utf8) {
      let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
      let user = authority.lastIndex(of: UInt8(ascii: "@"))
      switch hostAndPort(authority[(user.map { $0 + 1 } ?? authority.startIndex)...]) {
      case .failure(let fault): return .failure(fault)
      case .success(let (host, port)):
        if isWeb, host.isEmpty { return .failure(.missingHost) }
        places = Places(colon: colon, path: authority.endIndex, host: host, port: port)
      }
    } else if isWeb {
      return .failure(.missingHost)
    }
    // A path may be empty: `music:` opens the app.
    return bytes.allSatisfy { $0 < 0x80 } ? .success(places) : .failure(.notASCII)
  }

  private static func fault(ofCharacters bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    guard !bytes.isEmpty else { return .empty }
    var hexDigitsDue = 0
    for byte in bytes {
      if hexDigitsDue > 0 {
        guard Hex.isDigit(byte) else { return .invalidEscape }
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

  private static func isScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      isLetter(byte) || byte.decimalDigit != nil || "+-.".utf8.contains(byte)
    }
  }

  /// Whether the scheme is http or https, in capitals or not.
  ///
  /// Not by `zip`, whose conformances the runtime would look up in each process: 1.5 of the 42
  /// million instructions of a build.
  private static func isWebScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count == 4 || bytes.count == 5 else { return false }
    var expected = "https".utf8.makeIterator()
    return bytes.allSatisfy { $0 | 0x20 == expected.next() }
  }

  /// What stands between `//`, or the user, and the path: a name, or an address in brackets, and
  /// behind it at most a port (RFC 3986, section 3.2).
  private static func hostAndPort(
    _ server: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Result<(host: Range<Int>, port: Int?), Fault> {
    let host: Range<Int>
    var port = server[server.endIndex...]
    if server.first == UInt8(ascii: "[") {
      // The shortest address of IPv6 is `::`.
      guard let end = server.firstIndex(of: UInt8(ascii: "]")), end > server.startIndex + 2 else {
        return .failure(.invalidHost)
      }
      host = server.startIndex + 1..<end
      port = server[(end + 1)...]
      guard port.isEmpty || port.first == UInt8(ascii: ":") else { return .failure(.invalidHost) }
      port = port.dropFirst()
    } else {
      let colon = server.lastIndex(of: UInt8(ascii: ":"))
      host = server.startIndex..<(colon ?? server.endIndex)
      guard !server[host].contains(where: { "[]:".utf8.contains($0) }) else {
        return .failure(.invalidHost)
      }
      if let colon { port = server[(colon + 1)...] }
    }
    // RFC 3986 lets the port be empty, and nobody can connect to one that 16 bits do not hold.
    guard !port.isEmpty else { return .success((host, nil)) }
    guard port.allSatisfy({ $0.decimalDigit != nil }),
      let number = UInt16(String(decoding: port, as: UTF8.self)), number > 0
    else { return .failure(.invalidPort) }
    return .success((host, Int(number)))
  }
}
