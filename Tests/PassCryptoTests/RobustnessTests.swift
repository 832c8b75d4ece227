// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

/// Tests of damaged input. The result must be an error or a value, never a trap or a hang.
struct RobustnessTests {
  private static let seed: UInt64 = 0x5041_5353

  /// With this password, encrypted inputs reach the code behind the decryption.
  private static let password = Secret("pw")

  /// Calls every reader of untrusted bytes.
  private static func readAll(_ bytes: [UInt8]) {
    _ = try? CredentialFile.parse(bytes, password: password)
    _ = CredentialFile.containsPrivateKey(bytes)
    _ = CredentialFile.containsCertificate(bytes)
    _ = CredentialFile.certificates(in: bytes)
    readCertificate(bytes)
    readCMS(bytes)
    _ = try? EncryptionPublicKey.read(anyForm: bytes)
    _ = EncryptionPublicKey.check(String(decoding: bytes, as: UTF8.self))
    _ = try? PublicKey(der: bytes)
  }

  private static func readCertificate(_ bytes: [UInt8]) {
    guard let certificate = try? Certificate(der: bytes) else { return }
    _ = certificate.description + certificate.serialHex + certificate.pem
    _ = certificate.authorityKeyIdentifier
    _ = certificate.subjectKeyIdentifier
    _ = (certificate.keyUsage, certificate.isCertificateAuthority, certificate.isSelfSigned)
    _ = (certificate.issuerURL, certificate.extendedKeyUsages)
    _ = (certificate.passTypeIdentifier, certificate.nfcPassTypeIdentifier)
    _ = (TrustAnchors.isApple(certificate), certificate.isValid(at: 0))
  }

  private static func readCMS(_ bytes: [UInt8]) {
    guard let message = try? CMSMessage(bytes) else { return }
    _ = message.verify(content: Array("{1}".utf8))
    _ = (message.signingTime, message.signers.map(message.certificate), message.isDetached)
  }

  /// Returns the inputs to damage. Few rounds of key derivation keep them fast.
  private static func inputs() throws -> [[UInt8]] {
    let authority = try Samples.authority.get()
    let (rsa, ec) = (try Samples.rsaKey.get(), try Samples.ecKey.get())
    return [
      try Samples.rsaLeaf.get().der,
      authority.intermediate.certificate.der,
      Samples.bytes(try Samples.ecLeaf.get().pem + ec.pem()),
      try rsa.pkcs8(), try ec.pkcs8(), rsa.publicKeyDER,
      Samples.bytes(try ec.encryptedPEM(password: password, iterations: 1)),
      try Samples.rsaSigner().sign(manifest: Array("{1}".utf8), at: Samples.now),
      try Samples.ecSigner().sign(manifest: Array("{1}".utf8), at: Samples.now),
      try CertificateRequest(key: ec, commonName: "x").der,
      Samples.bytes(try #require(P256PublicKey(ec)).base64),
    ]
  }

  @Test func survivesTruncations() throws {
    for input in try Self.inputs() {
      for length in stride(from: 0, to: input.count, by: input.count > 400 ? 3 : 1) {
        Self.readAll(Array(input[..<length]))
      }
    }
  }

  @Test func survivesFlipsInsertionsAndDeletions() throws {
    print("seed \(Self.seed)")
    var random = SplitMix64(seed: Self.seed)
    for input in try Self.inputs() {
      for _ in 0..<1000 { Self.readAll(Self.damaged(input, &random)) }
    }
  }

  @Test func survivesRandomBytes() {
    print("seed \(Self.seed)")
    var random = SplitMix64(seed: Self.seed)
    // Random bytes, half of them with a start that readers recognize.
    let starts: [[UInt8]] = [
      [], [0x30, 0x80], [0x30, 0x82], [0x30, 0x84, 0, 0], Array("-----BEGIN PRIVATE KEY-----".utf8),
      [0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0, 0x80],
      [0x30, 0x80, 0x02, 0x01, 0x03, 0x30, 0x80],
    ]
    for round in 0..<10_000 {
      let tail = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      Self.readAll(starts[round % starts.count] + tail)
    }
  }

  @Test(arguments: [PKCS12Writer.Strength.modern, .rc2Era])
  func survivesDamagedPKCS12(strength: PKCS12Writer.Strength) throws {
    print("seed \(Self.seed)")
    var random = SplitMix64(seed: Self.seed)
    let file = try PKCS12Writer.write(
      key: Samples.ecKey.get(), certificate: Samples.ecLeaf.get(), password: Self.password,
      strength: strength, iterations: 1)
    for length in stride(from: 0, to: file.count, by: 7) {
      _ = try? CredentialFile.parse(Array(file[..<length]), password: Self.password)
    }
    for _ in 0..<600 {
      _ = try? CredentialFile.parse(Self.damaged(file, &random), password: Self.password)
    }
  }

  @Test func refusesEndlessKeyDerivation() throws {
    let text = try Samples.ecKey.get().encryptedPEM(password: Self.password, iterations: 0x12345)
    let der = try #require(
      Base64.decodeIgnoringWhitespace(
        text.split(separator: "\n").dropFirst().dropLast().joined().utf8))
    let count: [UInt8] = [0x02, 0x03, 0x01, 0x23, 0x45]
    let start = try #require(der.indices.first { der[$0...].starts(with: count) })
    for rounds: [UInt8] in [[0x7f, 0xff, 0xff], [0xff, 0, 0], [0, 0, 0]] {
      var endless = der
      endless.replaceSubrange((start + 2)..<(start + 5), with: rounds)
      let error = #expect(throws: CredentialError.self) {
        try CredentialFile.parse(endless, password: Self.password)
      }
      guard case .damaged = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func survivesDeepNesting() {
    for tag: UInt8 in [0x30, 0x24, 0xa0, 0x31] {
      let indefinite = [UInt8]((0..<50_000).flatMap { _ in [tag, 0x80] })
      Self.readAll(indefinite)
      Self.readAll(indefinite + [UInt8](repeating: 0, count: 100_000))
    }
    let signed: [UInt8] = [
      0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0, 0x80,
    ]
    Self.readAll(signed + [UInt8]((0..<50_000).flatMap { _ in [0x24, 0x80] as [UInt8] }))
  }

  @Test func takesNoLongForManyBeginLines() {
    let text = Samples.bytes(String(repeating: "-----BEGIN A-----\n", count: 50_000))
    // Linear work takes milliseconds. The limit only detects quadratic work, which takes minutes.
    #expect(ProcessorTime.ofThread { Self.readAll(text) } < .seconds(20))
  }

  private static func damaged(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = input
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let position = bytes.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.remove(at: position)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: position)
      default: bytes[position] = [0x00, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
      }
    }
    return bytes
  }
}
