// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PassUpdates

/// Where the body of a call is.
enum CallBody: Sendable {
  /// There is none, or it is not read: the answer does not depend on it.
  case none
  /// Still to be read.
  case request(Request)
  /// It is not read because its client is over a limit.
  case overLimit
  /// It is not read because its head declares too many bytes.
  case tooLarge

  /// The body whole.
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

/// What becomes of the body that the head of a call announces, decided before anything of it is read.
struct BodyPlan {
  /// What whoever answers the call gets; nil to read it.
  let body: CallBody?
  /// Whether the connection ends with the answer, since reading what comes would cost too much.
  let closes: Bool

  /// The call needs its body.
  static let read = BodyPlan(body: nil, closes: false)

  /// The most of an unread body that comes over the connection before the next call, in bytes.
  private static let dropLimitInBytes = DeviceBody.logLimitInBytes

  /// The body is dropped as it comes, or the connection ends if that is too much.
  ///
  /// - Parameter length: the bytes that the head declares; nil if it does not say.
  static func drop(_ body: CallBody, length: Int?) -> BodyPlan {
    BodyPlan(body: body, closes: length.map { $0 > dropLimitInBytes } ?? true)
  }
}

/// What a call is answered.
enum CallReply: Sendable {
  /// As the protocol says.
  case answer(Answer)
  /// A page of a link.
  case page(Response)
}
