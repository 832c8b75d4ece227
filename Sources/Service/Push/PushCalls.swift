// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Requests on one connection, started and completed on its event loop.
///
/// A switch to another thread and back takes half as long as a request. Therefore many requests
/// start together, and the task that sends them waits once.
struct PushCalls: Sendable {
  let client: HTTPClient
  let loop: any EventLoop
  /// Time limit for each batch of responses.
  let timeout: TimeAmount

  /// Sends requests and returns their results in the same order. Cancelling the task cancels the
  /// requests in progress.
  func answers(to requests: [HTTPClient.Request]) async -> [Result<PushResult, any Error>] {
    let underWay = UnderWay()
    return await withTaskCancellationHandler {
      let all = loop.flatSubmit {
        let deadline = NIODeadline.now() + timeout
        let tasks = requests.map {
          client.execute(
            request: $0, delegate: PushResponseReader(), eventLoop: .delegateAndChannel(on: loop),
            deadline: deadline)
        }
        underWay.began(tasks)
        return EventLoopFuture.whenAllComplete(tasks.map(\.futureResult), on: loop)
      }
      do {
        return try await all.get()
      } catch {
        // The event loop has shut down.
        return requests.map { _ in .failure(error) }
      }
    } onCancel: {
      underWay.cancel()
    }
  }
}

/// Requests in progress. If they are cancelled before they start, they are cancelled at the start.
private final class UnderWay: Sendable {
  private struct State {
    var tasks: [HTTPClient.Task<PushResult>] = []
    var isCancelled = false
  }
  private let state = Mutex(State())

  func began(_ tasks: [HTTPClient.Task<PushResult>]) {
    let isCancelled = state.withLock { state in
      state.tasks = tasks
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return state.tasks
    }
    for task in tasks { task.cancel() }
  }
}

/// Reads one HTTP response as the response of the push service.
private final class PushResponseReader: HTTPClientResponseDelegate, Sendable {
  /// Limit of the body in bytes. Bodies of Apple's service have less than 100.
  private static let maxBodyLength = 16_384

  private struct Parts {
    var status = 0
    var retryAfter: String?
    var body: [UInt8] = []
  }
  private let parts = Mutex(Parts())

  /// Error for a body over the limit.
  private struct ResponseTooLongError: Error, CustomStringConvertible {
    let description = "the response is longer than 16 kB"
  }

  func didReceiveHead(
    task: HTTPClient.Task<PushResult>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    parts.withLock {
      $0.status = Int(head.status.code)
      $0.retryAfter = head.headers.first(name: "retry-after")
    }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(
    task: HTTPClient.Task<PushResult>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    let fits = parts.withLock { parts in
      guard parts.body.count + buffer.readableBytes <= Self.maxBodyLength else { return false }
      parts.body += buffer.readableBytesView
      return true
    }
    return fits
      ? task.eventLoop.makeSucceededVoidFuture()
      : task.eventLoop.makeFailedFuture(ResponseTooLongError())
  }

  func didFinishRequest(task: HTTPClient.Task<PushResult>) -> PushResult {
    parts.withLock {
      .response(.init(status: $0.status, body: $0.body, retryAfter: $0.retryAfter))
    }
  }
}
