// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct PrivateKeyTests {
  /// Commands that write the key `k.pem` in other forms. The password is always `pw`.
  private static let forms = [
    "pkey -outform DER",
    "pkcs8 -topk8 -nocrypt -outform DER",
    "pkcs8 -topk8 -v2 aes-256-cbc -iter 100 -passout pass:pw",
    "pkcs8 -topk8 -v2 aes-128-cbc -iter 100 -passout pass:pw -outform DER",
    "pkcs8 -topk8 -v2 des3 -v2prf hmacWithSHA1 -iter 100 -passout pass:pw",
    "pkcs8 -topk8 -v1 PBE-SHA1-3DES -iter 100 -passout pass:pw",
    "pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 -provider legacy -provider default -iter 100 -passout pass:pw",
    "pkey -traditional",
    "pkey -traditional -outform DER",
    "pkey -traditional -aes256 -passout pass:pw",
    "pkey -traditional -des3 -passout pass:pw",
  ]

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"), arguments: forms)
  func readsEveryFormOpenSSLWrites(form: String) throws {
    try OpenSSLTool.inFolder { folder in
      for key in [try Samples.rsaKey.get(), try Samples.ecKey.get()] {
        try folder.write("k.pem", try key.pem())
        let written = try OpenSSLTool.run(
          form.split(separator: " ").map(String.init) + ["-in", "k.pem", "-out", "out"],
          in: folder)
        #expect(written.status == 0, "\(written.errors)")
        let bytes = try folder.read("out")
        #expect(CredentialFile.containsPrivateKey(bytes))
        if form.contains("pass:pw") {
          #expect(throws: CredentialError.needsPassword("the private key")) {
            try CredentialFile.parse(bytes)
          }
          #expect(throws: CredentialError.wrongPassword("the private key")) {
            try CredentialFile.parse(bytes, password: Secret("px"))
          }
        }
        let read = try CredentialFile.parse(bytes, password: Secret("pw"))
        #expect(read.keys.map(\.publicKeyDER) == [key.publicKeyDER], "\(form)")
        #expect(read.keys.first?.kind == key.kind)
      }
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func writesKeysThatOpenSSLReads() throws {
    try OpenSSLTool.inFolder { folder in
      for key in [try Samples.rsaKey.get(), try Samples.ecKey.get()] {
        try folder.write("plain.pem", try key.pem())
        try folder.write("locked.pem", try key.encryptedPEM(password: Secret("pä ss")))
        for arguments in [["plain.pem"], ["locked.pem", "-passin", "pass:pä ss"]] {
          let checked = try OpenSSLTool.run(
            ["pkey", "-pubout", "-outform", "DER", "-in"] + arguments, in: folder)
          #expect(Array(checked.output) == key.publicKeyDER, "\(checked.errors)")
        }
        #expect(
          try OpenSSLTool.run(["asn1parse", "-in", "locked.pem"], in: folder).text
            .contains("aes-256-cbc"))
        #expect(
          try CredentialFile.parse(folder.read("locked.pem"), password: Secret("pä ss")).keys
            .map(\.publicKeyDER) == [key.publicKeyDER])
      }
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func readsEllipticKeysWithoutTheirPublicHalf() throws {
    try OpenSSLTool.inFolder { folder in
      let key = try Samples.ecKey.get()
      try folder.write("k.pem", try key.pem())
      let written = try OpenSSLTool.run(
        ["ec", "-in", "k.pem", "-no_public", "-out", "out.pem"], in: folder)
      #expect(written.status == 0, "\(written.errors)")
      #expect(
        try CredentialFile.parse(folder.read("out.pem")).keys.map(\.publicKeyDER)
          == [key.publicKeyDER])
      // With the parameters block that `openssl ecparam -genkey` writes before a key.
      let generated = try OpenSSLTool.run(
        ["ecparam", "-name", "prime256v1", "-genkey", "-out", "gen.pem"], in: folder)
      #expect(generated.status == 0)
      let read = try CredentialFile.parse(folder.read("gen.pem"))
      #expect(read.keys.first?.kind == .ec(curveName: "P-256"))
      #expect(read.otherContents == ["EC parameters"])
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [("secp384r1", "P-384"), ("secp521r1", "P-521"), ("secp256k1", "secp256k1")])
  func namesOtherCurves(curve: String, name: String) throws {
    try OpenSSLTool.inFolder { folder in
      _ = try OpenSSLTool.run(
        ["ecparam", "-name", curve, "-genkey", "-noout", "-out", "k.pem"], in: folder)
      #expect(
        try CredentialFile.parse(folder.read("k.pem")).keys.map(\.kind) == [.ec(curveName: name)])
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: ["ED25519", "X25519", "RSA-PSS"])
  func namesKeysThatCannotSignPasses(algorithm: String) throws {
    try OpenSSLTool.inFolder { folder in
      _ = try OpenSSLTool.run(["genpkey", "-algorithm", algorithm, "-out", "k.pem"], in: folder)
      let error = #expect(throws: CredentialError.self) {
        try CredentialFile.parse(folder.read("k.pem"))
      }
      guard case .unsupported = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func knowsItsCertificate() throws {
    let (rsa, ec) = (try Samples.rsaKey.get(), try Samples.ecKey.get())
    #expect(rsa.matches(try Samples.rsaLeaf.get()))
    #expect(ec.matches(try Samples.ecLeaf.get()))
    #expect(!rsa.matches(try Samples.ecLeaf.get()))
    #expect(!ec.matches(try Samples.rsaLeaf.get()))
    #expect(!ec.matches(publicKeyDER: try PrivateKey.generateP256().publicKeyDER))
    let compressed = try #require(P256PublicKey(ec)).compressedSPKI
    #expect(ec.matches(publicKeyDER: compressed))
    #expect("\(rsa)" == "RSA 2048 private key")
    #expect("\(ec)" == "EC P-256 private key")
  }

  /// A key that can be read but signs wrongly would be noticed only on a phone.
  @Test func refusesKeysWithFlippedBits() throws {
    for key in [try Samples.rsaKey.get(), try Samples.ecKey.get()] {
      let der = try key.pkcs8()
      let good = try PrivateKey(der: der).publicKeyDER
      var accepted = 0
      for position in stride(from: 0, to: der.count, by: 3) {
        var broken = der
        broken[position] ^= 0x10
        guard let read = try? PrivateKey(der: broken) else { continue }
        accepted += 1
        // Only irrelevant bytes may have changed, such as a version number or a NULL.
        #expect(read.publicKeyDER == good || read.kind != key.kind)
      }
      #expect(accepted < 12)
    }
  }
}
