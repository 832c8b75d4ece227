// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The URL where a customer without the pass can sign up.
package enum SignUpURL {
  /// Maximum length that fits into a command without a filter.
  package static let maxLength = 197
  /// Maximum length in Core NFC's documentation for its reader session, including the scheme.
  package static let maxCoreNFCLength = 64

  /// Returns the error of a URL as part of a sentence, or nil if it is valid.
  ///
  /// It is as strict as RFC 3986. Older systems cannot parse other URLs and would ignore them
  /// silently.
  package static func validationError(in url: String) -> String? {
    let bytes = Array(url.utf8)
    guard bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      return "the URL has characters that are not printable ASCII"
    }
    let scheme = "https://"
    guard url.lowercased().hasPrefix(scheme) else { return "the URL does not begin with https://" }
    let authority = bytes.dropFirst(scheme.utf8.count)
      .prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    guard !authority.isEmpty else { return "the URL names no host" }
    if authority.contains(UInt8(ascii: "@")) { return "the URL holds credentials" }
    if bytes.contains(UInt8(ascii: "#")) { return "the URL has a fragment, which no server sees" }
    if let fault = hostError(String(decoding: authority, as: UTF8.self)) { return fault }
    if let fault = pathError(bytes[authority.endIndex...]) { return fault }
    guard bytes.count <= maxLength else {
      return "the URL has \(bytes.count) characters, at most \(maxLength) fit into a request"
    }
    return nil
  }

  /// Checks the host, which is a name, an IPv4 address or an IPv6 address in brackets, and an
  /// optional port.
  private static func hostError(_ authority: String) -> String? {
    var remainder = authority[...]
    if remainder.first == "[" {
      guard let close = remainder.firstIndex(of: "]") else {
        return "the URL's address has no closing ]"
      }
      let address = remainder[remainder.index(after: remainder.startIndex)..<close]
      guard address.contains(":"),
        address.utf8.allSatisfy({ Hex.isDigit($0) || $0 == 0x3A || $0 == 0x2E })
      else { return "the URL's host [\(address)] is no IPv6 address" }
      remainder = remainder[remainder.index(after: close)...]
    } else {
      let host = remainder.prefix { $0 != ":" }
      let labels = (host.last == "." ? host.dropLast() : host)
        .split(separator: ".", omittingEmptySubsequences: false)
      guard
        labels.allSatisfy({ label in
          !label.isEmpty && label.utf8.allSatisfy(isInName) && label.first != "-"
            && label.last != "-"
        })
      else { return "the URL's host \"\(host)\" is no name of a machine" }
      remainder = remainder[host.endIndex...]
    }
    guard !remainder.isEmpty else { return nil }
    guard remainder.first == ":", let port = UInt16(remainder.dropFirst()), port > 0 else {
      return "the URL's port is no number from 1 to 65535"
    }
    return nil
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Checks path and query: only characters that RFC 3986 allows, and % only before two hex digits.
  private static func pathError(_ bytes: ArraySlice<UInt8>) -> String? {
    let marks = Array("-._~!$&'()*+,;=:@/?".utf8)
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte == UInt8(ascii: "%") {
        let digits = bytes[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(Hex.isDigit) else {
          return "the URL has a % without two hex digits after it"
        }
      } else if !isLetterOrDigit(byte), !marks.contains(byte) {
        let character = Character(UnicodeScalar(byte))
        let code = Hex.number(byte, digits: 2, uppercase: true)
        return "the URL has \(character) as it is, expected %\(code)"
      }
    }
    return nil
  }
}
