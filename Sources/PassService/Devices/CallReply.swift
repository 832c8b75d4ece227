// SPDX-License-Identifier: Apache-2.0

import Hummingbird

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
