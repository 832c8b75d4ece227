// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PassCrypto

/// Who is an operator: whoever can open the socket, or has the token.
struct OperatorAccess: Sendable {
  /// SHA-256 of the token; nil for a socket, whose mode decides.
  private let digest: [UInt8]?

  /// Whoever gets there: a socket of mode 0600.
  static let socket = OperatorAccess(digest: nil)

  /// Whoever has the token.
  init(token: [UInt8]) { digest = Digest.sha256(token) }

  private init(digest: [UInt8]?) { self.digest = digest }

  /// The answer to a request that is not an operator's; nil for one that is.
  ///
  /// A page of a stranger, open in an operator's browser, could send requests here: the host must
  /// be this machine, and an origin, where there is one, too.
  func refusal(of request: Request) -> Response? {
    guard let digest else { return nil }
    guard let host = request.head.authority, Self.isLocal(host) else {
      return .words(.misdirectedRequest, "expected a host of this machine")
    }
    if let origin = request.headers[.origin] {
      let place = origin.split(separator: "/", omittingEmptySubsequences: true).last.map(
        String.init)
      guard let place, Self.isLocal(place) else {
        return .words(.forbidden, "expected an origin of this machine")
      }
    }
    let given = Digest.sha256(token(of: request) ?? [])
    // Digests of 32 bytes: every byte is looked at.
    let difference = zip(given, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else {
      var response = Response.words(.unauthorized, "expected the token of --operators-token-file")
      response.headers[.wwwAuthenticate] = #"Basic realm="passc", charset="UTF-8""#
      return response
    }
    return nil
  }

  /// `Bearer TOKEN`, or the password of `Basic`, so that a browser can ask for it.
  private func token(of request: Request) -> [UInt8]? {
    guard let header = request.headers[.authorization] else { return nil }
    let words = header.split(separator: " ")
    guard words.count == 2 else { return nil }
    switch words[0].lowercased() {
    case "bearer": return Array(words[1].utf8)
    case "basic":
      guard let bytes = Base64.decode(String(words[1])),
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      return Array(bytes[(colon + 1)...])
    default: return nil
    }
  }

  private static func isLocal(_ authority: String) -> Bool {
    var host = authority
    if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    }
    return NetworkAddress.isThisMachine(host)
  }
}
