// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassBundle
import PassCheck
import PassCrypto
import PassDiagnostics
import PassFiles
import PassModel
import PassTesting
import Testing

struct ResignerTests {
  static let later = FinishedSample.time + 86_400

  private func resigner(_ identity: String = "ordinary") throws -> Resigner {
    var source = IdentitySource()
    source.folder = FinishedSample.identityFolder(identity)
    return Resigner(try IdentityMaterial.read(source), time: Self.later)
  }

  /// The codes of the errors that stopped it; empty when it went through.
  private func refusal(_ found: Found, identity: String = "ordinary") throws -> [String] {
    var resigner = try resigner(identity)
    var report = Report()
    do {
      _ = try resigner.archive(of: found, report: &report)
      return []
    } catch is Rejected {
      return report.diagnostics.filter { $0.severity == .error }.map(\.code)
    }
  }

  @Test func keepsEveryByteAndSealsAnew() throws {
    // Odd spelling, a foreign file, even a fault: content is not judged.
    let json = Array(SamplePass.passJSON.replacing("\n", with: "\r\n").utf8)
    var files = try FinishedSample.files(more: ["notes/odd.bin": [0, 255, 13, 10]])
    files["pass.json"] = json
    files["icon.png"] = Array("no image".utf8)
    var resigner = try resigner()
    var report = Report()
    let archive = try FinishedSample.archive(files)
    let made = try resigner.archive(
      of: PassFinder.find(archive, name: "a.pkpass"), report: &report)
    let pass = try FinishedSample.found(made)
    for file in pass.content { #expect(file.bytes == files[file.path], "\(file.path)") }
    #expect(pass.content.count == files.count - 2)
    let inspection = Inspection(of: pass)
    #expect(inspection.isSealed)
    #expect(inspection.signature.signingTime == Self.later)
    #expect(report.diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test func givesTheSameBytesTwice() throws {
    let found = PassFinder.find(try FinishedSample.pkpass(), name: "a.pkpass")
    var made: [[UInt8]] = []
    for _ in 0..<2 {
      var resigner = try resigner()
      var report = Report()
      made.append(try resigner.archive(of: found, report: &report))
    }
    #expect(made[0] == made[1])
  }

  @Test(arguments: [
    (#"{"passTypeIdentifier": "pass.com.example.other"}"#, "identity.passTypeIdentifier.mismatch"),
    (#"{"teamIdentifier": "OTHERTEAM1"}"#, "identity.teamIdentifier.mismatch"),
    (#"{"teamIdentifier": null}"#, "resign.identifier.missing"),
    (#"{"serialNumber": "{{ card }}"}"#, "resign.source.template"),
    (#"{"nfc": {"message": "x"}}"#, "nfc.certificate.notNFC"),
  ])
  func refusesWhatTheCertificateDoesNotFit(patch: String, code: String) throws {
    let found = PassFinder.find(try FinishedSample.pkpass(patch), name: "a.pkpass")
    #expect(try refusal(found) == [code])
  }

  @Test func takesNFCWithAnNFCCertificate() throws {
    let found = PassFinder.find(
      try FinishedSample.pkpass(#"{"nfc": {"message": "x"}}"#), name: "a.pkpass")
    #expect(try refusal(found, identity: "nfc") == [])
  }

  @Test func refusesAnExpiredCertificate() throws {
    let found = PassFinder.find(try FinishedSample.pkpass(), name: "a.pkpass")
    #expect(try refusal(found, identity: "expired") == ["identity.certificate.expired"])
  }

  @Test func neverPacksAPrivateKey() throws {
    let files = try FinishedSample.files(more: ["old.pem": SampleCredentials.privateKeyPEM()])
    let found = PassFinder.find(try FinishedSample.archive(files), name: "a.pkpass")
    #expect(try refusal(found) == ["package.privateKey.present"])
  }

  @Test func refusesATemplateAndABrokenArchive() throws {
    let folder = try TemporaryFolder(["t/pass.json": SamplePass.passJSON, "t/template.json": "{}"])
    #expect(try refusal(PassFinder.find(path: folder("t"))) == ["resign.source.template"])
    let cut = PassFinder.find(Array(try FinishedSample.pkpass().dropLast(30)), name: "a.pkpass")
    #expect(try refusal(cut) == ["archive.file.truncated"])
  }

  @Test func takesAnEnclosingFolderOff() throws {
    let files = try FinishedSample.files()
    let wrapped = Dictionary(uniqueKeysWithValues: files.map { ("gym.pass/" + $0.key, $0.value) })
    var resigner = try resigner()
    var report = Report()
    let made = try resigner.archive(
      of: PassFinder.find(try FinishedSample.archive(wrapped), name: "a.pkpass"), report: &report)
    #expect(Inspection(of: try FinishedSample.found(made)).isSealed)
  }

  @Test func signsEveryPassOfABundleAgain() throws {
    let bundle = try FinishedSample.archive([
      "a.pkpass": try FinishedSample.pkpass(),
      "b.pkpass": try FinishedSample.pkpass(#"{"serialNumber": "B-2"}"#),
    ])
    var resigner = try resigner()
    var report = Report()
    let made = try resigner.archive(
      of: PassFinder.find(bundle, name: "x.pkpasses"), report: &report)
    guard case .passes(let passes) = PassFinder.find(made, name: "y.pkpasses") else {
      Issue.record("no bundle of passes")
      return
    }
    #expect(passes.passes.map(\.entry) == ["a.pkpass", "b.pkpass"])
    for (_, pass) in passes.passes {
      let inspection = Inspection(of: pass)
      #expect(inspection.isSealed)
      #expect(inspection.signature.signingTime == Self.later)
    }
  }

  @Test func refusesAWholeBundleForOnePassInIt() throws {
    let bundle = try FinishedSample.archive([
      "a.pkpass": try FinishedSample.pkpass(),
      "b.pkpass": try FinishedSample.pkpass(
        #"{"serialNumber": "B-2", "teamIdentifier": "OTHERTEAM1"}"#),
    ])
    let codes = try refusal(PassFinder.find(bundle, name: "x.pkpasses"))
    #expect(codes == ["identity.teamIdentifier.mismatch"])
  }
}
