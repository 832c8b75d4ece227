// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

/// Tests of the identities in certs-example/, which the demo uses.
struct CertsExampleTests {
  static let root = Program.repository + "/certs-example"

  private static func choice(_ name: String, at time: Int64, password: String? = "open sesame")
    throws -> ChosenIdentity
  {
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = root + "/" + name
    return try ChosenIdentity.from(source, type: nil, at: time)
  }

  /// Valid from 2020 to 2069, so that the demo works on any date.
  @Test(
    arguments: ["ordinary", "nfc", "encrypted-key", "modern-p12", "legacy-p12"],
    [1_577_836_800, 1_893_456_000, 3_155_759_999])
  func signsForDecades(_ name: String, _ time: Int64) throws {
    let choice = try Self.choice(name, at: time)
    let identity = try #require(choice.identity, "\(choice.messages)")
    #expect(identity.passTypeIdentifier == "pass.com.example.passc")
    #expect(identity.teamIdentifier == "EXAMPLE123")
    #expect(identity.isEnabledForNFC == (name != "ordinary"))
    #expect(!identity.isApple)
    #expect(try FinishedSample.signature(by: identity, at: time)?.isEmpty == false)
  }

  @Test func theExpiredOneFailsForThatReasonAlone() throws {
    let choice = try Self.choice("expired", at: 1_893_456_000)
    // Git does not store the file permissions of the example keys.
    let codes = choice.codes.filter { $0 != "identity.file.exposed" }
    #expect(codes == ["identity.certificate.expired"])
    #expect(try Self.choice("expired", at: 1_600_000_000).identity != nil)
  }

  @Test(arguments: ["encrypted-key", "modern-p12", "legacy-p12"])
  func encryptedOnesNeedTheirPassword(_ name: String) throws {
    #expect(throws: IdentityFileError.self) {
      try Self.choice(name, at: 1_893_456_000, password: nil)
    }
    let wrong = #expect(throws: IdentityFileError.self) {
      try Self.choice(name, at: 1_893_456_000, password: "sesame")
    }
    #expect(wrong?.reason.hasPrefix("wrong password for") == true)
  }

  @Test func allHangOnOneRootThatIsNotApples() throws {
    func certificate(_ file: String) throws -> Certificate {
      try #require(CredentialFile.parse(Disk.read("\(Self.root)/\(file)")).certificates.first)
    }
    let root = try certificate("root.pem")
    #expect(root.isSelfSigned && !TrustAnchors.isApple(root))
    #expect(root.subject.commonName == "Root of Example WWDR, not Apple")
    for name in ["ordinary", "nfc", "encrypted-key", "modern-p12", "legacy-p12", "expired"] {
      #expect(try certificate("\(name)/root.pem") == root)
      let intermediate = try certificate("\(name)/intermediate.pem")
      #expect(intermediate.isSigned(by: root) && intermediate.hasWWDRMarker)
      #expect(intermediate.subject.commonName == "Example WWDR, not Apple")
    }
  }

  @Test func theLegacyOneIsReallyOfTheRC2Era() throws {
    let bytes = try Disk.read(Self.root + "/legacy-p12/identity.p12")
    #expect(try CredentialFile.parse(bytes, password: Secret("open sesame")).wasLegacyRC2)
    let modern = try Disk.read(Self.root + "/modern-p12/identity.p12")
    #expect(try !CredentialFile.parse(modern, password: Secret("open sesame")).wasLegacyRC2)
  }

  @Test func holdsATokenKeyAndTheReadersKeysOfTheTemplates() throws {
    let key = try AuthenticationTokenKey(file: Self.root + "/token.key")
    #expect(key.token(passTypeIdentifier: "pass.a", serialNumber: "1").count == 64)
    let templates = [
      "gym": "gym-membership", "concert": "concert-ticket", "rewards": "bakery-rewards",
    ]
    for (reader, template) in templates {
      let bytes = try Disk.read("\(Self.root)/nfc-reader/\(reader)-nfc-private.pem")
      let found = try EncryptionPublicKey.read(anyForm: bytes)
      let json = try Data(
        contentsOf: URL(
          fileURLWithPath: "\(Self.root)/../templates/\(template).pass/pass.json"))
      let pass = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
      let nfc = try #require(pass["nfc"] as? [String: Any])
      #expect(found.wasPrivate && nfc["encryptionPublicKey"] as? String == found.key.base64)
    }
  }

  @Test(.disabled(if: OpenSSLCommand.isMissing, "the openssl command is missing"))
  func opensslReadsAndVerifiesThem() throws {
    for name in ["ordinary", "nfc", "encrypted-key"] {
      let folder = "\(Self.root)/\(name)"
      let text = try OpenSSLCommand.run(
        [
          "verify", "-attime", "1893456000", "-CAfile", "root.pem", "-untrusted",
          "intermediate.pem", "-purpose", "any", "certificate.pem",
        ], in: folder)
      #expect(text.contains("certificate.pem: OK"))
      let certificate = try OpenSSLCommand.run(
        ["x509", "-in", "certificate.pem", "-noout", "-pubkey"], in: folder)
      let key = try OpenSSLCommand.run(
        ["pkey", "-in", "key.pem", "-passin", "pass:open sesame", "-pubout"], in: folder)
      #expect(certificate == key)
    }
    for (name, options) in [("modern-p12", []), ("legacy-p12", ["-legacy"])] {
      let text = try OpenSSLCommand.run(
        ["pkcs12", "-in", "identity.p12", "-passin", "pass:open sesame", "-nodes"] + options,
        in: "\(Self.root)/\(name)")
      #expect(text.contains("BEGIN PRIVATE KEY") && text.contains("UID = pass.com.example.passc"))
    }
  }
}
