// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import Synchronization

/// The result of reading a whole body.
enum ReadBody {
  case bytes([UInt8])
  case tooLarge
  case tooSlow
}

extension Request {
  /// Reads the body, within a size limit and a time limit.
  ///
  /// - Parameter time: the limit for the whole body. It is shorter when the service shuts down.
  func bytes(
    limit: Int, within time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    try await bytes(limit: limit, nil) { try await state.waitForSlowBody(time) }
  }

  /// Reads the body, within a size limit. As long as data keeps arriving there is no time limit.
  ///
  /// - Parameter time: the longest pause. It is shorter when the service shuts down.
  func bytes(
    limit: Int, pausing time: Duration, of state: ServiceState
  ) async throws -> ReadBody {
    let progress = BodyProgress()
    return try await bytes(limit: limit, progress) {
      try await state.waitForStalledBody(time) { progress.last }
    }
  }

  /// - Parameters:
  ///   - progress: records the time of each part.
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

/// The time when the last part of a body arrived. One task writes it and another reads it.
private final class BodyProgress: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var last: ContinuousClock.Instant { time.withLock { $0 } }

  func note() { time.withLock { $0 = ContinuousClock.now } }
}
