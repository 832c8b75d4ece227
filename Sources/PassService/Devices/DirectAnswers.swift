// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import PassUpdates

/// Answers calls that have no body in the pipeline of their connection; all others go on to
/// Hummingbird.
///
/// What devices ask for most is looked up in microseconds. On its way through the sequences of an
/// asynchronous channel, and back, a call costs several times that. A call begins here on the thread
/// that read it and is mostly answered before it returns; where it has to wait for something it goes
/// on as a task of that thread, and what comes behind it on the connection waits.
final class DirectAnswers: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// Nothing is on its way.
    case free
    /// A head was read; what follows shows whether it has a body.
    case head(HTTPRequestHead)
    /// A call without a body is being answered.
    case answering
    /// Hummingbird answers what was read, as many as it says; the last may not have been read whole.
    case passedOn(Int, isReading: Bool)
  }

  /// What came while a call was being answered.
  private enum Held {
    case part(HTTPServerRequestPart)
    case failure(any Error)
    case event(Any)
  }

  private let responder: DeviceResponder
  private var state = State.free
  private var held = CircularBuffer<Held>()
  private var readIsHeld = false
  /// Whether anything went on since the last end of a read.
  private var hasPassedOn = true
  private var isGoing = false
  private var executor: LoopExecutor?
  private let limits: ConnectionPatience.Limits
  private lazy var patience = ConnectionPatience(limits) { [unowned self] in isWorking }
  private var date: (second: Int64, text: String) = (.min, "")

  init(
    _ responder: DeviceResponder,
    _ limits: ConnectionPatience.Limits = ConnectionPatience.Limits()
  ) {
    self.responder = responder
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    executor = LoopExecutor(context.eventLoop)
    patience.begin(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    patience.end()
  }

  // MARK: What comes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    patience.note()
    take(unwrapInboundIn(data), context)
  }

  private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch (state, part) {
    case (.answering, _):
      held.append(.part(part))
    case (.free, .head(let head)) where Self.stays(head):
      state = .head(head)
    case (.head(let head), .end):
      answer(head, context)
    case (.head(let head), _):
      passOn(.head(head), context)
      passOn(part, context)
    case (.free, _), (.passedOn, _):
      passOn(Self.ending(part), context)
    }
  }

  /// Whether the connection is to stay; Hummingbird knows how to end one.
  private static func stays(_ head: HTTPRequestHead) -> Bool {
    let wishes = head.headers["Connection"]
    // RFC 9112, 9.3: before 1.1 a connection stays only where that is asked for.
    if wishes.isEmpty { return head.version != .http1_0 }
    return wishes.allSatisfy {
      $0.utf8.elementsEqual("keep-alive".utf8, by: { ($0 | 0x20) == $1 })
    }
  }

  /// The same part; a head of HTTP/1.0 says in the words of 1.1 that the connection ends, since
  /// Hummingbird knows no versions.
  private static func ending(_ part: HTTPServerRequestPart) -> HTTPServerRequestPart {
    guard case .head(var head) = part, head.version == .http1_0,
      head.headers["Connection"].isEmpty
    else { return part }
    head.headers.add(name: "Connection", value: "close")
    return .head(head)
  }

  private func passOn(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    var count = 0
    if case .passedOn(let before, _) = state { count = before }
    switch part {
    case .head: state = .passedOn(count + 1, isReading: true)
    case .body: state = .passedOn(count, isReading: true)
    case .end: state = count == 0 ? .free : .passedOn(count, isReading: false)
    }
    hasPassedOn = true
    context.fireChannelRead(wrapInboundOut(part))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard hasPassedOn else { return }
    hasPassedOn = false
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Hummingbird answers it with 400, and the responder never sees it.
    if error is HTTPParserError { responder.metrics.count(.other, 400) }
    if isAnswering { held.append(.failure(error)) } else { context.fireErrorCaught(error) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isAnswering {
      held.append(.event(event))
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    patience.end()
    // Nobody is there for the answers.
    held.removeAll()
    context.fireChannelInactive()
  }

  private var isAnswering: Bool {
    if case .answering = state { true } else { false }
  }

  /// Whether the next step is ours: to make an answer, or Hummingbird's to end it.
  private var isWorking: Bool {
    switch state {
    case .answering, .passedOn(_, isReading: false): true
    case .free, .head, .passedOn(_, isReading: true): false
    }
  }

  // MARK: What goes

  func read(context: ChannelHandlerContext) {
    // Mostly nothing comes while a call is being answered, and the selector is not told twice for each
    // call. What comes is held, and then no more is read.
    if isAnswering, !held.isEmpty { readIsHeld = true } else { context.read() }
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data), case .passedOn(let count, let isReading) = state {
      patience.note()
      state = count == 1 && !isReading ? .free : .passedOn(count - 1, isReading: isReading)
    }
    context.write(data, promise: promise)
  }

  // MARK: Answering

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard let executor else { return }
    state = .answering
    let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let call = DeviceResponder.Call(
      head: CallHead(head), body: .none, context: ConnectionContext(context.channel))
    let responder = responder
    executor.begin {
      do {
        let answer = try await Self.answer(to: call, responder)
        here.value.handler.send(answer, here.value.context)
      } catch {
        // A body that cannot be made: there is no answer.
        call.context.channel.close(promise: nil)
      }
    }
  }

  private static func answer(
    to call: DeviceResponder.Call, _ responder: DeviceResponder
  ) async throws -> (HTTPResponseHead, ByteBuffer?) {
    let reply: CallReply
    do {
      reply = try await responder.reply(to: call)
    } catch {
      reply = .page(Response(status: .internalServerError))
    }
    switch reply {
    case .answer(let answer):
      let (fields, body) = answer.parts
      let status = HTTPResponseStatus(statusCode: answer.head.status)
      return (HTTPResponseHead(version: .http1_1, status: status, headers: fields), body)
    case .page(let response):
      let body = WholeBody()
      try await response.body.write(body)
      return (HTTPResponseHead(response.head), body.buffer)
    }
  }

  private func send(
    _ answer: (head: HTTPResponseHead, body: ByteBuffer?), _ context: ChannelHandlerContext
  ) {
    var head = answer.head
    head.headers.add(name: "Date", value: dateText())
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body = answer.body, body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    // What a peer does not read is not followed by more.
    written.futureResult.whenComplete { _ in here.value.handler.go(on: here.value.context) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    if isAnswering { patience.noteDelay(context) }
  }

  /// The answer is written: what came meanwhile is next.
  private func go(on context: ChannelHandlerContext) {
    state = .free
    patience.note()
    // Answers to what was held end here too, within this.
    guard !isGoing else { return }
    isGoing = true
    while !isAnswering, let next = held.popFirst() {
      switch next {
      case .part(let part): take(part, context)
      case .failure(let error): context.fireErrorCaught(error)
      case .event(let event): context.fireUserInboundEventTriggered(event)
      }
    }
    isGoing = false
    guard !isAnswering else { return }
    channelReadComplete(context: context)
    if readIsHeld {
      readIsHeld = false
      context.read()
    }
  }

  private func dateText() -> String {
    let now = responder.clock()
    if date.second != now { date = (now, HTTPDate.text(now)) }
    return date.text
  }
}

/// Takes a body whole.
final class WholeBody: ResponseBodyWriter, @unchecked Sendable {
  // Written by one task.
  private(set) var buffer = ByteBuffer()

  func write(_ part: ByteBuffer) {
    if buffer.readableBytes == 0 {
      buffer = part
    } else {
      buffer.writeImmutableBuffer(part)
    }
  }

  func finish(_ trailingHeaders: HTTPFields?) {}
}
