// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassModel
import PassRules
import PassTemplate
import PassTesting
import Testing

/// Tests `passc schema pass` with an independent validator. It must agree with the checker where a
/// schema can express the rule.
@Suite(
  .disabled(if: SchemaChecker.isMissing, "PyPI's jsonschema is not here: run scripts/judges.sh"))
struct PassSchemaTests {
  /// A document with the codes of the checker.
  private struct Case {
    let name: String
    let json: String
    let codes: [String]
  }

  /// Returns whether a schema can express a finding: types, names, values, limits, patterns.
  private static func isExpressible(_ diagnostic: Diagnostic) -> Bool {
    // Notes are not errors in an editor, and values that building adds are not missing in a
    // template. There is no schema for personalization.json.
    guard diagnostic.severity > .note, !diagnostic.message.hasPrefix("personalization.json"),
      !diagnostic.message.contains("has no passTypeIdentifier"),
      !diagnostic.message.contains("has no teamIdentifier")
    else { return false }
    let code = diagnostic.code
    switch code {
    case "key.list.tooLong", "key.number.outOfRange", "key.number.ignored", "style.key.missing",
      "style.transitType.misplaced", "colour.value.invalid", "field.row.invalid",
      "field.row.unused", "nfc.message.missing", "nfc.message.tooLong", "webService.token.tooShort",
      "webService.token.withoutURL", "date.value.malformed", "date.time.missing",
      "date.zone.missing", "date.offset.malformed", "date.value.ignored", "barcode.format.missing",
      "barcode.format.unknown", "barcode.format.tooNewForBarcode", "barcode.message.missing",
      "barcode.messageEncoding.missing", "package.document.notAnObject",
      "key.formatVersion.unsupported", "style.key.several", "currency.code.unknown":
      return true
    default:
      return ["key.type.", "key.name.", "key.value.", "key.required.", "key.style.", "key.group."]
        .contains(where: code.hasPrefix)
    }
  }

  private static func line(_ bytes: [UInt8]) -> String? {
    var report = Report()
    guard let document = JSONReader.read(bytes, name: "pass.json", report: &report),
      !report.hasErrors
    else { return nil }
    return String(decoding: JSONWriter.bytes(of: document.root), as: UTF8.self)
  }

  /// Returns the cases where schema and checker disagree.
  private static func differences(_ cases: [Case]) throws -> [String] {
    // A day that does not exist, and a limit in bytes where a schema counts characters.
    let beyond = ["2036-02-30T18:30Z", String(repeating: "é", count: 33)]
    let cases = cases.filter { one in !beyond.contains(where: one.json.contains) }
    let faults = try SchemaChecker.faults(in: cases.map(\.json), by: PassSchema.text())
    return zip(cases, faults).compactMap { one, fault in
      guard one.codes.isEmpty != (fault == nil) else { return nil }
      return "\(one.name): checker \(one.codes), schema \(fault ?? "fine") \(one.json.prefix(200))"
    }
  }

  // MARK: Valid documents

  @Test func acceptsThePassJSONOfEveryTemplate() throws {
    var whole: [String] = []
    var derived: [String] = []
    for name in try Disk.list("\(Program.repository)/templates").map(\.name)
    where name.hasSuffix(".pass") {
      let folder = "\(Program.repository)/templates/\(name)"
      let pass = try Disk.read("\(folder)/pass.json")
      let settings = (try? Disk.read("\(folder)/template.json")).map {
        String(decoding: $0, as: UTF8.self)
      }
      let text = try #require(Self.line(pass))
      if settings?.contains("\"extends\"") ?? false {
        derived.append(text)
      } else {
        whole.append(text)
      }
    }
    #expect(whole.count >= 5)
    #expect(try SchemaChecker.faults(in: whole, by: PassSchema.text()).compactMap { $0 } == [])
    // A template that extends nothing also satisfies the looser schema.
    let all = whole + derived
    #expect(
      try SchemaChecker.faults(in: all, by: PassSchema.text(isDerived: true)).compactMap { $0 }
        == [])
  }

  @Test func takesOneStyleAndPosterGenericBesideIt() throws {
    let plain =
      #""formatVersion": 1, "serialNumber": "1", "description": "d", "organizationName": "o""#
    let fine = [
      #""generic": {}"#, #""generic": {}, "posterGeneric": {}"#,
      // A row decides which of them exists.
      #""generic": {"$if": "a"}, "storeCard": {"$if": "!a"}"#,
    ]
    let wrong = [
      #""generic": {}, "storeCard": {}"#, #""coupon": {}, "eventTicket": {}"#,
      #""posterGeneric": {}, "coupon": {}, "generic": {}"#,
    ]
    let faults = try SchemaChecker.faults(
      in: (fine + wrong).map { "{\(plain), \($0)}" }, by: PassSchema.text())
    #expect(faults.map { $0 == nil } == [true, true, true, false, false, false], "\(faults)")
    // In a template that removes its base's style, null does not count as a style.
    let derived = try SchemaChecker.faults(
      in: [#"{"generic": null, "storeCard": {}}"#, #"{"generic": {}, "storeCard": {}}"#],
      by: PassSchema.text(isDerived: true))
    #expect(derived[0] == nil && derived[1] != nil, "\(derived)")
  }

  @Test(arguments: [("EUR", true), ("XCG", true), ("Euro", false), ("eur", false), ("€", false)])
  func takesCurrenciesInUse(code: String, isFine: Bool) throws {
    let field = #"{"key": "a", "value": 1, "currencyCode": "\#(code)"}"#
    let fault = try SchemaChecker.faults(
      in: [Self.sample(with: #""generic": {"headerFields": [\#(field)]}"#)],
      by: PassSchema.text())
    #expect((fault == [nil]) == isFine, "\(fault)")
  }

  @Test func acceptsPlaceholdersAndConditionsWhereATemplateMayHaveThem() throws {
    let documents = [
      #""voided": "{{ gone }}", "maxDistance": "{{ far }}""#,
      #""locations": "{{ places }}""#, #""nfc": {"$if": "tap", "message": "{{ serial }}"}"#,
      #""locations": [{"$if": "a", "latitude": "{{ x }}", "longitude": 1}, "{{ more }}"]"#,
      #""expirationDate": "{{ end }}", "backgroundColor": "{{ colour | default: 'rgb(1,2,3)' }}""#,
      #""associatedStoreIdentifiers": ["{{ app }}", 17]"#, #""_id": "pass designer""#,
      // Strings may have other text around placeholders.
      #""backgroundColor": "rgb({{ r }}, 1, 1)", "expirationDate": "{{ day }}T10:00:00Z""#,
      #""webServiceURL": "https://example.com", "authenticationToken": "t{{ a }}""#,
      #""barcode": {"format": "PKBarcodeFormat{{ f }}", "message": "m", "messageEncoding": "x"}"#,
      #""eventTicket": {"$if": "e"}, "preferredStyleSchemes": ["{{ scheme }}"], "eventLogoText": "a""#,
    ].map { Self.sample(with: $0) }
    #expect(try SchemaChecker.faults(in: documents, by: PassSchema.text()).compactMap { $0 } == [])
    let halves = [
      #""voided": "is {{ gone }}""#, #""maxDistance": "far""#, #""nfc": "message""#,
      #""locations": [{"latitude": "{{ x }}"}]"#,
    ].map { Self.sample(with: $0) }
    #expect(try SchemaChecker.faults(in: halves, by: PassSchema.text()).allSatisfy { $0 != nil })
  }

  @Test func aDerivedPassMayBeAPartAndTakeThingsAway() throws {
    let documents = [#"{}"#, #"{"logoText": null}"#, #"{"generic": {"backFields": null}}"#]
    let derived = try SchemaChecker.faults(in: documents, by: PassSchema.text(isDerived: true))
    #expect(derived.compactMap { $0 } == [])
    #expect(
      try SchemaChecker.faults(in: documents, by: PassSchema.text()).allSatisfy { $0 != nil })
    let wrong = [#"{"logoTxt": "a"}"#, #"{"generic": {"backFields": [{"key": "a"}]}}"#]
    #expect(
      try SchemaChecker.faults(in: wrong, by: PassSchema.text(isDerived: true))
        .allSatisfy { $0 != nil })
  }

  private static func sample(with members: String) -> String {
    #"{"formatVersion": 1, "serialNumber": "1", "description": "d", "organizationName": "o","#
      + #""generic": {}, \#(members)}"#
  }

  // MARK: Agreement with the checker

  @Test func agreesWithTheCheckerOnEveryExampleOfEveryRule() throws {
    var cases: [Case] = []
    for finding in AllRules.findings {
      for (kind, examples) in [("bad", finding.bad), ("good", finding.good)] {
        for (index, example) in examples.enumerated() {
          let sample = try SamplePass(example)
          guard let json = sample.files["pass.json"].flatMap(Self.line) else { continue }
          cases.append(
            Case(
              name: "\(finding.code) \(kind) \(index + 1)", json: json,
              codes: sample.diagnostics().filter(Self.isExpressible).map(\.code)))
        }
      }
    }
    #expect(cases.count > 300)
    let differences = try Self.differences(cases)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test func agreesWithTheCheckerOnMutations() throws {
    var generator = SplitMix64(seed: 20_261_121)
    let grounds = try Self.grounds()
    try #require(grounds.count > 100)
    var cases: [Case] = []
    while cases.count < 1_500 {
      guard let ground = grounds.randomElement(using: &generator),
        let (name, json) = Self.mutated(ground, &generator)
      else { continue }
      var sample = SamplePass()
      sample.files["pass.json"] = Array(json.utf8)
      cases.append(
        Case(
          name: name, json: json,
          codes: sample.diagnostics().filter(Self.isExpressible).map(\.code)))
    }
    #expect(cases.count { !$0.codes.isEmpty } > 700)
    #expect(cases.count { $0.codes.isEmpty } > 50)
    let differences = try Self.differences(cases)
    #expect(
      differences.isEmpty, "\(differences.count): \(differences.prefix(20).joined(separator: "\n"))"
    )
  }

  /// Returns valid documents with many kinds of objects: the good examples of all rules.
  private static func grounds() throws -> [JSONDocument] {
    var grounds: [JSONDocument] = []
    for example in AllRules.findings.flatMap(\.good) {
      let sample = try SamplePass(example)
      var report = Report()
      guard sample.diagnostics().allSatisfy({ !isExpressible($0) }),
        let bytes = sample.files["pass.json"],
        let document = JSONReader.read(bytes, name: "pass.json", report: &report),
        !report.hasErrors, document.root.isObject
      else { continue }
      grounds.append(document)
    }
    return grounds
  }

  /// A change of one node of a document.
  private enum Change {
    case replaced(String)
    case oneMore
    case removed
  }

  /// Returns the document with one value of another type, one member added, one string misspelled,
  /// or one member removed.
  private static func mutated(
    _ document: JSONDocument, _ generator: inout SplitMix64
  ) -> (name: String, json: String)? {
    let index = Int.random(in: 1..<max(2, document.nodes.count), using: &generator)
    guard index < document.nodes.count else { return nil }
    let node = document.nodes[index]
    let pointer = document.value(index).pointer
    // userInfo may have any content.
    guard node.kind != .key, !pointer.hasPrefix("/userInfo/") else { return nil }
    let change: Change
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let others = ["17", "true", "\"other\"", "null", "[]", "{}"]
      let new = others.randomElement(using: &generator) ?? "null"
      change = .replaced(new)
    case 1:
      guard node.kind == .object else { return nil }
      change = .oneMore
    case 2:
      guard node.kind == .string, node.text.hasPrefix("PK") else { return nil }
      change = .replaced("\"\(node.text)X\"")
    default:
      guard document.nodes[index - 1].kind == .key else { return nil }
      change = .removed
    }
    return ("\(pointer) \(change)", json(document.root, index, change))
  }

  private static func json(_ value: JSONValue, _ index: Int, _ change: Change) -> String {
    if value.index == index, case .replaced(let text) = change { return text }
    if value.isArray {
      return "[" + value.elements.map { json($0, index, change) }.joined(separator: ",") + "]"
    }
    guard value.isObject else {
      return String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
    var members: [String] = []
    for member in value.members {
      if member.value.index == index, case .removed = change { continue }
      members.append("\"\(member.name)\":" + json(member.value, index, change))
    }
    if value.index == index, case .oneMore = change { members.append("\"unheardOf\":1") }
    return "{" + members.joined(separator: ",") + "}"
  }
}
