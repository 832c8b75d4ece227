// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassRules
import PassTesting
import Testing

/// Tests of reading a package from files.
struct PackageReadingTests {
  static func read(
    _ files: [String: String], origin: PassPackage.Origin = .package
  ) -> (pass: PassPackage, diagnostics: [Diagnostic]) {
    var report = Report()
    let packaged = files.map { PackagedFile(path: $0.key, bytes: Array($0.value.utf8)) }
    return (PassPackage.read(packaged, origin: origin, report: &report), report.sorted)
  }

  @Test func readsEveryDocumentOfAPackage() {
    let (pass, diagnostics) = Self.read([
      "pass.json": #"{"logoText": "a"}"#, "personalization.json": #"{"description": "b"}"#,
      "fr.lproj/pass.strings": #""a" = "c";"#, "de.lproj/pass.strings": #""a" = "d";"#,
      "de.lproj/other.strings": "not read",
    ])
    #expect(diagnostics.isEmpty)
    #expect(pass.hasDocument)
    #expect(pass.personalization != nil)
    #expect(pass.strings.map(\.language) == ["de", "fr"])
    #expect(pass.strings.first?.values["a"] == "d")
    #expect(pass.files.map(\.path) == pass.files.map(\.path).sorted())
  }

  @Test func isStrictWithTemplatesAndLenientWithPackages() {
    let files = ["pass.json": #"{"logoText": "a",}"#]
    let lenient = Self.read(files)
    #expect(lenient.diagnostics.map(\.severity) == [.warning])
    #expect(lenient.pass.hasDocument)
    let strict = Self.read(files, origin: .template)
    #expect(strict.diagnostics.map(\.severity) == [.error])
    #expect(strict.diagnostics.map(\.code) == ["json.comma.trailing"])
  }

  /// A placeholder for an unreadable document would be reported for its type.
  @Test func leavesOutADocumentWhoseMeaningIsInDoubt() {
    #expect(!Self.read(["pass.json": #"{"maxDistance": NaN}"#]).pass.hasDocument)
    #expect(!Self.read(["pass.json": #"{"maxDistance": 1"#]).pass.hasDocument)
    #expect(Self.read(["pass.json": #"{"a": 1, "a": 2}"#]).pass.hasDocument)
  }

  @Test func namesTheFolderThatHoldsPassJSON() throws {
    let diagnostic = try #require(Self.read(["gym.pass/pass.json": "{}"]).diagnostics.first)
    #expect(diagnostic.code == "package.passJSON.missing")
    #expect(diagnostic.message == "pass.json is in the folder gym.pass, expected it at the top")
  }

  @Test func brokenStringsAreReportedAndNotCompared() throws {
    var sample = SamplePass()
    sample.files["en.lproj/pass.strings"] = Array(#""NAME" = "Name"; "SINCE" = "Since";"#.utf8)
    sample.files["fr.lproj/pass.strings"] = Array(#""NAME" "Nom";"#.utf8)
    #expect(sample.diagnostics().map(\.code) == ["strings.syntax.invalid"])
  }

  @Test func faultsOfAnEntryNameTheArchiveToo() throws {
    var sample = SamplePass()
    sample.apply(.bundle)
    sample.files["pass.json"] = Array("{]".utf8)
    let diagnostic = try #require(sample.diagnostics().first)
    #expect(diagnostic.location?.description == "sample.pkpass!pass.json:1:2")
  }

  @Test func filesAreJudgedWhenPassJSONIsBroken() throws {
    var sample = SamplePass()
    sample.files["pass.json"] = Array("{]".utf8)
    sample.files["icon@3x.png"] = [0xFF, 0xD8, 0xFF, 0xE0]
    #expect(
      Set(sample.diagnostics().map(\.code)) == ["json.syntax.invalid", "image.format.notPNG"])
  }
}
