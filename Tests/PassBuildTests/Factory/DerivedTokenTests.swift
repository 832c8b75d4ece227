// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassRules
import PassTemplate
import PassTesting
import Testing

/// Tests of authentication tokens that are derived before a pass is compiled.
struct DerivedTokenTests {
  private static let key = Result {
    try AuthenticationTokenKey(hexDigits: String(repeating: "5a", count: 32))
  }

  private static let pass = """
    {"formatVersion": 1, "organizationName": "Gym", "description": "Gym", "teamIdentifier": "ABCDE12345",
      "passTypeIdentifier": "pass.com.example.gym", "serialNumber": "{{ serial }}",
      "webServiceURL": "https://passes.example.com/gym", "generic": {
      "primaryFields": [{"key": "who", "label": "Who", "value": "{{ serial }}"}]}}
    """

  /// Returns the authentication token in the pass of a serial number.
  private func token(of serial: String, derived: DerivedToken?) throws -> String? {
    let folder = try TemporaryFolder([
      "gym.pass/pass.json": Self.pass, "gym.pass/template.json": #"{"columns": {"serial": {}}}"#,
    ])
    for (name, width) in [("icon.png", 29), ("icon@2x.png", 58), ("icon@3x.png", 87)] {
      try folder.add("gym.pass/\(name)", PNGImage.plain(width: width, height: width))
    }
    var report = Report()
    let template = try #require(try Template.load(folder("gym.pass"), report: &report))
    let recipe = PassRecipe(
      template, identity: nil, tokenKey: try Self.key.get(), today: TestCA.now)
    var choice = DataChoice()
    choice.assignments = ["serial=\(serial)"]
    let row = try #require(try ChosenRow.read(choice, for: recipe.template, report: &report))
    var maker = PassMaker(recipe, filter: FindingFilter())
    return try maker.check(
      row.cells, readFile: row.files.read, derived: derived, report: &report
    ).authenticationToken
  }

  @Test func takesTheTokenOfThePassAlone() throws {
    let key = try Self.key.get()
    let type = "pass.com.example.gym"
    let right = key.token(passTypeIdentifier: type, serialNumber: "A")
    #expect(try token(of: "A", derived: nil) == right)
    #expect(try token(of: "A", derived: key.derived(passType: type, serial: "A")) == right)
    for other in [
      key.derived(passType: type, serial: "B"), key.derived(passType: "pass.b", serial: "A"),
      key.derived(passType: type, serial: "A\u{301}"),
    ] {
      #expect(try token(of: "A", derived: other) == right)
    }
  }
}
