// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassPush
import PassRehearsal
import Testing

/// An identity of an example authority, made once.
enum PushBench {
  static let topic = "pass.com.example.gym"
  static let now: Int64 = 1_893_456_000
  static let parts = Result { () throws(CryptoError) in
    let authority = try ExampleAuthority(notBefore: now - 86_400_000, notAfter: now + 86_400_000)
    let key = try PrivateKey.generateRSA2048()
    let request = PassCertificateRequest(
      passTypeIdentifier: topic, teamIdentifier: "A1B2C3D4E5", notBefore: now - 86_400,
      notAfter: now + 86_400)
    return (
      chain: [
        try authority.issue(request, publicKeyDER: key.publicKeyDER),
        authority.intermediate.certificate,
      ], key: key
    )
  }

  static func credential() throws -> PushCredential {
    let parts = try parts.get()
    return .certificate(parts.chain, parts.key)
  }

  /// Runs a replacement for APNs and a sender, and ends both.
  static func run(
    _ options: PushSimulatorOptions = PushSimulatorOptions(), as credential: PushCredential? = nil,
    timeout: Int = 60, now: @escaping @Sendable () -> Int64 = { PushBench.now },
    _ body: (PushSimulator, PushSender) async throws -> Void
  ) async throws {
    let simulator = try await PushSimulator(options, clock: { now() * 1_000 })
    var target = PushTarget(
      host: "127.0.0.1", port: simulator.port, trust: [simulator.authority])
    target.timeout = timeout
    let sender = try PushSender(
      to: target, as: try credential ?? self.credential(), now: now)
    do {
      try await body(simulator, sender)
    } catch {
      await sender.close()
      await simulator.stop()
      throw error
    }
    await sender.close()
    await simulator.stop()
  }
}

@Suite(.timeLimit(.minutes(15)))
struct PushSenderTests {
  @Test func sendsAnEmptyPayloadWithItsTopicAndNothingElse() async throws {
    try await PushBench.run { simulator, sender in
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      #expect(answer == .accepted)
      let push = try #require(simulator.pushes.first)
      #expect(push.path == "/3/device/abcd")
      #expect(push.topic == PushBench.topic)
      #expect(push.body == Array("{}".utf8))
      // Without type, priority and expiry, a push is immediate and stored for a phone that is off.
      #expect(!push.headers.contains { $0.name.hasPrefix("apns-") && $0.name != "apns-topic" })
      let client = try Certificate(der: try #require(push.client))
      #expect(client.passTypeIdentifier == PushBench.topic)
    }
  }

  @Test func sendsHundredsOverOneConnection() async throws {
    try await PushBench.run { simulator, sender in
      await withTaskGroup(of: PushResult.self) { group in
        for number in 0..<300 {
          group.addTask {
            await sender.send(
              topic: PushBench.topic, deviceToken: String(0x10000 + number, radix: 16) + "0")
          }
        }
        for await answer in group { #expect(answer == .accepted) }
      }
      #expect(simulator.count == 300)
      #expect(simulator.connectionCount == 1)
      #expect(sender.connectionCount == 1)
    }
  }

  @Test func answersPushesThatGoTogetherInTheirOrder() async throws {
    try await PushBench.run { simulator, sender in
      simulator.script([.answer(status: 410, reason: "Unregistered", timestamp: 5)], for: "aa17")
      let tokens = (0..<150).map { $0 == 40 ? "../x" : "aa\(10 + $0 % 90)" }
      let answers = await sender.send(topic: PushBench.topic, deviceTokens: tokens)
      #expect(answers.count == 150)
      for (token, answer) in zip(tokens, answers) where answer != .accepted {
        let reason = token == "aa17" ? "Unregistered" : "BadDeviceToken"
        guard case .response(let answer) = answer else {
          Issue.record("\(token): \(answer)")
          continue
        }
        #expect(answer.reason == reason)
      }
      // 7 and 97 have the push token of the dead device.
      #expect(answers.indices.filter { answers[$0] != .accepted } == [7, 40, 97])
      #expect(simulator.count == 149)
      #expect(await sender.send(topic: PushBench.topic, deviceTokens: []).isEmpty)
    }
  }

  @Test func breaksOffWhatIsUnderWay() async throws {
    try await PushBench.run { simulator, sender in
      simulator.script([.silence], for: "abcd")
      let pushes = Task {
        await sender.send(topic: PushBench.topic, deviceTokens: ["abcd", "abce"])
      }
      while simulator.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
      pushes.cancel()
      guard case .unanswered(let words) = await pushes.value[0] else {
        Issue.record("a push nobody answered was answered")
        return
      }
      // The reason is not a timeout.
      #expect(words != "no response in time")
    }
  }

  @Test func keepsToTheStreamsAPeerAllows() async throws {
    var options = PushSimulatorOptions()
    options.streams = 1
    try await PushBench.run(options) { simulator, sender in
      await withTaskGroup(of: PushResult.self) { group in
        for number in 0..<50 {
          group.addTask {
            await sender.send(topic: PushBench.topic, deviceToken: "aa\(10 + number)")
          }
        }
        for await answer in group { #expect(answer == .accepted) }
      }
      #expect(simulator.count == 50)
      #expect(simulator.connectionCount == 1)
    }
  }

  @Test(arguments: [
    PushBehaviour.answer(status: 410, reason: "Unregistered", timestamp: 1_700_000_000_000),
    .answer(status: 400, reason: "BadDeviceToken"), .answer(status: 400, reason: "TopicDisallowed"),
    .answer(status: 403, reason: "BadCertificate"),
    .answer(status: 429, reason: "TooManyRequests"),
    .answer(status: 503, reason: "Shutdown", retryAfter: 3),
  ])
  func handsOnWhatThePeerAnswers(_ behaviour: PushBehaviour) async throws {
    try await PushBench.run { simulator, sender in
      simulator.script([behaviour], for: "abcd")
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      guard case .answer(let status, let reason, let timestamp, let retryAfter) = behaviour else {
        return
      }
      #expect(
        answer
          == .response(
            .init(status: status, reason: reason, timestamp: timestamp, retryAfter: retryAfter)))
    }
  }

  @Test(arguments: [PushBehaviour.reset, .goAway(), .hangUp])
  func goesOnAfterAConnectionThatBroke(_ behaviour: PushBehaviour) async throws {
    try await PushBench.run { simulator, sender in
      simulator.script([behaviour, .accept], for: "abcd")
      let first = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      guard case .unanswered = first else {
        Issue.record("a push without an answer counts as \(first)")
        return
      }
      // The pool may return the closing connection once more.
      var second = PushResult.unanswered("")
      for _ in 0..<3 where second != .accepted {
        second = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      }
      #expect(second == .accepted)
    }
  }

  @Test func doesNotWaitForEver() async throws {
    try await PushBench.run(timeout: 1) { simulator, sender in
      simulator.script([.silence], for: "abcd")
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      #expect(answer == .unanswered("no response in time"))
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abce") == .accepted)
    }
  }

  @Test func sendsNothingToAPeerWithoutHTTP2() async throws {
    var options = PushSimulatorOptions()
    options.offersHTTP2 = false
    try await PushBench.run(options) { simulator, sender in
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      #expect(answer == .unanswered("the push service does not offer HTTP/2"))
      #expect(simulator.count == 0)
    }
  }

  @Test func refusesAPeerItDoesNotTrust() async throws {
    let simulator = try await PushSimulator()
    let other = try LoopbackAuthority(
      name: "other", notBefore: PushBench.now - 86_400, notAfter: PushBench.now + 86_400)
    let sender = try PushSender(
      to: PushTarget(host: "127.0.0.1", port: simulator.port, trust: [other.certificate]),
      as: try PushBench.credential())
    let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
    guard case .unanswered(let words) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(words == PushSender.untrusted)
    #expect(simulator.count == 0)
    await sender.close()
    await simulator.stop()
  }

  @Test func saysInWordsThatNobodyListens() async throws {
    let simulator = try await PushSimulator()
    let port = simulator.port
    await simulator.stop()
    let sender = try PushSender(
      to: PushTarget(host: "127.0.0.1", port: port), as: try PushBench.credential())
    let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
    #expect(answer == .unanswered("no connection: connection refused"))
    await sender.close()
  }

  @Test func neverSendsAPathMadeOfAToken() async throws {
    try await PushBench.run { simulator, sender in
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "../../x")
      #expect(PushVerdict(of: answer) == .badDeviceToken)
      #expect(simulator.connectionCount == 0)
    }
  }

  @Test func theStandInRefusesACertificateOfAnotherPassType() async throws {
    try await PushBench.run { _, sender in
      let answer = await sender.send(topic: "pass.com.example.other", deviceToken: "abcd")
      #expect(answer == .response(.init(status: 400, reason: "TopicDisallowed")))
    }
  }

  @Test func sendsWithATokenAndRenewsItWhenItIsTooOld() async throws {
    var options = PushSimulatorOptions()
    options.authentication = .token
    let key = try PrivateKey.generateP256()
    let token = try ProviderToken(key: key, keyID: "ABC123DEFG", team: "A1B2C3D4E5")
    try await PushBench.run(options, as: .token(token)) { simulator, sender in
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abcd") == .accepted)
      simulator.script(
        [.answer(status: 403, reason: "ExpiredProviderToken"), .accept], for: "abce")
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abce") == .accepted)
      let sent = Set(simulator.pushes.compactMap { $0.header("authorization") })
      #expect(sent.count == 2)
    }
  }
}

@Suite(.timeLimit(.minutes(15)))
struct PushSimulatorTests {
  private static func token() throws -> PushCredential {
    .token(
      try ProviderToken(key: PrivateKey.generateP256(), keyID: "ABC123DEFG", team: "A1B2C3D4E5"))
  }

  @Test func takesCertificatesAndTokensAtOnce() async throws {
    var options = PushSimulatorOptions()
    options.authentication = .any
    try await PushBench.run(options) { simulator, sender in
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abcd") == .accepted)
      #expect(
        await sender.send(topic: "pass.com.example.other", deviceToken: "abcd")
          == .response(.init(status: 400, reason: "TopicDisallowed")))
      #expect(simulator.refusals.isEmpty)
    }
    try await PushBench.run(options, as: Self.token()) { simulator, sender in
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abcd") == .accepted)
      #expect(simulator.refusals.isEmpty)
    }
  }

  @Test func recordsAHandshakeThatItRefused() async throws {
    try await PushBench.run(as: Self.token()) { simulator, sender in
      _ = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      #expect(Set(simulator.refusals) == [.noCertificate], "\(simulator.refusals)")
      #expect(simulator.count == 0)
    }
  }

  @Test func recordsAClientThatDoesNotTrustIt() async throws {
    let simulator = try await PushSimulator(PushSimulatorOptions())
    let sender = try PushSender(
      to: PushTarget(host: "127.0.0.1", port: simulator.port), as: try PushBench.credential())
    _ = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
    #expect(Set(simulator.refusals) == [.untrusted], "\(simulator.refusals)")
    await sender.close()
    await simulator.stop()
  }
}

struct ProviderTokenTests {
  private static func token() throws -> (ProviderToken, PrivateKey) {
    let key = try PrivateKey.generateP256()
    return (try ProviderToken(key: key, keyID: "ABC123DEFG", team: "A1B2C3D4E5"), key)
  }

  @Test func isAJSONWebTokenOfThreeParts() throws {
    let (token, _) = try Self.token()
    let parts = try token.token(at: 1_800_000_000).split(separator: ".")
    #expect(parts.count == 3)
    #expect(
      parts[0] == Substring(Base64.encodeForURL(Array(#"{"alg":"ES256","kid":"ABC123DEFG"}"#.utf8)))
    )
    #expect(
      parts[1]
        == Substring(Base64.encodeForURL(Array(#"{"iss":"A1B2C3D4E5","iat":1800000000}"#.utf8))))
    #expect(parts[2].utf8.count == 86)
  }

  @Test func isKeptForFiftyMinutesAndThenReplaced() throws {
    let (token, _) = try Self.token()
    let first = try token.token(at: 1_800_000_000)
    #expect(try token.token(at: 1_800_000_000 + 2_999) == first)
    let second = try token.token(at: 1_800_000_000 + 3_000)
    #expect(second != first)
    // A clock that was set back would give a token from the future.
    #expect(try token.token(at: 1_800_000_000) != second)
  }

  @Test func aYoungOneIsReplacedOnceInTwentyMinutes() throws {
    let (token, _) = try Self.token()
    _ = try token.token(at: 1_800_000_000)
    #expect(try token.renew(at: 1_800_000_010))
    #expect(try !token.renew(at: 1_800_000_020))
    #expect(try token.renew(at: 1_800_000_010 + 1_200))
  }

  @Test func takesKeysOnP256Only() throws {
    let key = try PrivateKey.generateRSA2048()
    #expect(throws: CryptoError.self) {
      try ProviderToken(key: key, keyID: "ABC123DEFG", team: "A1B2C3D4E5")
    }
  }
}
