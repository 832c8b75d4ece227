// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// Scheme, host and port of a web service.
package struct WebOrigin: Sendable, Hashable {
  /// Whether the scheme is https.
  package let isSecure: Bool
  /// Host name or IP address. An IPv6 address has no brackets.
  package let host: String
  package let port: Int

  package init(isSecure: Bool, host: String, port: Int) {
    (self.isSecure, self.host, self.port) = (isSecure, host, port)
  }

  /// Splits an http or https URL into origin and path, or returns nil for anything else.
  ///
  /// The path is not decoded. A fragment is removed.
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
    // An IPv6 address is in brackets and has colons too.
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

  /// Whether the host is this machine.
  package var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
  }

  /// The value of the `Host` header.
  package var hostHeader: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }
}

/// A header with the spelling and in the order of the message.
package struct WebHeader: Sendable, Hashable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// An HTTP request whose path is sent byte for byte.
package struct WebCall: Sendable, Hashable {
  package var method: String
  /// Path and query, already percent-encoded.
  package var path: String
  /// Headers other than `Host`, `Accept`, `User-Agent`, `Content-Length` and `Connection`.
  package var headers: [WebHeader] = []
  package var body: [UInt8] = []

  package init(_ method: String, _ path: String, headers: [WebHeader] = [], body: [UInt8] = []) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }
}

/// A complete HTTP response.
package struct WebResponse: Sendable, Hashable {
  package let status: Int
  package let headers: [WebHeader]
  package let body: [UInt8]
  /// Time from the start of the connection to the last byte of the response.
  package let milliseconds: Int

  package init(status: Int, headers: [WebHeader] = [], body: [UInt8] = [], milliseconds: Int = 0) {
    (self.status, self.headers, self.body) = (status, headers, body)
    self.milliseconds = milliseconds
  }

  /// Returns the first header with that name. Case does not matter.
  package func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}

/// The reason why there is no response.
package enum WebError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The connection failed.
  case unreachable(String)
  /// The handshake failed, or the certificate is not trusted.
  case tls(String)
  /// The connection ended before the response was complete.
  case broken(String)
  /// Nothing arrived in this time.
  case slow(seconds: Int)
  /// The body of the response is over the limit.
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

/// What a server sends in a TLS handshake.
package struct TLSFacts: Sendable {
  /// The version, such as `TLS 1.3`.
  package let version: String
  /// The certificate of the server, or empty if it could not be read.
  package let certificates: [Certificate]
}
