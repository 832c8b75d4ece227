// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A request to the API or to the address of a certificate.
package struct APIRequest: Sendable {
  package var method: String
  package var url: String
  package var token: String?
  package var body: [UInt8] = []
}

/// A response with the parts that matter.
package struct APIResponse: Sendable {
  package var status: Int
  package var retryAfter: String?
  package var rateLimit: String?
  package var body: [UInt8]

  package init(
    status: Int, retryAfter: String? = nil, rateLimit: String? = nil, body: [UInt8] = []
  ) {
    self.status = status
    self.retryAfter = retryAfter
    self.rateLimit = rateLimit
    self.body = body
  }
}

/// A way to send requests.
package protocol APITransport: Sendable {
  func send(_ request: APIRequest) async throws -> APIResponse
}

/// Requests over HTTP. Redirects are not followed, because the token would go with them.
package final class HTTPTransport: APITransport {
  /// Apple's lists have at most 200 certificates of about 2 kB.
  private static let limitInBytes = 4 << 20
  private let client: HTTPClient
  private let agent: String

  package init(agent: String) {
    self.agent = agent
    client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: HTTPClient.Configuration(
        redirectConfiguration: .disallow, timeout: .init(connect: .seconds(15))))
  }

  package func send(_ request: APIRequest) async throws -> APIResponse {
    var head = HTTPClientRequest(url: request.url)
    head.method = HTTPMethod(rawValue: request.method)
    head.headers.add(name: "User-Agent", value: agent)
    if let token = request.token {
      head.headers.add(name: "Authorization", value: "Bearer \(token)")
      head.headers.add(name: "Accept", value: "application/json")
    }
    if !request.body.isEmpty {
      head.headers.add(name: "Content-Type", value: "application/json")
      head.body = .bytes(ByteBuffer(bytes: request.body))
    }
    let response = try await client.execute(head, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: Self.limitInBytes)
    return APIResponse(
      status: Int(response.status.code),
      retryAfter: response.headers.first(name: "Retry-After"),
      rateLimit: response.headers.first(name: "X-Rate-Limit"),
      body: Array(body.readableBytesView))
  }

  /// Closes all connections. Nothing can be sent afterwards.
  package func close() async { try? await client.shutdown() }
}
