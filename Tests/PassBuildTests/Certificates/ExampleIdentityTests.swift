// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassCrypto
import PassTesting
import Testing

struct ExampleIdentityTests {
  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func writesAnIdentityThatSigns() throws {
    let folder = try TemporaryFolder()
    var example = ExampleIdentity()
    example.passTypeIdentifier = TestCA.type
    example.teamIdentifier = "A1B2C3D4E5"
    let files = try example.write(to: folder("deep/id"))
    #expect(
      files == ["certificate.pem", "key.pem", "intermediate.pem", "root.pem", "README.md"])
    #expect(Set(try Disk.list(folder("deep/id")).map(\.name)) == Set(files))
    #expect(try Self.mode(folder("deep/id/key.pem")) == 0o600)
    var source = IdentitySource()
    source.folder = folder("deep/id")
    let identity = try #require(try ChosenIdentity.from(source).identity)
    #expect(identity.isEnabledForNFC && identity.teamIdentifier == "A1B2C3D4E5")
    #expect(!identity.isApple && !TrustAnchors.isApple(identity.issuer))
    #expect(try Disk.list(folder("deep")).map(\.name) == ["id"], "nothing is left beside it")
  }

  @Test func neverReplacesAnything() throws {
    let folder = try TemporaryFolder(["id/notes.txt": "mine"])
    #expect(throws: ExampleIdentity.ExampleIdentityError.self) {
      try ExampleIdentity().write(to: folder("id"))
    }
    #expect(throws: ExampleIdentity.ExampleIdentityError.self) {
      try ExampleIdentity().write(to: folder("id/notes.txt"))
    }
    #expect(try Disk.list(folder("id")).map(\.name) == ["notes.txt"])
    try Disk.makeFolders(folder("empty"))
    _ = try ExampleIdentity().write(to: folder("empty"))
    #expect(throws: ExampleIdentity.ExampleIdentityError.self) {
      try ExampleIdentity().write(to: folder("empty"))
    }
  }

  @Test func issuesSeveralFromOneKeptAuthority() throws {
    let folder = try TemporaryFolder()
    var example = ExampleIdentity()
    example.authorityFolder = folder("ca")
    for name in ["a", "b"] { _ = try example.write(to: folder(name)) }
    #expect(try Disk.read(folder("a/root.pem")) == Disk.read(folder("b/root.pem")))
    #expect(try Disk.read(folder("a/key.pem")) != Disk.read(folder("b/key.pem")))
    #expect(try Self.mode(folder("ca/key.pem")) == 0o600)
    // Without its key the folder is not a test CA.
    try Disk.remove(folder("ca/key.pem"))
    #expect(throws: ExampleIdentity.ExampleIdentityError.self) {
      try example.write(to: folder("c"))
    }
    #expect(try Disk.kind(of: folder("c")) == nil)
  }

  /// After 2038, where 32-bit clocks end, and after 2050, where ASN.1 writes years differently.
  private static func until2999() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var example = ExampleIdentity()
    example.notAfter = 32_503_679_999
    _ = try example.write(to: folder("a"))
    return folder
  }

  @Test func lastsUntil2999() throws {
    let folder = try Self.until2999()
    let identity = try Identity.load(folder: folder("a"))
    #expect(identity.certificate.notAfter == 32_503_679_999)
  }

  @Test(
    .enabled(if: Program.path(of: "openssl") != nil, "openssl judges the certificate"),
    arguments: [("32503679000", 0), ("32503680001", 2)])
  func opensslTakesItUntil2999(time: String, status: Int32) throws {
    let folder = try Self.until2999()
    let openssl = try #require(Program.path(of: "openssl"))
    let checked = try Program.run(
      openssl,
      [
        "verify", "-purpose", "any", "-attime", time, "-CAfile", "root.pem", "-untrusted",
        "intermediate.pem", "certificate.pem",
      ], in: folder("a"))
    #expect(checked.status == status, "\(checked.text)\(checked.errors)")
  }

  @Test func refusesToOutliveItsAuthority() throws {
    let folder = try TemporaryFolder()
    var example = ExampleIdentity()
    example.notAfter = 32_503_680_000
    #expect(throws: ExampleIdentity.ExampleIdentityError.self) {
      try example.write(to: folder("a"))
    }
  }

  @Test(arguments: [PKCS12Writer.Strength.modern, .rc2Era])
  func writesPKCS12(_ strength: PKCS12Writer.Strength) throws {
    let folder = try TemporaryFolder()
    var example = ExampleIdentity()
    example.keyForm = .pkcs12(Secret("pw"), strength)
    #expect(try example.write(to: folder("id")).first == "identity.p12")
    #expect(try Self.mode(folder("id/identity.p12")) == 0o600)
    let read = try CredentialFile.parse(
      Disk.read(folder("id/identity.p12")), password: Secret("pw"))
    #expect(read.keys.count == 1 && read.certificates.count == 1)
    #expect(read.wasLegacyRC2 == (strength == .rc2Era))
  }
}

struct RequestedIdentityTests {
  @Test func neverReplacesAKeyAndNumbersWhatBelongsTogether() throws {
    let folder = try TemporaryFolder()
    let first = try RequestedIdentity.make(in: folder("id"), name: TestCA.type)
    let second = try RequestedIdentity.make(
      in: folder("id"), name: TestCA.type, email: "ada@example.com", password: Secret("pw"))
    #expect(first.keyFile == folder("id/key.pem"))
    #expect(first.requestFile == folder("id/request.certSigningRequest"))
    #expect(second.keyFile == folder("id/key-2.pem"))
    #expect(second.requestFile == folder("id/request-2.certSigningRequest"))
    let key = try CredentialFile.parse(Disk.read(second.keyFile), password: Secret("pw")).keys
    #expect(key.count == 1)
    for file in [first.keyFile, second.keyFile] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(.disabled(if: OpenSSLCommand.isMissing, "the openssl command is missing"))
  func opensslAcceptsTheRequest() throws {
    let folder = try TemporaryFolder()
    _ = try RequestedIdentity.make(in: folder.path, name: "Jürgen's pass", email: "ada@example.com")
    let text = try OpenSSLCommand.run(
      ["req", "-in", "request.certSigningRequest", "-verify", "-noout", "-text"], in: folder.path)
    #expect(text.contains("verify OK") && text.contains("(2048 bit)"))
    #expect(text.contains("sha256WithRSAEncryption"))
    let fromKey = try OpenSSLCommand.run(["pkey", "-in", "key.pem", "-pubout"], in: folder.path)
    let fromRequest = try OpenSSLCommand.run(
      ["req", "-in", "request.certSigningRequest", "-noout", "-pubkey"], in: folder.path)
    #expect(fromKey == fromRequest)
  }
}
