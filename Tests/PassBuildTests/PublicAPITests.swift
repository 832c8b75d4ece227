// SPDX-License-Identifier: Apache-2.0

// Imports the library as a user does, with public names only.
import Foundation
import PassBuild
import Testing

struct PublicAPITests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// By the names of the columns, because `from` is only for data files.
  private static let columns = [
    "card": "KB104217", "member": "M-77", "firstName": "Ada", "lastName": "Example",
    "chip": "C0FFEE", "plan": "Flex", "since": "01.02.2024", "until": "31.12.2034",
  ]

  @Test func buildsAPassInStagesAsLibraryPageShows() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "passc-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let here = folder.path
    try Self.writeExamples(to: folder)

    // The example in docs/reference/library.md.
    let identity = try Identity.load(folder: here + "/my-identity")
    let template = try Template.load(folder: here + "/gym.pass").completed(by: identity)
    let resolved = try template.resolved(with: [
      "card": "C-1004", "name": "Ada Example", "points": "240", "tier": "Gold",
      "until": "2028-12-31",
    ])
    let (pass, warnings) = try resolved.checked(for: identity)
    try pass.signed(by: identity).write(to: here + "/gym.pkpass")
    for warning in warnings { print(warning.code, warning.message) }

    #expect(warnings.isEmpty, "\(warnings)")
    #expect(template.requiredColumns.sorted() == ["card", "name", "tier", "until"])
    let written = try Data(contentsOf: URL(fileURLWithPath: here + "/gym.pkpass"))
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains(#""serialNumber":"C-1004""#) && text.contains(#""value":240"#))
    // With a signing time the bytes are reproducible.
    let time: Int64 = 1_767_225_600
    let archives = try [0, 1].map { _ in try pass.signed(by: identity, at: time).bytes }
    #expect(archives[0] == archives[1])
  }

  @Test func makesAPassWithAPressAsREADMEShows() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "passc-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let here = folder.path
    try Self.writeExamples(to: folder)
    var response = (body: [UInt8](), isSent: false)

    let factory = try PassFactory(
      template: Template.load(folder: here + "/gym.pass"),
      identity: Identity.load(folder: here + "/my-identity"))
    let pass = try await factory.pass(for: [
      "card": "C-1004", "name": "Ada Example", "points": 240, "tier": "Gold", "until": "2028-12-31",
    ])
    response.body = pass.bytes

    #expect(String(decoding: response.body, as: UTF8.self).contains(#""value":240"#))
    #expect(pass.serialNumber == "C-1004" && pass.warnings.isEmpty)
  }

  /// The tests above run the examples that begin with `import PassBuild`.
  @Test(arguments: ["README.md", "docs/reference/library.md"])
  func everyExampleOfAPageIsTested(_ page: String) throws {
    let text = try String(contentsOfFile: Self.root + "/" + page, encoding: .utf8)
    let example = try #require(
      text.components(separatedBy: "```swift\nimport PassBuild\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let test = try String(contentsOfFile: #filePath, encoding: .utf8)
      .replacingOccurrences(of: "here + \"/", with: "\"")
    let code = Self.words(of: test)
    let lines = example.split(separator: "\n")
    #expect(lines.count >= 6)
    for line in lines {
      let isTested = code.contains(Self.words(of: String(line)))
      #expect(isTested, "\(line)")
    }
  }

  /// Returns the text without white space, because a formatter may break lines differently.
  private static func words(of text: String) -> String {
    text.filter { !$0.isWhitespace }.replacingOccurrences(of: ",]", with: "]")
  }

  @Test func saysWhatIsWrongWithARow() throws {
    let identity = try Identity.load(folder: Self.root + "/certs-example/nfc")
    let template = try Template.load(folder: Self.root + "/templates/gym-membership.pass")
      .completed(by: identity)
    let missing = #expect(throws: DiagnosticsError.self) { try template.resolved(with: [:]) }
    #expect(
      missing?.diagnostics.contains { $0.code == "data.column.missing" } == true,
      "\(String(describing: missing))")
    var row = Self.columns
    row["visits"] = "many"
    let bad = #expect(throws: DiagnosticsError.self) { try template.resolved(with: row) }
    #expect(bad?.diagnostics.map(\.code) == ["data.integer.invalid"])
    #expect(bad?.isAboutColumnsAlone == true)
    #expect(bad?.diagnostics.first?.message.contains("many") == true)
  }

  @Test func refusesWhatDoesNotFitTheIdentity() throws {
    let ordinary = try Identity.load(folder: Self.root + "/certs-example/ordinary")
    let template = try Template.load(folder: Self.root + "/templates/gym-membership.pass")
      .completed(by: ordinary)
    let resolved = try template.resolved(with: Self.columns)
    let refused = #expect(throws: DiagnosticsError.self) { try resolved.checked(for: ordinary) }
    let errors = refused?.diagnostics.filter { $0.severity == .error }
    #expect(errors?.map(\.code) == ["nfc.certificate.notNFC"])
    #expect(refused?.isAboutColumnsAlone == false)
    #expect(throws: DiagnosticsError.self) {
      try Identity.load(folder: Self.root + "/certs-example/expired")
    }
    #expect(throws: (any Error).self) {
      try Identity.load(folder: Self.root + "/certs-example/modern-p12", password: "wrong")
    }
    let opened = try Identity.load(
      folder: Self.root + "/certs-example/modern-p12", password: "open sesame")
    #expect(opened.isEnabledForNFC)
    #expect(throws: (any Error).self) { try Template.load(folder: "/nonexistent") }
    #expect(throws: DiagnosticsError.self) {
      try Template.load(folder: Self.root + "/certs-example")
    }
  }

  /// Writes `gym.pass`, with the columns of a template from `passc init`, and `my-identity`.
  private static func writeExamples(to examples: URL) throws {
    try FileManager.default.copyItem(
      atPath: root + "/certs-example/nfc",
      toPath: examples.appendingPathComponent("my-identity").path)
    let folder = examples.appendingPathComponent("gym.pass")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pass = """
      { "formatVersion": 1, "serialNumber": "{{ card }}", "organizationName": "Gym",
        "description": "Card of the gym", "expirationDate": "{{ until }}", "storeCard": {
          "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }],
          "secondaryFields": [{ "key": "p", "label": "Points", "value": "{{ points }}" }],
          "auxiliaryFields": [{ "key": "tier", "label": "Tier", "value": "{{ tier }}" }] } }
      """
    try Data(pass.utf8).write(to: folder.appendingPathComponent("pass.json"))
    let settings = """
      { "columns": { "points": { "type": "integer", "default": 0 },
        "until": { "type": "date", "format": "yyyy-MM-dd", "time": "23:59:59",
          "zone": "Europe/Berlin" } } }
      """
    try Data(settings.utf8).write(to: folder.appendingPathComponent("template.json"))
    for suffix in ["", "@2x", "@3x"] {
      try FileManager.default.copyItem(
        atPath: root + "/templates/gym-membership.pass/icon\(suffix).png",
        toPath: folder.appendingPathComponent("icon\(suffix).png").path)
    }
  }
}
