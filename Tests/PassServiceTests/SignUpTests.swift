// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import PassArchive
import PassBuild
import PassCrypto
import PassDiagnostics
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests of sign-up: the signature, the pass before and after, and what is kept.
struct SignUpTests {
  private static let pass = """
    {"formatVersion": 1, "organizationName": "Gym", "description": "Gym",
      "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
      "nfc": {"message": "{{ serial }}", "encryptionPublicKey":
        "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJdaaz4W32Cjg1FPv5KSL0v0qkTYmLeYMcpaDICfomw8="},
      "storeCard": {
      "primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}],
      "backFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}]}}
    """
  private static let columns = """
    {"columns": {"serial": {}, "name": {"optional": true}, "points": {"type": "integer"}},
      "personalization": {"name": "givenName"}}
    """
  private static let sheet = """
    {"description": "Join", "requiredPersonalizationFields": ["PKPassPersonalizationFieldName"]}
    """
  private static let rows = "serial,name,points\nA,,1\nB,,2\n"

  static func table() throws -> TableCase {
    var more: [String: [UInt8]] = ["gym.pass/personalization.json": Array(sheet.utf8)]
    for (name, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      more["gym.pass/personalizationLogo\(name).png"] = PNGImage.plain(
        width: 150 * scale, height: 40 * scale)
    }
    return try TableCase(rows, isNFC: true, pass: pass, columns: columns, more: more)
  }

  static func files(_ bundle: [UInt8]) throws -> [String: String] {
    var report = Report()
    let archive = try #require(ArchiveReader.read(bundle, name: "p", report: &report))
    return Dictionary(
      uniqueKeysWithValues: archive.entries.map {
        ($0.plainPath, String(decoding: $0.bytes, as: UTF8.self))
      })
  }

  static let ann = SignUp(
    token: "token-of-ann", given: ["fullName": "Ann Lee", "givenName": "Ann", "familyName": "Lee"])

  static func signature(_ outcome: RowQueue.SignedUp) throws -> [UInt8] {
    guard case .signed(let bytes) = outcome else {
      Issue.record("\(outcome)")
      return []
    }
    return bytes
  }

  @Test func makesThePersonalPassOfATable() async throws {
    let table = try Self.table()
    try await table.source.importTable()
    let before = try Self.files(try await table.bundle("A"))
    #expect(before["personalization.json"] != nil)
    #expect(before["personalizationLogo@2x.png"] != nil)
    let pass = try await table.pass("A")
    let signature = try Self.signature(
      try await table.rows.signUp(Self.ann, for: pass))
    let verification = try CMSMessage(signature).verify(content: Array("token-of-ann".utf8))
    #expect(verification.provesContent)
    #expect(verification.signer?.passTypeIdentifier == TestCA.type)

    let after = try Self.files(try await table.bundle("A"))
    #expect(after["personalization.json"] == nil && after["personalizationLogo@2x.png"] == nil)
    #expect(after["pass.json"]?.contains("Ann") == true, "\(after["pass.json"] ?? "")")
    #expect(try await table.pass("A").number == pass.number + 1)

    // Repeating it gives the same result, without another push.
    _ = try Self.signature(try await table.rows.signUp(Self.ann, for: pass))
    #expect(try await table.pass("A").number == pass.number + 1)
    // Other passes do not change.
    #expect(try Self.files(try await table.bundle("B"))["personalization.json"] != nil)
  }

  /// The clock advances while the pass is made, as it does with a slow key.
  @Test func signsThePersonalPassAtTheTimeOfItsVersion() async throws {
    let table = try Self.table()
    let clock = table.clock
    let rows = RowQueue(
      store: table.store, current: table.current, metrics: table.metrics,
      clock: {
        clock.advance(7)
        return clock.now
      })
    _ = try await rows.save(
      Array(#"{"serial": "R", "name": "", "points": 5}"#.utf8), passType: TestCA.type, serial: "R",
      RowQueue.VersionCondition())
    _ = try Self.signature(try await rows.signUp(Self.ann, for: try await table.pass("R")))
    let pass = try await table.pass("R")
    let bundle = try await table.bundle("R")
    var report = Report()
    let archive = try #require(ArchiveReader.read(bundle, name: "p", report: &report))
    let signature = try #require(archive.entries.first { $0.plainPath == "signature" })
    #expect(try CMSMessage(signature.bytes).signers.first?.signingTime == pass.version.modified)
  }

  @Test func keepsWhatTheHolderGaveThroughChanges() async throws {
    let table = try Self.table()
    try await table.source.importTable()
    _ = try await table.rows.signUp(Self.ann, for: try await table.pass("A"))
    let number = try await table.pass("A").number
    // Taking the same table again changes nothing.
    _ = try await table.source.importTable()
    #expect(try await table.pass("A").number == number)
    try table.write("serial,name,points\nA,,50\nB,,2\n")
    #expect(try await table.source.importTable().changed == 1)
    var files = try Self.files(try await table.bundle("A"))
    #expect(files["pass.json"]?.contains("Ann") == true && files["personalization.json"] == nil)
    #expect(files["pass.json"]?.contains("50") == true)

    try table.folder.add([
      "gym.pass/pass.json": Self.pass.replacing("Points", with: "Score")
    ])
    try table.reread()
    #expect(try await table.source.importTable().changed == 2)
    files = try Self.files(try await table.bundle("A"))
    #expect(files["pass.json"]?.contains("Ann") == true && files["personalization.json"] == nil)
    #expect(files["pass.json"]?.contains("Score") == true)
  }

  @Test func putsWhatTheHolderGaveIntoRowsThatArePut() async throws {
    let table = try Self.table()
    _ = try await table.rows.save(
      Array(#"{"serial": "R", "name": "", "points": 5}"#.utf8), passType: TestCA.type, serial: "R",
      RowQueue.VersionCondition())
    let before = try await table.pass("R")
    let sheet = try await table.bundle("R")
    #expect(try Self.files(sheet)["personalization.json"] != nil)
    _ = try Self.signature(try await table.rows.signUp(Self.ann, for: before))
    let after = try await table.pass("R")
    #expect(after.row?.contains(#""name":"Ann""#) == true, "\(after.row ?? "")")
    let files = try Self.files(try await table.bundle("R"))
    #expect(files["personalization.json"] == nil)
    // A later change of the row keeps the pass personalized.
    _ = try await table.rows.patch(
      Array(#"{"points": 6}"#.utf8), passType: TestCA.type, serial: "R", RowQueue.VersionCondition()
    )
    let patched = try await table.bundle("R")
    #expect(try Self.files(patched)["personalization.json"] == nil)
    #expect(try Self.files(patched)["pass.json"]?.contains("Ann") == true)
  }

  @Test func refusesWhatNobodyAskedFor() async throws {
    let table = try Self.table()
    try await table.source.importTable()
    let pass = try await table.pass("A")
    for given in [["emailAddress": "a@example.com"], ["nickname": "A"]] {
      let outcome = try await table.rows.signUp(SignUp(token: "t", given: given), for: pass)
      guard case .rejected(.data) = outcome else {
        Issue.record("\(given): \(outcome)")
        continue
      }
    }
    #expect(try await table.pass("A").number == pass.number)
    let plain = try TableCase()
    try await plain.source.importTable()
    let outcome = try await plain.rows.signUp(Self.ann, for: try await plain.pass("A"))
    guard case .notAsked = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  /// A key that records for each signature whether it ran on an event loop.
  final class WatchedKey: SigningKey {
    let key: PrivateKey
    let isOnLoop = Mutex<[Bool]>([])
    init(_ key: PrivateKey) { self.key = key }
    var kind: PublicKeyKind { key.kind }
    var publicKeyDER: [UInt8] { key.publicKeyDER }
    /// Number of signatures.
    var count: Int { isOnLoop.withLock { $0.count } }
    func sign(sha256 hash: [UInt8]) throws(CryptoError) -> [UInt8] {
      isOnLoop.withLock { $0.append(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
      return try key.sign(sha256: hash)
    }
  }

  /// Replaces the identity of a table by one with a watched key.
  static func watchKey(of table: TableCase) throws -> WatchedKey {
    let old = table.current.rowRecipe.identity
    let key = WatchedKey(try TestCA.key)
    // Another certificate, so that it counts as a new identity.
    let leaf = CredentialFile.certificates(
      in: try TestCA.leafPEM {
        $0.isNFC = true
        $0.notAfter = TestCA.now + 700 * TestCA.day
      })
    let identity = try Identity(
      certificate: try #require(leaf.first), certificateName: "pass.pem", key: key,
      issuer: old.issuer, isApple: false)
    #expect(try table.current.resign(with: identity, now: TestCA.now))
    return key
  }

  @Test func aSlowKeyHoldsUpNoConnection() async throws {
    let table = try Self.table()
    try await table.source.importTable()
    let key = try Self.watchKey(of: table)
    _ = try await table.rows.save(
      Array(#"{"serial": "R", "name": "", "points": 5}"#.utf8), passType: TestCA.type,
      serial: "R", RowQueue.VersionCondition())
    let passes = [try await table.pass("A"), try await table.pass("R")]
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let before = key.isOnLoop.withLock { $0.count }
    try await withTaskExecutorPreference(LoopExecutor(group.next())) {
      for pass in passes {
        _ = try Self.signature(try await table.rows.signUp(Self.ann, for: pass))
      }
    }
    try await group.shutdownGracefully()
    // Two tokens. The personalized passes are signed when a phone requests them.
    let signed = key.isOnLoop.withLock { Array($0.dropFirst(before)) }
    #expect(signed == [false, false])
  }

  @Test func readsSignUps() {
    func read(_ json: String) -> SignUp? { DeviceBody.signUp(in: Array(json.utf8)) }
    #expect(
      read(#"{"requiredPersonalizationInfo": {"givenName": "Ann"}, "personalizationToken": "t"}"#)
        == SignUp(token: "t", given: ["givenName": "Ann"]))
    for json in [
      "", "[]", "{}", #"{"personalizationToken": "t"}"#,
      #"{"requiredPersonalizationInfo": {"givenName": "Ann"}}"#,
      #"{"requiredPersonalizationInfo": {"givenName": 1}, "personalizationToken": "t"}"#,
      #"{"requiredPersonalizationInfo": [], "personalizationToken": "t"}"#,
      #"{"requiredPersonalizationInfo": {}, "personalizationToken": 1}"#,
      #"{"requiredPersonalizationInfo": {}, "personalizationToken": "\ud800"}"#,
    ] {
      #expect(read(json) == nil, "\(json)")
    }
  }
}
