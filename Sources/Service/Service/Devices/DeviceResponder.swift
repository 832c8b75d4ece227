// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import PassCrypto
import PassRegistry
import PassUpdates

/// The context of a request: the channel of its connection.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  init(_ channel: any Channel) { self.channel = channel }

  /// Closes the connection after 250 ms, in which the peer can read the response. Stops reading at
  /// once, so that the rest of a body costs nothing.
  func closeSoon() {
    let channel = channel
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    channel.eventLoop.scheduleTask(in: .milliseconds(250)) { channel.close(promise: nil) }
  }
}

/// Responds to the six requests of the web service protocol over HTTP.
///
/// It parses paths itself. A router would decode and split them, but a serial number may have a
/// slash.
struct DeviceResponder: HTTPResponder {
  let store: any PassStore
  let contents: ContentCache
  let metrics: ServiceMetrics
  let clock: @Sendable () -> Int64
  /// Makes personalized passes. Nil if the service makes none.
  var rows: RowQueue?
  /// Whether a personalization without an authentication token is accepted.
  var signsUpWithoutToken = false
  /// Logs rejected personalizations. Nil for no log.
  var signUpLog: SignUpLog?
  /// Responds to links. Nil if there are none.
  var adding: AddResponder?
  /// Longest time for reading a body.
  var bodyTime = Duration.seconds(10)
  /// Shutdown state of the service.
  var state = ServiceState()
  var finder = ClientFinder(proxies: [])
  /// Rate limits. Nil for none.
  var watch: ClientWatch?
  /// Devices that recently sent a request. Nil if devices are kept forever.
  var seenDevices: SeenDevices?
  /// Devices that requested a list of updates.
  var used: UsedDevices?
  /// Thread for parsing long bodies, so that the event loop can serve other requests.
  var reader = WorkThreads(1)

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let head = CallHead(request.head)
    switch try await reply(to: Call(head: head, body: .request(request), context: context)) {
    case .response(let answer): return answer.response
    case .page(let response): return response
    }
  }

  struct Call {
    let head: CallHead
    let body: CallBody
    let context: ConnectionContext
  }

  /// Responds to a request and counts it. Store errors become 503.
  func reply(to request: Call) async throws -> CallReply {
    let answer: DeviceReply
    let head = request.head
    switch DeviceCall.read(method: head.method, target: head.target) {
    case .failure(let refusal):
      if refusal == .unknownPath, let page = await adding?.respond(to: head) { return .page(page) }
      answer = DeviceReply(.rejected(refusal))
      metrics.count(.other, answer.head.status)
    case .success(let call):
      do {
        answer = try await self.respond(call, request)
      } catch let error as StoreError {
        metrics.countStoreError(error)
        answer = DeviceReply(.unavailable)
      } catch is BuildQueue.UnavailableError {
        answer = DeviceReply(.unavailable)
      }
      metrics.count(call.metric, answer.head.status)
      if answer.head.status == 401, let watch {
        watch.rejected(client(of: request))
      }
    }
    if answer.head.headers.contains(where: { $0.name == "Connection" }) {
      request.context.closeSoon()
    }
    return .response(answer)
  }

  // MARK: Requests

  private func respond(
    _ call: DeviceCall, _ request: Call
  ) async throws -> DeviceReply {
    switch call {
    case .register(let device, let address): try await register(device, address, request)
    case .unregister(let device, let address):
      try await authorized(address, request) { pass in
        try await store.unregister(pass, device: device)
        return DeviceReply(.fine)
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
  ) async throws -> DeviceReply {
    let client = self.client(of: request)
    // Token and rate limit are checked before the body is read.
    return try await authorized(address, request) { pass in
      let wait = watch?.register(pass, from: client) ?? 0
      if wait > 0, try await !store.isRegistered(pass, device: device) {
        return DeviceReply(.overLimit(retryAfter: wait))
      }
      switch try await body(of: request, limit: DeviceBody.registrationLimitInBytes) {
      case .failure(let refused): return DeviceReply(refused.response)
      case .success(let bytes):
        guard let token = DeviceBody.pushToken(in: bytes) else { return DeviceReply(.malformed) }
        return try await register(device, token, address, request) { pass in
          if wait == 0 { watch?.returnRegistration(pass, from: client) }
        }
      }
    }
  }

  /// Registers a device. Looks the pass up again, because reading the body may have taken a while
  /// and the pass may have been deleted.
  ///
  /// - Parameter known: called if the device was already registered.
  private func register(
    _ device: String, _ pushToken: String, _ address: PassAddress, _ request: Call,
    known: (StoredPass) -> Void
  ) async throws -> DeviceReply {
    try await authorized(address, request) { pass in
      let isNew = try await store.register(
        pass, device: device, pushToken: pushToken, now: clock())
      seenDevices?.add(device)
      if isNew {
        used?.forget(device)
        watch?.log(store.fullPasses)
      } else {
        known(pass)
      }
      return DeviceReply(isNew ? .created : .fine)
    }
  }

  private func list(
    _ device: String, _ passType: String, _ since: String?
  ) async throws -> DeviceReply {
    let changes = try await store.changes(device: device, passType: passType, since: since)
    seenDevices?.add(device)
    used?.add(device)
    return DeviceReply(.list(changes.serials, tag: changes.tag))
  }

  private func pass(
    _ address: PassAddress, _ request: Call, _ headOnly: Bool
  ) async throws -> DeviceReply {
    let token = token(of: request)
    let held = request.head.fields["If-Modified-Since"]
    // The pass is looked up again if it was replaced between lookup and reading.
    for _ in 0..<3 {
      let found = try await store.pass(address, token: token) { pass in
        contents.wantsContent(of: pass) && !pass.version.isHeld(by: held)
      }
      guard let found else { return DeviceReply(.unauthorized) }
      let head = DeviceResponse.pass(found.pass.version, ifModifiedSince: held)
      guard head.hasPass else { return DeviceReply(head) }
      if let content = try await contents.content(of: found.pass, found.content, in: store) {
        return DeviceReply(head, content: content, headOnly: headOnly)
      }
    }
    return DeviceReply(.unavailable)
  }

  private func personalize(
    _ address: PassAddress, _ request: Call
  ) async throws -> DeviceReply {
    if signsUpWithoutToken, request.head.fields["Authorization"].isEmpty {
      guard let pass = try await named(address) else { return DeviceReply(.unauthorized) }
      return try await signUp(pass, request)
    }
    return try await authorized(address, request) { pass in try await signUp(pass, request) }
  }

  private func signUp(_ pass: StoredPass, _ request: Call) async throws -> DeviceReply {
    switch try await body(of: request, limit: DeviceBody.signUpLimitInBytes) {
    case .failure(let refused): return DeviceReply(refused.response)
    case .success(let bytes):
      let signUp = try await reader.run { DeviceBody.signUp(in: bytes) }
      guard let signUp else { return reject(.body, pass) }
      guard let rows else { return DeviceReply(.rejected(.unknownPath)) }
      switch try await rows.signUp(signUp, for: pass) {
      case .signed(let signature): return DeviceReply(.personalized(signature))
      case .rejected(let rejection): return reject(rejection, pass)
      case .notAsked: return DeviceReply(.rejected(.unknownPath))
      }
    }
  }

  private func reject(_ rejection: SignUpRejection, _ pass: StoredPass) -> DeviceReply {
    metrics.count(rejected: rejection)
    signUpLog?.note(rejection, of: pass)
    return DeviceReply(rejection == .used ? .alreadySignedUp : .malformed)
  }

  /// Returns a pass without checking a token. An address may have several readings of its serial
  /// number, and the first that exists is used.
  private func named(_ address: PassAddress) async throws -> StoredPass? {
    for serial in address.serials {
      let pass = try await store.pass(passType: address.passType, serial: serial)
      if let pass { return pass }
    }
    return nil
  }

  private func log(_ request: Call) async throws -> DeviceReply {
    let client = self.client(of: request)
    if case .overLimit = request.body { return unread() }
    let cost = Self.cost(request.head.length)
    guard watch?.mayWrite(cost, client) ?? true else { return unread() }
    let taken = watch?.mayKeep(cost, of: client) ?? .max
    switch try await body(of: request, limit: DeviceBody.logLimitInBytes) {
    case .failure(let refused): return DeviceReply(refused.response)
    case .success(let bytes):
      let messages = try await reader.run { DeviceBody.messages(in: bytes) }
      guard let messages else { return DeviceReply(.malformed) }
      let missing = max(messages.count, Self.cost(bytes.count)) - taken
      let more = missing > 0 ? watch?.mayKeep(missing, of: client) ?? 0 : 0
      let allowed = messages.prefix(min(taken, messages.count) + more)
      metrics.count(droppedMessages: messages.count - allowed.count)
      let (kept, causes) = try await reader.run { Self.cleaned(allowed) }
      for cause in causes { metrics.count(cause) }
      try await store.note(kept, now: clock())
      return DeviceReply(.fine)
    }
  }

  /// Accepts a log request without reading it. The response is 200, because a device repeats a
  /// request that gets any other status.
  private func unread() -> DeviceReply {
    metrics.countUnread()
    return DeviceReply(.fine)
  }

  /// Least number of messages that a body of this size counts as, so that long messages use up the
  /// limit too.
  private static func cost(_ bytes: Int?) -> Int {
    max(1, (bytes ?? DeviceBody.logLimitInBytes) / LogMessage.limit)
  }

  /// Removes secrets and times from messages, and returns them with their causes.
  private static func cleaned(
    _ messages: ArraySlice<String>
  ) -> (kept: [String], causes: [LogMessage.Cause]) {
    let kept = messages.map {
      DeviceSecrets.hidden(LogMessage.withoutTime(LogMessage.cleaned($0)))
    }
    return (kept, kept.map(LogMessage.cause(of:)))
  }

  // MARK: Client and token

  private func client(of request: Call) -> NetworkAddress? {
    finder.client(of: request.head.fields, request.context.channel)
  }

  private func token(of request: Call) -> String? {
    PassAuthorization.token(in: request.head.fields["Authorization"])
  }

  /// Looks a pass up by its token. The response is the same for a wrong token and an unknown pass,
  /// so that it does not reveal which passes exist.
  private func authorized(
    _ address: PassAddress, _ request: Call,
    _ body: (StoredPass) async throws -> DeviceReply
  ) async throws -> DeviceReply {
    guard let pass = try await store.pass(address, token: token(of: request)) else {
      return DeviceReply(.unauthorized)
    }
    return try await body(pass)
  }

  // MARK: Bodies

  /// Decides what to do with a body. Called on the event loop when the head is there, so that
  /// limits apply before anything is read.
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

  private struct DeviceRequestError: Error {
    let response: DeviceResponse
  }

  private func body(of request: Call, limit: Int) async throws -> Result<
    [UInt8], DeviceRequestError
  > {
    switch try await request.body.bytes(limit: limit, within: bodyTime, of: state) {
    case .bytes(let bytes): .success(bytes)
    case .tooLarge: .failure(DeviceRequestError(response: .tooLarge))
    case .tooSlow: .failure(DeviceRequestError(response: .tooSlow))
    }
  }
}

/// A response of the web service protocol, with the bytes of the pass if it has one.
struct DeviceReply {
  let head: DeviceResponse
  var content: ByteBuffer?
  var headOnly = false

  init(_ head: DeviceResponse, content: ByteBuffer? = nil, headOnly: Bool = false) {
    self.head = head
    self.content = content
    self.headOnly = headOnly
  }

  /// Returns a header name. Common names are constants, which need no validation.
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

  /// Headers and body. Adds `Content-Length` if the response must have one.
  var parts: (fields: HTTPHeaders, body: ByteBuffer?) {
    var fields = HTTPHeaders()
    fields.reserveCapacity(head.headers.count + 2)
    for header in head.headers { fields.add(name: header.name, value: header.value) }
    let body = content ?? head.body.map { ByteBuffer(bytes: $0) }
    // RFC 9110, 8.6: 204 has none, and with 304 it would be the length of the pass.
    if body != nil || ![204, 304].contains(head.status) {
      fields.add(name: "Content-Length", value: String(body?.readableBytes ?? 0))
    }
    return (fields, headOnly ? nil : body)
  }

  /// The response as a type of Hummingbird.
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
