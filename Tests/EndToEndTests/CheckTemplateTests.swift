// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc check TEMPLATE`: with data every row is checked, else the sample, else the
/// types.
struct CheckTemplateTests {
  /// Returns a template with a column of each tested type.
  private static func template(sample: String? = nil) throws -> TemporaryFolder {
    let name = sample == nil ? "" : #""sample": "sample.csv","#
    let folder = try TemporaryFolder([
      "t.pass/template.json": """
      {\(name) "columns": {"serial": {}, "end": {"type": "date"}, "gone": {"type": "boolean"}}}
      """,
      "t.pass/pass.json": """
      {
        "formatVersion": 1, "organizationName": "o", "description": "d",
        "serialNumber": "{{ serial }}",
        "expirationDate": "{{ end }}",
        "voided": "{{ gone }}",
        "nfc": {"message": "{{ serial }}", "encryptionPublicKey": "\(key)"},
        "generic": {}
      }
      """,
    ])
    if let sample { try folder.add(["t.pass/sample.csv": sample]) }
    for (suffix, size) in [("", 38), ("@2x", 76), ("@3x", 114)] {
      try folder.add("t.pass/icon\(suffix).png", PNGImage.plain(width: size, height: size))
    }
    return folder
  }

  private static let key =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJdaaz4W32Cjg1FPv5KSL0v0qkTYmLeYMcpaDICfomw8="
  private static let header = "serial,end,gone\n"
  private static let long = String(repeating: "é", count: 33)

  private static func check(
    _ folder: TemporaryFolder, _ arguments: String...
  ) throws -> PasscBinary.Outcome {
    try PasscBinary.run(["check", "t.pass", "--as-of", "2026-01-02"] + arguments, in: folder.path)
  }

  @Test func leftoversOfProgramsAreReportedAtTheCell() throws {
    let folder = try Self.template()
    try folder.add([
      "rows.csv": Self.header + "A,2030-01-01T00:00:00Z,no\n${id},2030-01-01T00:00:00Z,no\n"
        + "undefined,2030-01-01T00:00:00Z,no\n"
    ])
    let run = try Self.check(folder, "--data", "rows.csv")
    for words in [
      "rows.csv:3:1: warning: serialNumber has the placeholder \"${id}\", which was not filled",
      "rows.csv:4:1: error: column \"serial\" is \"undefined\", which a program writes",
    ] { #expect(run.text.contains(words), "\(words)\n\(run.text)") }
    #expect(!run.text.contains("rows.csv:2:"), "\(run.text)")
    // The cell is in two places of the pass, and is reported once.
    #expect(!run.text.contains("message has"), "\(run.text)")
  }

  @Test func everyRowIsJudgedAtTheCellWithItsSerialNumber() throws {
    let folder = try Self.template()
    try folder.add([
      "rows.csv": Self.header + "A,2030-01-01T00:00:00Z,no\n\(Self.long),2030-01-01T00:00:00Z,no\n"
        + "C,2020-01-01T00:00:00Z,no\nD,soon,no\nE,2030-01-01T00:00:00Z,perhaps\n"
    ])
    let run = try Self.check(folder, "--data", "rows.csv")
    #expect(run.status == 1, "\(run.text)\(run.errors)")
    for words in [
      "rows.csv:3:1: error: NFC message is 66 bytes", "rows.csv:4:3: warning:",
      "rows.csv:5:3: error:", "rows.csv:6:24: error:",
      "t.pass/pass.json:6:22: note: used here, as /nfc/message",
    ] { #expect(run.text.contains(words), "\(words)\n\(run.text)") }
    let json = try Self.check(folder, "--data", "rows.csv", "--format", "json")
    let line = try #require(
      json.text.split(separator: "\n").first { $0.contains("nfc.message.tooLong") })
    #expect(line.contains("\"serial\":\"\(Self.long)\""), "\(line)")
  }

  @Test func withoutDataTheSampleIsJudged() throws {
    let folder = try Self.template(
      sample: Self.header + "A,2030-01-01T00:00:00Z,no\n\(Self.long),2030-01-01T00:00:00Z,no\n")
    let run = try Self.check(folder)
    #expect(run.status == 1)
    #expect(
      run.text.contains("t.pass/sample.csv:3:1: error: NFC message is 66 bytes"), "\(run.text)")
  }

  @Test func withoutASampleOnlyWhatDoesNotHangOnValuesIsSaid() throws {
    let folder = try Self.template()
    let fine = try Self.check(folder)
    #expect(fine.status == 0 && fine.text.contains("no errors, no warnings"), "\(fine.text)")
    let text = String(decoding: try Disk.read(folder("t.pass/pass.json")), as: UTF8.self)
    try folder.add([
      "t.pass/pass.json": text.replacing(
        "\"generic\": {}", with: #""generic": {"primaryFields": [{"key": "a"}]}, "logoTextt": "a""#)
    ])
    let wrong = try Self.check(folder)
    #expect(wrong.status == 1)
    #expect(
      wrong.text.contains("[key.required.missing]") && wrong.text.contains("[key.name.unknown]"))
    #expect(!wrong.text.contains("stand-in"), "\(wrong.text)")
  }

  /// A string column for a boolean value is an error for every row.
  @Test func placeholdersAreJudgedByTheirType() throws {
    let folder = try Self.template()
    let text = String(decoding: try Disk.read(folder("t.pass/pass.json")), as: UTF8.self)
    try folder.add(["t.pass/pass.json": text.replacing("{{ gone }}", with: "{{ serial }}")])
    let run = try Self.check(folder)
    #expect(run.status == 1)
    #expect(
      run.text.contains("t.pass/pass.json:5:13: error:")
        && run.text.contains("[template.placeholder.typeMismatch]"), "\(run.text)")
  }

  /// An error in another cell must not hide that two customers have the same serial number.
  @Test(arguments: [
    ["A,2030-01-01T00:00:00Z,no", "A,2031-01-01T00:00:00Z,no"],
    ["A,2030-01-01T00:00:00Z,no", "A,soon,no"], ["A,soon,no", "A,2030-01-01T00:00:00Z,no"],
    ["A,soon,no", "A,2030-01-01T00:00:00Z,perhaps"],
  ])
  func aRepeatedSerialNumberIsSaidWhateverElseIsWrongWithTheRows(rows: [String]) throws {
    let folder = try Self.template()
    try folder.add(["rows.csv": Self.header + rows.joined(separator: "\n") + "\n"])
    let run = try Self.check(folder, "--data", "rows.csv")
    #expect(run.status == 1)
    #expect(
      run.text.contains("rows.csv:3:1: error: serial number \"A\" occurs twice in the data")
        && run.text.contains("rows.csv:2:1: note: first used here"), "\(run.text)\(run.errors)")
  }

  /// Every error is reported once. A placeholder of the wrong type must not hide errors in colours
  /// and dates, or an unused entry of `allow`.
  @Test(arguments: [false, true])
  func aFaultyPlaceholderHidesNothingElse(hasData: Bool) throws {
    let folder = try Self.template()
    let text = String(decoding: try Disk.read(folder("t.pass/pass.json")), as: UTF8.self)
    let settings = String(decoding: try Disk.read(folder("t.pass/template.json")), as: UTF8.self)
    try folder.add([
      "t.pass/pass.json": text.replacing("{{ gone }}", with: "{{ serial }}").replacing(
        "\"generic\"", with: #""backgroundColor": "rgb(1-2-3)", "generic""#),
      "t.pass/template.json": settings.replacing(
        "\"columns\"", with: #""allow": {"image.icon.scaleMissing": "a reason"}, "columns""#),
      "rows.csv": Self.header + "A,2030-01-01T00:00:00Z,no\nA,soon,no\n",
    ])
    let run =
      hasData
      ? try Self.check(folder, "--format", "json", "--data", "rows.csv")
      : try Self.check(folder, "--format", "json")
    #expect(run.status == 1)
    let codes = run.text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"code\":\"").dropFirst().first?.prefix { $0 != "\"" }
    }.map(String.init)
    #expect(codes.count { $0 == "template.placeholder.typeMismatch" } == 1, "\(run.text)")
    #expect(codes.contains("colour.value.invalid"), "\(run.text)")
    #expect(!codes.contains { $0.hasPrefix("key.") }, "\(run.text)")
    if hasData {
      #expect(codes.contains("serial.repeated") && codes.contains("template.allow.unused"))
    }
  }

  /// Errors of template.json, of a condition and of a member name must not hide others.
  @Test func faultsOfTheSettingsHideNothingElse() throws {
    let folder = try Self.template()
    let settings = String(decoding: try Disk.read(folder("t.pass/template.json")), as: UTF8.self)
    let text = String(decoding: try Disk.read(folder("t.pass/pass.json")), as: UTF8.self)
    try folder.add([
      "t.pass/template.json": settings.replacing(
        "\"columns\"",
        with:
          #""sample": 7, "colums": {}, "include": ["none.txt"], "allow": {"a.b": ""}, "columns""#),
      "t.pass/pass.json": text.replacing(
        "\"generic\": {}",
        with: #"""
          "backgroundColor": "rgb(1-2-3)", "generic": {"secondaryFields": [
            {"$if": true, "key": "a", "value": "x"}, {"key": "b", "value": "y", "{{ serial }}": 1}]}
          """#),
    ])
    let run = try Self.check(folder, "--format", "json")
    #expect(run.status == 1)
    let codes = run.text.split(separator: "\n").compactMap { line in
      line.split(separator: "\"code\":\"").dropFirst().first?.prefix { $0 != "\"" }
    }.map(String.init)
    #expect(
      codes.sorted() == [
        "colour.value.invalid", "template.allow.noReason", "template.condition.invalid",
        "template.include.missing", "template.placeholder.inName", "template.setting.invalid",
        "template.setting.unknown",
      ], "\(run.text)")
  }

  // MARK: Checks that depend on values

  /// Returns a template with these members of pass.json, a column of each type and no sample.
  private static func template(
    with members: String, strings: String? = nil,
    columns: String = #""t": {}, "n": {"type": "integer"}, "d": {"type": "date"}"#,
    isOptional: Bool = false
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "t.pass/template.json": """
      {"columns": {"s": {}, "j": {"type": "json", "optional": \(isOptional)}, \(columns),
        "o": {"optional": true}}}
      """,
      "t.pass/pass.json": """
      {"formatVersion": 1, "organizationName": "o", "description": "d", "serialNumber": "{{ s }}",
        \(members)}
      """,
    ])
    if let strings { try folder.add(["t.pass/de.lproj/pass.strings": strings]) }
    for (suffix, size) in [("", 38), ("@2x", 76), ("@3x", 114)] {
      try folder.add("t.pass/icon\(suffix).png", PNGImage.plain(width: size, height: size))
    }
    return folder
  }

  /// Returns the findings as code and location.
  private static func findings(_ run: PasscBinary.Outcome) -> [String] {
    run.text.split(separator: "\n").filter { $0.contains("\"severity\":") }.map { line in
      func value(_ name: String) -> Substring {
        line.split(separator: "\"\(name)\":", maxSplits: 1).dropFirst().first?
          .prefix { $0 != "," && $0 != "}" } ?? ""
      }
      return "\(value("code")) \(value("file")):\(value("line"))"
        .replacing("\"", with: "")
    }
  }

  @Test(arguments: [
    #""generic": {}, "userInfo": "{{ j }}""#, #""generic": {}, "nfc": "{{ j }}""#,
    #""generic": {}, "semantics": "{{ j }}""#, #""generic": {}, "barcode": "{{ j }}""#,
    #""generic": "{{ j }}""#, #""generic": {}, "semantics": {"totalPrice": "{{ j }}"}"#,
    #""generic": {"primaryFields": ["{{ j }}"]}"#, #""generic": {"primaryFields": "{{ j }}"}"#,
    #""generic": {}, "locations": ["{{ j }}"]"#, #""generic": {}, "locations": "{{ j }}""#,
    #""generic": {}, "barcodes": ["{{ j }}"]"#, #""generic": {}, "barcodes": "{{ j }}""#,
    #""generic": {}, "relevantDates": "{{ j }}", "associatedStoreIdentifiers": "{{ j }}""#,
    #""eventTicket": {}, "preferredStyleSchemes": "{{ j }}", "semantics": "{{ j }}""#,
    #""boardingPass": {"transitType": "{{ s }}"}, "semantics": {"seats": "{{ j }}"}"#,
    #"""
    "coupon": {}, "relevantDates": [{"startDate": "{{ d }}", "endDate": "2031-01-01T10:00:00Z"}]
    """#,
    #"""
    "generic": {"primaryFields": [{"key": "{{ s }}", "value": 1, "label": "x"}],
      "secondaryFields": [{"key": "{{ t }}", "value": 1, "label": "x"}]}
    """#,
  ])
  func nothingIsSaidOfValuesThatNobodyHasGiven(members: String) throws {
    let folder = try Self.template(with: members)
    let run = try Self.check(folder, "--format", "json")
    #expect(run.status == 0, "\(run.text)\(run.errors)")
    #expect(Self.findings(run) == [], "\(run.text)")
  }

  @Test func aTranslationFromARowIsNotJudgedWithoutIt() throws {
    let folder = try Self.template(
      with: #"""
        "generic": {"primaryFields":
          [{"key": "a", "value": 1, "label": "x", "changeMessage": "now %@"}]}
        """#, strings: #""now %@" = "{{ s }}";"#)
    let run = try Self.check(folder, "--format", "json")
    #expect(!run.text.contains("placeholderLost"), "\(run.text)")
    try folder.add(["t.pass/de.lproj/pass.strings": #""now %@" = "jetzt";"#])
    #expect(try Self.check(folder).text.contains("placeholderLost"))
  }

  /// Errors that do not depend on a value are reported without data, also in a conditional object.
  @Test func literalFaultsAreSaidBesideValuesNobodyHasGiven() throws {
    let folder = try Self.template(
      with: #"""
        "userInfo": "{{ j }}",
        "backgroundColor": "red",
        "generic": {"secondaryFields": [{"$if": "o", "key": "a", "label": "{{ s }}",
          "value": 1, "textAlignment": "left"}]}
        """#)
    let run = try Self.check(folder, "--format", "json")
    let found = Self.findings(run)
    #expect(found.contains("colour.value.invalid t.pass/pass.json:3"), "\(run.text)")
    #expect(found.contains { $0.hasSuffix("t.pass/pass.json:5") }, "\(run.text)")
    #expect(found.count == 2, "\(run.text)")
  }

  // MARK: Rows with errors

  /// An invalid cell hides neither other cells of its row nor errors of the template.
  @Test func aRefusedCellHidesNothingElse() throws {
    let folder = try Self.template(
      with:
        #""generic": {}, "backgroundColor": "{{ t }}", "foregroundColor": "red", "userInfo": {"n": "{{ n }}"}"#,
      columns: #""t": {}, "n": {"type": "integer"}"#, isOptional: true)
    try folder.add(["rows.csv": "s,t,n\nA,red,x\nB,green,y\n"])
    let run = try Self.check(folder, "--data", "rows.csv", "--format", "json")
    #expect(run.status == 1)
    #expect(
      Self.findings(run).sorted() == [
        "colour.value.invalid rows.csv:2", "colour.value.invalid rows.csv:3",
        "colour.value.invalid t.pass/pass.json:2", "data.integer.invalid rows.csv:2",
        "data.integer.invalid rows.csv:3",
      ], "\(run.text)")
    #expect(run.text.contains(#""serial":"A""#), "\(run.text)")
    // None of the rows can be read.
    try folder.add(["rows.csv": "s,wrong\nA,red\n"])
    let unread = try Self.check(folder, "--data", "rows.csv", "--format", "json")
    #expect(
      Self.findings(unread).contains("colour.value.invalid t.pass/pass.json:2"), "\(unread.text)")
  }

  @Test func aFaultyTranslationHidesNothingElse() throws {
    let folder = try Self.template(
      with: #""generic": {}, "backgroundColor": "red""#, strings: #""NAME" "Name";"#)
    let run = try Self.check(folder, "--format", "json")
    #expect(
      Self.findings(run).sorted() == [
        "colour.value.invalid t.pass/pass.json:2",
        "strings.syntax.invalid t.pass/de.lproj/pass.strings:1",
      ], "\(run.text)")
  }

  /// An image is checked for each row that names it, and the diagnostic has the row.
  @Test func aPicturesFaultNamesItsRow() throws {
    let folder = try Self.template(
      with: #""generic": {}, "userInfo": {"n": "{{ n }}"}"#,
      columns:
        #""n": {"type": "integer", "optional": true}, "p": {"type": "file", "optional": true}"#,
      isOptional: true)
    let settings = String(decoding: try Disk.read(folder("t.pass/template.json")), as: UTF8.self)
    try folder.add([
      "t.pass/template.json": settings.replacing(
        "\"columns\"", with: #""images": {"thumbnail.png": "{{ p }}"}, "columns""#),
      "bad.png": "no picture", "rows.csv": "s,p,n\nA,bad.png,x\nB,bad.png,\nC,,\n",
    ])
    let run = try Self.check(folder, "--data", "rows.csv", "--format", "json")
    let lines = run.text.split(separator: "\n").filter { $0.contains("\"file\":\"bad.png\"") }
    #expect(!lines.isEmpty && lines.count.isMultiple(of: 2), "\(run.text)")
    for (serial, line) in [("A", 2), ("B", 3)] {
      #expect(
        lines.contains {
          $0.contains("\"serial\":\"\(serial)\"") && $0.contains("\"line\":\(line)")
        }, "\(run.text)")
    }
  }

  // MARK: The type of a column

  /// No row can give a number for a string column, so this is reported once at the template, with
  /// and without data.
  @Test(arguments: [
    (#""value": "{{ t }}", "currencyCode": "EUR""#, "a number next to currencyCode", "text"),
    (
      #""value": "{{ t }} EUR", "currencyCode": "EUR""#,
      "text, Wallet expects a number next to currencyCode", "column"
    ),
    (#""value": "{{ d }}", "numberStyle": "PKNumberStyleDecimal""#, "next to numberStyle", "date"),
    (
      #""value": "{{ n }}", "dateStyle": "PKDateStyleShort""#, "a date next to dateStyle", "integer"
    ),
  ])
  func aColumnWhoseTypeNeverFitsTheStyleIsSaidAtTheTemplate(
    field: String, words: String, type: String
  ) throws {
    let folder = try Self.template(
      with: #""generic": {"primaryFields": [{"key": "a", "label": "x", \#(field)}]}"#)
    try folder.add([
      "rows.csv":
        "s,t,n,d,j\nA,x,1,2031-01-01T10:00:00Z,{}\nB,y,2,2031-01-01T10:00:00Z,{}\n"
    ])
    for arguments in [[], ["--data", "rows.csv"]] {
      let run = try PasscBinary.run(
        ["check", "t.pass", "--as-of", "2026-01-02", "--format", "json"] + arguments,
        in: folder.path)
      #expect(
        Self.findings(run) == ["template.placeholder.typeMismatch t.pass/pass.json:2"],
        "\(run.text)")
      #expect(run.text.contains(words) && run.text.contains(type), "\(run.text)")
    }
  }

  /// On the back Wallet only warns, so rows are built.
  @Test func aStyleOnTheBackRefusesNoColumn() throws {
    let folder = try Self.template(
      with:
        #""generic": {"backFields": [{"key": "a", "label": "x", "value": "{{ t }}", "currencyCode": "EUR"}]}"#
    )
    #expect(!(try Self.check(folder).text.contains("typeMismatch")))
  }

  /// An optional field changes the index of those after it. An error of the template is still
  /// reported only once.
  @Test func aFaultOfTheTemplateIsSaidOnceWhateverFieldsARowHas() throws {
    let folder = try TemporaryFolder([
      "t.pass/template.json": #"{"columns": {"d": {"type": "date"}, "o": {"optional": true}}}"#,
      "t.pass/pass.json": """
      {"formatVersion": 1, "serialNumber": "{{ d }}", "organizationName": "o", "description": "d",
       "generic": {"backFields": [{"$if": "o", "key": "o", "value": "{{ o }}"},
        {"key": "d", "label": "x", "value": "{{ d }}", "dateStyle": "PKDateStyleLong"}]}}
      """,
      "rows.csv": "d,o\n2031-01-01T10:00:00Z,x\n2031-01-02T10:00:00Z,\n2031-01-03T10:00:00Z,y\n",
    ])
    let run = try PasscBinary.run(
      ["check", "t.pass", "--data", "rows.csv", "--as-of", "2026-01-02", "--format", "json"],
      in: folder.path)
    let moving = run.text.split(separator: "\n").filter { $0.contains("movesWithZone") }
    #expect(moving.count == 1, "\(run.text)")
  }
}
