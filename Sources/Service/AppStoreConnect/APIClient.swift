// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// A client of the part of the App Store Connect API that issues certificates for passes.
///
/// A GET is repeated after errors that pass. A POST is never repeated, except once with another
/// token after 401, which Apple sends before it does anything. Nothing is ever deleted or changed.
package struct APIClient: Sendable {
  package static let appleURL = "https://api.appstoreconnect.apple.com"
  /// Pauses in seconds before a GET is sent again.
  private static let pauses = [1, 2, 4]
  /// Longest pause in seconds, also if Apple asks for a longer one.
  private static let longestPause = 60
  /// Maximum number of pages of a list.
  private static let pageLimit = 100

  private let key: APIKey
  private let base: String
  private let transport: any APITransport
  private let now: @Sendable () -> Int64
  private let sleep: @Sendable (Int) async throws -> Void

  /// - Parameter base: the address of the API without a path.
  package init(
    _ key: APIKey, base: String = APIClient.appleURL, transport: any APITransport,
    now: @escaping @Sendable () -> Int64 = { Environment.now },
    sleep: @escaping @Sendable (Int) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    }
  ) {
    self.key = key
    self.base = base
    self.transport = transport
    self.now = now
    self.sleep = sleep
  }

  // MARK: Calls

  /// Waits before the next look at a list.
  func pause(_ seconds: Int) async throws { try await sleep(seconds) }

  /// Returns one resource.
  func get(_ path: String) async throws -> JSONValue {
    try await read(APIRequest(method: "GET", url: base + path))
  }

  /// Returns the resources of all pages of a list.
  func list(_ path: String) async throws -> [JSONValue] {
    var url = base + path
    var found: [JSONValue] = []
    for _ in 0..<Self.pageLimit {
      let page = try await read(APIRequest(method: "GET", url: url))
      found += page["data"].map { Array($0.elements) } ?? []
      guard let next = page.at("/links/next")?.string else { return found }
      guard Self.origin(of: next) == Self.origin(of: base) else {
        throw APIError(
          .unexpected, "the next page of \(path) is on another host: passc does not go there")
      }
      url = next
    }
    throw APIError(.unexpected, "\(path) has more than \(Self.pageLimit) pages")
  }

  /// Creates a resource and returns it.
  func post(_ path: String, _ body: JSONTree) async throws -> JSONValue {
    try await read(APIRequest(method: "POST", url: base + path, body: body.bytes))
  }

  /// Downloads a certificate. The request has no token, because the address is not Apple's API.
  func download(_ url: String) async throws -> [UInt8] {
    let response = try await transport.send(APIRequest(method: "GET", url: url))
    guard response.status == 200 else {
      throw APIError(.other, "\(url) responded with \(response.status)")
    }
    return response.body
  }

  /// Returns scheme, host and port of an address.
  private static func origin(of url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/").lowercased()
  }

  // MARK: Repeating

  private func read(_ request: APIRequest) async throws -> JSONValue {
    let response = try await send(request)
    var report = Report()
    guard
      let document = JSONReader.read(
        response.body, name: "response", mode: .lenient, report: &report),
      document.root.isObject
    else {
      throw APIError(
        request.method == "POST" ? .unanswered : .unexpected,
        "Apple's response to \(request.method) is not JSON")
    }
    return document.root
  }

  private func send(_ request: APIRequest) async throws -> APIResponse {
    var pauses = request.method == "GET" ? Self.pauses[...] : []
    var hasNewToken = false
    while true {
      var request = request
      request.token = try key.token(at: now(), isNew: hasNewToken)
      let response: APIResponse
      do {
        response = try await transport.send(request)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        guard let pause = pauses.popFirst() else {
          throw APIError(
            .unanswered, "no response to \(request.method) from \(base): \(error)",
            help: "check the connection to the network, then run again")
        }
        try await sleep(pause)
        continue
      }
      switch response.status {
      case 200..<300: return response
      // Apple sometimes rejects a good token. The second rejection counts.
      case 401 where !hasNewToken: hasNewToken = true
      case 429, 500...:
        guard let pause = pauses.popFirst() else { throw APIError(response, to: request) }
        let wanted = response.retryAfter.flatMap { Int($0) } ?? pause
        try await sleep(min(max(wanted, 1), Self.longestPause))
      default: throw APIError(response, to: request)
      }
    }
  }
}
