// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PassUpdates

/// The body of a request, before it is read.
enum CallBody: Sendable {
  /// There is no body, or the response does not depend on it.
  case none
  /// The body is still to be read.
  case request(Request)
  /// The body is not read, because the client is over its limit.
  case overLimit
  /// The body is not read, because `Content-Length` is over the limit.
  case tooLarge

  /// Reads the whole body.
  func bytes(
    limit: Int, within time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    switch self {
    case .none, .overLimit: .bytes([])
    case .tooLarge: .tooLarge
    case .request(let request):
      try await request.bytes(limit: limit, within: time, of: state)
    }
  }
}

/// The decision what to do with a body, made from the head before anything of the body is read.
struct BodyPlan {
  /// The body for the responder. Nil means that the connection has to read it.
  let body: CallBody?
  /// Whether to close the connection after the response, because reading the rest costs too much.
  let closes: Bool

  /// Reads the body.
  static let read = BodyPlan(body: nil, closes: false)

  /// Longest body that is read and ignored to keep the connection open, in bytes.
  private static let dropLimitInBytes = DeviceBody.logLimitInBytes

  /// Ignores the body. Closes the connection if the body is longer than the limit or its length is
  /// unknown.
  ///
  /// - Parameter length: the value of `Content-Length`, or nil without one.
  static func drop(_ body: CallBody, length: Int?) -> BodyPlan {
    BodyPlan(body: body, closes: length.map { $0 > dropLimitInBytes } ?? true)
  }
}

enum CallReply: Sendable {
  /// A response of the web service protocol.
  case response(DeviceReply)
  /// A page behind a link.
  case page(Response)
}
