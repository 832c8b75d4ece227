// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import PassCrypto
import PassDiagnostics
import PassJSON
import PassRegistry
import PassReport
import PassUpdates

/// Responds to the admin API: state, passes, API rows, and manual pushes.
struct OperatorResponder: HTTPResponder {
  let store: any PassStore
  let counts: CountCache
  let metrics: ServiceMetrics
  let state: ServiceState
  let clock: @Sendable () -> Int64
  let access: OperatorAccess
  /// The row queue. Nil without a template.
  var rowQueue: RowQueue?
  /// The path of the table, or nil.
  var table: String?
  var ledgers: [String] = []
  /// Whether this service sends waiting pushes.
  var sends = true
  /// Longest pause while a body is read. It is shorter than the idle timeout of connections, so
  /// that the client gets a response before the connection closes.
  var pause = Duration.seconds(20)
  /// Whether it only has `/healthz`, `/readyz` and `/metrics`, which need no token.
  var probesOnly = false

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let target = request.head.path ?? ""
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts.first ?? "")
    let query = parts.count > 1 ? Query(parts[1]) : Query("")
    do {
      if let answer = try await probe(path) { return unread(answer, request, context) }
      guard !probesOnly else {
        return unread(.plainText(.notFound, "not found"), request, context)
      }
      if let refusal = access.rejection(of: request) { return unread(refusal, request, context) }
      return try await respond(request, path, query)
    } catch let error as StoreError {
      metrics.countStoreError(error)
      return .plainText(.serviceUnavailable, error.description)
    }
  }

  /// Longest unread body that is ignored to keep the connection open, in bytes.
  private static let unreadLimitInBytes = 65_536

  /// Returns a response that does not need the body. If the body is long, the connection closes.
  /// Otherwise a client without a token could make the service read any amount of data.
  private func unread(
    _ answer: Response, _ request: Request, _ context: ConnectionContext
  ) -> Response {
    let length = request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
    let isLong = length > Self.unreadLimitInBytes || request.headers[.transferEncoding] != nil
    guard isLong else { return answer }
    var answer = answer
    answer.headers[.connection] = "close"
    context.closeSoon()
    return answer
  }

  // MARK: Probes

  private func probe(_ path: String) async throws(StoreError) -> Response? {
    switch path {
    case "/healthz": return .plainText(.ok, "ok")
    case "/readyz":
      // A single look-up is enough to test the store, and probes come every few seconds.
      _ = try await store.setting("epoch")
      let damage = state.damage.map { _ in DamageWatch.damaged }
      let reason = state.isDraining ? "ending" : damage ?? state.hindrance
      return .plainText(reason == nil ? .ok : .serviceUnavailable, reason ?? "ok")
    case "/metrics":
      let counts = try await counts.counts()
      let text = metrics.text(
        counts, dropped: store.droppedRegistrations, gauges: state.gauges(now: clock()))
      var response = Response.plainText(.ok, text)
      response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
      return response
    default: return nil
    }
  }

  // MARK: Other paths

  private func respond(
    _ request: Request, _ path: String, _ query: Query
  ) async throws -> Response {
    let method = request.method
    if let refusal = query.rejection(at: path), method == .get { return refusal }
    switch path {
    case "/", "/status":
      guard method == .get else { return .methodNotAllowed(allow: "GET") }
      return .page(
        StatusPage(
          counts: try await counts.counts(), messages: try await messages(20),
          damage: state.damage, stopped: state.stoppedTopics,
          days: state.daysLeft(now: clock()), full: try await fullPasses()))
    case "/passes":
      if method == .post { return try await saveRows(request) }
      guard method == .get else { return .methodNotAllowed(allow: "GET, POST") }
      return try await passes(query)
    case "/devices":
      guard method == .get else { return .methodNotAllowed(allow: "GET") }
      return try await devices(query)
    case "/pushes":
      guard method == .get else { return .methodNotAllowed(allow: "GET") }
      return try await pushes(query)
    case "/logs":
      guard method == .get else { return .methodNotAllowed(allow: "GET") }
      return .lines(try await messages(query.limit).map(OperatorJSON.message))
    case "/push":
      guard method == .post else { return .methodNotAllowed(allow: "POST") }
      return try await push(request)
    default: return try await pass(request, path)
    }
  }

  /// Returns the passes that are still at their device limit.
  private func fullPasses() async throws(StoreError) -> [FullPass] {
    var full: [FullPass] = []
    for pass in store.fullPasses {
      let now = try await store.pass(passType: pass.passType, serial: pass.serial)
      if let now, now.deviceCount >= pass.limit { full.append(pass) }
    }
    return full
  }

  private func messages(_ limit: Int) async throws(StoreError) -> [DeviceMessage] {
    try await store.messages(limit: limit)
  }

  private func passes(_ query: Query) async throws(StoreError) -> Response {
    var last: (passType: String, serial: String)?
    if let type = query["passType"], !type.isEmpty {
      last = (type, query["after"] ?? "")
    } else if let serial = query["after"] {
      guard let type = try await store.passes(after: nil, limit: 1).first?.passType else {
        return .lines([])
      }
      // The largest possible serial number, so that the next pass has another pass type identifier.
      let others = try await store.passes(
        after: (type, "\u{10FFFF}\u{10FFFF}"), limit: 1)
      guard others.isEmpty else {
        return .plainText(
          .badRequest, "there are several pass types: add the passType of the last line")
      }
      last = (type, serial)
    }
    return .lines(
      try await store.passes(after: last, limit: query.limit)
        .map { OperatorJSON.pass($0, epoch: store.epoch) })
  }

  private func devices(_ query: Query) async throws(StoreError) -> Response {
    let after = Int64(query["after"] ?? "") ?? 0
    return .lines(
      try await store.registrations(after: after, limit: query.limit)
        .map { OperatorJSON.registration($0.1, place: $0.place) })
  }

  private func pushes(_ query: Query) async throws(StoreError) -> Response {
    .lines(try await store.due(topic: nil, now: .max, limit: query.limit).map(OperatorJSON.push))
  }

  private func push(_ request: Request) async throws -> Response {
    let bytes: [UInt8]
    switch try await body(of: request, limit: 4 << 20) {
    case .success(let whole): bytes = whole
    case .failure(let refused): return refused.response
    }
    guard let wanted = PushRequest(bytes) else {
      return .plainText(.badRequest, #"expected {"serials": ["…"]} or {"all": true}"#)
    }
    var unknown: [String]?
    if let serials = wanted.serials { unknown = try await store.unknown(serials: serials) }
    let count = try await store.push(serials: wanted.serials, now: clock())
    state.wakePusher()
    return .lines([OperatorJSON.pushed(count, unknown: unknown, sends: sends)])
  }

  /// Handles `/passes/{passType}/{serial}`.
  private func pass(_ request: Request, _ path: String) async throws -> Response {
    let segments = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard segments.count == 3, segments[0] == "passes",
      let type = PercentEncoding.decoded(segments[1]),
      let serial = PercentEncoding.decoded(segments[2])
    else { return .plainText(.notFound, "not found") }
    if request.method != .get {
      return try await change(request, type, serial)
    }
    guard let pass = try await store.pass(passType: type, serial: serial) else {
      return .plainText(.notFound, "no such pass")
    }
    return show(pass, .ok, personal: try await store.personal(of: pass))
  }

  private func show(
    _ pass: StoredPass, _ status: HTTPResponse.Status, personal: [UInt8]? = nil,
    refusals: [Diagnostic]? = nil
  ) -> Response {
    let line = OperatorJSON.pass(
      pass, epoch: store.epoch, personal: personal, refusals: refusals)
    var response = Response.lines([line], status: status)
    response.headers[.eTag] = pass.entityTag
    return response
  }

  // MARK: API rows

  private static let noTemplate = Response.plainText(
    .notImplemented, "API rows need passc serve with --template and --token-key")

  private func change(
    _ request: Request, _ type: String, _ serial: String
  ) async throws -> Response {
    guard [.put, .patch, .delete].contains(request.method) else {
      return .methodNotAllowed(allow: "GET, PUT, PATCH, DELETE")
    }
    guard let rowQueue else { return Self.noTemplate }
    let condition = RowQueue.VersionCondition(match: request.headers[.ifMatch])
    let outcome: RowQueue.Outcome
    if request.method == .delete {
      outcome = try await rowQueue.void(passType: type, serial: serial, condition)
    } else {
      let row: [UInt8]
      switch try await body(of: request, limit: Self.rowLimitInBytes) {
      case .success(let whole): row = whole
      case .failure(let refused): return refused.response
      }
      outcome =
        request.method == .put
        ? try await rowQueue.save(row, passType: type, serial: serial, condition)
        : try await rowQueue.patch(row, passType: type, serial: serial, condition)
    }
    state.wakePusher()
    return response(to: outcome)
  }

  /// Maximum size of a row, in a request of one row or of many.
  fileprivate static let rowLimitInBytes = 8 << 20

  private struct OperatorRequestError: Error {
    let response: Response

    init(_ status: HTTPResponse.Status, _ words: String) {
      var answer = Response.plainText(status, words)
      // The rest of the body is not read, and it must not be parsed as the next request.
      answer.headers[.connection] = "close"
      self.response = answer
    }
  }

  private func body(of request: Request, limit: Int) async throws -> Result<
    [UInt8], OperatorRequestError
  > {
    switch try await request.bytes(limit: limit, pausing: pause, of: state) {
    case .bytes(let bytes): .success(bytes)
    case .tooLarge:
      .failure(
        OperatorRequestError(.contentTooLarge, "the body is too large: at most \(limit >> 20) MiB"))
    case .tooSlow:
      .failure(OperatorRequestError(.requestTimeout, "the rest of the body did not arrive in time"))
    }
  }

  private func response(to outcome: RowQueue.Outcome) -> Response {
    let reason = description(of: outcome) ?? ""
    return switch outcome {
    case .saved(let pass, let isNew): show(pass, isNew ? .created : .ok)
    case .voidedAsServed(let pass, let refusals): show(pass, .ok, refusals: refusals)
    case .rejected(let diagnostics):
      .lines(diagnostics.map(JSONLinesWriter.line(of:)), status: .unprocessableContent)
    case .unknown: .plainText(.notFound, reason)
    case .otherSource: .plainText(.conflict, reason)
    case .otherVersion: .plainText(.preconditionFailed, reason)
    case .noRow: .plainText(.badRequest, reason)
    }
  }

  /// Returns why a row was rejected. Nil if it was accepted or has diagnostics.
  private func description(of outcome: RowQueue.Outcome) -> String? {
    switch outcome {
    case .saved, .voidedAsServed, .rejected: nil
    case .unknown: "no such pass"
    case .otherSource(let source):
      "the pass comes from \(description(of: source)): change it there"
    case .otherVersion: "the pass has changed in the meantime"
    case .noRow: "expected one JSON object, a value for each column"
    }
  }

  private func description(of source: PassSource) -> String {
    switch source {
    case .table: return table.map { "\(source.description) \($0)" } ?? source.description
    case .ledger where ledgers.count == 1: return "\(source.description) \(ledgers[0])"
    // The store does not know which of the ledgers has the pass.
    case .ledger where !ledgers.isEmpty:
      return "one of the ledgers \(ledgers.joined(separator: ", "))"
    case .ledger, .row: return source.description
    }
  }

  /// Accepts rows as JSON Lines and returns one line for each row.
  private func saveRows(_ request: Request) async throws -> Response {
    guard let rowQueue else { return Self.noTemplate }
    let body = request.body
    let (state, metrics) = (state, metrics)
    return Response(
      status: .ok,
      headers: [.contentType: "application/jsonl; charset=utf-8", .cacheControl: "no-store"],
      body: .init { writer in
        var lines = LineReader()
        var number = 0
        func save(_ rows: [[UInt8]]) async throws {
          let numbered = rows.enumerated().map { (number + 1 + $0, $1) }
            .filter { !$1.allSatisfy { $0 <= 0x20 } }
          number += rows.count
          guard !numbered.isEmpty else { return }
          var text = ""
          do {
            let outcomes = try await rowQueue.save(numbered.map(\.1))
            for ((number, _), outcome) in zip(numbered, outcomes) {
              text += OperatorJSON.row(number, outcome, description(of: outcome)) + "\n"
            }
          } catch let error as StoreError {
            metrics.countStoreError(error)
            for (number, _) in numbered { text += OperatorJSON.row(number, lost: error) + "\n" }
          }
          try await writer.write(ByteBuffer(string: text))
        }
        for try await part in body {
          // After a line that is too long, the rest is ignored. It is still read, so that the
          // client gets the response.
          guard !lines.isTooLong else { continue }
          try await save(lines.add(part.readableBytesView))
          state.wakePusher()
        }
        if lines.isTooLong {
          let line = OperatorJSON.tooLong(number + 1)
          try await writer.write(ByteBuffer(string: line + "\n"))
        } else if let last = lines.end() {
          try await save([last])
        }
        state.wakePusher()
        try await writer.finish(nil)
      })
  }
}

/// Splits data into lines.
private struct LineReader {
  private var remainder: [UInt8] = []
  /// Whether the incomplete line is too long for a row.
  var isTooLong: Bool { remainder.count > OperatorResponder.rowLimitInBytes }

  mutating func add(_ bytes: ByteBufferView) -> [[UInt8]] {
    remainder += bytes
    var lines: [[UInt8]] = []
    var start = 0
    while let end = remainder[start...].firstIndex(of: 0x0A) {
      lines.append(Array(remainder[start..<end]))
      start = end + 1
    }
    remainder.removeSubrange(..<start)
    return lines
  }

  mutating func end() -> [UInt8]? {
    defer { remainder = [] }
    return remainder.isEmpty ? nil : remainder
  }
}

/// The body of `POST /push`.
private struct PushRequest {
  /// The serial numbers. Nil for all passes.
  let serials: [String]?

  init?(_ bytes: [UInt8]) {
    guard let root = JSONBody.object(bytes) else { return nil }
    if root["all"]?.bool == true {
      serials = nil
      return
    }
    guard let list = root["serials"], list.isArray else { return nil }
    var serials: [String] = []
    for element in list.elements {
      guard let serial = element.string else { return nil }
      serials.append(serial)
    }
    self.serials = serials
  }
}

struct Query {
  private var values: [String: String] = [:]

  init(_ text: Substring) {
    for item in text.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count > 1 ? PercentEncoding.decoded(pair[1]) ?? String(pair[1]) : ""
      values[String(pair[0])] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Number of lines: 100 by default, 1,000 at most.
  var limit: Int { min(number("limit") ?? 100, 1_000) }

  /// Returns a positive integer, or nil for anything else.
  private func number(_ name: String) -> Int? {
    values[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns 400 if a number in the query of a list is invalid, or nil.
  fileprivate func rejection(at path: String) -> Response? {
    guard ["/passes", "/devices", "/pushes", "/logs"].contains(path) else { return nil }
    if values["limit"] != nil, number("limit") == nil {
      return .plainText(.badRequest, "invalid limit, expected a whole number above 0")
    }
    // Places are integers from 1.
    if path == "/devices", let after = values["after"], Int64(after) == nil {
      return .plainText(.badRequest, "invalid after, expected the whole number of the last place")
    }
    return nil
  }
}

extension Response {
  /// Returns an HTML page without scripts.
  static func page(_ page: StatusPage) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
        .xContentTypeOptions: "nosniff",
      ],
      body: .init(byteBuffer: ByteBuffer(string: page.html)))
  }
}
