// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassTesting
import Synchronization

/// A stand-in for Apple's App Store Connect API. It was written from Apple's documentation and the
/// reports of others only, without the code of our client.
final class StandIn: Sendable {
  /// A certificate that the stand-in has issued.
  struct Issued: Sendable {
    let id: String
    let passType: String
    let type: String
    let certificate: Certificate
  }

  /// A request as the stand-in saw it, without its secrets.
  struct Seen: Sendable {
    let method: String
    let path: String
    let hasToken: Bool
    let body: String
  }

  /// A misbehavior for one request.
  enum Fault: Sendable {
    /// Responds with a status and a body, before anything is done.
    case respond(Int, String, headers: [String: String] = [:])
    /// Does the work, then drops the connection.
    case dropAfter
    /// Does the work, then responds like a gateway.
    case gatewayAfter
  }

  struct State: Sendable {
    var passTypes: [(id: String, identifier: String)] = []
    var certificates: [Issued] = []
    var seen: [Seen] = []
    var tokens: Set<String> = []
    /// Faults by method and beginning of the path, used up in order.
    var faults: [(method: String, path: String, fault: Fault)] = []
    /// Number of entries on a page.
    var pageSize = 20
    /// The address of the next page in place of the own one.
    var nextPage: String?
    var grantsNFC = true
    /// Changes the certificate that is issued.
    var issue: @Sendable (inout PassCertificateRequest, inout [UInt8]) -> Void = { _, _ in }
    /// Whether the next response has no certificate.
    var omitsContent = false
    /// Whether responses have members that are not documented.
    var isStrange = false
    var port = 0
  }

  static let team = "A1B2C3D4E5"
  static let keyID = "KEY4567890"
  static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

  let state = Mutex(State())
  let key: PrivateKey
  let now: Int64
  let authority: ExampleAuthority

  init(now: Int64 = Environment.now) throws {
    self.now = now
    key = try PrivateKey.generateP256()
    // Keys that other tests have made already.
    authority = try ExampleAuthority(
      notBefore: now - 86_400, notAfter: now + 4_000 * 86_400, rootKey: TestCA.key,
      intermediateKey: TestCA.otherKey)
  }

  var seen: [Seen] { state.withLock { $0.seen } }
  var base: String { state.withLock { "http://127.0.0.1:\($0.port)" } }

  func fail(_ method: String, _ path: String, _ fault: Fault) {
    state.withLock { $0.faults.append((method, path, fault)) }
  }

  // MARK: The server

  /// Serves until `body` ends.
  func serve<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let ready = AsyncStream<Int>.makeStream()
    var logger = Logger(label: "stand-in")
    logger.logLevel = .critical
    let application = Application(
      responder: CallbackResponder { (request: Request, _: BasicRequestContext) in
        try await self.respond(to: request)
      },
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        ready.continuation.yield(channel.localAddress?.port ?? 0)
        ready.continuation.finish()
      },
      logger: logger)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        try await application.run()
        return nil
      }
      for await port in ready.stream { self.state.withLock { $0.port = port } }
      let result = try await body()
      group.cancelAll()
      return result
    }
  }

  private func respond(to request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    let text = String(buffer: body)
    let path = request.head.path ?? "/"
    let authorization = request.headers[.authorization]
    let fault = state.withLock { state -> Fault? in
      state.seen.append(
        Seen(
          method: request.method.rawValue, path: path, hasToken: authorization != nil, body: text))
      if let authorization { state.tokens.insert(authorization) }
      guard
        let index = state.faults.firstIndex(where: {
          $0.method == request.method.rawValue && path.hasPrefix($0.path)
        })
      else { return nil }
      return state.faults.remove(at: index).fault
    }
    if case .respond(let status, let words, let headers) = fault {
      return Self.response(status, words, headers)
    }
    let answer = try answer(request, path, authorization, text)
    switch fault {
    case .dropAfter:
      // A body that ends early closes the connection.
      return Response(
        status: .created, headers: [.contentLength: "100000"],
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "{"))
          throw CancellationError()
        })
    case .gatewayAfter: return Self.response(504, "<html><body>Gateway Timeout</body></html>")
    default: return answer
    }
  }

  static func response(
    _ status: Int, _ body: String, _ headers: [String: String] = [:]
  ) -> Response {
    var fields: HTTPFields = [.contentType: "application/json"]
    if let name = HTTPField.Name("X-Rate-Limit") {
      fields[name] = "user-hour-lim:3500;user-hour-rem:500;"
    }
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return Response(
      status: .init(code: status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }

  static func error(
    _ status: Int, _ code: String, _ detail: String, more: String = ""
  ) -> (Int, String) {
    (
      status,
      """
      {"errors":[{"status":"\(status)","code":"\(code)","title":"A title.","detail":"\(detail)"\
      \(more)}]}
      """
    )
  }

  private static func response(_ error: (Int, String)) -> Response { response(error.0, error.1) }

  // MARK: Resources

  private func answer(
    _ request: Request, _ path: String, _ authorization: String?, _ body: String
  ) throws -> Response {
    if path == "/wwdr.der" {
      return Response(
        status: .ok,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: authority.intermediate.certificate.der)))
    }
    if let fault = StandInToken.fault(authorization, key: key, now: now) {
      return Self.response(fault)
    }
    let route = path.split(separator: "?").first.map(String.init) ?? path
    let parts = route.split(separator: "/").map(String.init)
    guard parts.first == "v1" else {
      return Self.response(Self.error(404, "PATH_ERROR", "The URL path is not valid"))
    }
    switch (request.method, parts.count, parts.dropFirst().first) {
    case (.get, 2, "passTypeIds"): return passTypes(path)
    case (.post, 2, "passTypeIds"): return addPassType(body)
    case (.get, 4, "passTypeIds") where parts[3] == "certificates":
      return certificates(of: parts[2], path)
    case (.post, 2, "certificates"): return try addCertificate(body)
    case (.get, 3, "certificates"): return certificate(parts[2])
    default: return Self.response(Self.error(405, "METHOD_NOT_ALLOWED", "not here"))
    }
  }

  private static func query(_ name: String, in path: String) -> String? {
    let query = path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    for pair in query.split(separator: "&") {
      let plain = pair.replacing("%5B", with: "[").replacing("%5D", with: "]")
      let parts = plain.split(separator: "=", maxSplits: 1)
      if parts.first.map(String.init) == name { return parts.dropFirst().first.map(String.init) }
    }
    return nil
  }

  private func passTypes(_ path: String) -> Response {
    let wanted = Self.query("filter[identifier]", in: path)
    // As on bundleIds, the filter matches a part of the identifier.
    let found = state.withLock { $0.passTypes }.filter {
      wanted.map($0.identifier.contains) ?? true
    }
    return page(found.map(Self.passType), path)
  }

  private static func passType(_ passType: (id: String, identifier: String)) -> String {
    """
    {"type":"passTypeIds","id":"\(passType.id)","attributes":{"name":"A name",\
    "identifier":"\(passType.identifier)"},"relationships":{"certificates":{"links":{}}},\
    "links":{"self":"https://example.com"}}
    """
  }

  private func page(_ entries: [String], _ path: String) -> Response {
    let start = Self.query("cursor", in: path).flatMap { Int($0) } ?? 0
    let (size, other, base) = state.withLock { ($0.pageSize, $0.nextPage, $0.port) }
    let end = min(start + size, entries.count)
    var links = #""self":"https://example.com""#
    if end < entries.count {
      let route = path.split(separator: "?").first.map(String.init) ?? path
      let filter = Self.query("filter[identifier]", in: path).map { "&filter[identifier]=\($0)" }
      let own = "http://127.0.0.1:\(base)\(route)?cursor=\(end)\(filter ?? "")"
      links += #","next":"\#(other ?? own)""#
    }
    let all = start < end ? entries[start..<end].joined(separator: ",") : ""
    return Self.response(
      200,
      """
      {"data":[\(all)],"links":{\(links)},\
      "meta":{"paging":{"total":\(entries.count),"limit":\(size)}},"included":[]}
      """)
  }

  private static func read(_ body: String) -> JSONValue? {
    var report = Report()
    return JSONReader.read(Array(body.utf8), name: "body", report: &report)?.root
  }

  private func addPassType(_ body: String) -> Response {
    guard let root = Self.read(body) else {
      return Self.response(Self.error(400, "ENTITY_INVALID", "not JSON"))
    }
    guard let identifier = root.at("/data/attributes/identifier")?.string,
      root.at("/data/attributes/name")?.string != nil,
      root.at("/data/type")?.string == "passTypeIds"
    else { return Self.response(Self.error(422, "ENTITY_UNPROCESSABLE", "a key is misspelt")) }
    let id = state.withLock { state -> String? in
      guard !state.passTypes.contains(where: { $0.identifier == identifier }) else { return nil }
      let id = "PT\(state.passTypes.count)000000"
      state.passTypes.append((id, identifier))
      return id
    }
    guard let id else {
      return Self.response(
        Self.error(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", "the identifier is not available"))
    }
    return Self.response(
      201, #"{"data":\#(Self.passType((id, identifier))),"links":{"self":"x"}}"#,
      ["Location": "/v1/passTypeIds/\(id)"])
  }

  // MARK: Certificates

  private func addCertificate(_ body: String) throws -> Response {
    guard let root = Self.read(body) else {
      return Self.response(Self.error(400, "ENTITY_INVALID", "not JSON"))
    }
    guard let type = root.at("/data/attributes/certificateType")?.string,
      let csr = root.at("/data/attributes/csrContent")?.string,
      root.at("/data/type")?.string == "certificates"
    else { return Self.response(Self.error(422, "ENTITY_UNPROCESSABLE", "a key is misspelt")) }
    let relation = root.at("/data/relationships/passTypeId/data")
    let known = state.withLock { state in
      state.passTypes.first { $0.id == relation?["id"]?.string }
    }
    guard let known, relation?["type"]?.string == "passTypeIds" else {
      return Self.response(
        Self.error(404, "NOT_FOUND", "There is no resource of type 'passTypeIds' with id 'null'"))
    }
    guard let publicKey = StandInRequest.publicKey(in: csr) else {
      return Self.response(
        Self.error(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", "the CSR is not valid"))
    }
    let isNFC = type == "PASS_TYPE_ID_WITH_NFC"
    guard isNFC || type == "PASS_TYPE_ID" else {
      return Self.response(Self.error(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", "unknown type"))
    }
    guard !isNFC || state.withLock({ $0.grantsNFC }) else {
      return Self.response(Self.error(403, "FORBIDDEN_ERROR", "not allowed"))
    }
    let issued = try issue(known.identifier, type, publicKey)
    return Self.response(
      201, #"{"data":\#(json(issued)),"links":{"self":"x"}}"#,
      ["Location": "/v1/certificates/\(issued.id)"])
  }

  /// Issues a certificate as Apple does: the subject of the request is ignored.
  @discardableResult
  func issue(
    _ identifier: String, _ type: String, _ publicKey: [UInt8]
  ) throws -> Issued {
    let (change, port) = state.withLock { ($0.issue, $0.port) }
    var publicKey = publicKey
    var content = PassCertificateRequest(
      passTypeIdentifier: identifier, teamIdentifier: Self.team,
      isNFC: type == "PASS_TYPE_ID_WITH_NFC", notBefore: now - 3_600,
      notAfter: now - 3_600 + 395 * 86_400 - 1)
    content.issuerURL = "http://127.0.0.1:\(port)/wwdr.der"
    change(&content, &publicKey)
    let certificate = try authority.issue(content, publicKeyDER: publicKey)
    return state.withLock { state in
      let issued = Issued(
        id: "CERT\(state.certificates.count)", passType: identifier, type: type,
        certificate: certificate)
      state.certificates.append(issued)
      return issued
    }
  }

  private func json(_ issued: Issued) -> String {
    let (omits, isStrange) = state.withLock { ($0.omitsContent, $0.isStrange) }
    let content = omits ? "null" : #""\#(Base64.encode(issued.certificate.der))""#
    let serial = String(issued.certificate.serialHex.uppercased().drop { $0 == "0" })
    let strange =
      isStrange
      ? #","csrContent":null,"requesterEmail":"a@example.com","status":"Issued","platform":null,"#
        + #""expirationDate":"2027-01-01T00:00:00.000+0000""#
      : #","platform":"IOS","expirationDate":"2027-01-01T00:00:00.000+00:00""#
    return """
      {"type":"certificates","id":"\(issued.id)","attributes":{"name":"A name",\
      "certificateType":"\(issued.type)","displayName":"\(issued.passType)",\
      "serialNumber":"\(serial)","certificateContent":\(content),"activated":null\(strange)},\
      "relationships":{"passTypeId":{"links":{}}},"links":{"self":"x"}}
      """
  }

  private func certificates(of id: String, _ path: String) -> Response {
    let state = state.withLock { $0 }
    guard let passType = state.passTypes.first(where: { $0.id == id }) else {
      return Self.response(Self.error(404, "NOT_FOUND", "no such pass type"))
    }
    let found = state.certificates.filter { $0.passType == passType.identifier }
    return page(found.map { json($0) }, path)
  }

  private func certificate(_ id: String) -> Response {
    guard let issued = state.withLock({ $0.certificates.first { $0.id == id } }) else {
      return Self.response(Self.error(404, "NOT_FOUND", "no such certificate"))
    }
    state.withLock { $0.omitsContent = false }
    return Self.response(200, #"{"data":\#(json(issued)),"links":{"self":"x"}}"#)
  }
}
