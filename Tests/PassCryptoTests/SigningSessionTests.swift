// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import PassCrypto

struct SigningSessionTests {
  private static let parts = Result { () throws(CryptoError) in
    try (
      authority: ExampleAuthority(notBefore: 0, notAfter: 4_000_000_000),
      rsa: PrivateKey.generateRSA2048(), ec: PrivateKey.generateP256()
    )
  }

  private static func signer(_ key: any SigningKey) throws -> CMSSigner {
    let authority = try parts.get().authority
    let leaf = try authority.issue(
      PassCertificateRequest(
        passTypeIdentifier: "pass.com.example", teamIdentifier: "A1B2C3D4E5", notBefore: 0,
        notAfter: 4_000_000_000), publicKeyDER: key.publicKeyDER)
    return try CMSSigner(leaf: leaf, issuer: authority.intermediate.certificate, key: key)
  }

  /// Times before and after 2050, because the encoding changes there, and back again.
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
  @Test func statesEachTime() throws {
    let signer = try Self.signer(try Self.parts.get().rsa)
    let session = try SigningSession(signer)
    let manifest = Array("{}".utf8)
    // 2_524_607_999 is the last second of 2049.
    for time in [
      1_767_225_600, 1_767_225_601, 1_767_225_600, 1_798_761_599, 1_798_761_600, 2_524_607_999,
      2_524_608_000, 2_524_607_999, 3_999_999_999, 1, 1_767_225_600,
    ] as [Int64] {
      let signature = try session.sign(manifest: manifest, at: time)
      #expect(try signature == signer.sign(manifest: manifest, at: time))
    }
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

  @Test func signsWithAKeyOutside() throws {
    let rsa = try Self.parts.get().rsa
    let here = try Self.signer(rsa)
    let session = try SigningSession(
      CMSSigner(
        leaf: here.leaf, issuer: here.issuer,
        key: OutsideKey(publicKeyDER: rsa.publicKeyDER, signer: Elsewhere(rsa))))
    for (index, time) in [1_767_225_600, 1_767_225_601, 3_000_000_000, 5].enumerated() {
      let manifest = Array("{\"icon.png\":\"\(index)\"}".utf8)
      #expect(
        try session.sign(manifest: manifest, at: Int64(time))
          == here.sign(manifest: manifest, at: Int64(time)))
    }
  }

  /// A wrong signature is rejected, and the session can still be used.
  @Test func refusesWrongSignaturesOfAKeyOutside() throws {
    let rsa = try Self.parts.get().rsa
    let elsewhere = Elsewhere(rsa)
    let session = try SigningSession(
      Self.signer(OutsideKey(publicKeyDER: rsa.publicKeyDER, signer: elsewhere)))
    let manifest = Array("{}".utf8)
    let good = try session.sign(manifest: manifest, at: 1_000)
    let faults: [@Sendable ([UInt8]) -> [UInt8]] = [
      { _ in [] }, { $0.dropLast() }, { $0 + [0] }, { [0] + $0 }, { $0.reversed() },
      { [$0[0] ^ 1] + $0.dropFirst() }, { $0.map { _ in 0 } }, { $0.map { _ in 0xFF } },
    ]
    for fault in faults {
      elsewhere.change.withLock { $0 = fault }
      let error = #expect(throws: CryptoError.self) {
        try session.sign(manifest: manifest, at: 1_000)
      }
      #expect(error?.isWrongSignature == true)
      elsewhere.change.withLock { $0 = nil }
      #expect(try session.sign(manifest: manifest, at: 1_000) == good)
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

extension SigningSession {
  fileprivate func sign(manifest: [UInt8], at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(ManifestText(manifest), at: seconds)
  }
}

/// A signer outside the process, which signs wrongly if a test requests it.
private final class Elsewhere: HashSigner {
  let name = "elsewhere"
  let change = Mutex<(@Sendable ([UInt8]) -> [UInt8])?>(nil)
  private let key: PrivateKey

  init(_ key: PrivateKey) { self.key = key }

  func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    let signature = try key.sign(sha256: hash)
    return change.withLock { $0 }?(signature) ?? signature
  }
}
