// SPDX-License-Identifier: Apache-2.0

import PassAppStoreConnect
import PassBasics
import PassCrypto
import PassTesting
import Synchronization
import Testing

/// Tests of ordering certificates against the stand-in for Apple's API, over HTTP.
@Suite(.serialized)
struct OrderTests {
  static let type = "pass.com.example.gym"

  /// A client, its order, and the pauses that it made.
  final class Case: Sendable {
    let standIn: StandIn
    let pauses = Mutex<[Int]>([])
    let key: PrivateKey
    let csr: String

    init(key: PrivateKey? = nil, csr: String? = nil) throws {
      standIn = try StandIn()
      self.key = try key ?? TestCA.key
      self.csr = try csr ?? CertificateRequest(key: self.key, commonName: OrderTests.type).pem
    }

    func order(isNFC: Bool = false, team: String? = nil) -> PassCertificateOrder {
      PassCertificateOrder(
        passType: OrderTests.type, name: "Gym", isNFC: isNFC, team: team, request: csr,
        publicKeyDER: key.publicKeyDER)
    }

    func register() {
      standIn.state.withLock { $0.passTypes.append(("PT00000000", OrderTests.type)) }
    }

    /// Runs with a client of the stand-in that sends over HTTP and does not really pause.
    func run<Result: Sendable>(
      clock: Int64 = 0, keyID: String = StandIn.keyID, issuer: String = StandIn.issuer,
      _ body: @escaping @Sendable (APIClient) async throws -> Result
    ) async throws -> Result {
      try await standIn.serve { [self] in
        let transport = HTTPTransport(agent: "passc/test")
        let now = standIn.now + clock
        let client = APIClient(
          try APIKey(key: standIn.key, keyID: keyID, issuerID: issuer), base: standIn.base,
          transport: transport, now: { now },
          sleep: { seconds in self.pauses.withLock { $0.append(seconds) } })
        do {
          let result = try await body(client)
          await transport.close()
          return result
        } catch {
          await transport.close()
          throw error
        }
      }
    }

    func place(_ order: PassCertificateOrder? = nil) async throws -> PassCertificateOrder.Delivery {
      let order = order ?? self.order()
      return try await run { try await order.place(with: $0, now: self.standIn.now) }
    }

    /// Returns the error of an order.
    func error(_ order: PassCertificateOrder? = nil) async throws -> APIError {
      do {
        let delivery = try await place(order)
        throw NoError(delivery: "\(delivery.certificate)")
      } catch let error as APIError {
        return error
      }
    }

    struct NoError: Error { let delivery: String }

    func count(_ method: String, _ path: String = "/") -> Int {
      standIn.seen.count { $0.method == method && $0.path.hasPrefix(path) }
    }
  }

  // MARK: 1 to 3: tokens

  @Test func registersAndOrdersWithAStrictlyValidToken() async throws {
    let test = try Case()
    let order = test.order()
    let (delivery, issuer) = try await test.run { client in
      let delivery = try await order.place(with: client, now: test.standIn.now)
      let issuer = try await PassCertificateOrder.intermediate(
        of: delivery.certificate, with: client)
      return (delivery, issuer)
    }
    #expect(delivery.isNewPassType && !delivery.wasThere)
    #expect(delivery.certificate.publicKeyDER == test.key.publicKeyDER)
    #expect(delivery.certificate.passTypeIdentifier == Self.type)
    #expect(delivery.certificate.isSigned(by: issuer))
    #expect(test.count("POST", "/v1/passTypeIds") == 1 && test.count("POST") == 2)
    // The address in the certificate gets no token.
    #expect(test.standIn.seen.last?.path == "/wwdr.der")
    #expect(test.standIn.seen.last?.hasToken == false)
    // One token is enough, and the log of requests has no private key.
    #expect(test.standIn.state.withLock { $0.tokens.count } == 1)
    #expect(!test.standIn.seen.contains { $0.body.contains("PRIVATE") })
  }

  @Test(arguments: [(-3_600, StandIn.keyID), (3_600, StandIn.keyID), (0, "OTHER67890")])
  func stopsAfterTwoRejectedTokens(_ clock: Int, _ keyID: String) async throws {
    let test = try Case()
    let order = test.order()
    do {
      _ = try await test.run(clock: Int64(clock), keyID: keyID) {
        try await order.place(with: $0, now: test.standIn.now)
      }
      Issue.record("the token was accepted")
    } catch let error as APIError {
      #expect(error.kind == .unauthorized, "\(error)")
      #expect(error.help?.contains("clock") == true)
    }
    #expect(test.standIn.seen.count == 2)
  }

  @Test(arguments: ["GET", "POST"])
  func repeatsOnceWithANewTokenAfter401(_ method: String) async throws {
    let test = try Case()
    let (status, body) = StandIn.error(401, "NOT_AUTHORIZED", "spurious")
    test.standIn.fail(method, "/v1/passTypeIds", .respond(status, body))
    _ = try await test.place()
    #expect(test.standIn.state.withLock { $0.certificates.count } == 1)
    #expect(test.pauses.withLock { $0 } == [])
  }

  @Test func needsAP256Key() throws {
    #expect(throws: CryptoError.self) {
      try APIKey(key: TestCA.key, keyID: StandIn.keyID, issuerID: StandIn.issuer)
    }
  }

  // MARK: 4 to 6: lists and pass type identifiers

  @Test func findsTheExactIdentifierOnTheSecondPage() async throws {
    let test = try Case()
    test.standIn.state.withLock { state in
      state.pageSize = 1
      state.passTypes = [("NEAR", Self.type + "s"), ("EXACT", Self.type)]
    }
    let delivery = try await test.place()
    #expect(!delivery.isNewPassType)
    #expect(test.count("POST", "/v1/passTypeIds") == 0)
    #expect(test.standIn.seen.last?.body.contains(#""id":"EXACT""#) == true)
  }

  @Test func aNearMissIsNotRegistered() async throws {
    let test = try Case()
    test.standIn.state.withLock { $0.passTypes = [("NEAR", Self.type + "s")] }
    #expect(try await test.place().isNewPassType)
  }

  @Test(arguments: ["http://127.0.0.1:1/v1/passTypeIds", "https://127.0.0.1/", "//evil.example"])
  func goesToNoOtherHost(_ next: String) async throws {
    let test = try Case()
    test.standIn.state.withLock { state in
      state.pageSize = 1
      state.nextPage = next
      state.passTypes = [("NEAR", Self.type + "s"), ("EXACT", Self.type)]
    }
    let error = try await test.error()
    #expect(error.description.contains("another host"), "\(error)")
    #expect(test.standIn.seen.count == 1)
  }

  @Test func aTakenIdentifierIsNamed() async throws {
    let test = try Case()
    let (status, body) = StandIn.error(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", "not available")
    test.standIn.fail("POST", "/v1/passTypeIds", .respond(status, body))
    let error = try await test.error()
    #expect(error.kind == .conflict && error.description.contains(Self.type), "\(error)")
    #expect(error.description.contains("not available"), "\(error)")
    #expect(test.count("POST") == 1)
  }

  // MARK: 7 to 10: the certificate

  enum Change: String, CaseIterable { case key, passType, team, kind, expired, future }

  @Test(arguments: Change.allCases)
  func rejectsACertificateThatDoesNotFit(_ change: Change) async throws {
    let test = try Case()
    let other = try TestCA.otherKey.publicKeyDER
    test.standIn.state.withLock { state in
      state.issue = { content, key in
        switch change {
        case .key: key = other
        case .passType: content.passTypeExtension = "pass.com.example.other"
        case .team: content.teamIdentifier = "OTHER67890"
        case .kind: content.isNFC = true
        case .expired: content.notAfter = content.notBefore + 1
        case .future:
          content.notBefore += 10 * 86_400
          content.notAfter += 10 * 86_400
        }
      }
    }
    let error = try await test.error(test.order(team: StandIn.team))
    #expect(error.kind == .wrongCertificate, "\(error)")
  }

  @Test func rejectsTheIntermediateOfAnotherCA() async throws {
    let test = try Case()
    let other = String(decoding: try TestCA.intermediate, as: UTF8.self)
    test.standIn.fail("GET", "/wwdr.der", .respond(200, other))
    let order = test.order()
    let error = await #expect(throws: APIError.self) {
      try await test.run { client in
        let delivery = try await order.place(with: client, now: test.standIn.now)
        return try await PassCertificateOrder.intermediate(of: delivery.certificate, with: client)
      }
    }
    #expect(error?.description.contains("is not the certificate of the issuer") == true)
  }

  @Test func aBadRequestIsRejectedWithItsReason() async throws {
    let p256 = try PrivateKey.generateP256()
    for test in [
      try Case(key: p256), try Case(csr: "garbage"),
    ] {
      let error = try await test.error()
      #expect(error.kind == .conflict && error.description.contains("CSR"), "\(error)")
      #expect(test.standIn.state.withLock { $0.certificates.isEmpty })
    }
  }

  // MARK: 11 and 12: permissions

  @Test func anAgreementIsForTheAccountHolder() async throws {
    let test = try Case()
    // The telling entry is the second one.
    let body = """
      {"errors":[{"status":"403","code":"FORBIDDEN","title":"Forbidden"},{"status":"403",\
      "code":"FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED","title":"A required agreement",\
      "detail":"...","links":{"see":"/agreements"},"meta":{"associatedErrors":{}}}]}
      """
    test.standIn.fail("GET", "/v1/passTypeIds", .respond(403, body))
    let error = try await test.error()
    #expect(error.kind == .agreement)
    let words = error.description + (error.help ?? "")
    #expect(words.contains("Account Holder") && !words.contains("role"), "\(words)")
    #expect(test.standIn.seen.count == 1)
  }

  @Test func aSmallRoleIsNamed() async throws {
    let test = try Case()
    let (status, body) = StandIn.error(403, "FORBIDDEN_ERROR", "not allowed")
    test.standIn.fail("GET", "/v1/passTypeIds", .respond(status, body))
    let error = try await test.error()
    #expect(error.kind == .forbidden && error.help?.contains("role Admin") == true, "\(error)")
  }

  @Test func aTeamWithoutNFCIsTold() async throws {
    let test = try Case()
    test.register()
    test.standIn.state.withLock { $0.grantsNFC = false }
    let error = try await test.error(test.order(isNFC: true))
    #expect(error.help?.contains("grant NFC") == true, "\(error)")
    test.standIn.state.withLock { $0.grantsNFC = true }
    let delivery = try await test.place(test.order(isNFC: true))
    #expect(delivery.certificate.isNFCEnabled)
  }

  // MARK: 13 and 14: limits and lost responses

  @Test func waitsForTheLimitOfReadsOnly() async throws {
    let test = try Case()
    let (status, body) = StandIn.error(429, "RATE_LIMIT_EXCEEDED", "slow down")
    let limits = ["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:500;user-minute-rem:0;"]
    test.standIn.fail(
      "GET", "/v1/passTypeIds", .respond(status, body, headers: ["Retry-After": "7"]))
    test.standIn.fail("GET", "/v1/passTypeIds", .respond(status, body, headers: limits))
    test.standIn.fail(
      "GET", "/v1/passTypeIds", .respond(status, body, headers: ["Retry-After": "86400"]))
    _ = try await test.place()
    #expect(test.pauses.withLock { $0 } == [7, 2, 60])

    let strict = try Case()
    strict.register()
    strict.standIn.fail("POST", "/v1/certificates", .respond(status, body, headers: limits))
    let error = try await strict.error()
    #expect(error.kind == .rateLimit, "\(error)")
    #expect(error.description.contains("user-minute-rem 0"), "\(error)")
    #expect(strict.count("POST") == 1)
  }

  @Test(arguments: [true, false])
  func findsACertificateWhoseResponseWasLost(_ isDropped: Bool) async throws {
    let test = try Case()
    test.standIn.fail("POST", "/v1/certificates", isDropped ? .dropAfter : .gatewayAfter)
    let delivery = try await test.place()
    #expect(delivery.wasThere && delivery.isNewPassType)
    #expect(test.count("POST", "/v1/certificates") == 1)
    #expect(test.standIn.state.withLock { $0.certificates.count } == 1)
    // A second run, as after a crash, takes the same certificate.
    let again = try await test.place()
    #expect(again.wasThere && again.certificate == delivery.certificate)
    #expect(test.count("POST", "/v1/certificates") == 1)
  }

  @Test func doesNotRepeatAPostThatDidNothing() async throws {
    let test = try Case()
    test.register()
    test.standIn.fail("POST", "/v1/certificates", .respond(504, "<html>gateway</html>"))
    let error = try await test.error()
    #expect(error.kind == .unanswered, "\(error)")
    #expect(test.count("POST") == 1 && test.pauses.withLock { $0 } == [2, 5])
  }

  @Test func findsAPassTypeWhoseResponseWasLost() async throws {
    let test = try Case()
    test.standIn.fail("POST", "/v1/passTypeIds", .gatewayAfter)
    #expect(try await test.place().isNewPassType)
    #expect(test.count("POST", "/v1/passTypeIds") == 1)
  }

  // MARK: 15 and 16: lenient reading, and nothing is deleted

  @Test func readsResponsesLeniently() async throws {
    let test = try Case()
    test.standIn.state.withLock { state in
      state.isStrange = true
      state.omitsContent = true
    }
    let delivery = try await test.place()
    #expect(delivery.certificate.passTypeIdentifier == Self.type)
    #expect(test.count("GET", "/v1/certificates/") == 1)
  }

  @Test(arguments: [(406, "wrong Accept, in plain text"), (302, ""), (415, "")])
  func reportsAResponseThatIsNotJSON(_ status: Int, _ body: String) async throws {
    let test = try Case()
    test.standIn.fail(
      "GET", "/v1/passTypeIds",
      .respond(status, body, headers: ["Location": test.standIn.base + "/elsewhere"]))
    let error = try await test.error()
    #expect(error.description.contains("\(status)"), "\(error)")
    // No redirect is followed, so the token goes nowhere else.
    #expect(test.standIn.seen.count == 1)
  }

  @Test func anEmptyListIsNotAnError() async throws {
    let test = try Case()
    test.standIn.fail("GET", "/v1/passTypeIds", .respond(200, #"{"data":[],"links":{}}"#))
    #expect(try await test.place().isNewPassType)
  }

  @Test func aRenewalKeepsTheOldCertificate() async throws {
    let test = try Case()
    test.register()
    let old = try test.standIn.issue(Self.type, "PASS_TYPE_ID", TestCA.otherKey.publicKeyDER)
    let delivery = try await test.place(test.order(team: StandIn.team))
    #expect(!delivery.wasThere && delivery.certificate != old.certificate)
    #expect(test.standIn.state.withLock { $0.certificates.count } == 2)
    #expect(test.count("DELETE") + test.count("PATCH") + test.count("PUT") == 0)
  }

  @Test func aRenewalWithTheSameKeyGetsANewCertificate() async throws {
    let test = try Case()
    test.register()
    let old = try test.standIn.issue(Self.type, "PASS_TYPE_ID", test.key.publicKeyDER)
    var order = test.order()
    order.existing = [old.certificate]
    let delivery = try await test.place(order)
    #expect(!delivery.wasThere && delivery.certificate != old.certificate)
  }
}
