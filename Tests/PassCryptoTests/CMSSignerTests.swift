// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct CMSSignerTests {
  private static let manifest = Samples.bytes("{\"pass.json\":\"00\"}\r\n\n")

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func givesTheBytesOfOpenSSLForTheSameTime() throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write("leaf.pem", try Samples.rsaLeaf.get().pem)
      try folder.write("ca.pem", try Samples.authority.get().intermediate.certificate.pem)
      try folder.write("leaf.key", try Samples.rsaKey.get().pem())
      try folder.write("manifest.json", Self.manifest)
      let signed = try OpenSSLTool.run(
        [
          "cms", "-sign", "-binary", "-nosmimecap", "-md", "sha256", "-outform", "DER",
          "-signer", "leaf.pem", "-inkey", "leaf.key", "-certfile", "ca.pem",
          "-in", "manifest.json", "-out", "sig",
        ], in: folder)
      #expect(signed.status == 0, "\(signed.errors)")
      let theirs = try folder.read("sig")
      let time = try #require(try CMSMessage(theirs).signingTime)
      #expect(abs(time - Int64(Date().timeIntervalSince1970)) < 60)
      #expect(try Samples.rsaSigner().sign(manifest: Self.manifest, at: time) == theirs)
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [Samples.now, 2_524_608_000, 0])
  func makesSignaturesThatOpenSSLVerifies(time: Int64) throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write("root.pem", try Samples.authority.get().root.certificate.pem)
      try folder.write("manifest.json", Self.manifest)
      for signer in [try Samples.rsaSigner(), try Samples.ecSigner()] {
        try folder.write("sig", try signer.sign(manifest: Self.manifest, at: time))
        let checked = try OpenSSLTool.run(
          [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "sig", "-content",
            "manifest.json", "-CAfile", "root.pem", "-purpose", "any", "-attime",
            "\(Samples.now)",
          ], in: folder)
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(Array(checked.output) == Self.manifest)
        try folder.write("manifest.json", Self.manifest + [32])
        let refused = try OpenSSLTool.run(
          [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "sig", "-content",
            "manifest.json", "-CAfile", "root.pem", "-purpose", "any", "-attime",
            "\(Samples.now)",
          ], in: folder)
        #expect(refused.status != 0)
        try folder.write("manifest.json", Self.manifest)
      }
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func writesTheStructureWalletKnows() throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write(
        "sig", try Samples.rsaSigner().sign(manifest: Self.manifest, at: Samples.now))
      let tree = try OpenSSLTool.run(["asn1parse", "-inform", "DER", "-in", "sig"], in: folder).text
      #expect(tree.contains(":signingTime") && tree.contains("UTCTIME           :270115080000Z"))
      #expect(tree.contains(":messageDigest") && tree.contains(":contentType"))
      #expect(!tree.contains("S/MIME Capabilities"))
      #expect(tree.components(separatedBy: ":rsaEncryption").count == 4)
      try folder.write(
        "sig", try Samples.rsaSigner().sign(manifest: Self.manifest, at: 2_524_608_000))
      let late = try OpenSSLTool.run(["asn1parse", "-inform", "DER", "-in", "sig"], in: folder).text
      #expect(late.contains("GENERALIZEDTIME   :20500101000000Z"))
    }
  }

  @Test func givesTheSameBytesOnManyThreads() async throws {
    let signer = try Samples.rsaSigner()
    let expected = try signer.sign(manifest: Self.manifest, at: Samples.now)
    let manifest = Self.manifest
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          try (0..<20).allSatisfy { _ in
            try signer.sign(manifest: manifest, at: Samples.now) == expected
          }
        }
      }
      for try await same in group { #expect(same) }
    }
  }

  @Test func refusesAKeyOfAnotherCertificate() throws {
    #expect(throws: CryptoError.self) {
      try CMSSigner(
        leaf: Samples.rsaLeaf.get(), issuer: Samples.authority.get().intermediate.certificate,
        key: Samples.ecKey.get())
    }
  }

  @Test func refusesATimeThatCannotBeWritten() throws {
    let signer = try Samples.ecSigner()
    for time in [Int64.min, Int64.max, 253_402_300_800, -62_167_219_201] {
      #expect(throws: CryptoError.self) { try signer.sign(manifest: Array("{}".utf8), at: time) }
    }
    #expect(
      try CMSMessage(signer.sign(manifest: Array("{}".utf8), at: -62_167_219_200)).signingTime
        == -62_167_219_200)
    #expect(
      try CMSMessage(signer.sign(manifest: Array("{}".utf8), at: 253_402_300_799)).signingTime
        == 253_402_300_799)
  }
}
