// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// What became of a body that was to be read whole.
enum ReadBody {
  case bytes([UInt8])
  case tooLarge
  case tooSlow
}

extension Request {
  /// Reads the body, as long as it is neither too large nor too slow.
  ///
  /// - Parameter time: ends early when the service is to end.
  func bytes(
    limit: Int, within time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
      return .tooLarge
    }
    return try await withThrowingTaskGroup(of: ReadBody.self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await part in body {
          guard bytes.count + part.readableBytes <= limit else { return .tooLarge }
          bytes += part.readableBytesView
        }
        return .bytes(bytes)
      }
      group.addTask {
        try await state.waitForSlowBody(time)
        return .tooSlow
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .bytes([])
    }
  }
}
