// SPDX-License-Identifier: Apache-2.0

/// The address at which a customer without the pass can join.
package enum SignUpURL {
  /// What fits beside everything else in one command without a filter.
  package static let longest = 197
  /// What Core NFC documents for its reader session, scheme included.
  package static let longestForCoreNFC = 64

  /// What is wrong with an address, as a sentence part; nil when it can be sent.
  package static func fault(in url: String) -> String? {
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
    guard bytes.count <= longest else {
      return "the URL has \(bytes.count) characters, at most \(longest) fit into a request"
    }
    return nil
  }
}
