// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import PassUpdates

/// Answers calls that have no body, or whose body is not read, in the pipeline of their connection; all
/// others go on to Hummingbird.
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
    /// A call whose body is not read is being answered.
    case answering
    /// It is answered; its body comes and is dropped.
    case dropping
    /// The connection ends: nothing is read any more.
    case closing
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
  /// The bytes that came of a body since its call was answered.
  private var leftover = 0
  /// Whether the answer that Hummingbird is writing ends the connection.
  private var endsWithAnswer = false
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
    // A body that is dropped has to end within the time of a silent connection.
    if case .dropping = state {} else { patience.note() }
    take(unwrapInboundIn(data), context)
  }

  private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch (state, part) {
    case (.answering, _):
      held.append(.part(part))
    case (.free, .head(let head)):
      begin(head, context)
    case (.head(let head), .end):
      answer(CallHead(head), context)
    case (.head(let head), _):
      passOn(.head(head), context)
      passOn(part, context)
    case (.dropping, .end):
      state = .free
    case (.dropping, _), (.closing, _): break
    case (.passedOn(0, isReading: true), .body(let bytes)):
      leftover += bytes.readableBytes
      if leftover > Self.leftoverLimit { end(context) } else { passOn(part, context) }
    case (.free, _), (.passedOn, _):
      passOn(Self.ending(part), context)
    }
  }

  /// The most that is read of a body after its call was answered, in bytes: a whole post of log
  /// messages, whose limit may be used up between its head and its turn.
  private static let leftoverLimit = DeviceBody.logLimitInBytes

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let call = CallHead(head)
    let stays = Self.stays(head)
    guard call.hasBody else {
      if stays { state = .head(head) } else { passOn(Self.ending(.head(head)), context) }
      return
    }
    let plan = responder.plan(call, context.channel)
    if let body = plan.body {
      answer(call, context, body, then: plan.closes || !stays ? .closing : .dropping)
    } else {
      passOn(Self.ending(.head(head)), context)
    }
  }

  /// Ends the connection without reading what comes.
  private func end(_ context: ChannelHandlerContext) {
    state = .closing
    ConnectionContext(context.channel).closeSoon()
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
    case .head:
      leftover = 0
      state = .passedOn(count + 1, isReading: true)
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
    case .free, .head, .dropping, .closing, .passedOn(_, isReading: true): false
    }
  }

  // MARK: What goes

  func read(context: ChannelHandlerContext) {
    // Mostly nothing comes while a call is being answered, and the selector is not told twice for each
    // call. What comes is held, and then no more is read.
    if case .closing = state { return }
    if isAnswering, !held.isEmpty { readIsHeld = true } else { context.read() }
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch (unwrapOutboundIn(data), state) {
    case (.head(let head), _):
      endsWithAnswer = head.headers["Connection"].contains("close")
    case (.end, .passedOn(let count, let isReading)):
      patience.note()
      state = count == 1 && !isReading ? .free : .passedOn(count - 1, isReading: isReading)
      if isReading, endsWithAnswer { end(context) }
    default: break
    }
    context.write(data, promise: promise)
  }

  // MARK: Answering

  /// What follows an answer.
  private enum Next: Sendable {
    /// The next call.
    case free
    /// The body of the call, which is dropped.
    case dropping
    /// Nothing.
    case closing
  }

  private func answer(
    _ head: CallHead, _ context: ChannelHandlerContext, _ body: CallBody = .none,
    then next: Next = .free
  ) {
    guard let executor else { return }
    state = .answering
    let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let call = DeviceResponder.Call(
      head: head, body: body, context: ConnectionContext(context.channel))
    let responder = responder
    executor.begin {
      do {
        let answer = try await Self.answer(to: call, responder)
        here.value.handler.send(answer, then: next, here.value.context)
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
    _ answer: (head: HTTPResponseHead, body: ByteBuffer?), then next: Next,
    _ context: ChannelHandlerContext
  ) {
    var head = answer.head
    if case .closing = next { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    head.headers.add(name: "Date", value: dateText())
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body = answer.body, body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    // What a peer does not read is not followed by more.
    written.futureResult.whenComplete { _ in
      here.value.handler.go(on: here.value.context, to: next)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    if isAnswering { patience.noteDelay(context) }
  }

  /// The answer is written: what came meanwhile is next.
  private func go(on context: ChannelHandlerContext, to next: Next) {
    switch next {
    case .free: state = .free
    case .dropping: state = .dropping
    case .closing: end(context)
    }
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
      read(context: context)
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
