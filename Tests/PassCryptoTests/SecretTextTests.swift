// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import Testing

/// Tests of private keys in sentences.
struct SecretTextTests {
  private static func pkcs8() throws -> [UInt8] { try PrivateKey.generateP256().pkcs8() }

  @Test func replacesAKeyAndKeepsTheSentence() throws {
    let der = try Self.pkcs8()
    let base64 = Base64.encode(der)
    let pem = PEM.encode("PRIVATE KEY", der)
    for text in [base64, Hex.encode(der), Base64.encode(Array(pem.utf8)), pem.trimmed] {
      #expect(SecretText.isPresent(in: text))
      #expect(
        SecretText.redacted("cannot read \(text): no such file")
          == "cannot read (a key): no such file")
    }
    #expect(SecretText.redacted("\(base64) and \(base64)") == "(a key) and (a key)")
  }

  @Test func followsAKeyOverLineEnds() throws {
    let lines = PEM.encode("X", try Self.pkcs8()).split(separator: "\n").dropFirst().dropLast()
    for end in ["\n", "\r\n", "\\n", "\\u{A}", "\\u{D}\\u{A}"] {
      #expect(SecretText.redacted("at " + lines.joined(separator: end) + ".") == "at (a key).")
    }
  }

  @Test func findsEveryKindOfKey() throws {
    let ec = try PrivateKey.generateP256()
    let kinds: [[UInt8]] = [
      [0x30, 0x77, 2, 1, 1, 4, 0x20], [0x30, 0x82, 4, 0xa4, 2, 1, 0, 2, 0x82, 1, 1],
      [0x30, 0x82, 9, 0xc2, 2, 1, 3, 0x30, 0x82, 9, 0x88],
      [0x30, 0x81, 0xb5, 0x30, 0x10, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 0x0d],
      try ec.pkcs8(),
    ]
    for start in kinds {
      let bytes = start + [UInt8](repeating: 0xa5, count: 80)
      #expect(SecretText.isPresent(in: Base64.encode(bytes)), "\(Hex.encode(start))")
      #expect(SecretText.isPresent(in: "x:" + Hex.encode(bytes)), "\(Hex.encode(start))")
    }
    #expect(SecretText.isPresent(in: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE"))
    #expect(SecretText.isPresent(in: "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIG"))
  }

  @Test func leavesWhatIsNoKeyAlone() throws {
    let publicKey = try #require(P256PublicKey(PrivateKey.generateP256()))
    let digest = String(repeating: "3082ab0f", count: 8)
    for text in [
      publicKey.base64, publicKey.pem, digest, "/home/me/projects/MIGHTY/passes/gym.pass/pass.json",
      "a PEM file begins with -----BEGIN and ends with -----END, whatever stands between the two",
      "see BEGIN CERTIFICATE and what follows it, at least forty characters of ordinary words",
    ] {
      #expect(!SecretText.isPresent(in: text) && SecretText.redacted(text) == text, "\(text)")
    }
  }

  @Test func takesATextOfManyLinesForAKeyWhereAPathBelongs() {
    let text = String(repeating: "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ\n", count: 4)
    #expect(SecretText.shownPath(text) == "(a key)")
    #expect(SecretText.shownPath("keys/reader.pem") == "keys/reader.pem")
  }
}

extension String {
  fileprivate var trimmed: String { String(dropLast(last == "\n" ? 1 : 0)) }
}
