// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct CredentialFileTests {
  private static func outcome(_ bytes: [UInt8], _ password: String? = nil) -> CredentialError? {
    do {
      _ = try CredentialFile.parse(bytes, password: password.map { Secret($0) })
      return nil
    } catch {
      return error
    }
  }

  @Test func readsManyBlocksInAnyOrderWithTextBetween() throws {
    let authority = try Samples.authority.get()
    let text =
      "\u{feff}Bag Attributes\r\n" + (try Samples.rsaKey.get().pem())
      + "subject=CN = x\n" + authority.intermediate.certificate.pem + "\n\n"
      + (try Samples.rsaLeaf.get().pem) + "and a last word"
    for variant in [text, text.replacingOccurrences(of: "\n", with: "\r\n")] {
      let bytes = Samples.bytes(variant)
      let read = try CredentialFile.parse(bytes)
      #expect(read.kind == .pem)
      #expect(
        read.certificates == [authority.intermediate.certificate, try Samples.rsaLeaf.get()])
      #expect(read.keys.count == 1)
      #expect(read.summary == "PEM with 2 certificates and a private key (RSA 2048)")
      #expect(CredentialFile.containsPrivateKey(bytes) && CredentialFile.containsCertificate(bytes))
    }
  }

  /// Environment variables and JSON have the line ends as two characters.
  @Test(arguments: ["\\n", "\\r\\n", "\\\\n", " ", "\\\n"])
  func readsPEMWithLineEndsWrittenOut(_ end: String) throws {
    let pem = try Samples.rsaLeaf.get().pem + Samples.rsaKey.get().pem()
    let line = pem.replacingOccurrences(of: "\n", with: end)
    for text in [line, "\"\(line)\"", "{\"key\": \"\(line)\"}"] {
      let read = try CredentialFile.parse(Samples.bytes(text))
      #expect(read.certificates == [try Samples.rsaLeaf.get()])
      #expect(read.keys.count == 1)
    }
  }

  @Test func readsAnOldEncryptedKeyWithLineEndsWrittenOut() throws {
    let text =
      "-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED\\nDEK-Info: DES-EDE3-CBC,0"
      + "\\n\\nAAAA\\n-----END RSA PRIVATE KEY-----\\n"
    #expect(Self.outcome(Samples.bytes(text)) == .needsPassword("the private key"))
  }

  /// PowerShell writes UTF-16 if output goes to a file.
  @Test func readsPEMInUTF16() throws {
    let pem = try Samples.rsaLeaf.get().pem + "é\r\n" + Samples.rsaKey.get().pem()
    for (mark, isBigEndian) in [
      ([0xff, 0xfe], false), ([0xfe, 0xff], true), ([], false), ([], true),
    ] as [([UInt8], Bool)] {
      let bytes =
        mark
        + pem.utf16.flatMap { unit -> [UInt8] in
          let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
          return isBigEndian ? pair : pair.reversed()
        }
      let read = try CredentialFile.parse(bytes)
      #expect(read.certificates == [try Samples.rsaLeaf.get()])
      #expect(read.keys.count == 1)
      #expect(CredentialFile.isPEM(bytes))
      #expect(CredentialFile.containsPrivateKey(bytes) && CredentialFile.containsCertificate(bytes))
      #expect(CredentialFile.certificates(in: bytes) == read.certificates)
      // The offset counts bytes of the file.
      let cut = Array(bytes.prefix(400))
      #expect(
        Self.outcome(cut) == .damaged("the CERTIFICATE block at byte \(mark.count) has no END line")
      )
    }
    let noise: [UInt8] = [0xff, 0xfe] + Array(repeating: 0x2d, count: 100)
    #expect(!CredentialFile.isPEM(noise) && !CredentialFile.containsPrivateKey(noise))
  }

  @Test func keepsABackslashThatIsDamage() throws {
    let pem = try Samples.rsaLeaf.get().pem.replacingOccurrences(of: "M", with: "\\q")
    #expect(
      Self.outcome(Samples.bytes(pem))
        == .damaged("the CERTIFICATE block at byte 0 is not Base64"))
  }

  @Test func readsCertificatesBesideALockedKey() throws {
    let text =
      try Samples.rsaLeaf.get().pem
      + Samples.rsaKey.get().encryptedPEM(password: Secret("pw"), iterations: 10)
    #expect(
      CredentialFile.certificates(in: Samples.bytes(text)) == [try Samples.rsaLeaf.get()])
    #expect(Self.outcome(Samples.bytes(text)) == .needsPassword("the private key"))
    #expect(Self.outcome(Samples.bytes(text), "no") == .wrongPassword("the private key"))
    #expect(Self.outcome(Samples.bytes(text), "pw") == nil)
  }

  @Test func readsDER() throws {
    let leaf = try Samples.rsaLeaf.get()
    #expect(try CredentialFile.parse(leaf.der).certificates == [leaf])
    #expect(try CredentialFile.parse(leaf.der).kind == .derCertificate)
    #expect(CredentialFile.containsCertificate(leaf.der))
    #expect(!CredentialFile.containsPrivateKey(leaf.der))
    #expect(CredentialFile.certificates(in: leaf.der) == [leaf])
    let der = try Samples.ecKey.get().pkcs8()
    #expect(try CredentialFile.parse(der).keys.count == 1)
    #expect(CredentialFile.containsPrivateKey(der) && !CredentialFile.containsCertificate(der))
  }

  @Test func saysWhatAFileLooksLike() throws {
    let cases: [([UInt8], String)] = [
      ([], "an empty file"),
      ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], "a PNG image"),
      (Samples.bytes("  <!DOCTYPE html><html>"), "an HTML page"),
      (Samples.bytes("{\"a\": 1}"), "JSON"),
      (Samples.bytes("ssh-rsa AAAA"), "an SSH public key"),
      (Samples.bytes("hello"), "text"),
      ([0, 1, 2, 3], "binary data"),
      (Samples.bytes("PK\u{3}\u{4}"), "a zip archive"),
      (Samples.bytes(Base64.encode(try Samples.rsaLeaf.get().der)), "Base64 without PEM lines"),
      (try Samples.rsaKey.get().publicKeyDER, "a public key"),
      (
        Samples.bytes(PEM.encode("PUBLIC KEY", try Samples.rsaKey.get().publicKeyDER)),
        "a public key"
      ),
      (
        Samples.bytes(
          try CertificateRequest(key: Samples.ecKey.get(), commonName: "x").pem),
        "a certificate request"
      ),
    ]
    for (bytes, looksLike) in cases {
      #expect(Self.outcome(bytes) == .unrecognised(looksLike: looksLike))
      #expect(!CredentialFile.containsPrivateKey(bytes))
      #expect(!CredentialFile.containsCertificate(bytes))
      #expect(CredentialFile.certificates(in: bytes).isEmpty)
    }
  }

  @Test func saysWhereAFileIsDamaged() throws {
    let pem = try Samples.rsaLeaf.get().pem
    #expect(
      Self.outcome(Samples.bytes(String(pem.prefix(200))))
        == .damaged("the CERTIFICATE block at byte 0 has no END line"))
    #expect(
      Self.outcome(Samples.bytes(pem.replacingOccurrences(of: "M", with: "!")))
        == .damaged("the CERTIFICATE block at byte 0 is not Base64"))
    let der = try Samples.rsaLeaf.get().der
    guard case .damaged = Self.outcome(Samples.bytes(PEM.encode("CERTIFICATE", der + [0]))) else {
      Issue.record("trailing bytes were taken")
      return
    }
    guard
      case .damaged = Self.outcome(
        Samples.bytes(PEM.encode("PRIVATE KEY", Array(try Samples.rsaKey.get().pkcs8().dropLast())))
      )
    else {
      Issue.record("a cut key was taken")
      return
    }
  }

  @Test func findsKeysHiddenInOtherFiles() throws {
    let pem = try Samples.ecKey.get().pem()
    #expect(CredentialFile.containsPrivateKey(Samples.bytes("{\"a\": \"" + pem + "\"}")))
    #expect(!CredentialFile.containsPrivateKey(Samples.bytes("-----BEGIN PUBLIC KEY-----")))
    #expect(!CredentialFile.containsPrivateKey(Samples.bytes("PRIVATE KEY")))
    #expect(!CredentialFile.containsCertificate(Samples.bytes("0abc")))
  }

  @Test func readsItsOwnPKCS12() throws {
    let authority = try Samples.authority.get()
    for strength in [PKCS12Writer.Strength.modern, .rc2Era] {
      for (key, leaf) in [
        (try Samples.rsaKey.get(), try Samples.rsaLeaf.get()),
        (try Samples.ecKey.get(), try Samples.ecLeaf.get()),
      ] {
        let file = try PKCS12Writer.write(
          key: key, certificate: leaf, others: [authority.intermediate.certificate],
          password: Secret("päss"), friendlyName: "demo", strength: strength, iterations: 20)
        #expect(CredentialFile.containsPrivateKey(file))
        #expect(Self.outcome(file) == .needsPassword("the PKCS #12 file"))
        #expect(Self.outcome(file, "pass") == .wrongPassword("the PKCS #12 file"))
        let read = try CredentialFile.parse(file, password: Secret("päss"))
        #expect(read.kind == .pkcs12)
        #expect(read.wasLegacyRC2 == (strength == .rc2Era))
        #expect(Set(read.certificates) == [leaf, authority.intermediate.certificate])
        #expect(read.keys.map(\.publicKeyDER) == [key.publicKeyDER])
      }
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [
      "-iter 50", "-legacy -iter 50", "-nomac -iter 50", "-keypbe NONE -certpbe NONE -iter 50",
      "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1 -iter 50",
      "-legacy -nomac -certpbe PBE-SHA1-RC2-40 -iter 50", "-nocerts -iter 50",
      "-nomac -certpbe AES-256-CBC -iter 50",
      "-keypbe AES-128-CBC -certpbe AES-128-CBC -macalg sha512 -iter 50",
    ])
  func readsPKCS12OfOpenSSL(options: String) throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write("k.pem", try Samples.rsaKey.get().pem())
      try folder.write("c.pem", try Samples.rsaLeaf.get().pem)
      for password in ["secret", ""] {
        let made = try OpenSSLTool.run(
          ["pkcs12", "-export", "-inkey", "k.pem", "-in", "c.pem", "-out", "f.p12"]
            + ["-passout", "pass:\(password)"] + options.split(separator: " ").map(String.init),
          in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let bytes = try folder.read("f.p12")
        let read = try CredentialFile.parse(
          bytes, password: password.isEmpty ? nil : Secret(password))
        #expect(read.keys.map(\.publicKeyDER) == [try Samples.rsaKey.get().publicKeyDER])
        #expect(
          read.certificates == (options.contains("nocerts") ? [] : [try Samples.rsaLeaf.get()]))
        #expect(read.wasLegacyRC2 == options.contains("-legacy"))
        if !password.isEmpty, !options.contains("-nomac -keypbe") {
          #expect(Self.outcome(bytes, "wrong") != nil)
        }
      }
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [PKCS12Writer.Strength.modern, .rc2Era])
  func writesPKCS12ThatOpenSSLReads(strength: PKCS12Writer.Strength) throws {
    try OpenSSLTool.inFolder { folder in
      let file = try PKCS12Writer.write(
        key: Samples.rsaKey.get(), certificate: Samples.rsaLeaf.get(),
        others: [Samples.authority.get().intermediate.certificate], password: Secret("pw"),
        strength: strength)
      try folder.write("f.p12", file)
      let checked = try OpenSSLTool.run(
        ["pkcs12", "-in", "f.p12", "-nodes", "-passin", "pass:pw", "-info"]
          + (strength == .rc2Era ? ["-legacy"] : []), in: folder)
      #expect(checked.status == 0, "\(checked.errors)")
      let names =
        strength == .rc2Era
        ? ["pbeWithSHA1And40BitRC2-CBC", "pbeWithSHA1And3-KeyTripleDES-CBC", "MAC: sha1"]
        : ["PBES2, PBKDF2, AES-256-CBC", "MAC: sha256"]
      for name in names { #expect(checked.errors.contains(name), "\(checked.errors)") }
      let again = try CredentialFile.parse(Array(checked.output))
      #expect(again.certificates.count == 2 && again.keys.count == 1)
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func readsCertificatesOfPKCS7() throws {
    try OpenSSLTool.inFolder { folder in
      let authority = try Samples.authority.get()
      try folder.write("a.pem", authority.root.certificate.pem)
      try folder.write("b.pem", authority.intermediate.certificate.pem)
      for (form, kind) in [("DER", Credentials.Kind.pkcs7), ("PEM", .pem)] {
        _ = try OpenSSLTool.run(
          [
            "crl2pkcs7", "-nocrl", "-certfile", "a.pem", "-certfile", "b.pem", "-outform", form,
            "-out", "f.p7b",
          ], in: folder)
        let bytes = try folder.read("f.p7b")
        let read = try CredentialFile.parse(bytes)
        #expect(read.kind == kind)
        #expect(
          Set(read.certificates) == [
            authority.root.certificate, authority.intermediate.certificate,
          ])
        #expect(CredentialFile.containsCertificate(bytes))
        #expect(CredentialFile.certificates(in: bytes).count == 2)
      }
    }
  }

  @Test func saysThatAFileWasCutOff() throws {
    let der = try Samples.rsaLeaf.get().der
    for count in [5, 100, der.count - 1] {
      guard case .damaged(let reason) = Self.outcome(Array(der.prefix(count))) else {
        Issue.record("\(count) bytes are not called cut off")
        continue
      }
      #expect(reason == "it ends after \(count) of \(der.count) bytes")
    }
    // Text that begins with the byte of a SEQUENCE is still text.
    guard case .unrecognised = Self.outcome(Samples.bytes("0123456789")) else {
      Issue.record("digits are no DER")
      return
    }
  }
}
