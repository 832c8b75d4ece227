// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import PassArchive
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassRegistry
import PassRehearsal
import PassTesting
import PassUpdates
import Testing

@testable import PassService

/// Tests of whole requests without a network: a phone that signs up, and expired links.
struct CallsTests {
  /// Returns a responder for the requests of a table's test case.
  static func responder(_ table: TableCase) -> DeviceResponder {
    let clock = table.clock
    var responder = DeviceResponder(
      store: table.store, contents: ContentCache(buildQueue: table.desk), metrics: table.metrics,
      clock: { clock.now })
    responder.rows = table.rows
    return responder
  }

  static func ask(
    _ responder: DeviceResponder, _ method: String, _ path: String,
    _ headers: [(String, String)] = [], _ body: [UInt8] = []
  ) async throws -> PhoneResult.Response {
    var fields = HTTPFields()
    for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
    let request = Request(
      head: HTTPRequest(
        method: try #require(HTTPRequest.Method(method)), scheme: "http", authority: "localhost",
        path: path, headerFields: fields),
      body: RequestBody(buffer: ByteBuffer(bytes: body)))
    let channel = EmbeddedChannel()
    let context = ConnectionContext(
      source: ApplicationRequestContextSource(channel: channel, logger: .init(label: "test")))
    let response = try await responder.respond(to: request, context: context)
    let writer = WholeBody()
    try await response.body.write(writer)
    return PhoneResult.Response(
      status: Int(response.status.code),
      headers: response.headers.map { .init($0.name.rawName, $0.value) },
      body: Array(writer.buffer.readableBytesView))
  }

  // MARK: Sign-up by a phone

  /// Reads a bundle as a phone does: pass type identifier, serial number and authentication token
  /// of pass.json, and the digest of manifest.json.
  static func read(_ bundle: [UInt8]) -> Result<ReadPass, UnreadablePassError> {
    var report = Report()
    guard let archive = ArchiveReader.read(bundle, name: "p", report: &report),
      let json = archive.entries.first(where: { $0.plainPath == "pass.json" })?.bytes,
      let manifest = archive.entries.first(where: { $0.plainPath == "manifest.json" })?.bytes,
      let root = JSONReader.read(json, name: "pass.json", report: &report)?.root,
      let type = root["passTypeIdentifier"]?.string, let serial = root["serialNumber"]?.string
    else { return .failure(UnreadablePassError("no pass")) }
    return .success(
      ReadPass(
        key: PassKey(passType: type, serial: serial), webService: root["webServiceURL"]?.string,
        token: root["authenticationToken"]?.string, manifestDigest: Digest.sha256Hex(manifest)))
  }

  /// Lets a phone make all due calls until there are none left.
  private static func settle(
    _ phone: inout Phone, _ responder: DeviceResponder, at now: Int64
  ) async throws -> [(PhoneCall, PhoneResult.Response)] {
    var made: [(PhoneCall, PhoneResult.Response)] = []
    while true {
      let calls = phone.calls(at: now)
      if calls.isEmpty { return made }
      for call in calls {
        let path = call.url.replacing("https://passes.example.com", with: "")
        let answer = try await ask(
          responder, call.method, path, call.headers.map { ($0.name, $0.value) }, call.body)
        phone.receive(.response(answer), of: call.id, at: now)
        made.append((call, answer))
      }
    }
  }

  @Test func aPhoneSignsUpAndGetsThePersonalPass() async throws {
    let table = try SignUpTests.table()
    try await table.source.importTable()
    let responder = Self.responder(table)
    let now = TestCA.now * 1_000
    var phone = Phone(.phone, pushToken: "aabb", identifier: { _ in "d1" }, read: Self.read)
    let bundle = try await table.bundle("A")
    let pass = try Self.read(bundle).get()
    phone.add(pass, at: now)
    let registered = try await Self.settle(&phone, responder, at: now)
    #expect(registered.map(\.1.status) == [201, 200, 200], "\(registered.map(\.0.path))")
    _ = phone.takeEvents()

    table.clock.advance(60)
    phone.personalize(
      pass.key,
      body: Array(
        """
        {"requiredPersonalizationInfo": {"fullName": "Ann Lee", "givenName": "Ann", \
        "familyName": "Lee"}, "personalizationToken": "token-of-ann"}
        """.utf8), at: now + 60_000)
    let made = try await Self.settle(&phone, responder, at: now + 60_000)
    let (call, answer) = try #require(made.first)
    #expect(call.path.hasSuffix("/A/personalize") && answer.status == 200)
    #expect(answer.header("Content-Type") == "application/octet-stream")
    let signature = try CMSMessage(answer.body).verify(content: Array("token-of-ann".utf8))
    #expect(signature.provesContent)
    // The phone fetches the pass itself, and gets the personalized one.
    let updates = phone.takeEvents().compactMap { event -> [UInt8]? in
      guard case .updated(pass.key, _, _, let bytes) = event else { return nil }
      return bytes
    }
    #expect(updates.count == 1)
    let files = try SignUpTests.files(try #require(updates.first))
    #expect(files["personalization.json"] == nil)
    #expect(files["pass.json"]?.contains("Ann") == true)
    #expect(phone.passes[pass.key]?.pass.token == pass.token)
    // The phone stays registered, so a later change reaches it.
    #expect(try await table.store.counts().registrations == 1)
  }

  @Test func aSignUpWithoutTheTokenIsNone() async throws {
    let table = try SignUpTests.table()
    try await table.source.importTable()
    let responder = Self.responder(table)
    let pass = try Self.read(try await table.bundle("A")).get()
    let path = "/v1/passes/\(TestCA.type)/A/personalize"
    let body = Array(
      #"{"requiredPersonalizationInfo": {"givenName": "Ann"}, "personalizationToken": "t"}"#.utf8)
    let right = [("Authorization", "ApplePass \(pass.token ?? "")")]
    #expect(try await Self.ask(responder, "POST", path, [], body).status == 401)
    #expect(
      try await Self.ask(
        responder, "POST", path, [("Authorization", "ApplePass wrong")], body
      ).status == 401)
    #expect(
      try await Self.ask(
        responder, "POST", "/v1/passes/\(TestCA.type)/nobody/personalize", right, body
      ).status == 401)
    #expect(try await Self.ask(responder, "POST", path, right, Array("{}".utf8)).status == 400)
    #expect(try await Self.ask(responder, "POST", path, right, body).status == 200)
    // Repeating the request has the same result.
    let number = try await table.pass("A").number
    #expect(try await Self.ask(responder, "POST", path, right, body).status == 200)
    #expect(try await table.pass("A").number == number)
  }

  @Test func aSignUpThatShowsNoTokenIsTakenWhereThatIsWanted() async throws {
    let table = try SignUpTests.table()
    try await table.source.importTable()
    var responder = Self.responder(table)
    responder.signsUpWithoutToken = true
    let path = "/v1/passes/\(TestCA.type)/A/personalize"
    let body = Array(
      #"{"requiredPersonalizationInfo": {"givenName": "Ann"}, "personalizationToken": "t"}"#.utf8)
    // A wrong token is not treated as a missing one. Getting the pass still requires the token.
    #expect(
      try await Self.ask(
        responder, "POST", path, [("Authorization", "ApplePass wrong")], body
      ).status == 401)
    #expect(
      try await Self.ask(
        responder, "POST", "/v1/passes/\(TestCA.type)/nobody/personalize", [], body
      ).status == 401)
    #expect(
      try await Self.ask(responder, "GET", "/v1/passes/\(TestCA.type)/A").status == 401)
    let answer = try await Self.ask(responder, "POST", path, [], body)
    #expect(answer.status == 200)
    #expect(try CMSMessage(answer.body).verify(content: Array("t".utf8)).provesContent)
  }

  // MARK: Links

  @Test func aLinkThatHasEndedSaysSoAndGivesNothing() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    var responder = Self.responder(table)
    let clock = table.clock
    let keys = LinkKeys([[UInt8](repeating: 7, count: 32)])
    let address = try #require(PublicAddress("https://passes.example.com/gym"))
    responder.adding = AddResponder(
      store: table.store, contents: responder.contents, keys: CurrentLinkKeys(keys),
      address: address,
      pictures: PreviewCache(program: nil), metrics: table.metrics,
      clock: { clock.now })
    func link(_ serial: String) async throws -> String {
      let generation = try await table.store.linkGeneration(
        passType: TestCA.type, serial: serial)
      let link = PassLink(
        passType: TestCA.type, serial: serial, end: TestCA.now + 86_400, generation: generation)
      return "/add/" + (try keys.text(of: link))
    }
    let phone = [
      (
        "User-Agent",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
          + "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
      )
    ]
    let path = try await link("A")
    table.clock.advance(86_399)
    let good = try await Self.ask(responder, "GET", path, phone)
    #expect(good.status == 200)
    #expect(good.header("Content-Type") == "application/vnd.apple.pkpass")
    table.clock.advance(1)
    for headers in [phone, []] {
      for target in [path, path + "?pass"] {
        let ended = try await Self.ask(responder, "GET", target, headers)
        #expect(ended.status == 410)
        #expect(ended.header("Content-Type") == "text/html; charset=utf-8")
        #expect(ended.header("Cache-Control") == "private, no-store")
        let text = String(decoding: ended.body, as: UTF8.self)
        #expect(text.contains(AddPageStrings.all[0].expired.0), "\(text)")
        // The response shows nothing of the pass, because the visitor may not be its cardholder.
        #expect(!text.contains("Gym") && !text.contains("Ann"))
      }
      let head = try await Self.ask(responder, "HEAD", path, headers)
      #expect(head.status == 410 && head.body.isEmpty)
    }
    // A made-up link must not reveal whether a pass ever existed, so it gets 404.
    let unknown = try await link("nobody")
    #expect(try await Self.ask(responder, "GET", unknown, phone).status == 404)
  }
}
