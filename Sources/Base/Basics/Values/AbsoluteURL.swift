// SPDX-License-Identifier: Apache-2.0

/// A URL with a scheme, parsed by RFC 3986 as far as the rules need it.
package struct AbsoluteURL: Sendable, Hashable {
  /// Scheme in lower case, such as `https`.
  package let scheme: String
  /// Host without brackets, user and port. Nil without `//`.
  package let host: String?
  /// Port from 1 to 65535. Nil if it is missing or empty.
  package let port: Int?
  /// Everything from the path on, including query and fragment.
  package let path: String

  /// The reason why a string is not such a URL.
  package enum InvalidURLError: Error, Sendable, Hashable {
    case empty
    /// A space, control character or line break.
    case blank
    /// A character outside ASCII that needs percent-encoding. There is no other error.
    case notASCII
    /// One of `" < > \ ^ \` { | }`, which are not allowed in URLs.
    case invalidCharacter
    /// A percent sign without two hex digits.
    case invalidEscape
    /// No scheme, as in `example.com/a`.
    case missingScheme
    /// A scheme such as https without a host.
    case missingHost
    /// Brackets without an IPv6 address.
    case invalidHost
    case invalidPort
  }

  package static func read(_ text: String) -> Result<AbsoluteURL, InvalidURLError> {
    var text = text
    return text.withUTF8 { bytes in places(in: bytes).map { AbsoluteURL($0, in: bytes) } }
  }

  /// Returns the error, or nil if the bytes are a URL.
  package static func validationError(in bytes: UnsafeBufferPointer<UInt8>) -> InvalidURLError? {
    if case .failure(let fault) = places(in: bytes) { fault } else { nil }
  }

  /// Returns nil if the string is not a URL.
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

  /// Offsets of the parts.
  private struct Places {
    /// Offset after the scheme.
    let colon: Int
    let path: Int
    var host: Range<Int>?
    var port: Int?
  }

  private static func places(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<Places, InvalidURLError> {
    if let fault = validationError(ofCharacters: bytes) { return .failure(fault) }
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
    // An empty path is valid: `music:` opens the app.
    return bytes.allSatisfy { $0 < 0x80 } ? .success(places) : .failure(.notASCII)
  }

  private static func validationError(ofCharacters bytes: UnsafeBufferPointer<UInt8>)
    -> InvalidURLError?
  {
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

  /// Returns whether the scheme is http or https in any case.
  ///
  /// It does not use `zip`. The runtime would look up its conformances in each process, which takes
  /// 1.5 of the 42 million instructions of a build.
  private static func isWebScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count == 4 || bytes.count == 5 else { return false }
    var expected = "https".utf8.makeIterator()
    return bytes.allSatisfy { $0 | 0x20 == expected.next() }
  }

  /// Parses the part after `//` or the user: a name, or an address in brackets, and an optional
  /// port (RFC 3986, section 3.2).
  private static func hostAndPort(
    _ server: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Result<(host: Range<Int>, port: Int?), InvalidURLError> {
    let host: Range<Int>
    var port = server[server.endIndex...]
    if server.first == UInt8(ascii: "[") {
      // The shortest IPv6 address is `::`.
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
    // RFC 3986 allows an empty port. A port above 65535 is an error, although the RFC allows it.
    guard !port.isEmpty else { return .success((host, nil)) }
    guard port.allSatisfy({ $0.decimalDigit != nil }),
      let number = UInt16(String(decoding: port, as: UTF8.self)), number > 0
    else { return .failure(.invalidPort) }
    return .success((host, Int(number)))
  }
}
