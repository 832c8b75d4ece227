// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassTemplate
import PassTesting
import Testing

@testable import PassBuild

struct PassFactoryTests {
  private static let time: Int64 = 1_790_000_000

  /// Returns the output of `passc build` for the first row of a template's sample, and that row.
  static func built(
    _ template: String, at time: Int64 = time
  ) throws -> (bytes: [UInt8], row: [String: RowValue]) {
    let folder = Repository.path("templates/\(template)")
    var source = IdentitySource()
    source.folder = Repository.path("certs-example/nfc")
    var request = BuildRun.Request(template: folder, identity: source, time: time)
    request.data.sample = 1
    request.tokenKeyFile = Repository.path("certs-example/token.key")
    var run = BuildRun(request, filter: FindingFilter())
    let built = try run.run()
    var maker = built.maker
    let bytes = try maker.signAndPackage(built.pass, at: time).bytes

    var report = Report()
    let read = try #require(try Template.load(folder, report: &report))
    var choice = DataChoice()
    choice.sample = 1
    var rows = try #require(
      try RowSource(try choice.withSample(of: read), for: read, report: &report))
    let first = try #require(try rows.next(&report))
    var row: [String: RowValue] = [:]
    if let root = first.document?.root {
      for member in root.members { row[member.name] = Self.value(of: member.value) }
    }
    for column in read.schema.columns {
      if let member = first.document?.root[column.header] {
        row[column.name] = Self.value(of: member)
      }
      guard let cell = rows.header?.names.firstIndex(of: column.header) else { continue }
      row[column.name] = .string(first.text(ofCell: cell) ?? "")
    }
    return (bytes, row)
  }

  private static func value(of json: JSONValue) -> RowValue {
    switch json.kind {
    case .string: .string(json.string ?? "")
    case .number: .decimal(json.number?.spelling ?? "")
    case .true: true
    case .false: false
    case .array, .object: .json(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self))
    case .null, .key: .empty
    }
  }

  private static func press(_ template: String) throws -> PassFactory {
    try PassFactory(
      template: try Template.load(folder: Repository.path("templates/\(template)")),
      identity: try Repository.identity("nfc"), tokenKey: try Repository.tokenKey(),
      filesFolder: Repository.path("templates/\(template)"))
  }

  static let templates = try? FileManager.default
    .contentsOfDirectory(atPath: Repository.path("templates"))
    .filter { $0.hasSuffix(".pass") }.sorted()

  /// Cached positions of files must not be used for rows with other files.
  @Test func rowsWithOtherImagesAreMadeAsAlone() async throws {
    var files = SamplePass().files.filter { $0.key.hasPrefix("icon") }
    files["pass.json"] = Array(
      (#"{"formatVersion": 1, "organizationName": "o", "description": "d", "serialNumber": "#
        + #""{{ serial }}", "generic": {"primaryFields": [{"key": "a", "value": "b"}]}}"#).utf8)
    files["template.json"] = Array(
      (#"{"columns": {"mark": {"type": "file", "optional": true}, "photo": {"type": "file", "#
        + #""optional": true}}, "images": {"logo.png": "{{ mark }}", "thumbnail.png": "{{ photo }}"}}"#)
        .utf8)
    let template = try Template.load(files: files)
    let identity = try Repository.identity("ordinary")
    let factory = try PassFactory(template: template, identity: identity)
    let (mark, photo) = (
      PNGImage.plain(width: 160, height: 50), PNGImage.plain(width: 90, height: 90)
    )
    for images: [String: RowValue] in [
      ["mark": .image(mark)], ["photo": .image(photo)], ["mark": .image(photo)], [:],
      ["mark": .image(mark), "photo": .image(photo)], ["photo": .image(mark)],
    ] {
      let row = images.merging(["serial": "1"]) { $1 }
      let alone = try PassFactory(template: template, identity: identity)
      #expect(
        try await factory.pass(for: row, at: Self.time).bytes
          == alone.pass(for: row, at: Self.time).bytes, "\(images.keys.sorted())")
    }
  }

  @Test func thereAreTemplates() { #expect((Self.templates?.count ?? 0) >= 7) }

  @Test(arguments: templates ?? []) func givesTheBytesOfBuild(_ template: String) async throws {
    let (bytes, row) = try Self.built(template)
    let factory = try Self.press(template)
    // The second pass uses the cache of the first. In between, one is made at another time.
    #expect(try await factory.pass(for: row, at: Self.time).bytes == bytes)
    #expect(try await factory.pass(for: row, at: Self.time).bytes == bytes)
    #expect(
      try await factory.pass(for: row, at: Self.time + 1).bytes
        == Self.built(template, at: Self.time + 1).bytes)
    let last = try await factory.pass(for: row, at: Self.time)
    #expect(last.bytes == bytes)
    #expect(last.digest == Digest.sha256(bytes))
    #expect(last.count == bytes.count)
    // A finished pass does not change when its worker makes the next one.
    _ = try await factory.pass(for: row, at: Self.time + 2)
    #expect(last.withPieces { $0.flatMap { Array($0) } } == bytes)
  }

  @Test(arguments: templates ?? []) func saysWhatTheStagesSay(_ template: String) async throws {
    let (_, row) = try Self.built(template)
    let factory = try Self.press(template)
    let identity = try Repository.identity("nfc")
    var read = try Template.load(folder: Repository.path("templates/\(template)"))
      .completed(by: identity)
    if read.document["webServiceURL"] != nil, read.document["authenticationToken"] == nil {
      // The stages have no token key.
      var patch = JSONBuilder()
      patch.begin(.object, origin: read.document.origin)
      patch.key("authenticationToken")
      patch.string(String(repeating: "a", count: 64))
      patch.end()
      read = read.merging(patch.document())
    }
    let stages = read
    var longer = row
    for (column, value) in row {
      if case .string(let text) = value {
        longer[column] = .string(text + String(repeating: "é", count: 40))
      }
    }
    for row in [row, longer, row, [:], longer] {
      let fromPress = await Self.said { try await factory.pass(for: row, at: Self.time).warnings }
      let fromStages = await Self.said {
        try stages.resolved(with: row, filesFolder: Repository.path("templates/\(template)"))
          .checked(for: identity, at: Self.time).warnings
      }
      #expect(fromPress == fromStages)
    }
  }

  /// Rows with much in common, but with bytes that Swift strings treat as equal. The cache of an
  /// earlier row must not change a later pass.
  @Test func makesEachPassAsIfItWereTheFirst() async throws {
    let folder = Repository.path("templates/bakery-coupon.pass")
    let template = try Template.load(folder: folder)
    let identity = try Repository.identity("nfc")
    let (_, sample) = try Self.built("bakery-coupon.pass")
    // The French offer is in a translation, the customer in userInfo.
    let pools: [String: [RowValue]] = [
      "serial": [
        "KB-2031-0001", "KB-2031-0002", "KB-2031-0003", "no serial number", "KB-2031-000é",
      ],
      "customer": ["caf\u{E9}", "cafe\u{301}", "", "-----BEGIN PRIVATE KEY-----", 10_442],
      "offer": ["alle Brote", "alle Brezeln", "alle Kuchen", "alle Krapfen"],
      "offerFrench": [
        "caf\u{E9}", "cafe\u{301}", "tous", "%@", "a", "b", "c", "d", "e", "f", "g", "\u{0}",
      ],
      "offerEnglish": ["all", "all ", "-----BEGIN PRIVATE KEY-----", "http://example.com"],
      "saving": ["5,00", "5,0", .decimal("5"), "-1", "five"],
      "until": ["31.10.2031", "01.01.2001", .date(1_956_528_000), "31.31.2031"],
      "ean": ["2991044204180", "2991044204181", "299104420418x"],
    ]
    let columns = pools.keys.sorted()
    let factory = try PassFactory(template: template, identity: identity)
    var random = SplitMix64(seed: 20_261_125)
    var row = sample
    var outcomes: [Bool: Int] = [:]
    for number in 0..<250 {
      // Restarts from the sample, because an error in a row would hide all others.
      if number % 5 == 0 { row = sample }
      let column = try #require(columns.randomElement(using: &random))
      row[column] = pools[column]?.randomElement(using: &random)
      let current = row
      let first = try PassFactory(template: template, identity: identity)
      func made(_ factory: PassFactory) async throws -> [UInt8]? {
        do {
          return try await factory.pass(for: current, at: Self.time).bytes
        } catch is DiagnosticsError {
          return nil
        }
      }
      let (here, there) = (try await made(factory), try await made(first))
      #expect(here == there, "row \(number): \(current)")
      let said = await Self.said { try await factory.pass(for: current, at: Self.time).warnings }
      let expected = await Self.said { try await first.pass(for: current, at: Self.time).warnings }
      #expect(said == expected, "row \(number): \(current)")
      outcomes[here != nil, default: 0] += 1
    }
    #expect(outcomes[true, default: 0] > 60 && outcomes[false, default: 0] > 30, "\(outcomes)")
  }

  private static func said(_ make: () async throws -> [Diagnostic]) async -> [String] {
    do {
      return try await make().map(\.description)
    } catch let rejected as DiagnosticsError {
      return ["rejected"] + rejected.diagnostics.filter { $0.severity != .note }.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  private static func serial(_ number: Int) -> String { "KB-2031-\(1000 + number)" }

  @Test func tasksThatShareAPressGetThePassesOfTheirRows() async throws {
    let (_, row) = try Self.built("bakery-coupon.pass")
    let factory = try Self.press("bakery-coupon.pass")
    let passes = try await withThrowingTaskGroup(of: (Int, SignedPass).self) { group in
      for number in 0..<64 {
        group.addTask {
          var row = row
          row["serial"] = .string(Self.serial(number))
          return (number, try await factory.pass(for: row, at: Self.time))
        }
      }
      return try await group.reduce(into: [Int: SignedPass]()) { $0[$1.0] = $1.1 }
    }
    let other = try Self.press("bakery-coupon.pass")
    for number in 0..<64 {
      let pass = try #require(passes[number])
      #expect(pass.serialNumber == Self.serial(number))
      if number % 16 == 0 {
        var row = row
        row["serial"] = .string(Self.serial(number))
        #expect(try await other.pass(for: row, at: Self.time).bytes == pass.bytes)
      }
    }
  }

  @Test func signsWithTheIdentityThatReplacesAnother() async throws {
    let (_, row) = try Self.built("bakery-coupon.pass")
    let factory = try Self.press("bakery-coupon.pass")
    let before = try await factory.pass(for: row, at: Self.time)
    try factory.replaceIdentity(try Repository.identity("ordinary"))
    let after = try await factory.pass(for: row, at: Self.time)
    #expect(before.bytes != after.bytes)
    let fresh = try PassFactory(
      template: try Template.load(folder: Repository.path("templates/bakery-coupon.pass")),
      identity: try Repository.identity("ordinary"), tokenKey: try Repository.tokenKey())
    #expect(try await fresh.pass(for: row, at: Self.time).bytes == after.bytes)
  }

  @Test func makesPassesOfTheTemplateThatReplacesAnother() async throws {
    let factory = try PassFactory(
      template: try Small.template(), identity: try Repository.identity("ordinary"))
    let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    _ = try await factory.pass(for: row, at: Self.time)
    try factory.replaceTemplate(try Small.template(description: "Another card"))
    let after = try await factory.pass(for: row, at: Self.time)
    #expect(String(decoding: after.bytes, as: UTF8.self).contains("Another card"))
    // A template that needs a token key is rejected, and the builder keeps the old one.
    #expect(throws: PassFactory.SetupError.noToken) {
      try factory.replaceTemplate(
        try Small.template(more: #", "webServiceURL": "https://example.com/""#))
    }
    #expect(try await factory.pass(for: row, at: Self.time).bytes == after.bytes)
  }

  /// Both replacements must take effect in any order (race).
  @Test func replacesTemplateAndIdentityAtOnce() async throws {
    let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    let other = try Small.template(description: "Another card")
    let identity = try Repository.identity("nfc")
    let fresh = try PassFactory(template: other, identity: identity)
    let expected = try await fresh.pass(for: row, at: Self.time)
    for _ in 0..<20 {
      let factory = try PassFactory(
        template: try Small.template(), identity: try Repository.identity("ordinary"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try factory.replaceTemplate(other) }
        group.addTask { try factory.replaceIdentity(identity) }
        group.addTask { _ = try await factory.pass(for: row, at: Self.time) }
        try await group.waitForAll()
      }
      #expect(try await factory.pass(for: row, at: Self.time).bytes == expected.bytes)
    }
  }

  @Test func refusesAnIdentityThatFitsNoPassOfItsTemplate() async throws {
    let identity = try Repository.identity("ordinary")
    let type = try #require(identity.passTypeIdentifier)
    let team = try #require(identity.teamIdentifier)
    #expect(
      throws: PassFactory.SetupError.otherPassType(ofTemplate: "pass.com.other", ofIdentity: type)
    ) {
      try PassFactory(
        template: try Small.template(more: #", "passTypeIdentifier": "pass.com.other""#),
        identity: identity)
    }
    let fitting = try PassFactory(
      template: try Small.template(more: #", "passTypeIdentifier": "\#(type)""#),
      identity: identity)
    let other = try Small.template(more: #", "teamIdentifier": "OTHERTEAM1""#)
    let fault = #expect(throws: PassFactory.SetupError.self) { try fitting.replaceTemplate(other) }
    #expect(fault == .otherTeam(ofTemplate: "OTHERTEAM1", ofIdentity: team))
    #expect(
      fault.map { "\($0)" }
        == #"the template names team "OTHERTEAM1", the certificate "\#(team)""#)
    // The builder keeps its template and identity.
    #expect(try await fitting.pass(for: ["serial": "A", "name": "Ada"], at: Self.time).count > 0)
    // If the pass type identifier comes from a row, it is checked with the row.
    let open = try Small.template(
      columns: #"{"type": {}}"#, more: #", "passTypeIdentifier": "{{ type }}""#)
    let factory = try PassFactory(template: open, identity: identity)
    let row: [String: RowValue] = ["serial": "A", "name": "Ada", "type": .string(type)]
    #expect(try await factory.pass(for: row, at: Self.time).serialNumber == "A")
    await #expect {
      try await factory.pass(
        for: row.merging(["type": "pass.com.other"]) { $1 }, at: Self.time)
    } throws: {
      // Git does not store the file permissions of the example keys.
      ($0 as? DiagnosticsError)?.diagnostics.map(\.code).filter { $0 != "identity.file.exposed" }
        == [
          "identity.notApple", "identity.passTypeIdentifier.mismatch",
        ]
    }
  }

  /// An allowed error that prevents reading is reported anyway.
  @Test func saysWhatWasAllowedWhereItStopsThePass() async throws {
    let template = try Small.template(
      columns: #"{"more": {"type": "json"}}"#, more: #", "userInfo": "{{ more }}""#,
      settings: #", "allow": {"json": "agreed"}"#)
    let identity = try Repository.identity("ordinary")
    let deep = String(repeating: "[", count: 3_000) + String(repeating: "]", count: 3_000)
    let row: [String: RowValue] = ["serial": "A", "name": "Ada", "more": .json(deep)]
    let factory = try PassFactory(template: template, identity: identity)
    let byPress = await #expect(throws: DiagnosticsError.self) {
      try await factory.pass(for: row, at: Self.time)
    }
    #expect(byPress?.columns.map(\.diagnostic.code) == ["json.nesting.tooDeep"])
    #expect(byPress?.isAboutColumnsAlone == true)
    #expect(byPress.map { "\($0)" }?.contains("json.nesting.tooDeep") == true)
    let byStages = #expect(throws: DiagnosticsError.self) { try template.resolved(with: row) }
    #expect(byStages?.columns.map(\.diagnostic.code) == ["json.nesting.tooDeep"])
  }

  /// A single pass cannot show which entries of `allow` are unused.
  @Test func saysNothingOfAllowancesThatOnePassDoesNotNeed() async throws {
    let template = try Small.template(settings: #", "allow": {"image.strip.size": "agreed"}"#)
    let identity = try Repository.identity("ordinary")
    let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    let factory = try PassFactory(template: template, identity: identity)
    for _ in 0..<2 {
      #expect(try await factory.pass(for: row, at: Self.time).warnings.isEmpty)
    }
    let (_, warnings) = try template.completed(by: identity).resolved(with: row)
      .checked(for: identity, at: Self.time)
    #expect(warnings.map(\.code) == ["template.allow.unused"])
  }

  @Test(arguments: [Int64.min, -1, .max - 1, .max]) func aMomentBeyondAllDatesIsNoTrap(
    _ time: Int64
  ) async throws {
    let factory = try PassFactory(
      template: try Small.template(), identity: try Repository.identity("ordinary"))
    await #expect(throws: (any Error).self) {
      try await factory.pass(for: ["serial": "A", "name": "Ada"], at: time)
    }
    #expect(throws: (any Error).self) {
      try Identity.load(folder: Repository.path("certs-example/ordinary"), at: time)
    }
  }

  @Test func refusesToSignWithAnIdentityThatHasEnded() async throws {
    let identity = try Repository.identity("ordinary")
    let factory = try PassFactory(template: try Small.template(), identity: identity)
    let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    _ = try await factory.pass(for: row, at: Self.time)
    let end = identity.certificate.notAfter
    let soon = try await factory.pass(for: row, at: end - 86_400)
    #expect(soon.warnings.contains { $0.code == "identity.certificate.endsSoon" })
    let rejected = await #expect(throws: DiagnosticsError.self) {
      try await factory.pass(for: row, at: end + 1)
    }
    #expect(rejected?.diagnostics.contains { $0.code == "identity.certificate.expired" } == true)
    #expect(try await factory.pass(for: row, at: Self.time).warnings.isEmpty)
  }

  /// An identity loaded earlier is checked at the signing time in each stage.
  @Test func stagesRefuseAnIdentityThatHasEnded() async throws {
    let identity = try Repository.identity("ordinary")
    let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    let resolved = try Small.template().completed(by: identity).resolved(with: row)
    let end = identity.certificate.notAfter
    let (pass, warnings) = try resolved.checked(for: identity, at: end - 86_400)
    #expect(warnings.map(\.code) == ["identity.certificate.endsSoon"])
    #expect(try resolved.checked(for: identity, at: Self.time).warnings.isEmpty)
    for time in [end + 1, identity.certificate.notBefore - 1] {
      let code =
        time > end ? "identity.certificate.expired" : "identity.certificate.notYetValid"
      let refused = [
        #expect(throws: DiagnosticsError.self) {
          _ = try resolved.checked(for: identity, at: time)
        },
        #expect(throws: DiagnosticsError.self) { try pass.signed(by: identity, at: time) },
        await #expect(throws: DiagnosticsError.self) {
          try await pass.signed(awaiting: identity, at: time)
        },
      ]
      for rejected in refused {
        #expect(rejected?.diagnostics.contains { $0.code == code } == true)
      }
    }
    #expect(try pass.signed(by: identity, at: end).bytes.count > 1_000)
  }

  @Test func aCancelledTaskGetsNoPass() async throws {
    let factory = try PassFactory(
      template: try Small.template(), identity: try Repository.identity("ordinary"))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await factory.pass(for: ["serial": "A", "name": "Ada"])
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A template of a few lines.
enum Small {
  static func template(
    description: String = "A card", columns: String = "{}", value: String = "{{ name }}",
    more: String = "", settings: String = ""
  ) throws -> Template {
    let icon = try [UInt8](
      Data(
        contentsOf: URL(
          fileURLWithPath: Repository.path("templates/gym-membership.pass/icon@3x.png"))))
    let pass = """
      { "formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "Gym",
        "description": "\(description)", "storeCard": {
          "primaryFields": [{ "key": "name", "label": "Name", "value": "\(value)" }] }\(more) }
      """
    return try Template.load(files: [
      "pass.json": Array(pass.utf8),
      "template.json": Array(#"{"columns": \#(columns)\#(settings)}"#.utf8),
      "icon.png": icon, "icon@2x.png": icon, "icon@3x.png": icon,
    ])
  }
}

enum Repository {
  static func path(_ path: String) -> String {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appendingPathComponent("certs-example").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.appendingPathComponent(path).path
  }

  static func identity(_ name: String) throws -> Identity {
    try Identity.load(folder: path("certs-example/\(name)"), at: 1_790_000_000)
  }

  static func tokenKey() throws -> AuthenticationTokenKey {
    try AuthenticationTokenKey(file: path("certs-example/token.key"))
  }
}
