// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCheck
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Chains with valid signatures that verifiers nevertheless reject.
struct ChainFaultTests {
  private static func found(
    _ signer: Example.Signer, trusting roots: [Certificate]? = nil
  ) throws -> [Diagnostic] {
    let sample = try SampleBundle(.signed(.signed(by: signer)))
    var options = try sample.options()
    if let roots { options.trust = Trust(adding: roots) }
    return try SampleBundle.check(sample.archive(), options).diagnostics
  }

  private static func judged(_ signer: Example.Signer) throws -> [String] {
    try found(signer).map { "\($0.severity) \($0.code): \($0.message)" }
  }

  // MARK: Issuers that are not authorities

  @Test(arguments: [
    (Example.Signer.notCA, "its basic constraints have CA:FALSE"),
    (.noConstraints, "it has no basic constraints"),
    (.noCertSign, "its key usage does not include certificate signing"),
  ])
  func anIssuerThatIsNoAuthorityIsRefused(_ signer: Example.Signer, _ why: String) throws {
    #expect(
      try Self.judged(signer) == [
        "error signature.chain.notCA: \"Odd WWDR, not Apple\" issued a certificate and may not: "
          + why
      ])
  }

  /// A trusted root is accepted as it is. A trusted intermediate must still be valid.
  @Test(arguments: [true, false])
  func aTrustedIntermediateIsJudgedLikeAnyOther(isEmbedded: Bool) throws {
    let identity = try TestAuthority.shared.get().identity(.notCA, today: TestAuthority.today)
    let sample = SampleBundle()
    var files = try sample.files()
    let signature = TestSignature(
      leaf: identity.leaf, key: identity.key, others: isEmbedded ? identity.others : [],
      time: identity.time)
    files["signature"] = try signature.message(over: try #require(files["manifest.json"]))
    var options = try sample.options()
    options.trust = Trust(adding: identity.others)
    let codes = try SampleBundle.check(ArchiveSketch(files).bytes, options).diagnostics.map(\.code)
    #expect(codes.contains("signature.chain.notCA"), "\(codes)")
  }

  @Test func ofTwoIssuersWithOneKeyTheSoundOneCounts() throws {
    let authority = try TestAuthority.shared.get()
    let odd = try authority.identity(.notCA, today: TestAuthority.today)
    let issuer = try #require(odd.others.first)
    let sound = try TestCertificate.again(issuer, issuer: authority.authority.root) {
      $0.replace("2.5.29.19", with: DER.sequence([1, 1, 0xFF]))
    }
    for others in [[issuer, sound], [sound, issuer]] {
      let chain = CertificateChain(
        leaf: odd.leaf, among: [odd.leaf] + others, trust: authority.trust)
      #expect(chain.isTrusted)
      #expect(chain.used.contains(sound) && !chain.used.contains(issuer))
    }
  }

  // MARK: Validity

  /// Wallet checks every certificate of the chain at the signing time.
  @Test(arguments: [true, false])
  func anExpiredAuthorityAboveTheIssuerIsNotValid(isEmbedded: Bool) throws {
    let authority = try TestAuthority.shared.get()
    let day: Int64 = 86_400
    let today = TestAuthority.today
    let upper = try ExampleAuthority.makeIntermediate(
      name: "Upper, not Apple", issuer: authority.authority.root, key: authority.otherKey,
      notBefore: today - 900 * day, notAfter: today - 10 * day)
    let lower = try ExampleAuthority.makeIntermediate(
      name: "Lower, not Apple", issuer: upper, key: try PrivateKey.generateRSA2048(),
      notBefore: today - 900 * day, notAfter: today + 900 * day)
    let leaf = try ExampleAuthority(root: authority.authority.root, intermediate: lower).issue(
      PassCertificateRequest(
        passTypeIdentifier: "pass.com.example.passc", teamIdentifier: "EXAMPLE123",
        notBefore: today - 300 * day, notAfter: today + 65 * day),
      publicKeyDER: authority.key.publicKeyDER)
    let embedded = [leaf, lower.certificate] + (isEmbedded ? [upper.certificate] : [])
    let chain = CertificateChain(
      leaf: leaf, among: embedded,
      trust: Trust(
        adding: [isEmbedded ? authority.authority.root.certificate : upper.certificate]))
    #expect(chain.isTrusted)
    #expect(chain.notValid(at: today).map(\.name) == ["Upper, not Apple"])
    #expect(chain.notValid(at: today - 20 * day).isEmpty)
  }

  // MARK: Extensions

  @Test func anUnknownCriticalExtensionIsRefused() throws {
    #expect(
      try Self.judged(.unknownCritical) == [
        "error signature.certificate.criticalExtension: the signer's certificate has an unknown "
          + "critical extension, 1.2.3.4.5"
      ])
  }

  @Test func applesOwnExtensionsMayBeCritical() throws {
    #expect(try Self.judged(.appleCritical) == [])
  }

  @Test func aKeyIdentifierOfAnotherIssuerIsRefused() throws {
    let found = try Self.found(
      .otherKeyIdentifier,
      trusting: [
        try TestAuthority.shared.get().authority.root.certificate
      ])
    #expect(found.map(\.code) == ["signature.chain.keyIdentifier"], "\(found)")
    let message = try #require(found.first?.message)
    #expect(message.contains(String(repeating: "01", count: 20)), "\(message)")
  }

  /// `openssl verify` must accept and reject the same chains.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")),
    arguments: [
      Example.Signer.ordinary, .nfc, .notCA, .noConstraints, .noCertSign, .unknownCritical,
      .otherKeyIdentifier, .damagedLeaf,
    ])
  func opensslVerifyAgrees(_ signer: Example.Signer) throws {
    let authority = try TestAuthority.shared.get()
    let identity = try authority.identity(signer, today: TestAuthority.today)
    let folder = try TemporaryFolder()
    try folder.add("root.pem", Array(authority.authority.root.certificate.pem.utf8))
    try folder.add("others.pem", Array(identity.others.map(\.pem).joined().utf8))
    try folder.add("leaf.pem", Array(identity.leaf.pem.utf8))
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "verify", "-purpose", "any", "-attime", "\(TestAuthority.today)", "-CAfile", "root.pem",
      "-untrusted", "others.pem", "leaf.pem",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let ours = try Self.found(signer, trusting: [authority.authority.root.certificate])
      .filter { $0.severity == .error }
    #expect((process.terminationStatus == 0) == ours.isEmpty, "\(ours)")
  }

  // MARK: Messages

  @Test func anEmbeddedIssuerWhoseKeyDidNotSignIsNotCalledMissing() throws {
    let root = try TestAuthority.shared.get().authority.root.certificate
    let found = try Self.found(.damagedLeaf, trusting: [root])
    #expect(found.map(\.code) == ["signature.chain.notApple"])
    #expect(
      found.first?.message
        == "the signature contains \"Example WWDR, not Apple\", whose key did not sign the signer's "
        + "certificate")
    #expect(found.first?.help.contains("put that certificate into") == false)
    // What tells it from the issuer, whose name it has.
    let notes = found.first?.notes.map(\.message) ?? []
    #expect(notes.first?.hasPrefix("the one in the signature: key id ") == true, "\(notes)")
    #expect(notes.last?.hasPrefix("the signer's certificate names the key id ") == true)
  }

  @Test func whatIsInTheChainIsNotSurplus() throws {
    let messages = try Self.judged(.longChain)
    #expect(
      messages == [
        "warning signature.certificate.surplus: the signature contains Root of Example WWDR, not "
          + "Apple, which it does not need",
        "error signature.chain.length: the chain has 4 certificates, expected three",
      ], "\(messages)")
  }

  @Test func anOrdersCertificateIsSaidOnce() throws {
    #expect(try Self.found(.orderSelfIssued).map(\.code) == ["signature.certificate.order"])
  }
}

/// Tests that messages about signatures are true.
struct SignatureWordingTests {
  private static func found(_ signature: Example.Signature) throws -> [String] {
    try SampleBundle(.signed(.signature(signature))).checked().diagnostics
      .map { "\($0.severity) \($0.code): \($0.message)" }
  }

  @Test func aContentTypeOfItsOwnIsIrregular() throws {
    #expect(
      try Self.found(.otherContentType) == [
        "warning signature.form.irregular: the signed attribute contentType is "
          + "1.2.840.113549.1.7.2, the content is 1.2.840.113549.1.7.1"
      ])
  }

  @Test func aTimeNobodyCanReadIsNotCalledAbsent() throws {
    #expect(
      try Self.found(.unreadableTime) == [
        "error signature.time.missing: the signing time cannot be read"
      ])
  }

  @Test(arguments: [
    (Example.Signature.emptyTime, "signingTime"), (.emptyDigest, "messageDigest"),
  ])
  func anAttributeWithoutAValueIsNamed(_ signature: Example.Signature, _ name: String) throws {
    #expect(
      try Self.found(signature) == [
        "error signature.attribute.invalid: the signed attribute \(name) is not present exactly "
          + "once with one value"
      ])
  }

  @Test func numbersHaveTheirNouns() throws {
    #expect(
      try Self.found(.damagedCertificate) == [
        "error signature.certificate.damaged: 1 certificate in the signature is damaged"
      ])
    #expect(
      CMSError.damagedCertificates(2).description == "2 certificates in the signature are damaged")
    #expect(
      try Self.found(.damagedKeyUsage).first?.hasPrefix(
        "error signature.value.refused: OpenSSL cannot verify the signature (") == true)
  }
}
