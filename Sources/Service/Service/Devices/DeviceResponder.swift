// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import PassCrypto
import PassRegistry
import PassUpdates

/// What a request comes with: its connection.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  init(_ channel: any Channel) { self.channel = channel }

  /// Closes the connection when there was time to read the answer. Nothing more is read: what a peer
  /// still sends of its body costs nothing.
  func closeSoon() {
    let channel = channel
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    channel.eventLoop.scheduleTask(in: .milliseconds(250)) { channel.close(promise: nil) }
  }
}

/// Answers devices: the six calls of the protocol, over HTTP.
///
/// Paths come as they are: a router would decode and split them, and a serial number may hold a
/// slash.
struct DeviceResponder: HTTPResponder {
  let store: any PassStore
  let contents: ContentCache
  let metrics: ServiceMetrics
  let clock: @Sendable () -> Int64
  /// Makes personal passes; nil where the service makes none.
  var rows: RowDesk?
  /// Whether a sign-up without a token is taken.
  var signsUpWithoutToken = false
  /// Logs sign-ups that are rejected; nil for nothing.
  var signUpLog: SignUpLog?
  /// Answers those who open links; nil where there are none.
  var adding: AddResponder?
  /// How long a body may take.
  var bodyTime = Duration.seconds(10)
  /// Knows when the service is to end.
  var state = ServiceState()
  /// Who a request is from.
  var finder = ClientFinder(proxies: [])
  /// Bounds what single clients can do; nil for nothing.
  var watch: ClientWatch?
  /// Devices that were heard of; nil where nobody asks.
  var heard: HeardDevices?
  /// Devices that asked for their updates.
  var used: UsedDevices?
  /// Reads what may take a while, so that no other call waits for it.
  var reader = WorkThreads(1)

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let head = CallHead(request.head)
    switch try await reply(to: Call(head: head, body: .request(request), context: context)) {
    case .answer(let answer): return answer.response
    case .page(let response): return response
    }
  }

  /// A call as it came.
  struct Call {
    let head: CallHead
    let body: CallBody
    let context: ConnectionContext
  }

  /// The answer to a call.
  func reply(to request: Call) async throws -> CallReply {
    let answer: Answer
    let head = request.head
    switch DeviceCall.read(method: head.method, target: head.target) {
    case .failure(let refusal):
      if refusal == .unknownPath, let page = await adding?.respond(to: head) { return .page(page) }
      answer = Answer(.refused(refusal))
      metrics.count(.other, answer.head.status)
    case .success(let call):
      do {
        answer = try await self.answer(call, request)
      } catch let error as StoreError {
        metrics.storeFault(error)
        answer = Answer(.unavailable)
      } catch is BuildDesk.Unavailable {
        answer = Answer(.unavailable)
      }
      metrics.count(call.metric, answer.head.status)
      if answer.head.status == 401, let watch {
        watch.refused(client(of: request))
      }
    }
    if answer.head.headers.contains(where: { $0.name == "Connection" }) {
      request.context.closeSoon()
    }
    return .answer(answer)
  }

  // MARK: The calls

  private func answer(
    _ call: DeviceCall, _ request: Call
  ) async throws -> Answer {
    switch call {
    case .register(let device, let address): try await register(device, address, request)
    case .unregister(let device, let address):
      try await authorized(address, request) { pass in
        try await store.unregister(pass, device: device)
        return Answer(.fine)
      }
    case .list(let device, let passType, let since):
      try await list(device, passType, since)
    case .pass(let address, let headOnly): try await pass(address, request, headOnly)
    case .personalize(let address): try await personalize(address, request)
    case .log: try await log(request)
    }
  }

  private func register(
    _ device: String, _ address: PassAddress, _ request: Call
  ) async throws -> Answer {
    let client = self.client(of: request)
    // Who may, and how many, is asked before the body is read.
    return try await authorized(address, request) { pass in
      let wait = watch?.register(pass, from: client) ?? 0
      if wait > 0, try await !store.isRegistered(pass, device: device) {
        return Answer(.overLimit(retryAfter: wait))
      }
      switch try await body(of: request, limit: DeviceBody.registrationLimitInBytes) {
      case .failure(let refused): return Answer(refused.answer)
      case .success(let bytes):
        guard let token = DeviceBody.pushToken(in: bytes) else { return Answer(.malformed) }
        return try await register(device, token, address, request) { pass in
          if wait == 0 { watch?.giveBack(pass, from: client) }
        }
      }
    }
  }

  /// Registers a device, if the pass is still there: its body may have taken a while.
  ///
  /// - Parameter known: called if it was registered before.
  private func register(
    _ device: String, _ pushToken: String, _ address: PassAddress, _ request: Call,
    known: (StoredPass) -> Void
  ) async throws -> Answer {
    try await authorized(address, request) { pass in
      let isNew = try await store.register(
        pass, device: device, pushToken: pushToken, now: clock())
      heard?.add(device)
      if isNew {
        used?.forget(device)
        watch?.tell(of: store.fullPasses)
      } else {
        known(pass)
      }
      return Answer(isNew ? .created : .fine)
    }
  }

  private func list(
    _ device: String, _ passType: String, _ since: String?
  ) async throws -> Answer {
    let changes = try await store.changes(device: device, passType: passType, since: since)
    heard?.add(device)
    used?.add(device)
    return Answer(.list(changes.serials, tag: changes.tag))
  }

  private func pass(
    _ address: PassAddress, _ request: Call, _ headOnly: Bool
  ) async throws -> Answer {
    let token = token(of: request)
    let held = request.head.fields["If-Modified-Since"]
    // A version that was replaced since it was looked up is looked up again.
    for _ in 0..<3 {
      let found = try await store.pass(address, token: token) { pass in
        contents.wantsContent(of: pass) && !pass.version.isHeld(by: held)
      }
      guard let found else { return Answer(.unauthorized) }
      let head = DeviceAnswer.pass(found.pass.version, ifModifiedSince: held)
      guard head.hasPass else { return Answer(head) }
      if let content = try await contents.content(of: found.pass, found.content, in: store) {
        return Answer(head, content: content, headOnly: headOnly)
      }
    }
    return Answer(.unavailable)
  }

  private func personalize(
    _ address: PassAddress, _ request: Call
  ) async throws -> Answer {
    if signsUpWithoutToken, request.head.fields["Authorization"].isEmpty {
      guard let pass = try await named(address) else { return Answer(.unauthorized) }
      return try await signUp(pass, request)
    }
    return try await authorized(address, request) { pass in try await signUp(pass, request) }
  }

  private func signUp(_ pass: StoredPass, _ request: Call) async throws -> Answer {
    switch try await body(of: request, limit: DeviceBody.signUpLimitInBytes) {
    case .failure(let refused): return Answer(refused.answer)
    case .success(let bytes):
      let signUp = try await reader.run { DeviceBody.signUp(in: bytes) }
      guard let signUp else { return reject(.body, pass) }
      guard let rows else { return Answer(.refused(.unknownPath)) }
      switch try await rows.signUp(signUp, for: pass) {
      case .signed(let signature): return Answer(.personalized(signature))
      case .rejected(let rejection): return reject(rejection, pass)
      case .notAsked: return Answer(.refused(.unknownPath))
      }
    }
  }

  private func reject(_ rejection: SignUpRejection, _ pass: StoredPass) -> Answer {
    metrics.count(rejected: rejection)
    signUpLog?.note(rejection, of: pass)
    return Answer(rejection == .used ? .alreadySignedUp : .malformed)
  }

  /// The pass of an address, whoever asks: the first reading of its serial number that is known.
  private func named(_ address: PassAddress) async throws -> StoredPass? {
    for serial in address.serials {
      let pass = try await store.pass(passType: address.passType, serial: serial)
      if let pass { return pass }
    }
    return nil
  }

  private func log(_ request: Call) async throws -> Answer {
    let client = self.client(of: request)
    if case .overLimit = request.body { return unread() }
    let cost = Self.cost(request.head.length)
    guard watch?.mayWrite(cost, client) ?? true else { return unread() }
    let taken = watch?.mayKeep(cost, of: client) ?? .max
    switch try await body(of: request, limit: DeviceBody.logLimitInBytes) {
    case .failure(let refused): return Answer(refused.answer)
    case .success(let bytes):
      let messages = try await reader.run { DeviceBody.messages(in: bytes) }
      guard let messages else { return Answer(.malformed) }
      let missing = max(messages.count, Self.cost(bytes.count)) - taken
      let more = missing > 0 ? watch?.mayKeep(missing, of: client) ?? 0 : 0
      let allowed = messages.prefix(min(taken, messages.count) + more)
      metrics.count(droppedMessages: messages.count - allowed.count)
      let (kept, causes) = try await reader.run { Self.cleaned(allowed) }
      for cause in causes { metrics.count(cause) }
      try await store.note(kept, now: clock())
      return Answer(.fine)
    }
  }

  /// A post of log messages that was not read. It gets 200: a device repeats what gets anything else.
  private func unread() -> Answer {
    metrics.countUnread()
    return Answer(.fine)
  }

  /// How many messages a post of so many bytes counts as at least, whatever is in it.
  private static func cost(_ bytes: Int?) -> Int {
    max(1, (bytes ?? DeviceBody.logLimitInBytes) / LogMessage.limit)
  }

  /// Messages as they are kept, and their causes.
  private static func cleaned(
    _ messages: ArraySlice<String>
  ) -> (kept: [String], causes: [LogMessage.Cause]) {
    let kept = messages.map {
      DeviceSecrets.hidden(LogMessage.withoutTime(LogMessage.cleaned($0)))
    }
    return (kept, kept.map(LogMessage.cause(of:)))
  }

  // MARK: Who asks

  private func client(of request: Call) -> NetworkAddress? {
    finder.client(of: request.head.fields, request.context.channel)
  }

  private func token(of request: Call) -> String? {
    PassAuthorization.token(in: request.head.fields["Authorization"])
  }

  /// One answer for a wrong token and for a pass nobody knows.
  private func authorized(
    _ address: PassAddress, _ request: Call,
    _ body: (StoredPass) async throws -> Answer
  ) async throws -> Answer {
    guard let pass = try await store.pass(address, token: token(of: request)) else {
      return Answer(.unauthorized)
    }
    return try await body(pass)
  }

  // MARK: Bodies

  /// What becomes of the body that a head announces: limits are asked before anything is read.
  func plan(_ head: CallHead, _ channel: any Channel) -> BodyPlan {
    let length = head.length
    guard case .success(let call) = DeviceCall.read(method: head.method, target: head.target),
      let limit = DeviceBody.limitInBytes(of: call)
    else { return .drop(.none, length: length) }
    if let length, length > limit { return BodyPlan(body: .tooLarge, closes: true) }
    if case .log = call, let watch,
      !watch.mayWrite(Self.cost(length), finder.client(of: head.fields, channel))
    {
      return .drop(.overLimit, length: length)
    }
    return .read
  }

  private struct Refused: Error {
    let answer: DeviceAnswer
  }

  private func body(of request: Call, limit: Int) async throws -> Result<[UInt8], Refused> {
    switch try await request.body.bytes(limit: limit, within: bodyTime, of: state) {
    case .bytes(let bytes): .success(bytes)
    case .tooLarge: .failure(Refused(answer: .tooLarge))
    case .tooSlow: .failure(Refused(answer: .tooSlow))
    }
  }
}

/// An answer on its way: what the protocol says, and the bytes of the pass.
struct Answer {
  let head: DeviceAnswer
  var content: ByteBuffer?
  var headOnly = false

  init(_ head: DeviceAnswer, content: ByteBuffer? = nil, headOnly: Bool = false) {
    self.head = head
    self.content = content
    self.headOnly = headOnly
  }

  /// Names that were checked once, where they are among the usual ones.
  private static func name(_ name: String) -> HTTPField.Name? {
    switch name {
    case "Cache-Control": .cacheControl
    case "Content-Length": .contentLength
    case "Content-Type": .contentType
    case "Last-Modified": .lastModified
    case "WWW-Authenticate": .wwwAuthenticate
    default: HTTPField.Name(name)
    }
  }

  /// The headers and the body of the answer, `Content-Length` among them where there is to be one.
  var parts: (fields: HTTPHeaders, body: ByteBuffer?) {
    var fields = HTTPHeaders()
    fields.reserveCapacity(head.headers.count + 2)
    for header in head.headers { fields.add(name: header.name, value: header.value) }
    let body = content ?? head.body.map { ByteBuffer(bytes: $0) }
    // RFC 9110, 8.6: none with 204; with 304 it would be that of the pass.
    if body != nil || ![204, 304].contains(head.status) {
      fields.add(name: "Content-Length", value: String(body?.readableBytes ?? 0))
    }
    return (fields, headOnly ? nil : body)
  }

  /// The same for Hummingbird.
  var response: Response {
    let (headers, body) = parts
    var fields = HTTPFields()
    for header in headers {
      guard let name = Self.name(header.name) else { continue }
      fields.append(HTTPField(name: name, value: header.value))
    }
    var response = Response(
      status: HTTPResponse.Status(code: head.status), headers: fields,
      body: body.map { .init(byteBuffer: $0) } ?? .init())
    response.headers[.contentLength] = headers.first(name: "Content-Length")
    return response
  }
}

extension DeviceCall {
  /// The name under which the call is counted.
  var metric: ServiceMetrics.Call {
    switch self {
    case .register: .register
    case .unregister: .unregister
    case .list: .list
    case .pass(_, let headOnly): headOnly ? .head : .pass
    case .personalize: .personalize
    case .log: .log
    }
  }
}
