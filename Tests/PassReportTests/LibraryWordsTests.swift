// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBuild
import PassReport
import PassTesting
import Testing

@testable import PassDiagnostics

/// What the library throws and finds reads as the command prints it, and is encoded as the lines
/// of `--format json`.
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
        help: correct
        it
        """)
    #expect("\(Self.bare)" == "passc: warning: is odd [area.subject.other]")
  }

  /// The words of the command for a folder it refuses are those of the error.
  @Test func whatIsThrownDescribesItselfAsTheCommandPrintsIt() throws {
    let place = try TemporaryFolder([
      "gym.pass/pass.json": #"{ "formatVersion": 1, "description": "{{ nme }", "x": [1,] }"#,
      "gym.pass/template.json": #"{ "columns": { "name": { "type": "strng" } } }"#,
    ])
    let folder = place("gym.pass")
    let rejected = try #require(
      #expect(throws: Rejected.self) { try Template.load(folder: folder) })
    let outcome = try Program.run(
      try #require(Program.passc, "passc is not beside the tests"),
      ["build", folder, "--identity", FinishedSample.identityFolder("ordinary"), "-o", "a.pkpass"],
      in: place.path, environment: ["HOME": place.path])
    #expect(outcome.status == 1)
    #expect(rejected.diagnostics.count { $0.severity == .error } > 1)
    #expect("\(rejected)\n" == outcome.errors)
    #expect("\(rejected as any Error)".hasPrefix(folder))
  }

  @Test func notesAreNoPartOfWhatIsThrown() {
    let note = Diagnostic(
      finding: finding("area.subject.note", .note), message: "by the way", location: nil)
    #expect(Rejected([note, Self.bare]).description == "\(Self.bare)")
  }

  @Test func anEncoderWritesWhatALineOfTheReportSays() throws {
    for diagnostic in [Self.full, Self.bare] {
      let encoded = try Self.object(try JSONEncoder().encode(diagnostic))
      let line = try Self.object(Data(JSONLinesWriter.line(of: diagnostic).utf8))
      #expect(encoded == line)
      #expect(encoded.count == 15)
    }
    let list = try JSONSerialization.jsonObject(
      with: try JSONEncoder().encode(Rejected([Self.full, Self.bare])))
    let codes = try #require(list as? [[String: Any]]).map { $0["code"] as? String }
    #expect(codes == ["area.subject.other", "area.subject.complaint"])
  }

  private static func object(_ json: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
  }
}
