// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct EncryptionPublicKeyTests {
  private struct Vectors: Decodable {
    struct Case: Decodable {
      let id: String
      let value: String
      let expect: String
    }
    let encryptionPublicKeys: [Case]
  }

  @Test func givesThePublishedOutcomes() throws {
    let data = try Fixture.data("vas-vectors.json")
    let cases = try JSONDecoder().decode(Vectors.self, from: data).encryptionPublicKeys
    #expect(cases.count == 14)
    for one in cases {
      switch EncryptionPublicKey.check(one.value) {
      case .success(let key):
        #expect(one.expect == "ok", "\(one.id)")
        #expect(key.base64 == one.value)
      case .failure(let fault):
        #expect(fault.rawValue == one.expect, "\(one.id)")
      }
    }
  }

  private static func key() throws -> P256PublicKey {
    try #require(P256PublicKey(try Samples.ecKey.get()))
  }

  @Test func writesTheKeyIn80Characters() throws {
    let key = try Self.key()
    #expect(key.compressedSPKI.count == 59)
    #expect(key.base64.count == 80)
    #expect(key.base64.hasPrefix("MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgA"))
    #expect(key.x.count == 32)
    #expect(key.keyIdentifier == Array(Digest.sha256(key.x).prefix(4)))
    #expect(try EncryptionPublicKey.check(key.base64).get() == key)
  }

  @Test func namesFaultsThatTheVectorsDoNotShow() throws {
    let key = try Self.key()
    func outcome(_ bytes: [UInt8]) -> EncryptionPublicKeyError? {
      if case .failure(let fault) = EncryptionPublicKey.check(Base64.encode(bytes)) {
        return fault
      }
      return nil
    }
    let spki = key.compressedSPKI
    #expect(outcome(Array(spki.dropLast())) == .malformedSPKI)
    #expect(outcome([0x30]) == .malformedSPKI)
    #expect(outcome(try Samples.ecKey.get().pkcs8()) == .privateKeyInPass)
    #expect(outcome(try Samples.rsaKey.get().pkcs8()) == .privateKeyInPass)
    #expect(outcome(try Samples.rsaKey.get().publicKeyDER) == .wrongAlgorithm)
    let pem = try Samples.ecKey.get().pem()
    #expect(EncryptionPublicKey.check(pem) == .failure(.privateKeyInPass))
    #expect(EncryptionPublicKey.check("not base64!") == .failure(.invalidBase64))
    #expect(EncryptionPublicKey.check(" ") == .failure(.whitespaceInBase64))
    var wrongSign = spki
    wrongSign[26] = 5
    #expect(outcome(wrongSign) == .malformedSPKI)
  }

  @Test func readsAKeyInEveryFormPeopleHave() throws {
    let own = try Samples.ecKey.get()
    let key = try Self.key()
    let uncompressed = own.publicKeyDER
    let point = Array(uncompressed.suffix(65))
    var hybrid = point
    hybrid[0] = 6 + (point[64] & 1)
    let forms: [([UInt8], P256PublicKey.Form, Bool)] = [
      (key.compressedSPKI, .compressed, false),
      (Samples.bytes(key.pem), .compressed, false),
      (Samples.bytes(key.base64 + "\n"), .compressed, false),
      (uncompressed, .uncompressed, false),
      (Samples.bytes(PEM.encode("PUBLIC KEY", uncompressed)), .uncompressed, false),
      (key.compressedPoint, .compressed, false),
      (point, .uncompressed, false),
      (hybrid, .hybrid, false),
      (Samples.bytes(Base64.encode(point)), .uncompressed, false),
      (try own.pkcs8(), .uncompressed, true),
      (Samples.bytes(try own.pem()), .uncompressed, true),
    ]
    for (bytes, form, wasPrivate) in forms {
      let found = try EncryptionPublicKey.read(anyForm: bytes)
      #expect(found.key == key)
      #expect(found.form == form)
      #expect(found.wasPrivate == wasPrivate)
    }
    #expect(throws: EncryptionPublicKeyError.empty) { try EncryptionPublicKey.read(anyForm: []) }
    #expect(throws: EncryptionPublicKeyError.wrongAlgorithm) {
      try EncryptionPublicKey.read(anyForm: Samples.bytes(try Samples.rsaKey.get().pem()))
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func writesWhatOpenSSLWrites() throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write("key.pem", try Samples.ecKey.get().pem())
      let written = try OpenSSLTool.run(
        ["ec", "-in", "key.pem", "-pubout", "-conv_form", "compressed", "-outform", "DER"],
        in: folder)
      #expect(try Array(written.output) == Self.key().compressedSPKI, "\(written.errors)")
    }
  }
}
