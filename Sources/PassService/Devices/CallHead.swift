// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
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

  /// What a header says that may stand there several times; nil where it does not.
  func joined(_ name: String) -> String? {
    let values = fields[name]
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// Where the body of a call is.
enum CallBody: Sendable {
  /// There is none.
  case none
  /// Still to be read.
  case request(Request)

  /// The body whole.
  func bytes(
    limit: Int, within time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    switch self {
    case .none: .bytes([])
    case .request(let request):
      try await request.bytes(limit: limit, within: time, of: state)
    }
  }
}

/// What a call is answered.
enum CallReply: Sendable {
  /// As the protocol says.
  case answer(Answer)
  /// A page of a link.
  case page(Response)
}
