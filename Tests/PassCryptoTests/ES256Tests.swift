// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTesting
import Testing

struct ES256Tests {
  /// Returns the two numbers as DER, because openssl does not read JSON Web Tokens.
  private static func der(_ raw: [UInt8]) -> [UInt8] {
    func integer(_ octets: ArraySlice<UInt8>) -> [UInt8] {
      var digits = Array(octets.drop { $0 == 0 })
      if digits.isEmpty || digits[0] & 0x80 != 0 { digits.insert(0, at: 0) }
      return [0x02, UInt8(digits.count)] + digits
    }
    let body = integer(raw[..<32]) + integer(raw[32...])
    return [0x30, UInt8(body.count)] + body
  }

  @Test(.disabled(if: OpenSSLCommand.isMissing, "no openssl"))
  func opensslVerifiesTheTwoNumbers() throws {
    let folder = try TemporaryFolder()
    let key = try PrivateKey.generateP256()
    try folder.add("key.pem", try key.pemBytes())
    try OpenSSLCommand.run(
      ["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"], in: folder.path)
    let content = Array("header.claims".utf8)
    try folder.add("content", content)
    // Often enough to include numbers with leading zeros.
    for _ in 0..<20 {
      let raw = try key.es256(content)
      #expect(raw.count == 64)
      try folder.add("signature", Self.der(raw))
      let said = try OpenSSLCommand.run(
        ["dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "content"],
        in: folder.path)
      #expect(said.contains("Verified OK"))
    }
  }

  @Test func refusesAnRSAKey() throws {
    let key = try PrivateKey.generateRSA2048()
    #expect(throws: CryptoError.self) { try key.es256([1]) }
  }

  @Test(arguments: [([UInt8]([0xfb, 0xff]), "-_8"), ([], ""), ([1], "AQ"), ([1, 2, 3], "AQID")])
  func writesBase64ForURLs(_ bytes: [UInt8], _ text: String) {
    #expect(Base64.encodeForURL(bytes) == text)
  }

  @Test(.disabled(if: OpenSSLCommand.isMissing, "no openssl"))
  func anAuthorityOfLoopbackIssuesWhatOpensslVerifies() throws {
    let folder = try TemporaryFolder()
    let now = TestCA.now
    let authority = try LoopbackAuthority(
      name: "test", notBefore: now - 86_400, notAfter: now + 86_400)
    let server = try authority.server(names: ["localhost", "127.0.0.1"])
    try folder.add("ca.pem", Array(authority.certificate.pem.utf8))
    try folder.add("server.pem", Array(server.certificate.pem.utf8))
    let said = try OpenSSLCommand.run(
      [
        "verify", "-attime", "\(now)", "-purpose", "sslserver", "-verify_ip", "127.0.0.1",
        "-CAfile", "ca.pem", "server.pem",
      ], in: folder.path)
    #expect(said.contains("server.pem: OK"))
  }
}
