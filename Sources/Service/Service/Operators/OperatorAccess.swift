// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PassCrypto

/// Access to the admin API: by the mode of the socket, or by a token.
struct OperatorAccess: Sendable {
  /// SHA-256 of the token. Nil for a socket.
  private let digest: [UInt8]?

  /// No check: the socket has mode 0600.
  static let socket = OperatorAccess(digest: nil)

  init(token: [UInt8]) { digest = Digest.sha256(token) }

  private init(digest: [UInt8]?) { self.digest = digest }

  /// Returns an error response if the request has no access, or nil.
  ///
  /// A website in the operator's browser could send requests to this address (DNS rebinding, CSRF).
  /// `Host` must therefore be this machine, and `Origin` too if it is there.
  func rejection(of request: Request) -> Response? {
    guard let digest else { return nil }
    guard let host = request.head.authority, Self.isLocal(host) else {
      return .plainText(.misdirectedRequest, "expected a host of this machine")
    }
    if let origin = request.headers[.origin] {
      let place = origin.split(separator: "/", omittingEmptySubsequences: true).last.map(
        String.init)
      guard let place, Self.isLocal(place) else {
        return .plainText(.forbidden, "expected an origin of this machine")
      }
    }
    let given = Digest.sha256(token(of: request) ?? [])
    // Constant time: all 32 bytes of the digests are compared, so the time does not reveal the
    // token.
    let difference = zip(given, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else {
      var response = Response.plainText(
        .unauthorized, "expected the token of --operators-token-file")
      response.headers[.wwwAuthenticate] = #"Basic realm="passc", charset="UTF-8""#
      return response
    }
    return nil
  }

  /// Returns the token of `Bearer`, or the password of `Basic`, which a browser can ask for.
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
