// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTesting
import Testing

/// Keys that hide in files of another kind, and what only looks like them.
struct CredentialSearchTests {
  /// Private keys in every form people have them, as DER.
  private static func keys() throws -> [(name: String, der: [UInt8])] {
    let (rsa, ec) = (try Samples.rsaKey.get(), try Samples.ecKey.get())
    let pkcs12 = try PKCS12Writer.write(
      key: rsa, certificate: try Samples.rsaLeaf.get(), password: Secret("pw"))
    var keys = [
      ("RSA as PKCS #8", try rsa.pkcs8()), ("P-256 as PKCS #8", try ec.pkcs8()),
      ("PKCS #12", pkcs12),
    ]
    // What PKCS #8 wraps: PKCS #1 and SEC 1.
    keys.append(("PKCS #1", Array(try rsa.pkcs8().dropFirst(26))))
    keys.append(("SEC 1", Array(try ec.pkcs8().dropFirst(29))))
    let pem = try rsa.encryptedPEM(password: Secret("pw"), iterations: 10)
    let text = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    keys.append(("encrypted PKCS #8", try #require(Base64.decode(text))))
    return keys
  }

  private static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  private static func everyEncoding(_ text: String) -> [[UInt8]] {
    [Array(text.utf8), Array("\u{FEFF}\(text)".utf8)]
      + [false, true].flatMap { order in
        [false, true].map { utf16(text, bigEndian: order, mark: $0) }
      }
  }

  @Test func findsAKeyInUTF16AndBehindMarksAndBlanks() throws {
    let pem = try Samples.rsaKey.get().pem()
    for text in [pem, "für Müller\n\n" + pem, "\"k\" = \"\(pem)\"; /* ü */"] {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.look(in: bytes) == .privateKey)
      }
    }
    for key in try Self.keys() {
      for start in ["\n", " \r\n\t", "\u{FEFF}", "\u{FEFF}\n"] {
        #expect(
          CredentialSearch.look(in: Array(start.utf8) + key.der) == .privateKey, "\(key.name)")
      }
    }
  }

  @Test func findsBase64OfAKeyAnywhereInAText() throws {
    for key in try Self.keys() {
      let base64 = Base64.encode(key.der)
      let wrapped = stride(from: 0, to: base64.count, by: 64).map {
        String(base64.dropFirst($0).prefix(64))
      }
      let texts = [
        base64, "\n\(base64)", "KEY=\(base64)\n", "Most of it: \(base64) and More.",
        "{\"userInfo\":{\"note\":\"x\(base64.replacing("/", with: "\\/"))\"}}",
        "{\"note\":\"\(wrapped.joined(separator: "\\n"))\"}", wrapped.joined(separator: "\r\n"),
        "key:\n  " + wrapped.joined(separator: "\n  "),
        base64.replacing("+", with: "-").replacing("/", with: "_"),
        "data: \(Base64.encode(Array(PEM.encode("PRIVATE KEY", key.der).utf8)))",
      ]
      for (number, text) in texts.enumerated() {
        for bytes in Self.everyEncoding(text) {
          #expect(CredentialSearch.look(in: bytes) == .privateKey, "\(key.name), text \(number)")
        }
      }
    }
  }

  @Test func findsKeyStores() {
    for (start, name) in [
      ([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2] as [UInt8], "a Java key store"),
      (Array("kych\0\u{1}".utf8), "a macOS keychain"),
      (Array("PuTTY-User-Key-File-3: ecdsa".utf8), "a PuTTY key"),
    ] {
      #expect(CredentialSearch.look(in: start) == .keyStore(name))
    }
  }

  @Test func whatOnlyLooksLikeAKeyIsFine() throws {
    let leaf = try Samples.rsaLeaf.get()
    let publicKey = try Samples.ecKey.get().publicKeyDER
    let fine = [
      "MII", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "-----BEGIN PUBLIC KEY-----", "M", "",
      "a private key begins with MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw, this is none",
      Base64.encode(publicKey), "{\"encryptionPublicKey\":\"\(Base64.encode(publicKey))\"}",
      "{\"userInfo\":{\"chain\":\"\(Base64.encode(leaf.der))\"}}", "MMMMMMMM MAMA MIAMI MHZ",
    ]
    for text in fine {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.look(in: bytes) == nil, "\(text)")
      }
    }
    var random = SplitMix64(seed: 4)
    let noise = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(CredentialSearch.look(in: noise) == nil)
    #expect(CredentialSearch.look(in: Array(Base64.encode(noise).utf8)) == nil)
  }

  @Test func tellsCertificatesApart() throws {
    let leaf = try Samples.rsaLeaf.get()
    let relabelled = ["PKCS7", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].map {
      leaf.pem.replacing(" CERTIFICATE", with: " \($0)")
    }
    let inBase64 = Base64.encode(leaf.der)
    for text in [leaf.pem, inBase64, "\n" + inBase64] + relabelled {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.look(in: bytes) == .certificate)
      }
    }
    #expect(CredentialSearch.look(in: leaf.der) == .certificate)
    #expect(CredentialSearch.look(in: Array("\n".utf8) + leaf.der) == .certificate)
    let both = leaf.pem + (try Samples.rsaKey.get().pem())
    #expect(CredentialSearch.look(in: Array(both.utf8)) == .privateKey)
  }

  /// Many beginnings in one long run must not be looked through again and again.
  @Test func aMegabyteOfBeginningsEnds() {
    let beginning = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC "
    let text = String(repeating: "MIT/////AgEAMA0GCSqGSIb3DQEBAQUABIIE", count: 30_000)
    _ = CredentialSearch.look(in: Array(text.utf8))
    let broken = String(repeating: beginning + "!", count: 30_000)
    #expect(CredentialSearch.look(in: Array(broken.utf8)) == nil)
  }

  @Test func survivesDamage() throws {
    var random = SplitMix64(seed: 11)
    for key in try Self.keys() {
      let text = Array("KEY=\(Base64.encode(key.der))".utf8)
      for _ in 0..<2_000 {
        var bytes = Array(text.prefix(Int(random.next() % UInt64(text.count + 1))))
        for _ in 0..<3 where !bytes.isEmpty {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        _ = CredentialSearch.look(in: bytes)
      }
    }
  }
}
