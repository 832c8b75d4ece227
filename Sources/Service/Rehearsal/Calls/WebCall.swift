// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// Where a web service is: scheme, host and port of its address.
package struct WebOrigin: Sendable, Hashable {
  /// Whether it speaks TLS.
  package let isSecure: Bool
  /// The name or address, without brackets.
  package let host: String
  /// The port.
  package let port: Int

  /// An origin.
  package init(isSecure: Bool, host: String, port: Int) {
    (self.isSecure, self.host, self.port) = (isSecure, host, port)
  }

  /// The origin and the path of a URL, the path as it stands; nil for what is no http or https URL.
  package static func split(_ url: String) -> (origin: WebOrigin, path: String)? {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<colon].lowercased()
    guard ["http", "https"].contains(scheme), url[colon...].hasPrefix("://") else { return nil }
    let rest = url[url.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    let isSecure = scheme == "https"
    var host = authority
    var port = isSecure ? 443 : 80
    // An IPv6 address has colons of its own, and stands in brackets.
    if let mark = authority.lastIndex(of: ":"), !authority[mark...].contains("]") {
      host = authority[..<mark]
      guard let number = Int(authority[authority.index(after: mark)...]),
        (1...65_535).contains(number)
      else { return nil }
      port = number
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard !host.isEmpty else { return nil }
    let path = rest[end...].prefix { $0 != "#" }
    return (
      WebOrigin(isSecure: isSecure, host: String(host), port: port),
      path.hasPrefix("/") ? String(path) : "/" + path
    )
  }

  /// Whether it is this machine.
  package var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
  }

  /// The value of the Host header.
  package var hostHeader: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }
}

/// A header, in order and as it was written.
package struct WebHeader: Sendable, Hashable {
  /// The name as it was written.
  package let name: String
  /// The value as it was written.
  package let value: String

  /// A header.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// One request, its path sent byte for byte as it stands here.
package struct WebCall: Sendable, Hashable {
  /// The method.
  package var method: String
  /// Path and query, escaped already.
  package var path: String
  /// The headers beside Host, Content-Length and Connection.
  package var headers: [WebHeader] = []
  /// The body; empty for none.
  package var body: [UInt8] = []

  /// A request.
  package init(_ method: String, _ path: String, headers: [WebHeader] = [], body: [UInt8] = []) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }
}

/// An answer, whole.
package struct WebAnswer: Sendable, Hashable {
  /// The status code.
  package let status: Int
  /// The headers in order.
  package let headers: [WebHeader]
  /// The body.
  package let body: [UInt8]
  /// From the first byte sent to the last received, in milliseconds.
  package let milliseconds: Int

  /// An answer.
  package init(status: Int, headers: [WebHeader] = [], body: [UInt8] = [], milliseconds: Int = 0) {
    (self.status, self.headers, self.body) = (status, headers, body)
    self.milliseconds = milliseconds
  }

  /// The first header of that name, whatever its case.
  package func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}

/// Why there was no answer.
package enum WebFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// No connection could be made.
  case unreachable(String)
  /// The two could not agree on TLS, or the certificate is not trusted.
  case tls(String)
  /// The connection ended before the answer did.
  case broken(String)
  /// Nothing came in time.
  case slow(seconds: Int)
  /// The answer is longer than anybody could want.
  case tooLong(limitInBytes: Int)

  package var description: String {
    switch self {
    case .unreachable(let reason): "no connection: \(reason)"
    case .tls(let reason): "TLS: \(reason)"
    case .broken(let reason): "the connection ended early: \(reason)"
    case .slow(let seconds): "no response within \(seconds) s"
    case .tooLong(let limit): "the response is longer than \(limit) bytes"
    }
  }
}

/// What a server showed in a TLS handshake.
package struct TLSFacts: Sendable {
  /// The version, as in `TLS 1.3`.
  package let version: String
  /// The certificates it sent, its own first; empty where that cannot be seen.
  package let certificates: [Certificate]
}
