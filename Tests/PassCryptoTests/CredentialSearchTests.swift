// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of keys hidden in other files, and of content that only looks like keys.
struct CredentialSearchTests {
  /// Returns private keys in every usual form, as DER.
  private static func keys() throws -> [(name: String, der: [UInt8])] {
    let (rsa, ec) = (try Samples.rsaKey.get(), try Samples.ecKey.get())
    let pkcs12 = try PKCS12Writer.write(
      key: rsa, certificate: try Samples.rsaLeaf.get(), password: Secret("pw"))
    var keys = [
      ("RSA as PKCS #8", try rsa.pkcs8()), ("P-256 as PKCS #8", try ec.pkcs8()),
      ("PKCS #12", pkcs12),
    ]
    // The content of PKCS #8: PKCS #1 and SEC 1.
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
        #expect(CredentialSearch.find(in: bytes) == .privateKey)
      }
    }
    for key in try Self.keys() {
      for start in ["\n", " \r\n\t", "\u{FEFF}", "\u{FEFF}\n"] {
        #expect(
          CredentialSearch.find(in: Array(start.utf8) + key.der) == .privateKey, "\(key.name)")
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
          #expect(CredentialSearch.find(in: bytes) == .privateKey, "\(key.name), text \(number)")
        }
      }
    }
  }

  /// Returns lines of 64 characters, as in PEM.
  private static func lines(_ base64: String) -> [String] {
    stride(from: 0, to: base64.count, by: 64).map { String(base64.dropFirst($0).prefix(64)) }
  }

  @Test func findsBase64OfAKeyBehindEscapesAndInArraysOfLines() throws {
    for key in try Self.keys() {
      let lines = Self.lines(Base64.encode(key.der))
      let quoted = lines.map { "\"\($0)\"" }
      let texts = [
        "{\"key\": \"\(lines.joined(separator: "\\u000a"))\"}",
        "{\"key\": \"\(lines.joined(separator: "\\u000D\\u000A"))\"}",
        "{\"key\": \"\(lines.joined(separator: "\\\\n"))\"}",
        "{\"key\": \"\(lines.joined(separator: "\\\\u000a"))\"}",
        "{\"key\": \"\\u004d\(lines.joined(separator: "\\n").dropFirst())\"}",
        "{\"key\": [\(quoted.joined(separator: ","))]}",
        "{\"key\": [\n    \(quoted.joined(separator: ",\n    "))\n  ]}",
        "{\"key\": \"[\(lines.map { "\\\"\($0)\\\"" }.joined(separator: ", "))]\"}",
        "const key = \(quoted.joined(separator: " +\n  "))",
        "const key = ['\(lines.joined(separator: "', '"))']",
      ]
      for (number, text) in texts.enumerated() {
        for bytes in Self.everyEncoding(text) {
          #expect(CredentialSearch.find(in: bytes) == .privateKey, "\(key.name), text \(number)")
        }
      }
    }
  }

  @Test func findsAPEMKeyInBase64WhateverIsBeforeIt() throws {
    let pem = try Samples.ecKey.get().pem()
    for before in ["", "a", "ab", "abc", "KEY='"] {
      let text = "x: " + Base64.encode(Array((before + pem).utf8))
      #expect(CredentialSearch.find(in: Array(text.utf8)) == .privateKey, "\(before)")
    }
  }

  /// Returns a random number as long as those of real keys.
  private static func number(_ count: Int, _ random: inout SplitMix64) -> String {
    Base64.encodeForURL((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  @Test func findsJSONWebKeysWithTheirPrivatePart() {
    var random = SplitMix64(seed: 21)
    func number(_ count: Int) -> String { Self.number(count, &random) }
    let secret = [
      #"{"kty":"EC","crv":"P-256","x":"\#(number(32))","y":"\#(number(32))","d":"\#(number(32))"}"#,
      #"{"d":"\#(number(32))","kty":"OKP","crv":"Ed25519","x":"\#(number(32))"}"#,
      #"{"kty":"RSA","n":"\#(number(256))","e":"AQAB","d":"\#(number(256))","p":"\#(number(128))"}"#,
      #"{"kty":"oct","alg":"HS256","k":"\#(number(32))"}"#,
      #"{"kty":"oct","k":"\#(number(16))"}"#,
      #"{"kty":"EC","key_ops":["sign"],"ext":{"a":{}},"d":"\#(number(32))"}"#,
    ]
    for key in secret {
      let spaced = key.replacing(":", with: " : ").replacing(",", with: ",\n  ")
      let escaped = key.replacing("\"", with: "\\\"")
      let texts = [
        key, spaced, "{\"keys\":[{\"kty\":\"EC\",\"x\":\"\(number(32))\"},\(key)]}",
        "{\"userInfo\": {\"setup\": \"\(escaped)\"}}", key.replacing("\"", with: "'"),
        key.replacing("\"kty\"", with: "\"\\u006bty\""), "let key = \(key);",
      ]
      for (number, text) in texts.enumerated() {
        for bytes in Self.everyEncoding(text) {
          #expect(CredentialSearch.find(in: bytes) == .privateKey, "\(number): \(text)")
        }
      }
    }
    let fine = [
      #"{"kty":"EC","crv":"P-256","x":"\#(number(32))","y":"\#(number(32))"}"#,
      #"{"kty":"RSA","n":"\#(number(256))","e":"AQAB","kid":"\#(number(32))"}"#,
      #"{"kty":"EC","d":"M"}"#, #"{"kty":"oct"}"#, #"{"type":"oct","k":"\#(number(32))"}"#,
      #"{"kty":"EC","kid":"d","x":"\#(number(32))"}"#,
      #"{"kty":"RSA"} {"d":"\#(number(32))"}"#, "kty kty kty",
    ]
    for text in fine {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.find(in: bytes) == nil, "\(text)")
      }
    }
  }

  @Test func findsTokenKeysAndLinkKeysWhateverTheyAreCalled() {
    var random = SplitMix64(seed: 5)
    let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let key = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let found = CredentialSearch.Found.keyStore("64 hex digits, as in a token key or link key")
    for text in [
      key, key + "\n", "\n \(key.uppercased())\r\n", "\(key.prefix(32))\n\(key.suffix(32))",
      "# new\n\(key)\n\n# old\n\(key)\n", "\(key)\n\(key)\n",
    ] {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.find(in: bytes) == found, "\(text)")
      }
    }
    for text in [
      String(key.dropLast()), key + "0", "\(key)  icon.png\n",
      "{\"authenticationToken\":\"\(key)\"}",
      "# a heading\n", "\(key)\n\(key.dropLast())\n", "sha256:\(key)",
    ] {
      #expect(CredentialSearch.find(in: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func findsKeyStores() {
    for (start, name) in [
      ([0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2] as [UInt8], "a Java key store"),
      (Array("kych\0\u{1}".utf8), "a macOS keychain"),
      (Array("PuTTY-User-Key-File-3: ecdsa".utf8), "a PuTTY key"),
    ] {
      #expect(CredentialSearch.find(in: start) == .keyStore(name))
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
        #expect(CredentialSearch.find(in: bytes) == nil, "\(text)")
      }
    }
    var random = SplitMix64(seed: 4)
    let noise = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    #expect(CredentialSearch.find(in: noise) == nil)
    #expect(CredentialSearch.find(in: Array(Base64.encode(noise).utf8)) == nil)
  }

  @Test func tellsCertificatesApart() throws {
    let leaf = try Samples.rsaLeaf.get()
    let relabelled = ["PKCS7", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"].map {
      leaf.pem.replacing(" CERTIFICATE", with: " \($0)")
    }
    let inBase64 = Base64.encode(leaf.der)
    for text in [leaf.pem, inBase64, "\n" + inBase64] + relabelled {
      for bytes in Self.everyEncoding(text) {
        #expect(CredentialSearch.find(in: bytes) == .certificate)
      }
    }
    #expect(CredentialSearch.find(in: leaf.der) == .certificate)
    #expect(CredentialSearch.find(in: Array("\n".utf8) + leaf.der) == .certificate)
    let both = leaf.pem + (try Samples.rsaKey.get().pem())
    #expect(CredentialSearch.find(in: Array(both.utf8)) == .privateKey)
  }

  /// Many possible starts in one long run must not be searched repeatedly (quadratic time).
  @Test func aMegabyteOfBeginningsEnds() {
    let beginning = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC "
    let text = String(repeating: "MIT/////AgEAMA0GCSqGSIb3DQEBAQUABIIE", count: 30_000)
    _ = CredentialSearch.find(in: Array(text.utf8))
    let broken = String(repeating: beginning + "!", count: 30_000)
    #expect(CredentialSearch.find(in: Array(broken.utf8)) == nil)
  }

  /// The time for a text full of possible starts must be linear: eight times the text takes about
  /// eight times as long. The smaller text is shorter than the 32 kB that a search may look ahead,
  /// because that limit would hide a search that restarts at each start.
  @Test func takesTimeInProportionToTheTextWhateverItIs() {
    // Time of this thread only, because other tests run in parallel.
    func seconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    func time(_ unit: String, _ count: Int) -> Double {
      let text = Array(String(repeating: unit, count: count / unit.utf8.count).utf8)
      let times = (0..<3).map { _ in
        let start = seconds()
        _ = CredentialSearch.find(in: text)
        return seconds() - start
      }
      return times.min() ?? 0
    }
    let header = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"
    for unit in [
      "-----BEGIN ", "-----BEGIN PRIVATE KE ", "-", "-----BEGIN A-A-A-", "MI", "MII", header + "!",
      "MI" + String(repeating: " ", count: 200), "\"", "MI\",\n\"", "\\", "LS0t", "kty",
      "{\"kty\":\"EC\",", "{kty{", "}kty", "\\u004d", "\0", "#\n", "0\n",
    ] {
      let (small, large) = (time(unit, 8 << 10), time(unit, 64 << 10))
      #expect(large < small * 16 + 0.02, "\(unit): \(small), \(large)")
    }
  }

  /// A string for each label took 0.25 s per megabyte. A label takes three times as long as a line
  /// that is almost one. With a string it took about twenty times as long.
  @Test func readsLabelsWithoutMakingAnything() {
    func time(_ word: String) -> Duration {
      let line = "-----\(word) CERTIFICATE PRIVATE-----\n"
      let text = Array(String(repeating: line, count: 20_000).utf8)
      let times = (0..<3).map { _ in
        ProcessorTime.ofThread { #expect(CredentialSearch.find(in: text) == nil) }
      }
      return times.min() ?? .zero
    }
    let (labels, others) = (time("BEGIN"), time("BEGUN"))
    #expect(labels < others * 6, "\(labels), \(others)")
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
        _ = CredentialSearch.find(in: bytes)
      }
    }
  }
}
