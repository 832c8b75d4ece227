// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassDiagnostics
import PassTemplate
import Synchronization
import Testing

@testable import PassBuild

/// Tests of an identity with a key in a service, whose signature is awaited.
struct KeyElsewhereTests {
  private static let time: Int64 = 1_790_000_000
  private static let row: [String: RowValue] = ["serial": "A-17", "name": "Ada"]

  /// A key service that counts requests and may respond late.
  private final class KeyService: Sendable {
    let key: any SigningKey
    let asked = Count()

    init(_ key: any SigningKey) { self.key = key }

    @Sendable func sign(_ digest: [UInt8]) async throws -> [UInt8] {
      asked.add()
      await Task.yield()
      return try key.sign(sha256: digest)
    }
  }

  /// A counter shared by tasks.
  private final class Count: Sendable {
    private let value = Atomic<Int>(0)
    var now: Int { value.load(ordering: .acquiring) }
    @discardableResult func add() -> Int { value.add(1, ordering: .acquiringAndReleasing).oldValue }
    func reset() { value.store(0, ordering: .releasing) }
  }

  /// Returns the certificates of a folder in `certs-example` by file name.
  private static func certificates(_ name: String) throws -> [String: [UInt8]] {
    try files(name).filter { !String(decoding: $0.value, as: UTF8.self).contains("PRIVATE KEY") }
  }

  private static func files(_ name: String) throws -> [String: [UInt8]] {
    let folder = Repository.path("certs-example/\(name)")
    var files: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[file] = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
    }
    return files
  }

  private static func identity(
    _ name: String = "ordinary", sign: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
  ) throws -> Identity {
    try Identity.load(certificates: try certificates(name), at: time, sign: sign)
  }

  private static func press(
    sign: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
  ) throws -> PassFactory {
    try PassFactory(template: try Small.template(), identity: try identity(sign: sign))
  }

  private static func service(_ name: String = "ordinary") throws -> KeyService {
    KeyService(try Repository.identity(name).key)
  }

  @Test func readsAnIdentityFromBytes() throws {
    let folder = try Repository.identity("ordinary")
    let files = try Identity.load(files: try Self.files("ordinary"), at: Self.time)
    #expect(files.certificate == folder.certificate && files.issuer == folder.issuer)
    #expect(files.key.publicKeyDER == folder.key.publicKeyDER)
    let encrypted = try Self.files("modern-p12")
    #expect(
      try Identity.load(files: encrypted, password: "open sesame", at: Self.time).isEnabledForNFC)
    #expect(throws: IdentityFileError.self) {
      try Identity.load(files: encrypted, password: "wrong", at: Self.time)
    }
    let missing = #expect(throws: DiagnosticsError.self) {
      try Identity.load(files: try Self.certificates("ordinary"), at: Self.time)
    }
    #expect(missing?.diagnostics.contains { $0.code == "identity.key.missing" } == true)
    #expect(throws: DiagnosticsError.self) { try Identity.load(files: [:]) }
    #expect(throws: DiagnosticsError.self) {
      try Identity.load(files: ["big": [UInt8](repeating: 0, count: 2 << 20)])
    }
  }

  @Test func givesTheBytesOfAKeyThatIsHere() async throws {
    let service = try Self.service()
    let factory = try Self.press(sign: service.sign)
    let here = try PassFactory(
      template: try Small.template(), identity: try Repository.identity("ordinary"))
    for number in 0..<3 {
      let row: [String: RowValue] = ["serial": .string("S-\(number)"), "name": "Ada"]
      let pass = try await factory.pass(for: row, at: Self.time)
      #expect(pass.bytes == (try await here.pass(for: row, at: Self.time).bytes))
      #expect(pass.serialNumber == "S-\(number)")
    }
    #expect(service.asked.now == 3)
    let encoded = try await factory.pass(for: ["serial": "S-1", "name": "Ada"], at: Self.time)
    #expect(
      encoded.bytes
        == (try await here.pass(for: ["serial": "S-1", "name": "Ada"], at: Self.time).bytes))
  }

  @Test(arguments: PassFactoryTests.templates ?? []) func givesTheBytesOfBuild(_ template: String)
    async throws
  {
    let (bytes, row) = try PassFactoryTests.built(template)
    let service = try Self.service("nfc")
    let factory = try PassFactory(
      template: try Template.load(folder: Repository.path("templates/\(template)")),
      identity: try Self.identity("nfc", sign: service.sign), tokenKey: try Repository.tokenKey(),
      filesFolder: Repository.path("templates/\(template)"))
    #expect(try await factory.pass(for: row, at: Self.time).bytes == bytes)
    #expect(try await factory.pass(for: row, at: Self.time).bytes == bytes)
  }

  @Test func signsWithECDSAToo() async throws {
    let authority = try ExampleAuthority(notBefore: 0, notAfter: 4_000_000_000)
    let key = try PrivateKey.generateP256()
    let leaf = try authority.issue(
      PassCertificateRequest(
        passTypeIdentifier: "pass.com.example", teamIdentifier: "A1B2C3D4E5", notBefore: 0,
        notAfter: 4_000_000_000), publicKeyDER: key.publicKeyDER)
    let identity = try Identity.load(
      certificates: ["pass.cer": leaf.der, "wwdr.cer": authority.intermediate.certificate.der],
      at: Self.time, sign: KeyService(key).sign)
    let factory = try PassFactory(template: try Small.template(), identity: identity)
    let pass = try await factory.pass(for: Self.row, at: Self.time)
    #expect(String(decoding: pass.bytes, as: UTF8.self).contains("A-17"))
  }

  @Test func signsOneStageAfterTheOther() async throws {
    let identity = try Self.identity(sign: try Self.service().sign)
    let here = try Repository.identity("ordinary")
    let template = try Small.template().completed(by: identity)
    let (pass, _) = try template.resolved(with: Self.row).checked(for: identity, at: Self.time)
    let bytes = try await pass.signed(awaiting: identity, at: Self.time).bytes
    #expect(bytes == (try pass.signed(by: here, at: Self.time).bytes))
    #expect(bytes == (try await pass.signed(awaiting: here, at: Self.time).bytes))
    let atOnce = #expect(throws: CryptoError.self) { try Self.sealed(pass, by: identity) }
    #expect(
      atOnce?.description
        == "the key is in another process, and the caller must wait for its signature")
  }

  private static func sealed(_ pass: CheckedPass, by identity: Identity) throws -> [UInt8] {
    try pass.signed(by: identity, at: time).bytes
  }

  /// More tasks wait than there are threads. Waiting must not block a thread (deadlock).
  @Test(.timeLimit(.minutes(15))) func aKeyThatAnswersLateBlocksNobody() async throws {
    let service = try Self.service()
    let waiting = Count()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let opened = Task { for await _ in gate {} }
    let factory = try Self.press { digest in
      waiting.add()
      await opened.value
      return try await service.sign(digest)
    }
    let count = 300
    let serials = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<count {
        group.addTask {
          let row: [String: RowValue] = ["serial": .string("\(number)"), "name": "n"]
          return try await factory.pass(for: row, at: Self.time).serialNumber
        }
      }
      while waiting.now < count { await Task.yield() }
      open.finish()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(serials.count == count)
  }

  @Test func throwsWhatTheSignerThrows() async throws {
    struct Busy: Error {}
    let service = try Self.service()
    let calm = Count()
    let factory = try Self.press { digest in
      if calm.now == 0 { throw Busy() }
      return try await service.sign(digest)
    }
    await #expect(throws: Busy.self) { try await factory.pass(for: Self.row, at: Self.time) }
    await #expect(throws: Busy.self) {
      for try await _ in factory.passes(for: Self.rows(3), jobs: 2, at: Self.time) {}
    }
    calm.add()
    #expect(try await factory.pass(for: Self.row, at: Self.time).serialNumber == "A-17")
  }

  private static func rows(_ count: Int) -> AsyncStream<[String: RowValue]> {
    AsyncStream { feed in
      for number in 0..<count { feed.yield(["serial": .string("S-\(number)"), "name": "n"]) }
      feed.finish()
    }
  }

  /// A signature of another key, one of a hash that was hashed again, and one that is not a
  /// signature.
  @Test(arguments: [0, 1, 2, 3]) func refusesASignatureThatIsNotTheCertificates(
    _ kind: Int
  ) async throws {
    let service = try Self.service()
    let other = try Self.service("nfc")
    let factory = try Self.press { digest in
      switch kind {
      case 0: return try await other.sign(digest)
      case 1: return try await service.sign(Digest.sha256(digest))
      case 2: return []
      default: return [UInt8](repeating: 0xFF, count: 10_000)
      }
    }
    let rejected = await #expect(throws: DiagnosticsError.self) {
      try await factory.pass(for: Self.row, at: Self.time)
    }
    #expect(rejected?.diagnostics.map(\.code) == ["identity.key.wrongSignature"])
    #expect(rejected?.columns.isEmpty == true)
    var refused = 0
    for try await outcome in factory.passes(for: Self.rows(3), jobs: 2, at: Self.time) {
      if case .failure = outcome { refused += 1 }
    }
    #expect(refused == 3)
  }

  @Test func givesPassesInOrderWhenSignaturesComeOutOfOrder() async throws {
    let service = try Self.service()
    let asked = Count()
    let factory = try Self.press { digest in
      let number = asked.add()
      try await Task.sleep(for: .milliseconds(number % 3 * 4))
      return try await service.sign(digest)
    }
    var serials: [String] = []
    for try await outcome in factory.passes(for: Self.rows(20), jobs: 8, at: Self.time) {
      serials.append(try outcome.get().serialNumber)
    }
    #expect(serials == (0..<20).map { "S-\($0)" })
  }

  @Test func aTaskThatIsCancelledWhileItWaitsGetsNoPass() async throws {
    let service = try Self.service()
    let asked = Count()
    // One that stops when it is cancelled, and one that signs anyway.
    for listens in [true, false] {
      asked.reset()
      let factory = try Self.press { digest in
        asked.add()
        while !Task.isCancelled { await Task.yield() }
        if listens { try Task.checkCancellation() }
        return try await service.sign(digest)
      }
      let task = Task { try await factory.pass(for: Self.row, at: Self.time) }
      while asked.now == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  /// A pass is finished with the template and identity it was started with.
  @Test func replacingWhileAKeyIsAskedChangesOnlyLaterPasses() async throws {
    let service = try Self.service()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let opened = Task { for await _ in gate {} }
    let asked = Count()
    let factory = try Self.press { digest in
      asked.add()
      await opened.value
      return try await service.sign(digest)
    }
    let started = Task { try await factory.pass(for: Self.row, at: Self.time) }
    while asked.now == 0 { await Task.yield() }
    try factory.replaceTemplate(try Small.template(description: "Another card"))
    try factory.replaceIdentity(try Repository.identity("nfc"))
    let after = try await factory.pass(for: Self.row, at: Self.time)
    open.finish()
    let before = try await started.value
    let here = try PassFactory(
      template: try Small.template(), identity: try Repository.identity("ordinary"))
    #expect(before.bytes == (try await here.pass(for: Self.row, at: Self.time).bytes))
    #expect(String(decoding: after.bytes, as: UTF8.self).contains("Another card"))
  }
}
