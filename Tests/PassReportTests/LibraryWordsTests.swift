// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassArchive
import PassBuild
import PassCheck
import PassRead
import PassRules
import PassTemplate
import PassTesting
import Testing

@testable import PassDiagnostics
@testable import PassReport

/// Tests that errors and findings of the library read as the command prints them, and are encoded
/// as by `--format json`.
struct LibraryWordsTests {
  private static let full = Diagnostic(
    finding: finding("area.subject.complaint", .error), message: "is \"wrong\"\u{1B}[31m, ünï",
    location: Location(bundle: "a.pkpass", file: "pass.json", line: 3, column: 5),
    pointer: "/nfc", serial: "A-17", help: "correct\nit",
    notes: [
      .init(location: Location(file: "members.csv", line: 2), pointer: "/nfc", message: "here"),
      .init(location: Location(bundle: "b.pkpass", file: "pass.json"), message: "and here"),
    ])
  private static let bare = Diagnostic(
    finding: finding("area.subject.other", .warning), message: "is odd", location: nil, help: "")

  @Test func aDiagnosticDescribesItselfAsTheCommandPrintsIt() {
    #expect(
      "\(Self.full)" == """
        a.pkpass!pass.json:3:5: error: is "wrong"\\u{1B}[31m, ünï [area.subject.complaint]
        members.csv:2: note: here
        b.pkpass!pass.json: note: and here
        help: correct\\u{A}it
        """)
    #expect("\(Self.bare)" == "passc: warning: is odd [area.subject.other]")
  }

  /// The message of the command for a rejected folder is that of the error.
  @Test func whatIsThrownDescribesItselfAsTheCommandPrintsIt() throws {
    let place = try TemporaryFolder([
      "gym.pass/pass.json": #"{ "formatVersion": 1, "description": "{{ nme }", "x": [1,] }"#,
      "gym.pass/template.json": #"{ "columns": { "name": { "type": "strng" } } }"#,
    ])
    let folder = place("gym.pass")
    let rejected = try #require(
      #expect(throws: DiagnosticsError.self) { try Template.load(folder: folder) })
    let outcome = try Program.run(
      try #require(Program.passc, "passc is not beside the tests"),
      [
        "build", folder, "--identity", FinishedSample.identityFolder("ordinary"), "-o", "a.pkpass",
        "--no-excerpt",
      ],
      in: place.path, environment: ["HOME": place.path])
    #expect(outcome.status == 1)
    #expect(rejected.diagnostics.count { $0.severity == .error } > 1)
    // Between blank lines, and counted at the end.
    #expect(
      "\(rejected)".split(separator: "\n")[...] == outcome.errors.split(separator: "\n").dropLast())
    #expect("\(rejected as any Error)".hasPrefix(folder))
  }

  @Test func notesAreNoPartOfWhatIsThrown() {
    let note = Diagnostic(
      finding: finding("area.subject.note", .note), message: "by the way", location: nil)
    #expect(DiagnosticsError([note, Self.bare]).description == "\(Self.bare)")
  }

  @Test func anEncoderWritesWhatALineOfTheReportSays() throws {
    for diagnostic in [Self.full, Self.bare] {
      let encoded = try Self.object(try JSONEncoder().encode(diagnostic))
      let line = try Self.object(Data(JSONLinesWriter.line(of: diagnostic).utf8))
      #expect(encoded == line)
      #expect(encoded.count == 16)
    }
    let list = try JSONSerialization.jsonObject(
      with: try JSONEncoder().encode(DiagnosticsError([Self.full, Self.bare])))
    let codes = try #require(list as? [[String: Any]]).map { $0["code"] as? String }
    #expect(codes == ["area.subject.other", "area.subject.complaint"])
  }

  // MARK: Options

  /// The findings that a server can get from the library.
  private static let findings: [Finding] =
    AllRules.findings + AllRules.signedManifestFindings + AllRules.batchFindings
    + ArchiveFindings.all
    + IdentityFindings.all + TemplateFindings.all + GroupFindings.all + ResignFindings.all
    + CheckFindings.all + DiffFindings.all + ColumnFindings.all + DataFindings.all
    + CellFindings.all

  @Test func noFindingSpeaksOfOptions() {
    #expect(Self.findings.count > 300)
    for finding in Self.findings {
      for words in [finding.why, finding.help, finding.basis.reference, finding.walletLog ?? ""] {
        #expect(!words.namesAnOption, "\(finding.code): \(words)")
      }
    }
  }

  @Test func theCommandAddsItsOptions() throws {
    let settings = [RunSetting(.encoding, "windows-1252"), RunSetting(.oldestIOS)]
    let own = Diagnostic(
      finding: Self.bare.finding, message: "is odd", location: nil, help: "say more",
      settings: settings)
    let ofFinding = Diagnostic(
      finding: DataFindings.unknownFormat, message: "is odd", location: nil)
    for (diagnostic, options) in [
      (own, " (--encoding windows-1252, --ios)"), (ofFinding, " (--data-format FORMAT)"),
    ] {
      #expect(!"\(diagnostic)".namesAnOption)
      #expect(diagnostic.helpWithOptions == diagnostic.help + options)
      let encoded = try Self.object(try JSONEncoder().encode(diagnostic))
      let line = try Self.object(Data(JSONLinesWriter.line(of: diagnostic).utf8))
      #expect(encoded["help"] as? String == diagnostic.help)
      #expect(line["help"] as? String == diagnostic.helpWithOptions)
      let text = TextWriter(help: \.helpWithOptions).text(of: [diagnostic])
      #expect(text.hasSuffix("help: \(diagnostic.helpWithOptions)\n"))
    }
    // Separate help may have another subject than that of the finding.
    let other = Diagnostic(
      finding: DataFindings.unknownFormat, message: "is odd", location: nil, help: "rename it")
    #expect(other.helpWithOptions == "rename it")
  }

  @Test func theOptionsThatAreAddedExist() throws {
    let passc = try #require(Program.passc, "passc is not beside the tests")
    var known = ""
    for command in [["build"], ["issue"], ["check"], ["cert", "import"], ["resign"]] {
      known += try Program.run(passc, command + ["--help"], in: NSTemporaryDirectory()).text
    }
    // An option of passc-preview, and an environment variable.
    let others: [RunSetting.Subject: String] = [
      .fonts: "--fonts", .sample: "--sample", .signingTime: "SOURCE_DATE_EPOCH",
    ]
    for (subject, spelling) in others {
      #expect(OptionNames.spelling(of: RunSetting(subject)) == spelling)
    }
    for subject in RunSetting.Subject.allCases where others[subject] == nil {
      let spelling = OptionNames.spelling(of: RunSetting(subject))
      let options = spelling.split(whereSeparator: { " ,".contains($0) }).filter {
        $0.hasPrefix("--")
      }
      #expect(!options.isEmpty)
      for option in options { #expect(known.contains("\(option) "), "\(option)") }
    }
  }

  private static func object(_ json: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
  }
}
