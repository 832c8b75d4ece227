// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

struct IdentityChoiceTests {
  private static let day = TestCA.day
  private static let now = TestCA.now

  @Test func tellsFilesApartByContentAlone() throws {
    let choice = try ChosenIdentity.from([
      "wwdr.pem": TestCA.keyPEM, "key.pem": TestCA.leafPEM(),
      "certificate.p12": TestCA.intermediate,
      "notes.txt": Array("the key is in wwdr.pem".utf8), ".hidden": TestCA.leafPEM(),
    ])
    let identity = try #require(choice.identity, "\(choice.messages)")
    #expect(identity.certificateName.hasSuffix("/key.pem"))
    #expect(identity.passTypeIdentifier == TestCA.type)
    #expect(identity.teamIdentifier == "A1B2C3D4E5")
    #expect(!identity.isEnabledForNFC && !identity.isApple)
    #expect(choice.diagnostics.map(\.code) == ["identity.notApple"])
    #expect(choice.diagnostics.map(\.severity) == [.note])
  }

  @Test func prefersTheTemplatesPassTypeThenKeyThenValidityThenTheLatestEnd() throws {
    let files: [String: [UInt8]] = [
      "otherType": try TestCA.leafPEM {
        $0 = PassCertificateRequest(
          passTypeIdentifier: "pass.com.example.other", teamIdentifier: "A1B2C3D4E5",
          notBefore: Self.now - Self.day, notAfter: Self.now + 900 * Self.day)
      },
      "withoutKey": try TestCA.leafPEM(TestCA.otherKey) {
        $0.notAfter = Self.now + 800 * Self.day
      },
      "future": try TestCA.leafPEM {
        $0.notBefore = Self.now + Self.day
        $0.notAfter = Self.now + 700 * Self.day
      },
      "past": try TestCA.leafPEM { $0.notAfter = Self.now - Self.day },
      "sooner": try TestCA.leafPEM { $0.notAfter = Self.now + 100 * Self.day },
      "latest": try TestCA.leafPEM { $0.notAfter = Self.now + 400 * Self.day },
      "key": try TestCA.keyPEM, "wwdr": try TestCA.intermediate,
    ]
    let choice = try ChosenIdentity.from(files)
    #expect(choice.identity?.certificateName.hasSuffix("/latest") == true, "\(choice.messages)")
    let other = try ChosenIdentity.from(files, type: "pass.com.example.other")
    #expect(other.identity?.certificateName.hasSuffix("/otherType") == true)
    // Before the renewal is valid, the old certificate signs, so both can be in one folder.
    let later = try ChosenIdentity.from(files, at: Self.now + 500 * Self.day)
    #expect(later.identity?.certificateName.hasSuffix("/future") == true)
  }

  @Test func namesBothCertificatesOfATie() throws {
    let choice = try ChosenIdentity.from([
      "a.pem": TestCA.leafPEM(), "b.pem": TestCA.leafPEM(), "key": TestCA.keyPEM,
      "wwdr": TestCA.intermediate,
    ])
    #expect(choice.codes == ["identity.certificate.ambiguous"])
    #expect(
      choice.messages.contains("/a.pem (serial ") && choice.messages.contains("/b.pem (serial "))
    #expect(choice.identity == nil)
  }

  @Test func doesNotCountTheSameCertificateTwice() throws {
    let leaf = try TestCA.leafPEM()
    let choice = try ChosenIdentity.from([
      "a.pem": leaf, "b.pem": leaf, "key": TestCA.keyPEM, "again": TestCA.keyPEM,
      "wwdr": TestCA.intermediate,
    ])
    #expect(choice.identity != nil, "\(choice.messages)")
  }

  @Test func doesNotGuessAmongPassTypesWhenTheTemplateNamesNone() throws {
    let files: [String: [UInt8]] = [
      "a.pem": try TestCA.leafPEM(),
      "b.pem": try TestCA.leafPEM {
        $0 = PassCertificateRequest(
          passTypeIdentifier: "pass.com.example.other", teamIdentifier: "A1B2C3D4E5",
          notBefore: Self.now - Self.day, notAfter: Self.now + 400 * Self.day)
      },
      "key": try TestCA.keyPEM, "wwdr": try TestCA.intermediate,
    ]
    let choice = try ChosenIdentity.from(files, type: nil)
    #expect(choice.codes == ["identity.certificate.ambiguous"])
    #expect(choice.messages.contains("pass.com.example.gym and pass.com.example.other"))
    #expect(try ChosenIdentity.from(files).identity != nil)
  }

  @Test func picksTheIssuerByKeyAndSignatureNotByName() throws {
    let authority = try TestCA.authority
    // One decoy has the same name, and another has the key identifier with another key.
    let decoy = try ExampleAuthority.makeIntermediate(
      name: "Example WWDR, not Apple", issuer: authority.root, key: TestCA.otherKey,
      notBefore: Self.now - Self.day, notAfter: Self.now + 9000 * Self.day)
    // The same key in a newer certificate, as Apple did in 2013.
    let renewed = try ExampleAuthority.makeIntermediate(
      name: "Example WWDR, not Apple", issuer: authority.root, key: authority.intermediate.key,
      notBefore: Self.now - Self.day, notAfter: Self.now + 5000 * Self.day)
    let files: [String: [UInt8]] = [
      "AppleWWDRCAG4.cer": decoy.certificate.der, "cert": try TestCA.leafPEM(),
      "key": try TestCA.keyPEM, "root.cer": authority.root.certificate.der,
    ]
    let missing = try ChosenIdentity.from(files)
    #expect(missing.codes == ["identity.issuer.missing"])
    #expect(
      missing.messages.contains("AppleWWDRCAG4.cer has the name of the issuer, Example WWDR"))
    var more = files
    more["zzz.txt"] = Array(authority.intermediate.certificate.pem.utf8)
    #expect(try ChosenIdentity.from(more).identity?.issuer == authority.intermediate.certificate)
    more["aaa.txt"] = renewed.certificate.der
    #expect(try ChosenIdentity.from(more).identity?.issuer == renewed.certificate)
  }

  @Test func namesTheMissingIntermediateWithItsCurlLine() throws {
    let choice = try ChosenIdentity.from([
      "cert": TestCA.leafPEM { $0.issuerURL = "http://certs.example.com/wwdr g4.cer" },
      "key": TestCA.keyPEM,
    ])
    #expect(choice.messages == "the issuer Example WWDR, not Apple is missing")
    #expect(
      choice.diagnostics.last?.help
        == "add Example WWDR, not Apple to the identity: curl -fsSLo issuer.cer "
        + "'http://certs.example.com/wwdr g4.cer'")
  }

  /// The URL is in a file from an untrusted source, and the user pastes the line into a shell
  /// (injection).
  @Test(arguments: [
    ("http://a.example/x.cer", "curl -fsSLo x.cer http://a.example/x.cer"),
    ("https://a.example/", "curl -fsSLo issuer.cer https://a.example/"),
    ("http://a.example/.bashrc", "curl -fsSLo issuer.cer http://a.example/.bashrc"),
    ("http://a.example/-o.cer", "curl -fsSLo issuer.cer http://a.example/-o.cer"),
    (
      "http://a.example/x.cer;rm -rf ~'$(id)",
      "curl -fsSLo issuer.cer 'http://a.example/x.cer;rm -rf ~'\\''$(id)'"
    ),
    ("-o/etc/passwd", nil), ("ftp://a.example/x.cer", nil), ("file:///etc/passwd", nil),
  ])
  func curlLineIsHarmless(_ url: String, _ line: String?) throws {
    #expect(IssuerAdvice(for: try TestCA.leaf { $0.issuerURL = url }).curl == line)
  }
}

/// Tests of each error: code, actual value and expected value.
struct IdentityFaultTests {
  private static let day = TestCA.day
  private static let now = TestCA.now

  private static func choice(
    _ key: PrivateKey? = nil, _ change: (inout PassCertificateRequest) -> Void
  ) throws -> ChosenIdentity {
    try ChosenIdentity.from([
      "cert.pem": TestCA.leafPEM(key, change), "key.pem": TestCA.keyPEM,
      "wwdr.pem": TestCA.intermediate,
    ])
  }

  @Test func refusesAKeyThatDoesNotBelong() throws {
    let choice = try Self.choice(TestCA.otherKey) { _ in }
    #expect(choice.codes == ["identity.key.mismatch"])
    #expect(choice.messages.contains("key.pem does not belong to this certificate"))
  }

  @Test func refusesACertificateWithoutKey() throws {
    let choice = try ChosenIdentity.from(["c": TestCA.leafPEM(), "w": TestCA.intermediate])
    #expect(choice.codes == ["identity.key.missing"])
    #expect(choice.messages.contains("no private key for the certificate of \(TestCA.type)"))
  }

  @Test func refusesACertificateWithoutThePurpose() throws {
    let choice = try Self.choice { $0.extendedKeyUsages = [.clientAuthentication] }
    #expect(choice.codes == ["identity.certificate.notForPasses"])
    #expect(choice.messages.contains("1.2.840.113635.100.4.14"))
  }

  @Test func refusesACertificateWithoutPassTypeExtension() throws {
    let choice = try Self.choice { $0.passTypeExtension = nil }
    #expect(choice.codes == ["identity.certificate.notForPasses"])
    #expect(choice.messages.contains("lacks extension 1.2.840.113635.100.6.1.16"))
  }

  /// Seen in public: correct UID and CN, but a display name in the extension.
  @Test func refusesAnExtensionThatDiffersFromTheUID() throws {
    let choice = try Self.choice { $0.passTypeExtension = "Gym card" }
    #expect(choice.codes == ["identity.certificate.subjectMismatch"])
    #expect(choice.messages.contains("UID is \"pass.com.example.gym\""))
    #expect(choice.messages.contains("is \"Gym card\""))
    let other = try Self.choice { $0.userID = "pass.com.example.other" }
    #expect(other.codes == ["identity.certificate.subjectMismatch"])
    #expect(try Self.choice { $0.userID = nil }.codes == ["identity.certificate.subjectMismatch"])
  }

  @Test func refusesASubjectWithoutTeam() throws {
    let choice = try Self.choice { $0.teamIdentifier = "" }
    #expect(choice.codes == ["identity.certificate.subjectMismatch"])
    #expect(choice.messages.contains("has no OU"))
  }

  @Test func refusesAnotherPassType() throws {
    let choice = try ChosenIdentity.from(
      ["c": TestCA.leafPEM(), "k": TestCA.keyPEM, "w": TestCA.intermediate],
      type: "pass.com.example.other")
    #expect(choice.codes == ["identity.certificate.otherPassType"])
    #expect(
      choice.messages
        == "the pass is pass.com.example.other, the certificate is for pass.com.example.gym"
    )
  }

  @Test func theFaultsOfACertificateForAnotherPassTypeAreSaidToo() throws {
    let leaf = try TestCA.leafPEM { $0.notAfter = Self.now - Self.day }
    let choice = try ChosenIdentity.from(
      ["c": leaf, "k": TestCA.otherKey.pemBytes()],
      type: "pass.com.example.other")
    #expect(
      choice.codes.sorted() == [
        "identity.certificate.expired", "identity.certificate.otherPassType",
        "identity.issuer.missing", "identity.key.mismatch",
      ])
    #expect(choice.identity == nil)
  }

  /// Once the message said that the issuer is missing, next to a file with its name.
  @Test func namesAnIntermediateThatOnlyBearsTheIssuersName() throws {
    let other = try ExampleAuthority(
      notBefore: Self.now - Self.day, notAfter: Self.now + 900 * Self.day)
    let choice = try ChosenIdentity.from([
      "c": TestCA.leafPEM(), "k": TestCA.keyPEM,
      "wwdr.pem": Array(other.intermediate.certificate.pem.utf8),
    ])
    #expect(choice.codes == ["identity.issuer.missing"])
    let found = try #require(other.intermediate.certificate.subjectKeyIdentifier)
    #expect(
      choice.messages.contains("wwdr.pem has the name of the issuer")
        && choice.messages.contains("key id \(Hex.encode(found)), expected "), "\(choice.messages)")
  }

  /// Once only the key id of the first was named.
  @Test func tellsIssuersOfOneNameApart() throws {
    let authority = try TestCA.authority
    let keys = try [TestCA.otherKey, PrivateKey.generateRSA2048()]
    let decoys = try keys.map { key in
      try ExampleAuthority.makeIntermediate(
        name: "Example WWDR, not Apple", issuer: authority.root, key: key,
        notBefore: Self.now - Self.day, notAfter: Self.now + 900 * Self.day
      ).certificate
    }
    let choice = try ChosenIdentity.from([
      "a.cer": decoys[0].der, "b.cer": decoys[1].der, "c": TestCA.leafPEM(), "k": TestCA.keyPEM,
    ])
    #expect(choice.codes == ["identity.issuer.missing"])
    let ids = decoys.map { Hex.encode($0.subjectKeyIdentifier ?? []) }
    let wanted = Hex.encode(try #require(try TestCA.leaf().authorityKeyIdentifier))
    #expect(
      choice.messages.contains(
        "b.cer have the name of the issuer, Example WWDR, not Apple, but other keys: key ids "
          + "\(ids[0]) and \(ids[1]), expected \(wanted)"), "\(choice.messages)")
    let notes = choice.diagnostics.first { $0.code == "identity.issuer.missing" }?.notes
    #expect(notes?.map(\.message) == decoys.map(\.authorityDetails))
  }

  @Test func judgesValidityAtTheSigningTimeToTheSecond() throws {
    let (start, end) = (Self.now - 10 * Self.day, Self.now + 365 * Self.day)
    let files: [String: [UInt8]] = [
      "c": try TestCA.leafPEM(), "k": try TestCA.keyPEM, "w": try TestCA.intermediate,
    ]
    #expect(try ChosenIdentity.from(files, at: start).codes.isEmpty)
    #expect(try ChosenIdentity.from(files, at: end).identity != nil)
    let early = try ChosenIdentity.from(files, at: start - 1)
    #expect(early.codes == ["identity.certificate.notYetValid"])
    #expect(
      early.messages == "the certificate is valid from 2029-12-22, the signing time is 2029-12-21")
    let late = try ChosenIdentity.from(files, at: end + 1)
    #expect(late.codes == ["identity.certificate.expired"])
    #expect(
      late.messages
        == "the certificate expired on 2031-01-01T00:00:00Z, the signing time is 2031-01-01T00:00:01Z"
    )
  }

  @Test(arguments: [(30, false), (29, true), (1, true), (0, true)])
  func warnsUnder30DaysLeft(_ days: Int64, _ warns: Bool) throws {
    let choice = try Self.choice { $0.notAfter = Self.now + days * Self.day + 5 }
    #expect(choice.codes == (warns ? ["identity.certificate.endsSoon"] : []))
    #expect(choice.identity != nil)
    #expect(choice.diagnostics.allSatisfy { $0.severity < .error })
  }

  @Test func refusesAnIssuerWithoutMarker() throws {
    let authority = try ExampleAuthority(
      notBefore: Self.now - Self.day, notAfter: Self.now + 900 * Self.day,
      rootKey: TestCA.otherKey, intermediateKey: TestCA.key, hasMarker: false)
    let choice = try ChosenIdentity.from([
      "c": TestCA.leaf(from: authority).der, "k": TestCA.keyPEM,
      "w": authority.intermediate.certificate.der,
    ])
    #expect(choice.codes == ["identity.issuer.noMarker"])
    #expect(choice.messages.contains("lacks extension 1.2.840.113635.100.6.2.1"))
  }

  @Test func refusesAnIssuerThatHasEnded() throws {
    let authority = try ExampleAuthority(
      notBefore: Self.now - 90 * Self.day, notAfter: Self.now - Self.day,
      rootKey: TestCA.otherKey, intermediateKey: TestCA.key)
    let choice = try ChosenIdentity.from([
      "c": TestCA.leaf(from: authority).der, "k": TestCA.keyPEM,
      "w": authority.intermediate.certificate.der,
    ])
    #expect(choice.codes == ["identity.issuer.expired"])
    #expect(choice.messages.hasSuffix("expired on 2029-12-31, the signing time is 2030-01-01"))
  }

  @Test func doesNotTakeACertificateOfAnEndEntityAsIssuer() throws {
    // Signed by a leaf. Anybody can get a certificate from Apple.
    let leaf = try TestCA.leaf(TestCA.otherKey)
    let fake = ExampleAuthority(
      root: .init(certificate: leaf, key: try TestCA.otherKey),
      intermediate: .init(certificate: leaf, key: try TestCA.otherKey))
    let choice = try ChosenIdentity.from([
      "c": TestCA.leaf(TestCA.key, from: fake) { $0.notAfter += 5 }.der, "k": TestCA.keyPEM,
      "w": leaf.der,
    ])
    #expect(choice.codes == ["identity.issuer.missing"])
  }

  @Test func namesACertificateForOrders() throws {
    let choice = try Self.choice {
      $0.extendedKeyUsages = [.appleOrderSigning]
      $0.passTypeExtension = nil
    }
    #expect(choice.codes == ["identity.certificate.notForPasses"])
    #expect(
      choice.messages
        == "this is a certificate for Wallet orders, expected a certificate for passes")
  }

  @Test func saysEverythingAtOnce() throws {
    let choice = try ChosenIdentity.from([
      "c": TestCA.leafPEM(TestCA.otherKey) {
        $0.notAfter = Self.now - Self.day
        $0.extendedKeyUsages = []
        $0.userID = "pass.x"
      },
      "k": TestCA.keyPEM,
    ])
    #expect(
      Set(choice.codes) == [
        "identity.key.mismatch", "identity.certificate.expired", "identity.issuer.missing",
        "identity.certificate.notForPasses", "identity.certificate.subjectMismatch",
      ])
    // Every diagnostic has help.
    #expect(choice.diagnostics.allSatisfy { !$0.help.isEmpty })
  }

  // MARK: Wrong files

  private static func named(
    certificate: String, key: String, wwdr: String? = nil, _ files: [String: [UInt8]]
  ) throws -> ChosenIdentity {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.add(name, bytes) }
    var source = IdentitySource()
    source.certificate = folder(certificate)
    source.key = folder(key)
    source.wwdr = wwdr.map { folder($0) }
    return try ChosenIdentity.from(source)
  }

  @Test func saysThatCertificateAndKeyAreSwapped() throws {
    let choice = try Self.named(
      certificate: "key.pem", key: "leaf.pem",
      ["key.pem": TestCA.keyPEM, "leaf.pem": TestCA.leafPEM()])
    #expect(choice.codes == ["identity.certificate.missing"])
    #expect(choice.messages.hasSuffix(", not a certificate"))
    #expect(choice.diagnostics.first?.help == "swap the certificate and the key")
  }

  @Test func saysWhatTheFileOfWWDRHoldsInstead() throws {
    let files: [String: [UInt8]] = [
      "key.pem": try TestCA.keyPEM, "leaf.pem": try TestCA.leafPEM(),
      "root.pem": Array(try TestCA.authority.root.certificate.pem.utf8),
    ]
    for (file, words) in [
      (
        "root.pem", "root.pem, given as the issuer, contains a root certificate that is not Apple's"
      ),
      ("leaf.pem", "leaf.pem, given as the issuer, contains a signing certificate for passes"),
      ("key.pem", "key.pem, given as the issuer, contains no certificate"),
    ] {
      let choice = try Self.named(certificate: "leaf.pem", key: "key.pem", wwdr: file, files)
      #expect(choice.codes == ["identity.issuer.missing"])
      #expect(choice.messages.contains(words), "\(choice.messages)")
    }
  }

  @Test func tellsAnIssuerThatHasNotBegunFromOneThatIsOver() throws {
    let files: [String: [UInt8]] = [
      "key": try TestCA.keyPEM, "leaf": try TestCA.leafPEM(), "wwdr": try TestCA.intermediate,
    ]
    let before = try ChosenIdentity.from(files, at: Self.now - 4_000 * Self.day)
    #expect(
      before.codes.sorted() == ["identity.certificate.notYetValid", "identity.issuer.notYetValid"])
    let after = try ChosenIdentity.from(files, at: Self.now + 4_000 * Self.day)
    #expect(after.codes.sorted() == ["identity.certificate.expired", "identity.issuer.expired"])
  }

  @Test func afterARequestTheKeyWaitsForItsCertificate() throws {
    let folder = try TemporaryFolder()
    _ = try RequestedIdentity.make(in: folder("id"), name: TestCA.type)
    var source = IdentitySource()
    source.folder = folder("id")
    let choice = try ChosenIdentity.from(source)
    #expect(choice.codes == ["identity.certificate.missing"])
    #expect(choice.messages.contains("there is no certificate yet for"))
    #expect(choice.diagnostics.first?.settings.map(\.subject) == [.importFolder])
  }
}
