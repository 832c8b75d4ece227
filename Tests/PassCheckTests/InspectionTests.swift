// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBuild
import PassCheck
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassRead
import PassTesting
import Testing

struct InspectionTests {
  @Test func provesASoundPassAndNamesItsChain() throws {
    let inspection = try FinishedSample.inspection(FinishedSample.files())
    #expect(inspection.isSigned)
    #expect(inspection.signature.provesManifest)
    #expect(!inspection.signature.isApple)
    #expect(inspection.signature.errors.isEmpty)
    #expect(inspection.signature.signingTime == FinishedSample.time)
    #expect(inspection.signature.isValidAtSigning == true)
    #expect(inspection.signature.chain.count == 2)
    #expect(inspection.signature.chain.last?.name == "Example WWDR, not Apple")
    #expect(inspection.style == .generic)
    #expect(inspection.files.allSatisfy { [.ok, .seal].contains($0.status) })
    #expect(inspection.diagnostics.isEmpty)
  }

  @Test func saysForEachFileHowItStandsToTheManifest() throws {
    var files = try FinishedSample.files()
    files["icon.png"] = PNGImage.plain(width: 29, height: 29)
    files["extra.txt"] = [0x78]
    files["logo.png"] = nil
    let inspection = try FinishedSample.inspection(files)
    let status = Dictionary(
      uniqueKeysWithValues: inspection.files.map { ($0.path, $0.status) })
    #expect(status["icon.png"] == .differs)
    #expect(status["extra.txt"] == .unlisted)
    #expect(status["pass.json"] == .ok)
    #expect(status["signature"] == .seal)
    #expect(inspection.manifest.missingPaths == ["logo.png"])
    #expect(inspection.signature.provesManifest, "the manifest itself is untouched")
    #expect(!inspection.isSigned)
  }

  @Test func seesThatTheManifestWasRewrittenAfterSigning() throws {
    var files = try FinishedSample.files()
    files["manifest.json"] = Array("{ }".utf8)
    let signature = try FinishedSample.inspection(files).signature
    #expect(!signature.provesManifest)
    #expect(signature.errors == ["manifest.json is not the one that was signed"])
  }

  /// Each certificate with the issuer's name may need a signature verification, so their number is
  /// limited (denial of service).
  @Test func triesAFewCertificatesOfAThousand() throws {
    let identity = try TestAuthority.shared.get().identity(.ordinary, today: TestAuthority.today)
    let namesake = try FinishedSample.identity().issuer
    try #require(namesake.subject.text == identity.leaf.issuer.text)
    var files = try FinishedSample.files()
    let manifest = try #require(files["manifest.json"])
    let namesakes = [Certificate](repeating: namesake, count: 1_000)
    func inspected(_ others: [Certificate]) throws -> SignatureFacts {
      let signature = TestSignature(
        leaf: identity.leaf, key: identity.key, others: others, time: identity.time)
      files["signature"] = try signature.message(over: manifest)
      return try FinishedSample.inspection(files).signature
    }
    #expect(try inspected(identity.others + namesakes).chain.count == 2)
    let hidden = try inspected(namesakes + identity.others)
    #expect(hidden.provesManifest && hidden.chain.count == 1)
    #expect(
      hidden.errors == [
        "the issuer Example WWDR, not Apple is not in the signature, "
          + "\(namesakes.count + identity.others.count) other certificates are"
      ])
  }

  @Test(arguments: [
    ([UInt8](), "the signature is not CMS, it looks like an empty file"),
    ((0..<256).map { UInt8($0 ^ 0xA7) }, "the signature is not CMS, it looks like raw RSA"),
    (Array("-----BEGIN CMS-----\nMIIB\n-----END CMS-----\n".utf8), "it looks like PEM text"),
  ])
  func saysWhatStandsInTheSignaturesPlace(bytes: [UInt8], words: String) throws {
    var files = try FinishedSample.files()
    files["signature"] = bytes
    let signature = try FinishedSample.inspection(files).signature
    #expect(signature.isPresent)
    #expect(signature.message == nil)
    let fault = try #require(signature.errors.first)
    #expect(fault.contains(words), "\(fault)")
  }

  @Test func readsOnWherePassJSONIsUntidy() throws {
    var files = try FinishedSample.files()
    let text = SamplePass.passJSON.replacing("\"formatVersion\"", with: ",,, \"formatVersion\"")
    files["pass.json"] = Array((SamplePass.passJSON + "}").utf8)
    let inspection = try FinishedSample.inspection(files)
    #expect(inspection.root["serialNumber"]?.string == "A-17")
    #expect(inspection.diagnostics.map(\.code) == ["json.text.trailingBytes"])
    files["pass.json"] = Array(text.utf8)
    #expect(!(try FinishedSample.inspection(files)).diagnostics.isEmpty)
  }

  @Test func takesABundleOfPassesApart() throws {
    let one = try FinishedSample.pkpass()
    let two = try FinishedSample.pkpass(#"{"serialNumber": "B-2"}"#)
    let bytes = try FinishedSample.archive([
      "a.pkpass": one, "b.pkpass": two, "c.pkpass": [1, 2, 3],
    ])
    guard case .passes(let passes) = PassFinder.find(bytes, name: "x.pkpasses") else {
      Issue.record("not taken for a bundle of passes")
      return
    }
    #expect(passes.passes.map(\.entry) == ["a.pkpass", "b.pkpass"])
    #expect(passes.passes[1].pass.name == "x.pkpasses!b.pkpass")
    #expect(Inspection(of: passes.passes[1].pass).root["serialNumber"]?.string == "B-2")
    #expect(passes.otherPaths == ["c.pkpass"])
    let text = InspectionText.text(of: passes)
    #expect(text.contains("c.pkpass is not a readable pass"))
  }

  // MARK: Output

  private static let secret = "s3cret-Token-of-0ne-holder"

  @Test func neverShowsTheToken() throws {
    let inspection = try FinishedSample.inspection(
      FinishedSample.files(
        #"{"webServiceURL": "https://example.com/p", "authenticationToken": "\#(Self.secret)"}"#))
    let text = InspectionText.text(of: inspection)
    let json = String(decoding: InspectionJSON.text(of: inspection), as: UTF8.self)
    for shown in [text, json] { #expect(!shown.contains(Self.secret.prefix(6))) }
    #expect(text.contains("26 characters, not shown"))
    #expect(json.contains(#""tokenLength": 26"#))
  }

  @Test func makesStrangersTextSafeForATerminal() throws {
    let inspection = try FinishedSample.inspection(
      FinishedSample.files(
        #"{"description": "a\u001b[2Jb", "generic": {"primaryFields": [{"key": "k", "label": "l\u009b1m", "value": "one\ntwo\u202e"}]}}"#,
        more: ["\u{1B}]0;x.txt": [1]]))
    let text = InspectionText.text(of: inspection)
    let control = text.unicodeScalars.first {
      ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
    }
    #expect(control == nil, "\(text)")
    #expect(text.contains("a\\u{1B}[2Jb"))
    #expect(text.contains("one\\u{A}two\\u{202E}"), "a line break in a value begins no line")
  }

  @Test func staysWithin80Columns() throws {
    let long = String(repeating: "Wallet ", count: 40)
    let inspection = try FinishedSample.inspection(
      FinishedSample.files(
        #"{"description": "\#(long)", "generic": {"backFields": [{"key": "k", "label": "\#(long)", "value": "\#(long)\#(String(repeating: "x", count: 200)) 日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語"}]}}"#
      ))
    for line in InspectionText.text(of: inspection).split(separator: "\n") {
      let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x3000 ? 2 : 1) }
      #expect(columns <= 80, "\(line)")
    }
  }

  @Test func showsTheBeginningOfAnEndlessText() throws {
    let text = String(repeating: "x", count: 1_000_000)
    let patch = #"{"generic":{"backFields":[{"key":"long","value":"\#(text)"}]}}"#
    let inspection = try FinishedSample.inspection(try FinishedSample.files(patch))
    let shown = InspectionText.text(of: inspection)
    #expect(shown.contains("(and 998000 more characters)"))
    #expect(shown.utf8.count < 20_000)
    #expect(InspectionJSON.text(of: inspection).count > 1_000_000, "programs get all of it")
  }

  @Test func ofATemplateShowsOnlyWhatWouldBePacked() throws {
    let folder = try TemporaryFolder([
      "t.pass/pass.json": "{}", "t.pass/template.json": "{}", "t.pass/members.csv": "a\n",
      "t.pass/photos/ada.jpg": "j", "t.pass/icon.png": "i", "t.pass/de.lproj/pass.strings": "",
      "package/pass.json": "{}", "package/extra.txt": "x",
    ])
    func paths(_ name: String) throws -> [String] {
      guard case .pass(let pass) = try PassFinder.find(path: folder(name)) else { return [] }
      return pass.packable.files.map(\.path)
    }
    #expect(try paths("t.pass") == ["de.lproj/pass.strings", "icon.png", "pass.json"])
    // Something that is not a template is shown unchanged.
    #expect(try paths("package") == ["extra.txt", "pass.json"])
  }

  @Test func coloursOnlyWhenAsked() throws {
    let inspection = try FinishedSample.inspection(FinishedSample.files())
    #expect(!InspectionText.text(of: inspection).contains("\u{1B}"))
    #expect(InspectionText.text(of: inspection, colour: true).contains("\u{1B}[1ma.pkpass"))
  }

  @Test func writesEveryMemberOfTheJSONAlways() throws {
    let whole = try FinishedSample.inspection(FinishedSample.files())
    let broken = try FinishedSample.inspection(["pass.json": Array("[".utf8)])
    var names: [Set<String>] = []
    for inspection in [whole, broken] {
      let object = try JSONSerialization.jsonObject(
        with: Data(InspectionJSON.text(of: inspection)))
      let members = try #require(object as? [String: Any])
      #expect(members["version"] as? Int == 1)
      names.append(Set(members.keys))
    }
    #expect(names[0] == names[1])
    #expect(
      names[0].isSuperset(of: [
        "kind", "file", "size", "sha256", "mediaType", "style", "serialNumber", "fields", "files",
        "signature", "manifest", "barcodes", "nfc", "webService", "localizations", "problems",
      ]))
  }

  @Test func putsWhatScriptsCutOutOnLinesOfTheirOwn() throws {
    let inspection = try FinishedSample.inspection(FinishedSample.files())
    let lines = String(decoding: InspectionJSON.text(of: inspection), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.contains("  \"style\": \"generic\","))
    #expect(lines.contains("  \"serialNumber\": \"A-17\","))
    #expect(lines.first { $0.contains("\"size\"") }?.hasPrefix("  \"size\": ") == true)
  }

  @Test func readsNoiseWithoutATrap() throws {
    let sound = try FinishedSample.pkpass()
    var random = SplitMix64(seed: 0x1A5)
    var inspected = 0
    for _ in 0..<150 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      guard case .pass(let pass) = PassFinder.find(bytes, name: "noise.pkpass") else { continue }
      let inspection = Inspection(of: pass)
      #expect(!InspectionText.text(of: inspection).isEmpty)
      let json = InspectionJSON.text(of: inspection)
      #expect((try? JSONSerialization.jsonObject(with: Data(json))) != nil)
      inspected += 1
    }
    #expect(inspected > 20)
  }
}

struct PassFinderTests {
  @Test func leavesTheSystemsFilesOutOfAFolder() throws {
    let folder = try TemporaryFolder([
      "p/pass.json": "{}", "p/.DS_Store": "x", "p/__MACOSX/a": "x", "p/en.lproj/pass.strings": "",
    ])
    guard case .pass(let pass) = try PassFinder.find(path: folder("p")) else {
      Issue.record("no pass")
      return
    }
    #expect(pass.files.map(\.path) == ["en.lproj/pass.strings", "pass.json"])
    #expect(pass.form == .folder)
  }

  @Test func refusesAFolderWithoutAPassAndLinksThatLeave() throws {
    let folder = try TemporaryFolder(["a/notes.txt": "x", "b/pass.json": "{}", "secret": "x"])
    #expect(throws: PassFinder.PassFinderError.self) { try PassFinder.find(path: folder("a")) }
    try FileManager.default.createSymbolicLink(
      atPath: folder("b/logo.png"), withDestinationPath: "../secret")
    let error = #expect(throws: PassFinder.PassFinderError.self) {
      try PassFinder.find(path: folder("b"))
    }
    #expect(error?.description.contains("leads out of the folder") == true)
  }

  @Test func saysWhatAFileIsThatIsNoArchive() {
    let page = Array("<!DOCTYPE html><title>404</title>".utf8)
    guard case .nothing(let diagnostics) = PassFinder.find(page, name: "a.pkpass") else {
      Issue.record("read as something")
      return
    }
    #expect(diagnostics.map(\.message) == ["a.pkpass is an HTML page, not a pass"])
  }
}
