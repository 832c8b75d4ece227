// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCheck
import PassCrypto
import PassDiagnostics
import PassModel
import PassRead
import PassTesting
import Testing

struct ResignerTests {
  static let later = FinishedSample.time + 86_400

  private func resigner(
    _ identity: String = "ordinary", acceptsChanges: Bool = false
  ) throws -> Resigner {
    var source = IdentitySource()
    source.folder = FinishedSample.identityFolder(identity)
    return Resigner(
      try IdentityMaterial.read(source), time: Self.later, acceptsChanges: acceptsChanges)
  }

  /// Returns the codes of the errors that prevented signing, or none.
  private func refusal(_ found: Found, identity: String = "ordinary") throws -> [String] {
    var resigner = try resigner(identity)
    var report = Report()
    do {
      _ = try resigner.archive(of: found, report: &report)
      return []
    } catch is DiagnosticsError {
      return report.diagnostics.filter { $0.severity == .error }.map(\.code)
    }
  }

  @Test func keepsEveryByteAndSealsAnew() throws {
    // Unusual spelling, an unknown file and an invalid image are kept, because the content is not
    // checked.
    let json = Array(SamplePass.passJSON.replacing("\n", with: "\r\n").utf8)
    var files = try FinishedSample.files(more: ["notes/odd.bin": [0, 255, 13, 10]])
    files["pass.json"] = json
    files["icon.png"] = Array("no image".utf8)
    var resigner = try resigner(acceptsChanges: true)
    var report = Report()
    let archive = try FinishedSample.archive(files)
    let made = try resigner.archive(
      of: PassFinder.find(archive, name: "a.pkpass"), report: &report)
    let pass = try FinishedSample.found(made)
    for file in pass.content { #expect(file.bytes == files[file.path], "\(file.path)") }
    #expect(pass.content.count == files.count - 2)
    let inspection = Inspection(of: pass)
    #expect(inspection.isSigned)
    #expect(inspection.signature.signingTime == Self.later)
    // Errors of the old signature are still reported.
    let warnings = report.diagnostics.filter { $0.severity != .note }
    #expect(warnings.allSatisfy { $0.severity == .warning })
    #expect(warnings.map(\.code) == ["manifest.hash.mismatch", "manifest.hash.mismatch"])
  }

  /// Errors of manifest or signature: the changed files (empty bytes delete the file), and the
  /// codes of the rejection.
  private static let broken: [(String, [String: [UInt8]], [String])] = [
    ("a changed file", ["pass.json": Array("{}".utf8)], ["manifest.hash.mismatch"]),
    ("an added file", ["notes.txt": [1]], ["manifest.file.unlisted"]),
    ("a lost file", ["logo.png": []], ["manifest.entry.noFile"]),
    ("no manifest", ["manifest.json": []], ["manifest.file.missing"]),
    ("a manifest that is no JSON", ["manifest.json": Array("{".utf8)], []),
    ("no signature", ["signature": []], ["signature.file.missing"]),
    ("no CMS", ["signature": [1, 2, 3]], ["signature.form.notCMS"]),
  ]

  @Test(arguments: broken.map(\.0))
  func rejectsASealThatDoesNotHold(_ name: String) throws {
    let (_, changes, codes) = try #require(Self.broken.first { $0.0 == name })
    var files = try FinishedSample.files()
    for (path, bytes) in changes { files[path] = bytes.isEmpty ? nil : bytes }
    // pass.json must remain valid, so that only the manifest is wrong.
    if files["pass.json"] == Array("{}".utf8) {
      files["pass.json"] = try FinishedSample.files(#"{"description": "Free drinks"}"#)["pass.json"]
    }
    let found = PassFinder.find(try FinishedSample.archive(files), name: "a.pkpass")
    let refused = try refusal(found)
    #expect(!refused.isEmpty && codes.allSatisfy(refused.contains), "\(refused)")
    var accepting = try resigner(acceptsChanges: true)
    var report = Report()
    let made = try accepting.archive(of: found, report: &report)
    #expect(Inspection(of: try FinishedSample.found(made)).isSigned)
    #expect(report.diagnostics.contains { $0.severity == .warning })
    #expect(accepting.changedPasses == [])
    // The same files in a folder are rejected, too.
    let folder = try TemporaryFolder()
    for (path, bytes) in files { try folder.add("x/\(path)", bytes) }
    let ofFolder = try refusal(try PassFinder.find(path: folder("x")))
    #expect(name == "no signature" ? ofFolder == [] : !ofFolder.isEmpty, "\(ofFolder)")
  }

  @Test func rejectsTheSignatureOfAnotherManifest() throws {
    var files = try FinishedSample.files()
    files["signature"] = try FinishedSample.files(#"{"serialNumber": "B-2"}"#)["signature"]
    let found = PassFinder.find(try FinishedSample.archive(files), name: "a.pkpass")
    #expect(try refusal(found) == ["signature.manifest.changed"])
  }

  @Test func takesAFolderThatIsNotSignedYet() throws {
    var files = try FinishedSample.files()
    files["manifest.json"] = nil
    files["signature"] = nil
    let folder = try TemporaryFolder()
    for (path, bytes) in files { try folder.add("x/\(path)", bytes) }
    #expect(try refusal(try PassFinder.find(path: folder("x"))) == [])
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
    #expect(Inspection(of: try FinishedSample.found(made)).isSigned)
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
      #expect(inspection.isSigned)
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
    var files = try FinishedSample.files(#"{"serialNumber": "B-2"}"#)
    files["icon.png"] = [1]
    let changed = try FinishedSample.archive([
      "a.pkpass": try FinishedSample.pkpass(), "b.pkpass": try FinishedSample.archive(files),
    ])
    let found = PassFinder.find(changed, name: "x.pkpasses")
    #expect(try refusal(found) == ["manifest.hash.mismatch"])
  }
}
