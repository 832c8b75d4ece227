// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct CMSMessageTests {
  private static let content = Samples.bytes("{\"pass.json\":\"da39\"}\n")

  private static func signature() throws -> [UInt8] {
    try Samples.rsaSigner().sign(manifest: content, at: Samples.now)
  }

  /// Returns the output of `openssl` with some options, for the sample identity.
  private static func openssl(_ command: String, _ options: String) throws -> [UInt8] {
    try OpenSSLTool.inFolder { folder in
      try folder.write("leaf.pem", try Samples.rsaLeaf.get().pem)
      try folder.write("ec.pem", try Samples.ecLeaf.get().pem)
      try folder.write("ca.pem", try Samples.authority.get().intermediate.certificate.pem)
      try folder.write("leaf.key", try Samples.rsaKey.get().pem())
      try folder.write("ec.key", try Samples.ecKey.get().pem())
      try folder.write("content", content)
      let signed = try OpenSSLTool.run(
        [
          command, "-sign", "-binary", "-outform", "DER", "-signer", "leaf.pem", "-inkey",
          "leaf.key", "-certfile", "ca.pem", "-in", "content", "-out", "sig",
        ] + options.split(separator: " ").map(String.init), in: folder)
      #expect(signed.status == 0, "\(signed.errors)")
      return try folder.read("sig")
    }
  }

  @Test func readsItsOwnSignatures() throws {
    for signer in [try Samples.rsaSigner(), try Samples.ecSigner()] {
      let message = try CMSMessage(signer.sign(manifest: Self.content, at: Samples.now))
      #expect(message.isDetached)
      #expect(
        Set(message.certificates)
          == [signer.leaf, try Samples.authority.get().intermediate.certificate])
      #expect(message.signingTime == Samples.now)
      #expect(message.signers.map(message.certificate) == [signer.leaf])
      #expect(message.signers.first?.digestName == "SHA-256")
      #expect(
        message.signers.first?.signedAttributes?.map(\.dotted)
          == ["1.2.840.113549.1.9.3", "1.2.840.113549.1.9.5", "1.2.840.113549.1.9.4"])
      let verified = message.verify(content: Self.content)
      #expect(verified.faults == [] && verified.provesContent)
      #expect(verified.signer == signer.leaf)
      #expect(message.verify(content: Self.content + [0]).faults == [.digestMismatch])
    }
  }

  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: [
      ("cms", "-md sha1"), ("cms", "-md sha512"), ("cms", "-keyid"), ("smime", "-md sha256"),
      ("smime", "-md sha1"), ("cms", "-keyid -md sha384"),
    ])
  func verifiesSignaturesOfOpenSSL(command: String, options: String) throws {
    let message = try CMSMessage(Self.openssl(command, options))
    let verified = message.verify(content: Self.content)
    #expect(verified.faults == [])
    #expect(try verified.signer == Samples.rsaLeaf.get())
    #expect(message.verify(content: []).faults == [.digestMismatch])
    if options.contains("sha1") { #expect(message.signers.first?.digestName == "SHA-1") }
    if options.contains("keyid"), case .issuerAndSerial = message.signers.first?.identifier {
      Issue.record("not named by key id")
    }
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func namesWhatIsUnusualInSoundSignatures() throws {
    // Indefinite lengths and a split octet string, as in Apple's samples.
    let attached = try CMSMessage(Self.openssl("cms", "-nodetach -stream"))
    #expect(attached.attachedContent == Self.content)
    #expect(attached.verify(content: Self.content).faults == [.attachedContent(equal: true)])
    #expect(attached.verify(content: Self.content).provesContent)
    #expect(
      attached.verify(content: [1]).faults == [.attachedContent(equal: false), .digestMismatch])

    let bare = try CMSMessage(Self.openssl("cms", "-noattr"))
    #expect(bare.signers.first?.signedAttributes == nil)
    #expect(bare.verify(content: Self.content).faults == [.noSigningTime])
    #expect(bare.verify(content: []).faults == [.noSigningTime, .signatureMismatch])

    let two = try CMSMessage(Self.openssl("cms", "-signer ec.pem -inkey ec.key"))
    #expect(two.verify(content: Self.content).faults == [.severalSigners(2)])

    let without = try CMSMessage(Self.openssl("cms", "-nocerts"))
    let verified = without.verify(content: Self.content)
    #expect(verified.faults.contains(.signerCertificateMissing))
    #expect(!verified.provesContent)
  }

  @Test(.disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"))
  func findsNoSignerInCertificatesOnly() throws {
    try OpenSSLTool.inFolder { folder in
      try folder.write("a.pem", try Samples.rsaLeaf.get().pem)
      _ = try OpenSSLTool.run(
        ["crl2pkcs7", "-nocrl", "-certfile", "a.pem", "-outform", "DER", "-out", "f"], in: folder)
      let message = try CMSMessage(folder.read("f"))
      #expect(message.verify(content: []).faults == [.noSigner])
    }
  }

  /// Without signed attributes only the signature value shows what was signed.
  @Test(
    .disabled(if: OpenSSLTool.isMissing, "the openssl command is missing"),
    arguments: ["-md sha256", "-noattr"])
  func knowsWhichContentWasSigned(_ options: String) throws {
    let message = try CMSMessage(Self.openssl("cms", options))
    #expect(message.signs(Self.content))
    #expect(!message.signs(Self.content + [0]) && !message.signs([]))
    #expect(message.signsContentDirectly == (options == "-noattr"))
  }

  @Test func saysWhatStandsInPlaceOfCMS() throws {
    let signature = try Self.signature()
    let raw = try Samples.rsaKey.get().sign(hash: Digest.sha256(Self.content))
    let ecdsa = try Samples.ecKey.get().sign(hash: Digest.sha256(Self.content))
    let cases: [([UInt8], String)] = [
      (raw, "raw RSA signature bytes"),
      (ecdsa, "a bare ECDSA signature"),
      (Samples.bytes(PEM.encode("PKCS7", signature)), "PEM text"),
      (Samples.bytes(Base64.encode(signature) + "\n"), "Base64 text"),
      (Samples.bytes(Base64.encode(raw)), "Base64 text of raw signature bytes"),
      ([], "an empty file"),
      (try Samples.rsaLeaf.get().der, "a certificate"),
      (Samples.bytes("{}"), "JSON"),
      (
        Samples.bytes("\"\(Base64.encode(signature))\""), "the Base64 text of a signature in quotes"
      ),
      (
        Array(String(decoding: signature, as: UTF8.self).utf8),
        "binary data that was read as UTF-8 text, which replaced bytes with EF BF BD"
      ),
      (Samples.bytes("{") + (1...255).map { UInt8($0) }, "raw RSA signature bytes"),
    ]
    for (bytes, looksLike) in cases {
      #expect(throws: CMSError.notCMS(looksLike: looksLike)) { try CMSMessage(bytes) }
    }
  }

  @Test func refusesBytesBehindTheEndAndCutMessages() throws {
    let signature = try Self.signature()
    #expect(throws: CMSError.trailingBytes(1)) { try CMSMessage(signature + [10]) }
    let error = #expect(throws: CMSError.self) { try CMSMessage(Array(signature.dropLast())) }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A flipped bit may be unnoticed in a certificate, which has its own signature, and in fields
  /// without effect: version numbers, the outer list of digests, the NULL of an algorithm.
  @Test func noticesFlippedBits() throws {
    let issuer = try Samples.authority.get().intermediate.certificate
    let leaf = try Samples.rsaLeaf.get()
    let signature = try Self.signature()
    let attributes = try #require(
      signature.indices.first {
        signature[$0...].starts(with: [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 3])
      })
    var unnoticed: [Int] = []
    var wasRead = 0
    for position in signature.indices {
      var broken = signature
      broken[position] ^= 1 << UInt8(position % 8)
      guard let message = try? CMSMessage(broken) else { continue }
      wasRead += 1
      let verified = message.verify(content: Self.content)
      if verified.provesContent, verified.signer == leaf, message.certificates.contains(issuer) {
        unnoticed.append(position)
      }
    }
    // Most changes leave a readable message, so verification must find them.
    #expect(wasRead > signature.count / 2)
    #expect(unnoticed.count < 24, "\(unnoticed)")
    let value = try Samples.rsaKey.get().sign(hash: Digest.sha256([])).count
    let algorithm = signature.count - value - 8
    #expect(
      unnoticed.allSatisfy { $0 < attributes || (algorithm - 12..<algorithm + 4).contains($0) },
      "\(unnoticed)")
  }

  /// Real passes have attributes that are not in DER order. The hash is over the bytes as they are.
  @Test func hashesAttributesAsTheyStand() throws {
    let signature = try Self.signature()
    let message = try CMSMessage(signature)
    #expect(message.verify(content: Self.content).faults == [])

    // The attributes are the last [0] of the message. The first two are swapped and signed again.
    let contentType: [UInt8] = [
      0x30, 0x18, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03, 0x31, 0x0b,
      0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01,
    ]
    let start = try #require(
      signature.indices.first { signature[$0...].starts(with: contentType) })
    let timeLength = 2 + Int(signature[start + contentType.count + 1])
    let digestStart = start + contentType.count + timeLength
    let digestEnd = digestStart + 2 + Int(signature[digestStart + 1])
    let swapped =
      signature[(start + contentType.count)..<digestStart] + contentType
      + signature[digestStart..<digestEnd]
    let value = try Samples.rsaKey.get().sign(
      hash: Digest.sha256([0x31, UInt8(swapped.count)] + swapped))
    let changed =
      signature[..<start] + swapped + signature[digestEnd..<(signature.count - value.count)]
      + value
    let outcome = try CMSMessage(Array(changed)).verify(content: Self.content)
    #expect(outcome.faults == [])
  }
}
