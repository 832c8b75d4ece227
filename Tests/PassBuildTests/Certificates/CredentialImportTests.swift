// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassCrypto
import PassTesting
import Testing

struct CredentialImportTests {
  private static func run(
    _ files: [String], into folder: TemporaryFolder, password: String? = nil
  ) throws -> [CredentialImport.Outcome] {
    try CredentialImport.run(
      files.map { folder($0) }, into: folder("id"),
      password: { _ in password.map { Secret($0) } }, givenPassword: nil
    ).outcomes
  }

  private static func names(_ folder: TemporaryFolder) throws -> [String] {
    try Disk.list(folder("id")).map(\.name)
  }

  private static func identity(_ folder: TemporaryFolder, password: String? = nil) throws
    -> Identity?
  {
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = folder("id")
    return try ChosenIdentity.from(source).identity
  }

  /// The steps of docs/how-to/certificates.md: request, certificate, intermediate.
  @Test func bringsTheDownloadTogetherWithTheKeyOfTheRequest() throws {
    let folder = try TemporaryFolder()
    let made = try RequestedIdentity.make(in: folder("id"), name: TestCA.type)
    let key = try #require(try CredentialFile.parse(Disk.read(made.keyFile)).keys.first)
    try folder.add("pass.cer", TestCA.leaf(key).der)
    try folder.add("wwdr.cer", TestCA.authority.intermediate.certificate.der)
    let outcomes = try Self.run(["wwdr.cer", "pass.cer"], into: folder)
    #expect(outcomes.map(\.state) == [.added, .added])
    #expect(outcomes[0].message.contains("which is not Apple's"))
    #expect(outcomes[1].message.contains("signing certificate for pass.com.example.gym"))
    #expect(try Self.identity(folder) != nil)
    // Repeating it changes nothing.
    let before = try Self.names(folder)
    #expect(try Self.run(["wwdr.cer", "pass.cer"], into: folder).map(\.state) == [.known, .known])
    #expect(try Self.names(folder) == before)
  }

  /// `cert import folder/*` also includes a README and the request.
  @Test func amongSeveralFilesAWrongOneIsLeftOut() throws {
    let folder = try TemporaryFolder(["README.md": "about keys", "sub/x": ""])
    let made = try RequestedIdentity.make(in: folder("asked"), name: TestCA.type)
    try folder.add("request.csr", try Disk.read(made.requestFile))
    try folder.add("key.pem", try TestCA.keyPEM)
    let outcomes = try Self.run(["README.md", "sub", "request.csr", "key.pem"], into: folder)
    #expect(outcomes.map(\.state) == [.added, .leftOut, .leftOut, .leftOut])
    #expect(
      outcomes.dropFirst().map(\.message) == [
        "text, left out", "a folder, left out", "a certificate request, left out",
      ])
    // A single file of this kind is an error, and so are several without a usable one.
    for files in [["README.md"], ["sub"], ["request.csr"], ["README.md", "request.csr"]] {
      #expect(throws: (any Error).self) { try Self.run(files, into: folder) }
    }
  }

  @Test func aRenewalMayKeepItsKey() throws {
    let folder = try TemporaryFolder()
    try folder.add("key.pem", try TestCA.keyPEM)
    let made = try RequestedIdentity.make(
      forKeyIn: folder("key.pem"), in: folder("id"), name: TestCA.type, password: { _ in nil })
    #expect(try Self.names(folder) == ["request.certSigningRequest"])
    #expect(made.keyFile == folder("key.pem"))
    if !OpenSSLCommand.isMissing {
      let shown = try OpenSSLCommand.run(
        ["req", "-in", made.requestFile, "-noout", "-pubkey", "-verify"], in: folder.path)
      let own = try OpenSSLCommand.run(["pkey", "-in", "key.pem", "-pubout"], in: folder.path)
      #expect(shown.contains(own.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    try folder.add("ec.pem", try PrivateKey.generateP256().pemBytes())
    try folder.add("leaf.pem", try TestCA.leafPEM())
    for (file, words) in [("ec.pem", "only RSA 2048"), ("leaf.pem", "no private key")] {
      let error = #expect(throws: RequestedIdentity.KeyReuseError.self) {
        try RequestedIdentity.make(
          forKeyIn: folder(file), in: folder("id"), name: "x", password: { _ in nil })
      }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test func makesModernFilesOfAnOldPKCS12() throws {
    let folder = try TemporaryFolder()
    try folder.add(
      "old.p12",
      PKCS12Writer.write(
        key: TestCA.key, certificate: TestCA.leaf(),
        others: [TestCA.authority.intermediate.certificate], password: Secret("alt"),
        strength: .rc2Era))
    let outcomes = try Self.run(["old.p12"], into: folder, password: "alt")
    #expect(outcomes.allSatisfy { $0.state == .added })
    #expect(
      outcomes.contains { $0.message.contains("encrypted with AES-256 and the same password") })
    let key = try Disk.read(folder("id/key.pem"))
    #expect(String(decoding: key, as: UTF8.self).hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder("id/key.pem"))[.posixPermissions]
        as? Int == 0o600)
    #expect(try Self.identity(folder, password: "alt") != nil)
  }

  @Test func leavesAnUnencryptedKeyUnencryptedAndSaysSo() throws {
    let folder = try TemporaryFolder()
    try folder.add("k.pem", TestCA.keyPEM)
    try folder.add(
      "open.p12",
      PKCS12Writer.write(
        key: TestCA.otherKey, certificate: TestCA.leaf(TestCA.otherKey), password: Secret("")))
    let outcomes = try Self.run(["k.pem", "open.p12"], into: folder)
    #expect(outcomes[0].message.contains("not encrypted, as before"))
    #expect(outcomes.last?.message.contains("the file had no password") == true)
    #expect(try Self.names(folder).filter { $0.hasPrefix("key") } == ["key-2.pem", "key.pem"])
  }

  @Test func addsARenewalBesideTheOldCertificate() throws {
    let folder = try TemporaryFolder()
    try folder.add("id/key.pem", TestCA.keyPEM)
    try folder.add("id/wwdr.pem", TestCA.intermediate)
    try folder.add("old.cer", TestCA.leaf().der)
    try folder.add("new.cer", TestCA.leaf { $0.notAfter += 400 * TestCA.day }.der)
    try folder.add("twin.cer", TestCA.leaf { $0.notAfter += 400 * TestCA.day + 1 }.der)
    for name in ["old.cer", "new.cer", "twin.cer"] { _ = try Self.run([name], into: folder) }
    #expect(
      try Self.names(folder).filter { $0.hasPrefix("pass.") } == [
        "pass.com.example.gym-until-2031-01-01.pem",
        "pass.com.example.gym-until-2032-02-05-2.pem",
        "pass.com.example.gym-until-2032-02-05.pem",
      ])
    #expect(try Self.identity(folder)?.certificateName.hasSuffix("05-2.pem") == true)
  }

  @Test func writesNothingWhenOneFileCannotBeRead() throws {
    let folder = try TemporaryFolder(["page.cer": "<html>Sign in</html>"])
    try folder.add("pass.cer", TestCA.leaf().der)
    #expect(throws: IdentityFileError.self) {
      try Self.run(["pass.cer", "page.cer"], into: folder)
    }
    #expect(throws: FileError.self) { try Self.run(["pass.cer", "absent.cer"], into: folder) }
    #expect(try Disk.kind(of: folder("id")) == nil)
  }

  @Test func namesWrongKindsAndImportsTheRest() throws {
    let folder = try TemporaryFolder()
    try folder.add("pass.cer", TestCA.leaf().der)
    try folder.add(
      "order.cer",
      TestCA.leaf {
        $0.extendedKeyUsages = [.appleOrderSigning]
        $0.passTypeExtension = nil
      }.der)
    try folder.add(
      "push.cer",
      TestCA.leaf {
        $0.extendedKeyUsages = [.clientAuthentication]
        $0.passTypeExtension = nil
      }.der)
    try folder.add("root.pem", Array(TestCA.authority.root.certificate.pem.utf8))
    let outcomes = try Self.run(["order.cer", "push.cer", "root.pem", "pass.cer"], into: folder)
    #expect(outcomes.map(\.state) == [.wrongKind, .wrongKind, .leftOut, .added])
    #expect(outcomes[0].message.hasPrefix("a certificate for Wallet orders"))
    #expect(outcomes[1].message.hasPrefix("a push certificate (APNs)"))
    #expect(try Self.names(folder) == ["pass.com.example.gym-until-2031-01-01.pem"])
  }

  @Test func namesACertificateRequest() throws {
    let folder = try TemporaryFolder()
    let made = try RequestedIdentity.make(in: folder("other"), name: TestCA.type)
    let error = #expect(throws: IdentityFileError.self) {
      try CredentialImport.run(
        [made.requestFile], into: folder("id"), password: { _ in nil }, givenPassword: nil)
    }
    #expect(error?.reason == "is a certificate request")
    #expect(error?.help?.contains("upload it at Apple") == true)
  }

  @Test func fileNamesCannotLeaveTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.add(
      "evil.cer",
      TestCA.leaf {
        $0.passTypeExtension = "../../../tmp/x\u{0}\u{1B}[2J"
        $0.userID = $0.passTypeExtension
      }.der)
    _ = try Self.run(["evil.cer"], into: folder)
    #expect(try Self.names(folder) == ["tmp-x-2J-until-2031-01-01.pem"])
  }
}

/// Tests of Apple's intermediates by name. The repository does not contain the certificates.
struct AppleIntermediateTests {
  @Test func theyAreFiledByTheirNames() {
    let files = TrustAnchors.intermediates.map { CredentialImport.file(for: $0) }
    #expect(
      files.map(\.name) == [
        "WWDR-2008.pem", "WWDR-G1-2013.pem", "WWDR-G2.pem", "WWDR-G3.pem", "WWDR-G4.pem",
        "WWDR-G5.pem", "WWDR-G6.pem", "WWDR-G7.pem", "WWDR-G8.pem",
      ])
    let useless = files.filter { $0.words.contains("issues no signing certificates") }
    #expect(useless.map(\.name) == ["WWDR-G2.pem"])
    #expect(files.allSatisfy { $0.words.hasPrefix("Apple's intermediate WWDR") })
  }

  @Test func theAdviceNamesThemWithTheirFingerprint() throws {
    let root = try #require(TrustAnchors.roots.first)
    let leaf = try TestCA.leaf { $0.issuerURL = "http://certs.apple.com/root.cer" }
    let advice = IssuerAdvice(for: leaf, issuedBy: root)
    #expect(advice.name == "Apple Root CA" && advice.sha256 == root.sha256Hex)
    #expect(advice.help.hasPrefix("add Apple Root CA (SHA-256 b0b1730e"), "\(advice.help)")
    #expect(advice.help.hasSuffix(": curl -fsSLo root.cer http://certs.apple.com/root.cer"))
    let nowhere = IssuerAdvice(for: try TestCA.leaf { $0.issuerURL = nil }, issuedBy: root)
    #expect(nowhere.help.hasSuffix("; it is on https://www.apple.com/certificateauthority/"))
  }
}
