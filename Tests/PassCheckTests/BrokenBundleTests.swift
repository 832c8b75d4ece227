// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel
import PassReport
import PassRules
import PassTesting
import Testing

/// Bundles with one error each. The checker must report exactly that error.
struct BrokenBundleTests {
  /// A bundle and all codes that the checker may report.
  struct Broken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let codes: [String]
    let make: @Sendable () throws -> (bytes: [UInt8], sample: SampleBundle)

    init(
      _ what: String, _ codes: String...,
      sketch: @escaping @Sendable (inout ArchiveSketch) -> Void
    ) {
      testDescription = what
      self.codes = codes
      make = {
        let sample = SampleBundle()
        return (ArchiveSketch(try sample.files()).changed(sketch).bytes, sample)
      }
    }

    init(
      _ what: String, codes: [String], sketch: @escaping @Sendable (inout ArchiveSketch) -> Void
    ) {
      testDescription = what
      self.codes = codes
      make = {
        let sample = SampleBundle()
        return (ArchiveSketch(try sample.files()).changed(sketch).bytes, sample)
      }
    }

    init(_ what: String, _ codes: String..., bytes: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      testDescription = what
      self.codes = codes
      make = {
        let sample = SampleBundle()
        return (bytes(try sample.archive()), sample)
      }
    }

    /// Creates a sample with a translation. `sketch` changes the archive.
    init(
      translated what: String, _ codes: String...,
      sketch: @escaping @Sendable (inout ArchiveSketch) -> Void
    ) {
      testDescription = what
      self.codes = codes
      make = {
        let sample = try SampleBundle(
          .signed(
            changes: [.file("en.lproj/pass.strings", .text("\"NAME\" = \"Prénom\";\n"))]))
        return (ArchiveSketch(try sample.files()).changed(sketch).bytes, sample)
      }
    }

    init(_ what: String, _ codes: String..., example: Example) {
      testDescription = what
      self.codes = codes
      make = {
        let sample = try SampleBundle(example)
        return (try sample.archive(), sample)
      }
    }
  }

  // MARK: Archives

  private static func plus(_ name: String, _ content: String = "x") -> ArchiveSketch.Entry {
    .init(name, Array(content.utf8))
  }

  private static let sampleCount = SamplePass().files.count + 2

  private static func renameAll(_ sketch: inout ArchiveSketch, _ change: (String) -> String) {
    for index in sketch.entries.indices {
      let name = String(decoding: sketch.entries[index].name, as: UTF8.self)
      sketch.entries[index].name = Array(change(name).utf8)
    }
  }

  static let archives: [Broken] = [
    Broken("an HTML page", "archive.file.notZip") { _ in Array("<!DOCTYPE html><html>".utf8) },
    Broken("a JSON answer", "archive.file.notZip") { _ in Array(#"{"error": "no pass"}"#.utf8) },
    Broken("a PDF", "archive.file.notZip") { _ in Array("%PDF-1.7\n%".utf8) },
    Broken("a gzip file", "archive.file.notZip") { _ in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] },
    Broken("a PNG", "archive.file.notZip") { _ in PNGImage.plain(width: 2, height: 2) },
    Broken("a file of nothing", "archive.file.notZip") { _ in [] },
    Broken("an archive of nothing", "archive.entries.none") { _ in
      [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    },
    Broken("a line break behind", "archive.data.after") { $0 + [0x0A] },
    Broken("a page behind", "archive.data.after") { $0 + Array("<html>".utf8) },
    Broken("bytes in front", "archive.data.before", sketch: { $0.before = Array("HTTP".utf8) }),
    Broken(
      "one name twice", "archive.name.duplicate",
      sketch: { $0.entries.append($0.entries[$0["icon.png"]]) }),
    Broken(
      "two pass.json, the other last", "archive.name.duplicate",
      sketch: { $0.entries.append(plus("pass.json", "{}")) }),
    Broken(
      "two pass.json, the other first", "archive.name.duplicate",
      sketch: { $0.entries.insert(plus("pass.json", "{}"), at: 0) }),
    Broken(
      "two manifests, the other last", "archive.name.duplicate",
      sketch: { $0.entries.append(plus("manifest.json", "{}")) }),
    Broken(
      "two manifests, the other first", "archive.name.duplicate",
      sketch: { $0.entries.insert(plus("manifest.json", "{}"), at: 0) }),
    Broken(
      "two signatures, the other last", "archive.name.duplicate",
      sketch: { $0.entries.append(plus("signature", "{}")) }),
    Broken(
      "two signatures, the other first", "archive.name.duplicate",
      sketch: { $0.entries.insert(plus("signature", "{}"), at: 0) }),
    Broken(
      "two icons, the other last", "archive.name.duplicate",
      sketch: { $0.entries.append(plus("icon.png")) }),
    Broken(
      "an absolute name", "archive.name.absolute", "manifest.file.unlisted",
      sketch: { $0.entries.append(plus("/etc/passwd")) }),
    Broken(
      "a drive letter", "archive.name.absolute", "manifest.file.unlisted",
      sketch: { $0.entries.append(plus("C:/x")) }),
    Broken(
      "a parent folder", "archive.name.parentFolder", "manifest.file.unlisted",
      sketch: { $0.entries.append(plus("../x")) }),
    Broken(
      "a backslash", "archive.name.backslash", "manifest.file.unlisted",
      sketch: { $0.entries.append(plus("en.lproj\\x")) }),
    Broken(
      translated: "a folder written with a backslash", "archive.name.backslash",
      sketch: {
        $0.entries[$0["en.lproj/pass.strings"]].name = Array("en.lproj\\pass.strings".utf8)
      }),
    Broken(
      translated: "an entry for a folder written with a backslash", "archive.name.backslash",
      sketch: { $0.entries.insert(plus("en.lproj\\", ""), at: 0) }),
    Broken(
      "a symbolic link", "archive.entry.symbolicLink",
      sketch: {
        $0.entries.append(plus("link", "/etc/passwd"))
        $0.entries[$0.entries.count - 1].attributes = 0o120777 << 16
      }),
    Broken(
      "an encrypted image", "archive.entry.encrypted",
      sketch: { $0.entries[$0["logo.png"]].flags = 1 }),
    Broken(
      "an image packed with LZMA", "archive.entry.unknownMethod",
      sketch: { $0.entries[$0["logo.png"]].method = 14 }),
    Broken(
      "an image whose sum is wrong", "archive.entry.damaged",
      sketch: { $0.entries[$0["logo.png"]].crc = 7 }),
    Broken(
      "a pass.json whose sum is wrong", "archive.entry.damaged",
      sketch: { $0.entries[$0["pass.json"]].crc = 7 }),
    Broken(
      "a manifest whose sum is wrong", "archive.entry.damaged",
      sketch: { $0.entries[$0["manifest.json"]].crc = 7 }),
    Broken(
      "a signature whose sum is wrong", "archive.entry.damaged",
      sketch: { $0.entries[$0["signature"]].crc = 7 }),
    Broken(
      "all icons with wrong sums", "archive.entry.damaged", "archive.entry.damaged",
      "archive.entry.damaged",
      sketch: {
        for name in ["icon.png", "icon@2x.png", "icon@3x.png"] { $0.entries[$0[name]].crc = 7 }
      }),
    Broken(
      "one icon with a wrong sum", "archive.entry.damaged",
      sketch: { $0.entries[$0["icon@3x.png"]].crc = 7 }),
    Broken(
      "an encrypted icon", "archive.entry.encrypted",
      sketch: { $0.entries[$0["icon@2x.png"]].flags = 1 }),
    Broken(
      "an icon that is a link", "archive.entry.symbolicLink",
      sketch: { $0.entries[$0["icon@3x.png"]].attributes = 0o120777 << 16 }),
    Broken(
      "the larger logos with wrong sums", "archive.entry.damaged", "archive.entry.damaged",
      sketch: {
        for name in ["logo@2x.png", "logo@3x.png"] { $0.entries[$0[name]].crc = 7 }
      }),
    Broken(
      "an end record as the archive's comment", "archive.data.unaccounted",
      sketch: { $0.comment = Array($0.bytes.suffix(22)) }),
    Broken(
      "two headers that differ", "archive.header.mismatch",
      sketch: {
        let index = $0["icon.png"]
        $0.entries[index].directoryCRC = CRC32.of($0.entries[index].content)
        $0.entries[index].crc = 7
      }),
    Broken(
      "two names of one entry", "archive.header.mismatch",
      sketch: { $0.entries[$0["icon.png"]].localName = Array("Icon.png".utf8) }),
    Broken(
      "an enclosing folder", "archive.folder.enclosing",
      sketch: {
        for index in $0.entries.indices {
          $0.entries[index].name = Array("gym/".utf8) + $0.entries[index].name
        }
      }),
    Broken(
      "two enclosing folders", "archive.folder.enclosing",
      sketch: { renameAll(&$0) { "passes/gym.pass/" + $0 } }),
    Broken(
      "an enclosing folder with backslashes",
      codes: ["archive.folder.enclosing"]
        + [String](repeating: "archive.name.backslash", count: sampleCount),
      sketch: { renameAll(&$0) { "gym\\" + $0 } }),
    Broken(
      "an enclosing folder with a broken icon in it", "archive.entry.damaged",
      "archive.folder.enclosing",
      sketch: {
        $0.entries[$0["icon@2x.png"]].crc = 7
        renameAll(&$0) { "gym/" + $0 }
      }),
    Broken(
      "./ in front of every name",
      codes: [String](repeating: "archive.name.irregular", count: sampleCount),
      sketch: { renameAll(&$0) { "./" + $0 } }),
    Broken(
      "a __MACOSX folder", "manifest.file.unlisted",
      sketch: { $0.entries.append(plus("__MACOSX/._icon.png")) }),
    Broken(
      "a signature in capitals", "signature.file.missing",
      sketch: { $0.entries[$0["signature"]].name = Array("Signature".utf8) }),
    Broken(
      "a signature with an ending", "signature.file.missing",
      sketch: { $0.entries[$0["signature"]].name = Array("signature.p7s".utf8) }),
    Broken(
      "a pass.json in capitals", "package.passJSON.missing",
      sketch: { $0.entries[$0["pass.json"]].name = Array("Pass.json".utf8) }),
    Broken(
      "no pass.json, though it is listed", "package.passJSON.missing",
      sketch: { $0.entries.remove(at: $0["pass.json"]) }),
    Broken(
      "no icon, though all are listed", "manifest.entry.noFile", "manifest.entry.noFile",
      "manifest.entry.noFile",
      sketch: { $0.entries.removeAll { String(decoding: $0.name, as: UTF8.self).contains("icon") } }
    ),
    Broken(
      "an icon that is marked as a folder", "archive.name.irregular",
      sketch: { $0.entries[$0["icon.png"]].attributes = 0o040755 << 16 }),
    Broken(
      "a name of 256 bytes", "archive.limit.exceeded",
      sketch: { $0.entries.append(plus(String(repeating: "x", count: 256))) }),
    Broken(
      "an order", "package.kind.order",
      sketch: { $0.entries = [plus("order.json", "{}"), plus("manifest.json", "{}")] }),
    Broken(
      "photos in a zip", "package.kind.noPass",
      sketch: { $0.entries = [plus("a.jpg"), plus("b.jpg")] }),
    Broken("a cut archive", "archive.file.truncated") { bytes in
      Array(bytes.prefix(40))
    },
  ]

  @Test(arguments: archives)
  func brokenArchiveGivesExactlyItsFindings(_ broken: Broken) throws {
    try Self.expect(broken)
  }

  /// It is not known which of the two Wallet uses, so the order must not change the result.
  @Test(arguments: [true, false])
  func twoEntriesWithOneNameLeaveTheVerdictInDoubt(_ isFirst: Bool) throws {
    let sample = SampleBundle()
    var sketch = ArchiveSketch(try sample.files())
    sketch.entries.insert(Self.plus("pass.json", "{}"), at: isFirst ? 0 : sketch.entries.count)
    let subject = try SampleBundle.check(sketch.bytes, sample.options())
    #expect(subject.verdict?.result == .maybeRefused)
    #expect(subject.verdict?.first == "archive.name.duplicate")
    #expect(subject.diagnostics.map(\.severity) == [.error])
  }

  /// libarchive warns about such an entry, and it is not known what Wallet does then.
  @Test func headersThatDifferLeaveTheVerdictInDoubt() throws {
    let sample = SampleBundle()
    var sketch = ArchiveSketch(try sample.files())
    let index = sketch["icon.png"]
    sketch.entries[index].directoryCRC = CRC32.of(sketch.entries[index].content)
    #expect(try SampleBundle.check(sketch.bytes, sample.options()).verdict?.result == .nothingFound)
    sketch.entries[index].crc = 7
    let subject = try SampleBundle.check(sketch.bytes, sample.options())
    #expect(subject.verdict?.result == .maybeRefused)
    #expect(subject.verdict?.first == "archive.header.mismatch")
    #expect(subject.diagnostics.map(\.severity) == [.error])
  }

  /// The name is the same in archive and manifest, so it is reported once.
  @Test(arguments: ["en.lproj\\x.txt", "./x.txt", "en.lproj//x.txt"])
  func aNameIsOneFaultWhereTheManifestSpellsItTheSameWay(_ name: String) throws {
    let sample = try SampleBundle(.signed(changes: [.file(name, .text("1"))]))
    let subject = try SampleBundle.check(
      ArchiveSketch(try sample.files()).bytes, sample.options())
    let code = name.contains("\\") ? "archive.name.backslash" : "archive.name.irregular"
    // Wallet does not use x.txt under any name.
    #expect(subject.diagnostics.map(\.code) == [code, "package.unexpectedFile.present"])
  }

  @Test func aNameThatTheManifestAloneSpellsWithABackslashIsNotFound() throws {
    let name = "en.lproj/x.txt"
    let sample = try SampleBundle(.signed(changes: [.file("en.lproj\\x.txt", .text("1"))]))
    var sketch = ArchiveSketch(try sample.files())
    sketch.entries[sketch["en.lproj\\x.txt"]].name = Array(name.utf8)
    let subject = try SampleBundle.check(sketch.bytes, sample.options())
    #expect(
      Set(subject.diagnostics.map(\.code))
        == ["manifest.path.different", "package.unexpectedFile.present"])
  }

  /// A limit of passc does not show that Wallet rejects the bundle.
  @Test func whatWasNotJudgedIsNotSaidToBeRefused() throws {
    let sample = SampleBundle()
    var sketch = ArchiveSketch(try sample.files())
    sketch.entries.append(Self.plus(String(repeating: "x", count: 256)))
    let long = try SampleBundle.check(sketch.bytes, sample.options())
    sketch.entries += (0..<4096).map { Self.plus("\($0)") }
    let many = try SampleBundle.check(sketch.bytes, sample.options())
    for subject in [long, many] {
      #expect(subject.verdict?.result == .maybeRefused)
      #expect(subject.diagnostics.map(\.severity) == [.error])
      let message = try #require(subject.diagnostics.first?.message)
      #expect(message.hasSuffix("; passc did not check the pass"), "\(message)")
    }
  }

  // MARK: Identity, manifest and signature

  static let seals: [Broken] = [
    Broken(
      "the certificate of another pass type", "identity.passTypeIdentifier.mismatch",
      example: .signed(.signed(by: .otherPassType))),
    Broken(
      "the certificate of another team", "identity.teamIdentifier.mismatch",
      example: .signed(.signed(by: .otherTeam))),
    Broken(
      "a display name in the certificate's extension", "identity.passTypeIdentifier.mismatch",
      example: .signed(.signed(by: .displayName))),
    Broken(
      "a manifest that is no JSON", "json.syntax.invalid",
      example: .signed(.manifestText("manifest"))),
    Broken(
      "a manifest that was cut", "json.text.truncated",
      example: .signed(.manifestText("{\"icon.png\":"))),
    Broken(
      "a pass.json changed after signing", "manifest.hash.mismatch",
      example: .signed(.changedAfterSigning("pass.json", .text(SamplePass.passJSON + "\n")))),
    Broken(
      "two files changed after signing", "manifest.hash.mismatch", "manifest.hash.mismatch",
      example: .signed(
        .changedAfterSigning("a.png", .text("2")), .changedAfterSigning("b.png", .text("2")),
        changes: [.file("a.png", .text("1")), .file("b.png", .text("1"))])),
    Broken(
      "a listed name in another Unicode form", "manifest.path.different",
      example: renamed("\u{FC}.png", "u\u{308}.png")),
    Broken(
      "a listed name in yet another", "manifest.path.different",
      example: renamed("u\u{308}.png", "\u{FC}.png")),
    Broken(
      "two signers and a certificate beside theirs", "signature.signer.several",
      example: .signed(.signed(by: .withRoot), .signature(.severalSigners))),
    Broken(
      "neither manifest nor signature", "manifest.file.missing", "signature.file.missing",
      example: .signed(.removedAfterSigning("manifest.json"), .removedAfterSigning("signature"))),
  ]

  @Test func anEmptyNameInTheManifestCanBeSeen() throws {
    let zeros = String(repeating: "0", count: 40)
    let subject = try SampleBundle(.signed(.manifest("{\"\": \"\(zeros)\"}"))).checked()
    #expect(
      subject.diagnostics.map(\.message) == [#""" is listed, but there is no such file"#])
  }

  private static func renamed(_ name: String, _ later: String) -> Example {
    .signed(
      .removedAfterSigning(name), .changedAfterSigning(later, .text("1")),
      changes: [.file(name, .text("1"))])
  }

  @Test(arguments: seals)
  func brokenSealGivesExactlyItsFindings(_ broken: Broken) throws {
    try Self.expect(broken)
  }

  private static func expect(_ broken: Broken) throws {
    let (bytes, sample) = try broken.make()
    let subject = try SampleBundle.check(bytes, sample.options())
    let text = TextWriter(showsNotes: true).text(of: subject.diagnostics)
    // The examples are of a template with a language, which a finished pass cannot have.
    let codes = subject.diagnostics.map(\.code).filter {
      $0 != "localisation.language.fallback" || broken.codes.contains($0)
    }
    #expect(codes.sorted() == broken.codes.sorted(), "\(text)")
    #expect(subject.diagnostics.allSatisfy { $0.location != nil }, "\(text)")
    #expect((subject.verdict?.result == .refused) == isRefused(subject), "\(text)")
    for diagnostic in subject.diagnostics where diagnostic.finding.effect == .refused {
      #expect(diagnostic.severity == .error, "\(text)")
    }
  }

  private static func isRefused(_ subject: CheckedSubject) -> Bool {
    subject.diagnostics.contains { $0.finding.effect == .refused && $0.severity == .error }
  }

  // MARK: Content

  /// The bad examples of all rules in a signed bundle. The checker must report the same finding.
  static let contents: [Broken] = AllRules.findings.flatMap { finding in
    finding.bad.enumerated().compactMap { index, example -> Broken? in
      guard isForBundles(example) else { return nil }
      return Broken("\(finding.code) \(index + 1)", finding.code, example: example)
    }
  }

  private static func isForBundles(_ example: Example) -> Bool {
    !example.settings.contains {
      switch $0 {
      // Settings that only a template or an unsigned package has.
      case .noCertificate, .template: true
      default: false
      }
    }
  }

  @Test(arguments: contents)
  func brokenContentGivesExactlyItsFinding(_ broken: Broken) throws {
    try Self.expect(broken)
  }

  @Test func thereAreEnoughAndEachIsAnother() throws {
    let sealed = try SignatureFindingTests.bad.map { try SampleBundle($0.example).archive() }
    let made = try (Self.archives + Self.seals + Self.contents).map { try $0.make().bytes }
    let distinct = Set((made + sealed).map { Digest.sha256Hex($0) })
    #expect(distinct.count >= 150, "\(distinct.count)")
  }
}
