// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassCrypto

struct SigningSessionTests {
  private static let parts = Result { () throws(CryptoError) in
    try (
      authority: ExampleAuthority(notBefore: 0, notAfter: 4_000_000_000),
      rsa: PrivateKey.generateRSA2048(), ec: PrivateKey.generateP256()
    )
  }

  private static func signer(_ key: PrivateKey) throws -> CMSSigner {
    let authority = try parts.get().authority
    let leaf = try authority.issue(
      PassCertificateRequest(
        passTypeIdentifier: "pass.com.example", teamIdentifier: "A1B2C3D4E5", notBefore: 0,
        notAfter: 4_000_000_000), publicKeyDER: key.publicKeyDER)
    return try CMSSigner(leaf: leaf, issuer: authority.intermediate.certificate, key: key)
  }

  /// Times on both sides of 2050, where the encoding changes, and back again.
  @Test func givesTheBytesOfASingleSignature() throws {
    let signer = try Self.signer(try Self.parts.get().rsa)
    let session = try SigningSession(signer)
    for (index, time) in [1_767_225_600, 1_767_225_600, 3_000_000_000, 0, 5].enumerated() {
      let manifest = Array("{\"pass.json\":\"\(index)\"}".utf8)
      #expect(
        try session.sign(manifest: manifest, at: Int64(time))
          == signer.sign(manifest: manifest, at: Int64(time)))
    }
  }

  /// A server signs at another second nearly each time.
  @Test func statesEachTimeAndBeginsAlike() throws {
    let signer = try Self.signer(try Self.parts.get().rsa)
    let session = try SigningSession(signer)
    let manifest = Array("{}".utf8)
    var beginnings: Set<[UInt8]> = []
    var lengths: Set<Int> = []
    // 2_524_607_999 is the last second of 2049.
    for time in [
      1_767_225_600, 1_767_225_601, 1_767_225_600, 1_798_761_599, 1_798_761_600, 2_524_607_999,
      2_524_608_000, 2_524_607_999, 3_999_999_999, 1, 1_767_225_600,
    ] as [Int64] {
      let signature = try session.sign(manifest: manifest, at: time)
      #expect(try signature == signer.sign(manifest: manifest, at: time))
      guard time < 2_524_608_000 else { continue }
      beginnings.insert(Array(signature[..<session.constantLength]))
      lengths.insert(session.constantLength)
    }
    #expect(beginnings.count == 1 && lengths.count == 1)
    #expect(lengths.first ?? 0 > 1_000)
  }

  @Test func signsManyOneAfterTheOther() throws {
    let signer = try Self.signer(try Self.parts.get().rsa)
    let session = try SigningSession(signer)
    for index in 0..<70 {
      let manifest = Array("{\"icon.png\":\"\(index)\"}".utf8)
      #expect(
        try session.sign(manifest: manifest, at: 1_000)
          == signer.sign(manifest: manifest, at: 1_000))
    }
  }

  @Test func signsWithECKeysToo() throws {
    let signer = try Self.signer(try Self.parts.get().ec)
    let session = try SigningSession(signer)
    let manifest = Array("{}".utf8)
    let message = try CMSMessage(try session.sign(manifest: manifest, at: 1_000))
    #expect(message.signers.count == 1)
  }

  @Test func hashesFromAKnownBeginning() {
    let text = Array("the same beginning, another end".utf8)
    let session = DigestSession()
    text.withUnsafeBytes { bytes in
      func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { .init(rebasing: bytes[range]) }
      let start = PartialSHA256([part(0..<18)])
      for _ in 0..<2 {
        let rest = [part(18..<20), part(20..<text.count)]
        #expect(session.sha256(from: start, rest[...]) == Digest.sha256(text))
      }
    }
    #expect(session.sha256(text) == Digest.sha256(text))
  }
}
