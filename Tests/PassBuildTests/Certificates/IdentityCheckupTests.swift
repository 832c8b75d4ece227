// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

struct IdentityCheckupTests {
  private static func checkup(
    _ files: [String: [UInt8]], pass: PassNeeds? = nil, at time: Int64 = TestCA.now,
    minimalDays: Int64? = nil
  ) throws -> IdentityCheckup {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.add(name, bytes) }
    var source = IdentitySource()
    source.folder = folder.path
    return IdentityCheckup(
      of: try IdentityMaterial.read(source), for: pass, at: time, minimalDays: minimalDays)
  }

  private static func needs(_ passJSON: String, template: Bool) throws -> PassNeeds? {
    let folder = try TemporaryFolder(["p/pass.json": passJSON])
    if !template { try folder.add(["p/manifest.json": "{}"]) }
    var report = Report()
    let needs = try PassNeeds.read(folder("p"), report: &report)
    #expect(!report.hasErrors, "\(report.sorted.map(\.message))")
    return needs
  }

  private static func files(
    _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> [String: [UInt8]] {
    [
      "cert": try TestCA.leafPEM(nil, change), "key": try TestCA.keyPEM,
      "wwdr": try TestCA.intermediate,
    ]
  }

  private static func states(_ checkup: IdentityCheckup) -> [String: String] {
    var states: [String: String] = [:]
    for candidate in checkup.candidates {
      for point in candidate.points { states[point.topic] = point.state.rawValue }
    }
    return states
  }

  @Test func listsKeyAndFingerprintOfAuthoritiesWithOneName() throws {
    let other = try ExampleAuthority(
      notBefore: TestCA.now - TestCA.day, notAfter: TestCA.now + 900 * TestCA.day)
    var files = try Self.files()
    #expect(try Self.checkup(files).files.allSatisfy { !"\($0.contents)".contains("key id") })
    files["other"] = other.intermediate.certificate.der
    let listed = try Self.checkup(files).files.flatMap(\.contents)
    for certificate in try [other, TestCA.authority].map(\.intermediate.certificate) {
      #expect(
        listed.contains { $0.hasSuffix(", " + certificate.authorityDetails) }, "\(listed)")
    }
  }

  @Test func listsEveryPointOfASoundIdentity() throws {
    let checkup = try Self.checkup(Self.files())
    #expect(checkup.fits && checkup.candidates.count == 1)
    #expect(
      checkup.candidates[0].points.map(\.topic)
        == ["certificate", "key", "issuer", "Apple", "validity", "NFC"])
    #expect(
      Self.states(checkup) == [
        "certificate": "ok", "key": "ok", "issuer": "ok", "Apple": "note", "validity": "ok",
        "NFC": "ok",
      ])
    #expect(checkup.candidates[0].daysLeft == 365)
    #expect(checkup.files.count == 3)
  }

  @Test func failsUnderTheDaysAskedForAndWarnsUnder30() throws {
    let files = try Self.files { $0.notAfter = TestCA.now + 20 * TestCA.day }
    #expect(Self.states(try Self.checkup(files))["validity"] == "warning")
    #expect(try Self.checkup(files).fits)
    #expect(try Self.checkup(files, minimalDays: 20).fits)
    #expect(try !Self.checkup(files, minimalDays: 21).fits)
    #expect(try Self.checkup(Self.files(), minimalDays: 365).fits)
    #expect(try !Self.checkup(Self.files(), minimalDays: 366).fits)
  }

  @Test func looksAtEachPassTypeOfAFolder() throws {
    var files = try Self.files()
    files["other"] = try TestCA.leafPEM(TestCA.otherKey) {
      $0 = PassCertificateRequest(
        passTypeIdentifier: "pass.com.example.other", teamIdentifier: "A1B2C3D4E5",
        notBefore: TestCA.now, notAfter: TestCA.now + TestCA.day)
    }
    let checkup = try Self.checkup(files)
    #expect(
      checkup.candidates.map(\.passTypeIdentifier) == [TestCA.type, "pass.com.example.other"])
    #expect(checkup.candidates.map(\.fits) == [true, false])
  }

  @Test(arguments: [true, false])
  func comparesWithAPass(_ isTemplate: Bool) throws {
    let fits = try Self.needs(
      #"{"passTypeIdentifier": "pass.com.example.gym", "teamIdentifier": "A1B2C3D4E5"}"#,
      template: isTemplate)
    #expect(Self.states(try Self.checkup(Self.files(), pass: fits))["pass"] == "ok")

    let otherTeam = try Self.needs(
      #"{"passTypeIdentifier": "pass.com.example.gym", "teamIdentifier": "ZZZZZZZZZZ"}"#,
      template: isTemplate)
    let checkup = try Self.checkup(Self.files(), pass: otherTeam)
    #expect(
      checkup.candidates[0].points.last?.message
        == "team identifier is \"ZZZZZZZZZZ\", the certificate has \"A1B2C3D4E5\"")
    #expect(!checkup.fits)

    let otherType = try Self.needs(
      #"{"passTypeIdentifier": "pass.com.example.other"}"#, template: isTemplate)
    let candidate = try Self.checkup(Self.files(), pass: otherType).candidates[0]
    #expect(
      candidate.points.compactMap(\.code).filter { $0 != "identity.notApple" }
        == ["identity.certificate.otherPassType"])
    // Not only the pass type identifier.
    let both = try Self.needs(
      #"{"passTypeIdentifier": "pass.com.example.other", "teamIdentifier": "ZZZZZZZZZZ"}"#,
      template: isTemplate)
    let codes = try Self.checkup(Self.files(), pass: both).candidates[0].points.compactMap(\.code)
    #expect(codes.contains("identity.certificate.otherPassType"))
    #expect(codes.contains("identity.teamIdentifier.mismatch"))
    #expect(!codes.contains("identity.passTypeIdentifier.mismatch"))
  }

  @Test func asksForNFCWhereThePassHasIt() throws {
    let nfc = try Self.needs(
      #"{"nfc": {"message": "{{ id }}", "encryptionPublicKey": "x"}}"#, template: true)
    #expect(Self.states(try Self.checkup(Self.files(), pass: nfc))["pass"] == "fault")
    #expect(
      Self.states(try Self.checkup(Self.files { $0.isNFC = true }, pass: nfc))["pass"] == "ok")
  }

  @Test func knowsNothingOfIdentifiersThatAColumnFillsIn() throws {
    let needs = try Self.needs(#"{"teamIdentifier": "{{ team }}"}"#, template: true)
    #expect(try Self.checkup(Self.files(), pass: needs).fits)
  }

  @Test func refusesWhatIsNoPass() throws {
    let folder = try TemporaryFolder(["x.pkpass": "no zip"])
    var report = Report()
    #expect(throws: PassNeeds.UnreadableFileError.self) {
      try PassNeeds.read(folder("x.pkpass"), report: &report)
    }
    #expect(throws: FileError.self) { try PassNeeds.read(folder("absent"), report: &report) }
  }

  @Test func namesFilesOfAnotherKind() throws {
    let checkup = try Self.checkup(["notes.txt": Array("hello".utf8)])
    #expect(!checkup.fits)
    #expect(checkup.files[0].contents == ["not part of an identity: text"])
    #expect(checkup.candidates[0].points.map(\.code) == ["identity.certificate.missing"])
  }
}
