// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of a request, either from Hummingbird or from `DirectResponses`.
struct CallHead: Sendable {
  /// Method in upper case.
  let method: String
  /// Path and query, not decoded.
  let target: String
  /// The headers. `Host` is missing if the request came through Hummingbird.
  let fields: HTTPHeaders

  init(_ head: HTTPRequestHead) {
    method = head.method.rawValue
    target = head.uri
    fields = head.headers
  }

  init(_ head: HTTPRequest) {
    method = head.method.rawValue
    target = head.path ?? ""
    fields = HTTPHeaders(head.headerFields)
  }

  /// Value of `Content-Length`, or nil without one.
  var length: Int? { fields.first(name: "Content-Length").flatMap { Int($0) } }

  var hasBody: Bool { fields.contains(name: "Transfer-Encoding") || length.map { $0 > 0 } ?? false }

  /// Joins all values of a header, as for a list (RFC 9110). Returns nil without the header.
  func joined(_ name: String) -> String? {
    let values = fields[name]
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
