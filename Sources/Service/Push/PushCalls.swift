// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Calls of one connection, begun and answered on its thread.
///
/// Handing each from thread to thread takes half as long as the call itself; so many go together,
/// and the task that sends them waits once.
struct PushCalls: Sendable {
  let client: HTTPClient
  let loop: any EventLoop
  /// How long an answer may take.
  let timeout: TimeAmount

  /// The answers to some requests, in their order. A task that is cancelled breaks off those that
  /// are under way.
  func answers(to requests: [HTTPClient.Request]) async -> [Result<PushAnswer, any Error>] {
    let underWay = UnderWay()
    return await withTaskCancellationHandler {
      let all = loop.flatSubmit {
        let deadline = NIODeadline.now() + timeout
        let tasks = requests.map {
          client.execute(
            request: $0, delegate: AnswerReader(), eventLoop: .delegateAndChannel(on: loop),
            deadline: deadline)
        }
        underWay.began(tasks)
        return EventLoopFuture.whenAllComplete(tasks.map(\.futureResult), on: loop)
      }
      do {
        return try await all.get()
      } catch {
        // The thread has ended.
        return requests.map { _ in .failure(error) }
      }
    } onCancel: {
      underWay.cancel()
    }
  }
}

/// Calls that can be broken off, also before they begin.
private final class UnderWay: Sendable {
  private struct State {
    var tasks: [HTTPClient.Task<PushAnswer>] = []
    var isCancelled = false
  }
  private let state = Mutex(State())

  func began(_ tasks: [HTTPClient.Task<PushAnswer>]) {
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

/// Makes of one response what the push service answered.
private final class AnswerReader: HTTPClientResponseDelegate, Sendable {
  /// The longest body that is read; Apple's have less than 100 bytes.
  private static let longest = 16_384

  private struct Parts {
    var status = 0
    var retryAfter: String?
    var body: [UInt8] = []
  }
  private let parts = Mutex(Parts())

  /// The body goes on and on.
  private struct TooLong: Error, CustomStringConvertible {
    let description = "the response is longer than 16 kB"
  }

  func didReceiveHead(
    task: HTTPClient.Task<PushAnswer>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    parts.withLock {
      $0.status = Int(head.status.code)
      $0.retryAfter = head.headers.first(name: "retry-after")
    }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(
    task: HTTPClient.Task<PushAnswer>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    let fits = parts.withLock { parts in
      guard parts.body.count + buffer.readableBytes <= Self.longest else { return false }
      parts.body += buffer.readableBytesView
      return true
    }
    return fits
      ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(TooLong())
  }

  func didFinishRequest(task: HTTPClient.Task<PushAnswer>) -> PushAnswer {
    parts.withLock {
      .answer(.init(status: $0.status, body: $0.body, retryAfter: $0.retryAfter))
    }
  }
}
