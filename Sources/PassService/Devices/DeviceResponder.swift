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

  /// Closes the connection when there was time to read the answer: what a peer still sends of its
  /// body is not waited for.
  func closeSoon() {
    let channel = channel
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
        watch.refused(finder.client(of: head.fields, request.context.channel))
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
    let body = try await self.body(of: request, limit: DeviceBody.registrationLimitInBytes)
    return try await authorized(address, request) { pass in
      switch body {
      case .failure(let refused): return Answer(refused.answer)
      case .success(let bytes):
        guard let token = DeviceBody.pushToken(in: bytes) else { return Answer(.malformed) }
        let isNew = try await store.register(
          pass, device: device, pushToken: token, now: clock())
        heard?.add(device)
        return Answer(isNew ? .created : .fine)
      }
    }
  }

  private func list(
    _ device: String, _ passType: String, _ since: String?
  ) async throws -> Answer {
    let changes = try await store.changes(device: device, passType: passType, since: since)
    heard?.add(device)
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
    let body = try await self.body(of: request, limit: DeviceBody.signUpLimitInBytes)
    if signsUpWithoutToken, request.head.fields["Authorization"].isEmpty {
      guard let pass = try await named(address) else { return Answer(.unauthorized) }
      return try await signUp(pass, body)
    }
    return try await authorized(address, request) { pass in try await signUp(pass, body) }
  }

  private func signUp(
    _ pass: StoredPass, _ body: Result<[UInt8], Refused>
  ) async throws -> Answer {
    switch body {
    case .failure(let refused): return Answer(refused.answer)
    case .success(let bytes):
      guard let signUp = DeviceBody.signUp(in: bytes) else { return reject(.body, pass) }
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
    switch try await body(of: request, limit: DeviceBody.logLimitInBytes) {
    case .failure(let refused): return Answer(refused.answer)
    case .success(let bytes):
      guard let messages = DeviceBody.messages(in: bytes) else { return Answer(.malformed) }
      var kept = messages.map { DeviceSecrets.hidden(LogMessage.withoutTime($0)) }
      if let watch {
        let count = watch.mayKeep(
          kept.count, of: finder.client(of: request.head.fields, request.context.channel))
        metrics.count(droppedMessages: kept.count - count)
        kept.removeSubrange(count...)
      }
      for message in kept { metrics.count(LogMessage.cause(of: message)) }
      try await store.note(kept, now: clock())
      return Answer(.fine)
    }
  }

  // MARK: Who asks

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

/// Secrets of devices in what they write.
enum DeviceSecrets {
  /// A text with every run of 32 and more hex digits, which identifiers and push tokens are,
  /// replaced by the beginning of its digest.
  static func hidden(_ text: String) -> String {
    var out = ""
    var run = ""
    func end() {
      out += run.utf8.count >= 32 ? shown(run) : run
      run = ""
    }
    for character in text.unicodeScalars {
      if character.isASCII, character.properties.isASCIIHexDigit {
        run.unicodeScalars.append(character)
      } else {
        end()
        out.unicodeScalars.append(character)
      }
    }
    end()
    return out
  }

  /// A secret as operators see it: the same one is the same word.
  static func shown(_ secret: String) -> String {
    "#" + String(Digest.sha256Hex(Array(secret.utf8)).prefix(12))
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
