// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import Synchronization

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
    try await bytes(limit: limit, nil) { try await state.waitForSlowBody(time) }
  }

  /// Reads the body, as long as it is not too large and goes on coming.
  ///
  /// - Parameter time: how long nothing may come; ends early when the service is to end.
  func bytes(
    limit: Int, pausing time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    let progress = BodyProgress()
    return try await bytes(limit: limit, progress) {
      try await state.waitForStalledBody(time) { progress.last }
    }
  }

  /// - Parameters:
  ///   - progress: is told of each part that came.
  ///   - isOver: returns when the body has taken too long.
  private func bytes(
    limit: Int, _ progress: BodyProgress?,
    until isOver: @escaping @Sendable () async throws -> Void
  ) async throws -> ReadBody {
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
      return .tooLarge
    }
    return try await withThrowingTaskGroup(of: ReadBody.self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await part in body {
          progress?.note()
          guard bytes.count + part.readableBytes <= limit else { return .tooLarge }
          bytes += part.readableBytesView
        }
        return .bytes(bytes)
      }
      group.addTask {
        try await isOver()
        return .tooSlow
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .bytes([])
    }
  }
}

/// When something of a body came last.
private final class BodyProgress: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var last: ContinuousClock.Instant { time.withLock { $0 } }

  func note() { time.withLock { $0 = ContinuousClock.now } }
}
