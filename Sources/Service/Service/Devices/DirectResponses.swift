// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import PassUpdates

/// Responds to requests without a body, or whose body is not read, in the pipeline of their
/// connection. All other requests go on to Hummingbird.
///
/// The most frequent requests of devices are looked up in microseconds. The way through the
/// sequences of an asynchronous channel and back costs several times as much. A request begins here
/// on the event loop that read it, and most responses are written before `channelRead` returns. If
/// the request has to wait, it continues as a task on the same event loop, and later requests on
/// the connection wait.
///
/// Only the event loop of the connection uses it, so it needs no lock.
final class DirectResponses: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// No request is in progress.
    case free
    /// A head was read. The next part shows whether there is a body.
    case head(HTTPRequestHead)
    /// The responder works on a request whose body is not read.
    case answering
    /// The response is sent. The body of the request is still read and ignored.
    case dropping
    /// The connection closes. Nothing more is read.
    case closing
    /// Hummingbird responds to this number of requests. The last one may be incomplete.
    case passedOn(Int, isReading: Bool)
  }

  /// An event that arrived while the responder worked on a request.
  private enum Held {
    case part(HTTPServerRequestPart)
    case failure(any Error)
    case event(Any)
  }

  private let responder: DeviceResponder
  private var state = State.free
  private var held = CircularBuffer<Held>()
  private var readIsHeld = false
  /// Number of bytes of a body since the response to its request.
  private var leftover = 0
  /// Whether the response of Hummingbird closes the connection.
  private var endsWithAnswer = false
  /// Whether a part was passed on since the last `channelReadComplete`.
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

  // MARK: Inbound

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // An ignored body does not count as activity, so it has to end within the idle timeout.
    if case .dropping = state {} else { patience.note() }
    handle(unwrapInboundIn(data), context)
  }

  private func handle(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch (state, part) {
    case (.answering, _):
      held.append(.part(part))
    case (.free, .head(let head)):
      begin(head, context)
    case (.head(let head), .end):
      respond(CallHead(head), context)
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

  /// Most bytes of a body that are read after the response to its request. It is one whole log
  /// request: the client may reach its limit after the head was read.
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
      respond(call, context, body, then: plan.closes || !stays ? .closing : .dropping)
    } else {
      passOn(Self.ending(.head(head)), context)
    }
  }

  /// Closes the connection without reading the rest.
  private func end(_ context: ChannelHandlerContext) {
    state = .closing
    ConnectionContext(context.channel).closeSoon()
  }

  /// Returns whether the connection stays open. If not, the request goes to Hummingbird, which
  /// closes it.
  private static func stays(_ head: HTTPRequestHead) -> Bool {
    let wishes = head.headers["Connection"]
    // RFC 9112, 9.3: HTTP/1.0 closes the connection unless there is `Connection: keep-alive`.
    if wishes.isEmpty { return head.version != .http1_0 }
    return wishes.allSatisfy {
      $0.utf8.elementsEqual("keep-alive".utf8, by: { ($0 | 0x20) == $1 })
    }
  }

  /// Adds `Connection: close` to a head of HTTP/1.0, because Hummingbird does not know the version.
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
    // Hummingbird responds with 400 and does not call the responder, so it is counted here.
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
    // The peer is gone, so nothing can be sent.
    held.removeAll()
    context.fireChannelInactive()
  }

  private var isAnswering: Bool {
    if case .answering = state { true } else { false }
  }

  /// Whether the service works on a response, so that the peer has to wait.
  private var isWorking: Bool {
    switch state {
    case .answering, .passedOn(_, isReading: false): true
    case .free, .head, .dropping, .closing, .passedOn(_, isReading: true): false
    }
  }

  // MARK: Outbound

  func read(context: ChannelHandlerContext) {
    // The first read during a request is not delayed. Usually nothing arrives, and stopping and
    // starting reads costs two system calls a request. Once something is held, no more is read.
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

  // MARK: Responding

  /// The state after a response.
  private enum Next: Sendable {
    case free
    case dropping
    case closing
  }

  private func respond(
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
        let answer = try await Self.respond(to: call, responder)
        here.value.handler.send(answer, then: next, here.value.context)
      } catch {
        // The body of the page failed, so there is no response.
        call.context.channel.close(promise: nil)
      }
    }
  }

  private static func respond(
    to call: DeviceResponder.Call, _ responder: DeviceResponder
  ) async throws -> (HTTPResponseHead, ByteBuffer?) {
    let reply: CallReply
    do {
      reply = try await responder.reply(to: call)
    } catch {
      reply = .page(Response(status: .internalServerError))
    }
    switch reply {
    case .response(let answer):
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
    // The next request waits until this response is written to the socket, so a peer that does not
    // read cannot fill the memory.
    written.futureResult.whenComplete { _ in
      here.value.handler.proceed(here.value.context, to: next)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    if isAnswering { patience.noteDelay(context) }
  }

  /// Continues after a response is written: takes the events that were held.
  private func proceed(_ context: ChannelHandlerContext, to next: Next) {
    switch next {
    case .free: state = .free
    case .dropping: state = .dropping
    case .closing: end(context)
    }
    patience.note()
    // `handle` below can end a response at once and call this method again. The outer call continues
    // the loop, so that the stack does not grow.
    guard !isGoing else { return }
    isGoing = true
    while !isAnswering, let next = held.popFirst() {
      switch next {
      case .part(let part): handle(part, context)
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

/// Collects a whole body in memory.
final class WholeBody: ResponseBodyWriter, @unchecked Sendable {
  // `@unchecked`: only one task writes it.
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
