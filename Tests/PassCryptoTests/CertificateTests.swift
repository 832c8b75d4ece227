// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import Testing

struct CertificateTests {
  @Test func readsWhatAPassCertificateSays() throws {
    let authority = try Samples.authority.get()
    var request = Samples.request()
    request.isNFC = true
    request.issuerURL = "http://certs.example.com/wwdr.cer"
    let leaf = try authority.issue(request, publicKeyDER: Samples.rsaKey.get().publicKeyDER)

    #expect(leaf.subject.userID == "pass.com.example.demo")
    #expect(leaf.subject.commonName == "Pass Type ID with NFC: pass.com.example.demo")
    #expect(leaf.subject.organizationalUnit == "ABCDE12345")
    #expect(leaf.subject.organization == "Example GmbH")
    #expect(leaf.subject.country == "DE")
    #expect(
      leaf.subject.text
        == "UID=pass.com.example.demo, CN=Pass Type ID with NFC: pass.com.example.demo, "
        + "OU=ABCDE12345, O=Example GmbH, C=DE")
    #expect(leaf.issuer.commonName == "Example WWDR, not Apple")
    #expect(leaf.notBefore == Samples.start)
    #expect(leaf.notAfter == Samples.end)
    #expect(leaf.isValid(at: Samples.start) && leaf.isValid(at: Samples.end))
    #expect(!leaf.isValid(at: Samples.start - 1) && !leaf.isValid(at: Samples.end + 1))
    #expect(leaf.publicKeyKind == .rsa(bits: 2048))
    #expect(leaf.passTypeIdentifier == "pass.com.example.demo")
    #expect(leaf.nfcPassTypeIdentifier == "pass.com.example.demo")
    #expect(leaf.isNFCEnabled)
    #expect(leaf.hasPassEKU && leaf.hasClientAuthEKU && !leaf.hasOrderEKU)
    #expect(
      leaf.extendedKeyUsages.map(\.dotted) == ["1.3.6.1.5.5.7.3.2", "1.2.840.113635.100.4.14"])
    #expect(leaf.keyUsage == .digitalSignature)
    #expect(!leaf.isCertificateAuthority)
    #expect(leaf.issuerURL == "http://certs.example.com/wwdr.cer")
    #expect(leaf.extensionValue("1.2.840.113635.100.6.3.2") == [5, 0])
    let intermediate = authority.intermediate.certificate
    #expect(leaf.authorityKeyIdentifier == intermediate.subjectKeyIdentifier)
    #expect(intermediate.hasWWDRMarker && intermediate.isCertificateAuthority)
    #expect(intermediate.keyUsage == [.keyCertSign, .crlSign])
  }

  @Test func verifiesWhoSigned() throws {
    let authority = try Samples.authority.get()
    let (root, intermediate) = (authority.root.certificate, authority.intermediate.certificate)
    let leaf = try Samples.rsaLeaf.get()
    #expect(leaf.isSigned(by: intermediate))
    #expect(intermediate.isSigned(by: root))
    #expect(root.isSelfSigned && root.isSigned(by: root))
    #expect(!leaf.isSigned(by: root) && !intermediate.isSigned(by: leaf))
    #expect(!leaf.isSelfSigned)

    // The same name with another key.
    let other = try ExampleAuthority(
      notBefore: Samples.start, notAfter: Samples.end, rootKey: authority.root.key,
      intermediateKey: .generateP256())
    #expect(leaf.issuer.matches(other.intermediate.certificate.subject))
    #expect(!leaf.isSigned(by: other.intermediate.certificate))
    #expect(leaf.isSigned(byPublicKeyDER: intermediate.publicKeyDER))
    #expect(!leaf.isSigned(byPublicKeyDER: [1, 2, 3]))
  }

  @Test func verifiesChainsOfEllipticKeys() throws {
    let authority = try ExampleAuthority(
      notBefore: Samples.start, notAfter: Samples.end, rootKey: .generateP384(),
      intermediateKey: .generateP256())
    let leaf = try authority.issue(
      Samples.request(), publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(authority.root.certificate.publicKeyKind == .ec(curveName: "P-384"))
    #expect(leaf.publicKeyKind == .ec(curveName: "P-256"))
    #expect(leaf.isSigned(by: authority.intermediate.certificate))
    #expect(authority.intermediate.certificate.isSigned(by: authority.root.certificate))
  }

  @Test func makesFaultyCertificatesOnRequest() throws {
    let authority = try Samples.authority.get()
    var request = Samples.request()
    request.extendedKeyUsages = []
    request.passTypeExtension = "A display name"
    request.userID = nil
    let leaf = try authority.issue(request, publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(!leaf.hasPassEKU && leaf.extendedKeyUsages.isEmpty)
    #expect(leaf.passTypeIdentifier == "A display name")
    #expect(leaf.subject.userID == nil)
    request.passTypeExtension = nil
    let bare = try authority.issue(request, publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(!bare.hasPassTypeExtension && !bare.looksLikePassCertificate)
    let unmarked = try ExampleAuthority.makeIntermediate(
      name: "x", issuer: authority.root, key: authority.intermediate.key,
      notBefore: Samples.start, notAfter: Samples.end, hasMarker: false)
    #expect(!unmarked.certificate.hasWWDRMarker)
  }

  @Test func refusesBytesBehindTheEnd() throws {
    let der = try Samples.rsaLeaf.get().der
    #expect(throws: CryptoError.self) { try Certificate(der: der + [0]) }
    #expect(throws: CryptoError.self) { try Certificate(der: Array(der.dropLast())) }
    #expect(throws: CryptoError.self) { try Certificate(der: []) }
  }

  @Test func isEqualByItsBytes() throws {
    let leaf = try Samples.rsaLeaf.get()
    #expect(try Certificate(der: leaf.der) == leaf)
    #expect(try CredentialFile.parse(Samples.bytes("text\r\n" + leaf.pem)).certificates == [leaf])
    #expect(try Samples.ecLeaf.get() != leaf)
  }

  @Test func spellsOutControlCharactersInNames() throws {
    var request = Samples.request()
    request.organization = "a\u{1b}[2Jb\u{202e}c"
    let leaf = try Samples.authority.get().issue(
      request, publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(leaf.subject.text.contains("O=a\\u{1b}[2Jb\\u{202e}c"))
    #expect(leaf.subject.organization == "a\u{1b}[2Jb\u{202e}c")
  }

  /// OpenSSL prints 00 for it. A lookup by an empty serial number would match nothing.
  @Test func aSerialNumberOfZeroOctetsIsZero() throws {
    let leaf = try Samples.rsaLeaf.get()
    let octets = try #require(Hex.decode(leaf.serialHex))
    var der = leaf.der
    let start = try #require(der.indices.first { der[$0...].starts(with: octets) })
    for index in start..<(start + octets.count) { der[index] = 0 }
    #expect(octets.count > 1)
    #expect(try Certificate(der: der).serialHex == "00")
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func saysWhatOpenSSLSays() throws {
    try OpenSSLTool.inFolder { folder in
      let authority = try Samples.authority.get()
      let leaf = try Samples.rsaLeaf.get()
      try folder.write("leaf.pem", leaf.pem)
      try folder.write("ca.pem", authority.intermediate.certificate.pem)
      try folder.write("root.pem", authority.root.certificate.pem)
      let verified = try OpenSSLTool.run(
        [
          "verify", "-x509_strict", "-purpose", "any", "-attime", "\(Samples.now)", "-CAfile",
          "root.pem", "-untrusted", "ca.pem", "leaf.pem",
        ], in: folder)
      #expect(verified.status == 0, "\(verified.errors)")
      let facts = try OpenSSLTool.run(
        [
          "x509", "-in", "leaf.pem", "-noout", "-serial", "-fingerprint", "-sha256", "-dates",
          "-dateopt", "iso_8601",
        ], in: folder
      ).text
      let plain = facts.replacingOccurrences(of: ":", with: "").lowercased()
      #expect(plain.contains("serial=\(leaf.serialHex)"))
      #expect(plain.contains("fingerprint=\(leaf.sha256Hex)"))
      #expect(facts.contains("notBefore=2025-06-15 15:06:40Z"))
      let key = try OpenSSLTool.run(["x509", "-in", "leaf.pem", "-noout", "-pubkey"], in: folder)
      #expect(key.text == PEM.encode("PUBLIC KEY", leaf.publicKeyDER))
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [
      Int64(-631_152_000), 0, 951_782_400, 1_709_164_800, 2_524_607_999, 2_524_608_000,
      4_107_542_400, 253_402_300_799,
    ])
  func writesDatesThatOpenSSLReads(seconds: Int64) throws {
    var request = Samples.request()
    request.notBefore = seconds
    request.notAfter = seconds
    let leaf = try Samples.authority.get().issue(
      request, publicKeyDER: Samples.ecKey.get().publicKeyDER)
    #expect(leaf.notBefore == seconds)
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss'Z'"
    let expected = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    try OpenSSLTool.inFolder { folder in
      try folder.write("leaf.pem", leaf.pem)
      let dates = try OpenSSLTool.run(
        ["x509", "-in", "leaf.pem", "-noout", "-dates", "-dateopt", "iso_8601"], in: folder)
      #expect(dates.text.contains("notAfter=\(expected)"), "\(dates.text)")
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func makesRequestsThatOpenSSLVerifies() throws {
    try OpenSSLTool.inFolder { folder in
      for key in [try Samples.rsaKey.get(), try Samples.ecKey.get()] {
        let request = try CertificateRequest(
          key: key, commonName: "pass.com.example.demo", emailAddress: "me@example.com",
          country: "DE")
        try folder.write("request.csr", request.pem)
        let checked = try OpenSSLTool.run(
          ["req", "-in", "request.csr", "-noout", "-verify", "-subject"], in: folder)
        // The exit code is 0 in any case.
        #expect(checked.errors.contains("verify OK"), "\(checked.errors)")
        #expect(checked.text.contains("CN = pass.com.example.demo"))
        // Base64 of the same request is a common mistake with `cert import`.
        #expect(
          throws: CredentialError.unrecognised(looksLike: "a certificate request")
        ) { try CredentialFile.parse(request.der) }
      }
    }
  }
}
