// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassRules

/// Returns the diagnostics of all rules for a pass.json in an otherwise valid sample.
private func diagnostics(_ json: String) -> [Diagnostic] {
  var sample = SamplePass()
  sample.files["pass.json"] = Array(json.utf8)
  return sample.diagnostics()
}

struct KeyRulesTests {
  @Test func anEmptyObjectLacksEachRequiredKeyOnceAtTheRoot() {
    let found = diagnostics("{}")
    #expect(found.allSatisfy { $0.pointer == "" && $0.location?.line == 1 })
    #expect(
      found.map(\.code).sorted()
        == Array(repeating: "key.required.missing", count: 6) + ["style.key.missing"])
    for name in [
      "formatVersion", "passTypeIdentifier", "teamIdentifier", "serialNumber",
      "organizationName", "description",
    ] {
      #expect(found.count { $0.message.hasSuffix(" has no \(name)") } == 1, "\(name)")
    }
  }

  /// Returns a document with one value for a key and everything around it.
  private static func document(_ entry: KeyEntry, value: String) -> (json: String, pointer: String)
  {
    var json = "{\"\(entry.name)\": \(value)}"
    var pointer = "/\(entry.name)"
    var scope = entry.scope
    while scope != .passRoot && scope != .personalization {
      if scope == .style || scope == .boardingPass {
        let name = scope == .style ? "coupon" : "boardingPass"
        json = "{\"\(name)\": \(json)}"
        pointer = "/\(name)\(pointer)"
        break
      }
      let above = KeyTable.all.first { $0.holds == scope }
      guard let above else { break }
      let isList = above.type.elementKind != nil
      json = "{\"\(above.name)\": \(isList ? "[\(json)]" : json)}"
      pointer = "/\(above.name)\(isList ? "/0" : "")\(pointer)"
      scope = above.scope
    }
    return (json, pointer)
  }

  @Test func everyKeyOfTheWrongTypeIsFoundAtItsPlace() throws {
    // A barcode without a string has a separate rule that reports it as missing.
    let others: Set = [
      "$.barcodes[].format", "$.barcodes[].message", "$.barcodes[].messageEncoding",
    ]
    for entry in KeyTable.all
    where entry.scope != .personalization && !others.contains(entry.path) {
      let wrong: [String] =
        switch entry.type.kind {
        case .string, .date: ["1", "true", "[]", "{}", "null"]
        case .number: ["\"1\"", "true", "[]"]
        case .boolean: ["\"true\"", "1", "0"]
        case .fieldValue: ["true", "[]", "{}"]
        case .array: ["{}", "\"a\"", "1"]
        case .object: ["[]", "\"a\"", "1"]
        case .any: []
        }
      for value in wrong {
        let (json, pointer) = Self.document(entry, value: value)
        var report = Report()
        let read = JSONReader.read(Array(json.utf8), name: "pass.json", report: &report)
        let document = try #require(read)
        let pass = PassPackage(origin: .package, files: [], document: document)
        KeyTypeRule().check(pass, CheckContext(today: 0), &report)
        #expect(
          report.diagnostics.contains {
            $0.pointer == pointer && $0.code.hasPrefix("key.type.")
          }, "\(entry.path) as \(value) in \(json)")
        #expect(report.diagnostics.count == 1, "\(entry.path) as \(value)")
      }
    }
  }

  @Test func everyKeyOfTheTableIsKnown() throws {
    for entry in KeyTable.all where entry.scope != .personalization {
      let (json, pointer) = Self.document(entry, value: "null")
      var report = Report()
      let document = try #require(
        JSONReader.read(Array(json.utf8), name: "pass.json", report: &report))
      let pass = PassPackage(origin: .package, files: [], document: document)
      UnknownKeyRule().check(pass, CheckContext(today: 0), &report)
      #expect(
        report.diagnostics.allSatisfy { $0.severity == .note }, "\(pointer): \(report.diagnostics)")
      #expect(KeyTable.place(at: pointer) != nil, "\(pointer)")
    }
  }

  @Test(arguments: [
    ("{\"backgroundColour\": 1}", "did you mean backgroundColor?"),
    ("{\"authentificationToken\": 1}", "did you mean authenticationToken?"),
    ("{\"expirydate\": 1}", "did you mean expirationDate?"),
    ("{\"passTypeId\": 1}", "did you mean passTypeIdentifier?"),
    ("{\"localizedDescription\": 1}", "did you mean description?"),
    ("{\"generic\": {\"header\": []}}", "did you mean headerFields?"),
    // Groups of fields belong into a style.
    (
      "{\"header\": []}",
      "correct the name, remove the key, or move your own data to userInfo"
    ),
    ("{\"primaryFields\": []}", "move it into the dictionary of the style, such as generic"),
    ("{\"storeCard\": {}, \"primaryFields\": []}", "move it into storeCard"),
    ("{\"flightNumber\": 1}", "move it into semantics"),
    // A known name has priority over a similar one.
    ("{\"seatNumber\": \"1\"}", "move it into an entry of seats in semantics"),
    ("{\"semantics\": {\"seatNumber\": \"1\"}}", "move it into an entry of seats in semantics"),
    ("{\"messageEncoding\": \"a\"}", "move it into an item of barcodes"),
    ("{\"proximityUUID\": \"a\"}", "move it into an entry of beacons"),
    ("{\"dateInformation\": {}}", "move it into an entry of upcomingPassInformation"),
    ("{\"latitude\": 1}", "move it into an entry of locations"),
    ("{\"storeCard\": {\"logoText\": \"a\"}}", "move it into pass.json itself, at the top"),
  ])
  func unknownKeysGetTheirNearestOrTheirHome(json: String, help: String) throws {
    // A missing required key has a separate rule.
    let found = diagnostics(json).filter {
      $0.code.hasPrefix("key.name.") || $0.help.hasPrefix("did you mean")
    }
    #expect(found.map(\.help) == [help])
  }

  @Test(arguments: [
    ("com.example.gym", "expected it to begin with \"pass.\""),
    ("pass.", "expected a name after \"pass.\""),
    ("pass.com example", "expected it without spaces"),
    ("pass.caf\u{E9}", "expected it without \"\u{E9}\""),
    ("", "expected it to begin with \"pass.\""),
  ])
  func saysWhatIsWrongWithAPassType(identifier: String, words: String) throws {
    var sample = SamplePass()
    sample.context.certificate = nil
    try sample.apply(patch: #"{"passTypeIdentifier": "\#(identifier)"}"#)
    let message = sample.diagnostics().map(\.message)
    #expect(message.count == 1 && message[0].hasSuffix(words), "\(message)")
  }

  @Test(arguments: [
    ("https://exa mple.com", "has a space or control character"),
    ("https://[::1", "but no IPv6 address"),
    ("https://a.example:abc/", "has an invalid port"), ("ftp://a.example", "expected https"),
  ])
  func saysOnceWhatIsWrongWithAWebService(url: String, words: String) throws {
    var sample = SamplePass()
    try sample.apply(
      patch: #"{"webServiceURL": "\#(url)", "authenticationToken": "0123456789abcdef"}"#)
    let message = sample.diagnostics().map(\.message)
    #expect(message.count == 1 && message[0].hasSuffix(words), "\(message)")
  }

  @Test func aRequiredKeyThatIsMisspeltIsOneFault() throws {
    var sample = SamplePass()
    sample.context.certificate = nil
    try sample.apply(patch: #"{"serialNumber": null, "serialNumer": "1", "serialNumbr": "2"}"#)
    let found = sample.diagnostics()
    // Only one of them can be meant.
    #expect(found.map(\.code) == ["key.required.missing", "key.name.unknown"])
    #expect(found.map(\.pointer) == ["/serialNumer", "/serialNumbr"])
    #expect(found.first?.help == "did you mean serialNumber?")
    // The certificate supplies the key, so it is not missing. The name is still unknown.
    var template = SamplePass()
    template.context.certificate = nil
    template.origin = .template
    try template.apply(patch: #"{"teamIdentifier": null, "teamIdentifer": "EXAMPLE123"}"#)
    #expect(template.diagnostics().map(\.code) == ["key.name.unknown"])
  }

  @Test func aSchemeThatCameLaterIsNamedWhereTheListIsKnown() throws {
    func places(iOS: Int) throws -> [String?] {
      var sample = SamplePass()
      sample.context.lowestIOS = IOSVersion(iOS)
      try sample.apply(
        patch: #"""
          {"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir"},
           "preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"]}
          """#)
      return sample.diagnostics().filter { $0.code.hasPrefix("key.version.") }.map(\.pointer)
    }
    #expect(try places(iOS: 17) == ["/preferredStyleSchemes"])
    #expect(try places(iOS: 25) == ["/preferredStyleSchemes/0"])
    #expect(try places(iOS: 26) == [])
  }

  @Test func whatLiesInANewKeyIsNotSaidAgain() throws {
    var sample = SamplePass()
    sample.context.lowestIOS = IOSVersion(17)
    try sample.apply(
      patch: #"""
        {"generic": null, "eventTicket": {}, "upcomingPassInformation":
          [{"identifier": "a", "name": "n", "type": "event", "semantics": {"venuePlaceID": "x"}}]}
        """#)
    let found = sample.diagnostics().filter { $0.code == "key.version.tooNew" }
    #expect(found.map(\.pointer) == ["/upcomingPassInformation"])
  }

  @Test func aPassThatOldGeneratorsMakeHasNoErrors() {
    // Every line is a row of spec/real-world.md, seen in passes that phones accepted.
    let found = diagnostics(
      #"""
      {"formatVersion": 1, "passTypeIdentifier": "pass.com.example.passc", "teamIdentifier": "EXAMPLE123",
       "serialNumber": "7", "organizationName": "", "description": "",
       "modID": "x", "bundleVersion": {"any": [1]}, "backgroundColor": "#102030",
       "labelColor": "rgba(1,2,3,0.5)", "suppressStripShine": false,
       "barcode": {"format": "PKBarcodeFormatCode128", "message": "1", "messageEncoding": "utf-8"},
       "authenticationToken": "0123456789abcdef", "voided": true,
       "storeCard": {"headerFields": [], "secondaryFields": [
         {"key": "a", "value": "x", "changeMessage": "changed"},
         {"key": "a", "value": "y", "textAlignment": "PKTextAlignmentLeft"}]}}
      """#)
    #expect(found.allSatisfy { $0.severity != .error }, "\(found.filter { $0.severity == .error })")
    for code in [
      "key.name.unknown", "colour.alpha.present", "field.key.duplicate", "key.voided.isTrue",
    ] {
      #expect(found.contains { $0.code == code && $0.severity == .warning }, "\(code)")
    }
    for code in [
      "field.group.empty", "field.changeMessage.withoutPlaceholder", "colour.hex.used",
    ] {
      #expect(found.contains { $0.code == code && $0.severity == .note }, "\(code)")
    }
  }

  /// Phones open no pass of another chain, so such a service is for tests.
  @Test(arguments: ["https://localhost/p", "https://gym@example.com", "https://example.com/v1/log"])
  func serviceFaultsAreNotesInTestPasses(_ url: String) throws {
    var sample = SamplePass()
    try sample.apply(
      patch: #"{"webServiceURL": "\#(url)", "authenticationToken": "0123456789abcdef"}"#)
    #expect(sample.diagnostics().map(\.severity) == [.warning])
    sample.context.certificate?.leadsToApple = false
    #expect(sample.diagnostics().map(\.severity) == [.note])
  }

  /// The other examples have the note about the deprecated key, or another finding.
  @Test(arguments: [
    (#""eventTicket": {}, "relevantDate": "2026-05-01T10:00Z""#, "key.name.deprecated"),
    (
      #""eventTicket": {}, "relevantDate": "2026-05-01T10:00Z", "expirationDate": "2026-05-02T10:00Z""#,
      "key.name.deprecated"
    ),
    (
      #""eventTicket": {}, "relevantDate": "2025-05-01T10:00Z", "expirationDate": "2025-05-09T10:00Z""#,
      "date.expiration.past"
    ),
    (#""storeCard": {}, "relevantDate": "2025-05-01T10:00Z""#, "key.name.deprecated"),
  ])
  func aTicketThatLastsADayDoesNotExpireEarly(_ members: String, _ code: String) throws {
    var sample = SamplePass()
    try sample.apply(patch: "{\"generic\": null, \(members)}")
    let codes = sample.diagnostics().map(\.code)
    #expect(codes.contains(code), "\(codes)")
    #expect(!codes.contains("date.relevant.expiresTicket"))
  }

  @Test func aTicketSignedBeforeItsDateIsNotReportedAfterIt() throws {
    var sample = SamplePass()
    try sample.apply(
      patch: #"{"generic": null, "eventTicket": {}, "relevantDate": "2025-05-01T10:00Z"}"#)
    #expect(sample.diagnostics().map(\.code) == ["date.relevant.expiresTicket"])
    sample.context.daySigned = sample.context.today - 365 * 86_400
    #expect(sample.diagnostics().map(\.code) == ["key.name.deprecated"])
  }

  @Test func faultsOnTheBackAreWarnings() {
    let found = diagnostics(
      #"""
      {"formatVersion": 1, "passTypeIdentifier": "pass.com.example.passc", "teamIdentifier": "EXAMPLE123",
       "serialNumber": "7", "organizationName": "o", "description": "d", "generic": {
         "headerFields": [{"key": "a", "value": "x", "currencyCode": "EUR"}],
         "backFields": [{"key": "b", "value": "x", "currencyCode": "EUR"},
                        {"key": "c", "value": "x", "dateStyle": "PKDateStyleShort"}]}}
      """#)
    #expect(
      found.map(\.code) == [
        "field.value.notNumber", "field.value.notNumber", "field.value.notDate",
      ])
    #expect(found.map(\.severity) == [.error, .warning, .warning])
    #expect(found.map(\.finding.effect) == [.refused, .maybeRefused, .maybeRefused])
  }

  @Test func readsFormatCodesAsFoundationDoes() {
    #expect(FormatCodes("%@").placeholders == 1)
    #expect(FormatCodes("%1$@ %%").placeholders == 1)
    #expect(FormatCodes("%%@").placeholders == 0)
    #expect(FormatCodes("20% off").other == "% o")
    #expect(FormatCodes("%-5.2lf").other == "%-5.2lf")
    #expect(FormatCodes("100%").hasStrayPercent)
    #expect(FormatCodes("100% ü").hasStrayPercent)
    #expect(!FormatCodes("no code").hasStrayPercent)
  }

  /// Rules about names only must not run again for every row.
  @Test func namesAreJudgedWithoutReadingTheRow() throws {
    var report = Report()
    let read = JSONReader.read(
      Array(SamplePass.passJSON.utf8), name: "pass.json", report: &report)
    let nodes = try #require(read).nodes.map { node in
      var node = node
      node.varies = node.kind == .string || node.kind == .number
      return node
    }
    let pass = PassPackage(
      origin: .template, files: [], document: JSONDocument(nodes: nodes))
    let context = CheckContext(today: 0, lowestIOS: IOSVersion(17))
    let rules: [any Rule] = [
      RequiredKeyRule(), UnknownKeyRule(), KeyUseRule(), KeyVersionRule(), DeprecatedKeyRule(),
      FieldGroupRule(), StyleKeyRule(), StyleSchemeRule(), PosterEventRule(), DateRule(),
      ExpirationRule(), DateOrderRule(), TimeZoneRule(), CurrencyCodeRule(), URLRule(),
      FieldOptionRule(), FieldRowRule(), ChangeMessageRule(),
    ]
    for rule in rules {
      let log = ReaderLog(nodeCount: nodes.count)
      log.begin(0)
      rule.check(pass.recorded(in: log), context, &report)
      #expect(!ReaderLog.contains(log.ofRow, 0), "\(type(of: rule))")
    }
    let log = ReaderLog(nodeCount: nodes.count)
    log.begin(0)
    ColourRule().check(pass.recorded(in: log), context, &report)
    #expect(ReaderLog.contains(log.ofRow, 0))
    #expect(report.diagnostics.isEmpty)
  }

  @Test func noRuleTrapsOnValuesOfAnyShape() {
    let seed: UInt64 = 0xB00C
    var random = SplitMix64(seed: seed)
    let names = Array(Set(KeyTable.all.map(\.name))).sorted()
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 5 ? 6 : 9), using: &random) {
      case 0: return "null"
      case 1: return "true"
      case 2:
        return ["0", "-1", "1e400", "1.5", "99999999999999999999"].randomElement(using: &random)!
      case 3...5:
        let texts = [
          "", "%@", "2026-05-01T10:00Z", "rgb(1,2,3)", "é", "%", "https://a.b", "PKTransitTypeAir",
          "posterEventTicket", "semanticBoardingPass", "<a", "EUR", "2026-13-01T10:00+1:00",
        ]
        return "\"\(texts.randomElement(using: &random)!)\""
      case 6:
        let count = Int.random(in: 0..<4, using: &random)
        return "[" + (0..<count).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
      default:
        let count = Int.random(in: 0..<6, using: &random)
        let members = (0..<count).map { _ in
          "\"\(names.randomElement(using: &random)!)\":\(value(depth + 1))"
        }
        return "{" + members.joined(separator: ",") + "}"
      }
    }
    for _ in 0..<1_500 {
      let members = (0..<Int.random(in: 1..<12, using: &random)).map { _ in
        "\"\(names.randomElement(using: &random)!)\":\(value(0))"
      }
      var report = Report()
      let text = "{" + members.joined(separator: ",") + "}"
      guard
        let document = JSONReader.read(
          Array(text.utf8), name: "pass.json", mode: .lenient, report: &report)
      else { continue }
      let pass = PassPackage(
        origin: .package, files: [], document: document, personalization: document)
      AllRules.check(pass, CheckContext(today: 0, lowestIOS: IOSVersion(15)), &report)
    }
  }
}
