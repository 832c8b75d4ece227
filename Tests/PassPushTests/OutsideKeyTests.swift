// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassPush
import PassRehearsal
import Synchronization
import Testing

/// Tests of pushes with a signing certificate whose key is not in a file.
@Suite(.timeLimit(.minutes(15)))
struct OutsideKeyTests {
  /// A signer with a secret key that records its requests.
  private final class Holder: HashSigner {
    let name = "the program of --sign-with"
    private let key: PrivateKey
    private let fault: CryptoError?
    private let asked = Mutex<[OutsideAlgorithm]>([])

    init(_ key: PrivateKey, fault: CryptoError? = nil) {
      self.key = key
      self.fault = fault
    }

    var algorithms: [OutsideAlgorithm] { asked.withLock { $0 } }

    func sign(_ hash: [UInt8], _ algorithm: OutsideAlgorithm) throws(CryptoError) -> [UInt8] {
      asked.withLock { $0.append(algorithm) }
      if let fault { throw fault }
      return try key.sign(sha256: hash)
    }
  }

  private static func credential(
    _ key: PrivateKey, _ holder: Holder
  ) throws -> PushCredential {
    let authority = try ExampleAuthority(
      notBefore: PushBench.now - 86_400_000, notAfter: PushBench.now + 86_400_000)
    let request = PassCertificateRequest(
      passTypeIdentifier: PushBench.topic, teamIdentifier: "A1B2C3D4E5",
      notBefore: PushBench.now - 86_400, notAfter: PushBench.now + 86_400)
    let certificate = try authority.issue(request, publicKeyDER: key.publicKeyDER)
    return .certificate(
      [certificate, authority.intermediate.certificate],
      try OutsideKey(publicKeyDER: key.publicKeyDER, signer: holder))
  }

  @Test func pushesWithAnRSAKeyThatAProgramHolds() async throws {
    let key = try PrivateKey.generateRSA2048()
    let holder = Holder(key)
    try await PushBench.run(as: try Self.credential(key, holder)) { simulator, sender in
      for token in ["abcd", "abce"] {
        #expect(await sender.send(topic: PushBench.topic, deviceToken: token) == .accepted)
      }
      let client = try Certificate(der: try #require(simulator.pushes.first?.client))
      #expect(client.passTypeIdentifier == PushBench.topic)
    }
    // Once per connection. PKCS #1 v1.5 is only allowed up to TLS 1.2.
    #expect(holder.algorithms == [.rsaPKCS1SHA256])
  }

  @Test func pushesWithAP256KeyThatAProgramHolds() async throws {
    let key = try PrivateKey.generateP256()
    let holder = Holder(key)
    try await PushBench.run(as: try Self.credential(key, holder)) { _, sender in
      #expect(await sender.send(topic: PushBench.topic, deviceToken: "abcd") == .accepted)
    }
    #expect(holder.algorithms == [.ecdsaP256SHA256])
  }

  @Test func saysWhyAProgramDidNotSign() async throws {
    let key = try PrivateKey.generateRSA2048()
    let holder = Holder(key, fault: CryptoError("the program of --sign-with could not sign: no"))
    try await PushBench.run(as: try Self.credential(key, holder)) { simulator, sender in
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      #expect(
        answer == .unanswered("no connection: the program of --sign-with could not sign: no"))
      #expect(simulator.count == 0)
    }
  }

  @Test func aKeyThatIsNotTheCertificatesHoldsNoConnection() async throws {
    let key = try PrivateKey.generateRSA2048()
    let holder = Holder(try PrivateKey.generateRSA2048())
    try await PushBench.run(as: try Self.credential(key, holder)) { simulator, sender in
      let answer = await sender.send(topic: PushBench.topic, deviceToken: "abcd")
      guard case .unanswered(let words) = answer else {
        Issue.record("\(answer)")
        return
      }
      #expect(words.contains("does not verify"), "\(words)")
      #expect(simulator.count == 0)
    }
  }
}

/// Tests of certificates and keys renewed while pushes are sent.
@Suite(.timeLimit(.minutes(15)))
struct CurrentSenderTests {
  private static func credential(_ serial: Int64 = 0) throws -> PushCredential {
    let authority = try ExampleAuthority(
      notBefore: PushBench.now - 86_400_000, notAfter: PushBench.now + 86_400_000)
    let key = try PrivateKey.generateP256()
    let request = PassCertificateRequest(
      passTypeIdentifier: PushBench.topic, teamIdentifier: "A1B2C3D4E5",
      notBefore: PushBench.now - 86_400 + serial, notAfter: PushBench.now + 86_400)
    return .certificate(
      [
        try authority.issue(request, publicKeyDER: key.publicKeyDER),
        authority.intermediate.certificate,
      ], key)
  }

  @Test func goesOverToANewCertificateAndAnswersWhatIsUnderWay() async throws {
    let simulator = try await PushSimulator()
    let target = PushTarget(host: "127.0.0.1", port: simulator.port, trust: [simulator.authority])
    let first = try Self.credential()
    let sender = try CurrentSender(to: target, as: first)
    #expect(await sender.send(topic: PushBench.topic, deviceToken: "aa01") == .accepted)
    #expect(try !sender.renew(as: first))

    // Held until the sender was replaced.
    let (stream, go) = AsyncStream<Void>.makeStream()
    let held = Mutex(false)
    simulator.delayResponses { push in
      guard push.path == "/3/device/aa02" else { return }
      held.withLock { $0 = true }
      for await _ in stream { break }
    }
    async let slow = sender.send(topic: PushBench.topic, deviceToken: "aa02")
    for _ in 0..<3_000 where !held.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(held.withLock { $0 })
    #expect(try sender.renew(as: try Self.credential(1)))
    #expect(await sender.send(topic: PushBench.topic, deviceToken: "aa03") == .accepted)
    go.yield()
    #expect(await slow == .accepted)

    let clients = simulator.pushes.map { $0.client }
    #expect(clients.count == 3 && clients[0] == clients[1] && clients[1] != clients[2])
    #expect(simulator.connectionCount == 2)
    await sender.close()
    await simulator.stop()
  }

  @Test func keepsAConnectionForTheSameKeyOfATeam() async throws {
    let key = try PrivateKey.generateP256()
    func token(_ id: String, _ key: PrivateKey) throws -> PushCredential {
      .token(try ProviderToken(key: key, keyID: id, team: "A1B2C3D4E5"))
    }
    let sender = try CurrentSender(
      to: PushTarget(host: "127.0.0.1", port: 1), as: try token("ABC123DEFG", key))
    #expect(try !sender.renew(as: try token("ABC123DEFG", key)))
    #expect(try sender.renew(as: try token("ABC123DEFH", key)))
    #expect(try sender.renew(as: try token("ABC123DEFH", try PrivateKey.generateP256())))
    #expect(try sender.renew(as: try Self.credential()))
    await sender.close()
  }

  @Test func keepsTheCredentialIfTheNextStepOfARenewalFails() async throws {
    struct Failure: Error {}
    let key = try PrivateKey.generateP256()
    func token(_ id: String) throws -> PushCredential {
      .token(try ProviderToken(key: key, keyID: id, team: "A1B2C3D4E5"))
    }
    let sender = try CurrentSender(
      to: PushTarget(host: "127.0.0.1", port: 1), as: try token("ABC123DEFG"))
    #expect(throws: Failure.self) {
      try sender.renew(as: try token("ABC123DEFH")) { throw Failure() }
    }
    #expect(throws: Failure.self) {
      try sender.renew(as: try token("ABC123DEFG")) { throw Failure() }
    }
    #expect(try !sender.renew(as: try token("ABC123DEFG")))
    #expect(try sender.renew(as: try token("ABC123DEFH")))
    await sender.close()
  }
}
