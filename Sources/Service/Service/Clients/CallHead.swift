// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// How a call begins, whichever way it came.
struct CallHead: Sendable {
  /// The method, in capitals.
  let method: String
  /// Path and query as they were sent.
  let target: String
  /// The headers, all but `Host`.
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

  /// The bytes of the body that the head declares; nil if it does not say.
  var length: Int? { fields.first(name: "Content-Length").flatMap { Int($0) } }

  /// Whether a body follows.
  var hasBody: Bool { fields.contains(name: "Transfer-Encoding") || length.map { $0 > 0 } ?? false }

  /// What a header says that may stand there several times; nil where it does not.
  func joined(_ name: String) -> String? {
    let values = fields[name]
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
