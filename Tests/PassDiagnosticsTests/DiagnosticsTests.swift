// SPDX-License-Identifier: Apache-2.0

import PassReport
import PassTesting
import Testing

@testable import PassDiagnostics

struct LocationTests {
  static func location(of offset: Int, in text: String, firstLine: Int = 1) -> Location? {
    var table = SourceTable()
    let number = table.add(Source(name: "a", bytes: Array(text.utf8), firstLine: firstLine))
    return table.location(of: Origin(source: number, offset: offset))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let offset: Int
    let line: Int
    let column: Int
    var testDescription: String { "byte \(offset) of \(text.debugDescription)" }
  }

  @Test(arguments: [
    Case(text: "", offset: 0, line: 1, column: 1),
    Case(text: "abc", offset: 2, line: 1, column: 3),
    Case(text: "a\nb", offset: 1, line: 1, column: 2),
    Case(text: "a\nb", offset: 2, line: 2, column: 1),
    Case(text: "a\rb", offset: 2, line: 2, column: 1),
    Case(text: "a\r\nb", offset: 3, line: 2, column: 1),
    Case(text: "a\r\nb", offset: 2, line: 1, column: 3),
    Case(text: "a\n\r\n\rb", offset: 5, line: 4, column: 1),
    Case(text: "\t\tx", offset: 2, line: 1, column: 3),
    Case(text: "é😀x", offset: 6, line: 1, column: 7),
    Case(text: "abc", offset: 99, line: 1, column: 4),
  ])
  func countsLinesOfAllKindsAndColumnsInBytes(_ example: Case) {
    let location = Self.location(of: example.offset, in: example.text)
    #expect(location?.line == example.line)
    #expect(location?.column == example.column)
  }

  /// In large sources the search starts at cached marks and not at the beginning.
  @Test func findsTheSamePlaceInLargeSources() {
    var text: [UInt8] = []
    var line = 1
    var starts: [(line: Int, start: Int)] = [(1, 0)]
    while text.count < 300_000 {
      text += [UInt8](repeating: 0x61, count: text.count % 997)
      text += line % 3 == 0 ? [0x0D, 0x0A] : line % 3 == 1 ? [0x0A] : [0x0D]
      line += 1
      starts.append((line, text.count))
    }
    var table = SourceTable()
    let number = table.add(Source(name: "a", bytes: text, firstLine: 1))
    for (line, start) in starts where start < text.count && text[start] != 0x0A {
      let place = table.location(of: Origin(source: number, offset: start))
      #expect(place?.line == line && place?.column == 1, "offset \(start)")
    }
    for offset in stride(from: 65_530, to: 65_545, by: 1) {
      let place = table.location(of: Origin(source: number, offset: offset))
      let expected = starts.last { $0.start <= offset }
      #expect(place?.line == expected?.line)
      #expect(place?.column == offset - (expected?.start ?? 0) + 1)
    }
  }

  @Test func rowOfDataStartsAtItsOwnLine() {
    #expect(Self.location(of: 2, in: "a\nb", firstLine: 17)?.line == 18)
  }

  @Test func currentRowIsReplacedWithoutGrowingTheTable() {
    var table = SourceTable()
    table.setRow(Source(name: "members.csv", bytes: Array("x,y".utf8), firstLine: 4))
    let origin = Origin(source: SourceTable.row, offset: 2)
    #expect(table.location(of: origin)?.description == "members.csv:4:3")
    table.setRow(Source(name: "members.csv", bytes: Array("x,y".utf8), firstLine: 5))
    #expect(table.location(of: origin)?.description == "members.csv:5:3")
    table.setRow(nil)
    #expect(table.location(of: origin) == nil)
  }

  @Test func valueNobodyWroteHasNoPlace() {
    #expect(SourceTable().location(of: .none) == nil)
    #expect(SourceTable().location(of: Origin(source: 3, offset: 0)) == nil)
    #expect(Origin.none.advanced(by: 5) == .none)
  }

  /// Bytes for the terminal and JSON. UTF-16 code units for editors and code scanning services.
  @Test(arguments: [
    ("abc", 4, 4), ("é", 3, 2), ("€", 4, 2), ("😀", 5, 3), ("aé€😀", 11, 6), ("😀\né", 3, 2),
    ("\u{FEFF}é", 6, 2), ("x\n\u{FEFF}", 4, 2),
  ])
  func columnsAreCountedInBytesAndInUTF16(text: String, column: Int, utf16Column: Int) throws {
    var table = SourceTable()
    let source = table.add(Source(name: "pass.json", bytes: Array((text + "!").utf8)))
    let place = try #require(
      table.location(of: Origin(source: source, offset: text.utf8.count)))
    #expect(place.column == column)
    #expect(place.utf16Column == utf16Column)
    #expect(place.moved(to: "a/pass.json").utf16Column == utf16Column)
  }

  @Test func printsTheArchiveBeforeItsEntry() {
    let location = Location(bundle: "all.pkpasses!a.pkpass", file: "pass.json", line: 2, column: 7)
    #expect(location.description == "all.pkpasses!a.pkpass!pass.json:2:7")
    #expect(Location(file: "icon.png").description == "icon.png")
  }
}

struct ReportTests {
  @Test func saysWhereTheTemplateUsesAValueOfTheRow() throws {
    var report = Report()
    let template = report.sources.add(
      Source(name: "gym.pass/pass.json", bytes: Array("{\n  \"a\"".utf8)))
    report.sources.setRow(
      Source(name: "members.csv", bytes: Array("1,toolong".utf8), firstLine: 18))
    let place = Place(
      origin: Origin(source: SourceTable.row, offset: 2),
      usedAt: Origin(source: template, offset: 4), pointer: "/nfc/message")
    report(finding(), "too long", at: place)
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.location?.description == "members.csv:18:3")
    #expect(diagnostic.pointer == "/nfc/message")
    #expect(diagnostic.notes.map(\.message) == ["used here, as /nfc/message"])
    #expect(diagnostic.notes.first?.location?.description == "gym.pass/pass.json:2:3")
  }

  @Test func fallsBackToThePlaceOfUseForAComputedValue() {
    var report = Report()
    let source = report.sources.add(Source(name: "pass.json", bytes: Array("{}".utf8)))
    report(finding(), "m", at: Place(usedAt: Origin(source: source, offset: 1)))
    #expect(report.diagnostics.first?.location?.description == "pass.json:1:2")
  }

  @Test func endsAStageOnlyWhenThereAreErrors() throws {
    var report = Report()
    report(finding("a.b.c", .warning), "w", at: Place.nowhere)
    try report.throwIfRejected()
    report(finding(), "e", at: Place.file("x"))
    var rejected: DiagnosticsError?
    do { try report.throwIfRejected() } catch { rejected = error }
    #expect(rejected?.diagnostics.map(\.message) == ["w", "e"])
  }

  @Test func ordersByPlaceThenCodeThenMessage() {
    var report = Report()
    let source = report.sources.add(Source(name: "b", bytes: Array("12\n3".utf8)))
    report(finding("b.a.a"), "9", at: Origin(source: source, offset: 3))
    report(finding("b.a.b"), "6", at: Origin(source: source, offset: 1))
    report(finding("b.a.a"), "5", at: Origin(source: source, offset: 1))
    report(finding("b.a.a"), "4", at: Origin(source: source, offset: 1))
    report(finding("z.z.z"), "2", at: Place.file("a"))
    report(finding("z.z.z"), "3", at: Place.file("b"))
    report(finding("z.z.z"), "1", at: Place.nowhere)
    #expect(report.sorted.map(\.message) == ["1", "2", "3", "4", "5", "6", "9"])
  }
}

struct ReportLimitTests {
  @Test func aThousandOfOneKindArePlacedAndTheRestIsSaidOnce() {
    var report = Report()
    let source = report.sources.add(Source(name: "a", bytes: Array(repeating: 0x61, count: 5_000)))
    for offset in 0..<3_000 {
      report(finding("area.one.many"), "again", at: Origin(source: source, offset: offset))
    }
    report(finding("area.two.once"), "once", at: Origin(source: source, offset: 0))
    #expect(report.diagnostics.count { $0.message == "again" } == Report.limitPerCode)
    let rest = report.diagnostics.filter { $0.message.contains("more than 1000") }
    #expect(rest.map(\.code) == ["area.one.many"])
    #expect(report.diagnostics.last?.code == "area.two.once")
  }
}

struct TextWriterTests {
  @Test func printsPlaceMessageCodeNotesAndHelp() {
    let diagnostic = Diagnostic(
      finding: finding("nfc.message.tooLong"),
      message: "NFC message is 71 bytes, the limit is 64",
      location: Location(file: "data/members.csv", line: 18, column: 9), pointer: "/nfc/message",
      notes: [
        .init(
          location: Location(file: "templates/gym/pass.json", line: 14, column: 16),
          pointer: "/nfc/message", message: "used here, as /nfc/message")
      ])
    #expect(
      TextWriter().text(of: [diagnostic]) == """
        data/members.csv:18:9: error: NFC message is 71 bytes, the limit is 64 \
        [nfc.message.tooLong]
        templates/gym/pass.json:14:16: note: used here, as /nfc/message
        help: do it

        """)
  }

  @Test func namesItselfWhenThereIsNoPlace() {
    let diagnostic = Diagnostic(finding: finding(), message: "m", location: nil, help: "")
    #expect(TextWriter().text(of: [diagnostic]) == "passc: error: m [area.subject.complaint]\n")
  }

  @Test func coloursOnlyWhenAsked() {
    let diagnostic = Diagnostic(finding: finding(), message: "m", location: nil)
    #expect(!TextWriter().text(of: [diagnostic]).contains("\u{1B}"))
    #expect(TextWriter(colour: true).text(of: [diagnostic]).contains("\u{1B}[1;31merror:"))
  }

  @Test func hidesNotesUnlessAsked() {
    let note = Diagnostic(finding: finding("a.b.c", .note), message: "m", location: nil, help: "")
    #expect(TextWriter().text(of: [note]).isEmpty)
    #expect(TextWriter(showsNotes: true).text(of: [note]) == "passc: note: m [a.b.c]\n")
  }

  @Test func countsWhatItDoesNotPrint() {
    let many = (0..<5).map {
      Diagnostic(
        finding: finding("a.b.c", .warning), message: "m\($0)", location: nil, help: "")
    }
    #expect(
      TextWriter(limitPerCode: 3).text(of: many) == """
        passc: warning: m0 [a.b.c]
        passc: warning: m1 [a.b.c]
        passc: warning: m2 [a.b.c]
        and 2 more [a.b.c]

        """)
  }

  @Test(arguments: [
    ("plain é 😀", "plain é 😀"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb", "a\\u{A}b"),
    ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"), ("a\u{202E}b", "a\\u{202E}b"), ("\0", "\\u{0}"),
    ("\u{2028}", "\\u{2028}"), ("e\u{301}", "e\u{301}"),
  ])
  func makesControlCharactersVisible(_ text: String, _ printed: String) {
    #expect(TextWriter.printable(text) == printed)
  }

  @Test func makesLineBreaksVisible() {
    let diagnostic = Diagnostic(
      finding: finding(), message: "a\nb", location: Location(file: "x\ny"), help: "1\n2")
    #expect(
      TextWriter().text(of: [diagnostic])
        == "x\\u{A}y: error: a\\u{A}b [area.subject.complaint]\nhelp: 1\\u{A}2\n")
  }
}

struct PolicyTests {
  static func severities(
    _ policy: Policy, _ findings: [Finding]
  ) -> [String] {
    policy.applied(
      to: findings.map { Diagnostic(finding: $0, message: "m", location: nil) }
    ).map { "\($0.code) \($0.severity.rawValue)" }
  }

  static let findings = [
    finding("a.b.c", .warning), finding("a.bb.c", .error, .convention("us")),
    finding("d.b.c", .error, .documented("page")), finding("d.e.f", .note),
  ]

  @Test func changesNothingByItself() {
    #expect(
      Self.severities(Policy(), Self.findings)
        == ["a.b.c warning", "a.bb.c error", "d.b.c error", "d.e.f note"])
  }

  @Test func strictRaisesWarningsAndNoNotes() {
    #expect(
      Self.severities(Policy(isStrict: true), Self.findings)
        == ["a.b.c error", "a.bb.c error", "d.b.c error", "d.e.f note"])
  }

  @Test func denyRaisesByCodeOrPrefixEvenNotes() {
    #expect(
      Self.severities(Policy(denied: ["a.b", "d.e.f"]), Self.findings)
        == ["a.b.c error", "a.bb.c error", "d.b.c error", "d.e.f error"])
  }

  @Test func documentedErrorsCannotBeAllowed() {
    #expect(Self.severities(Policy(allowed: ["*"]), Self.findings) == ["d.b.c error"])
  }

  @Test func denyWinsOverAllow() {
    #expect(
      Self.severities(Policy(denied: ["a.b.c"], allowed: ["a"]), Self.findings)
        == ["a.b.c error", "d.b.c error", "d.e.f note"])
  }

  @Test func allowSilencesAWarningBeforeStrictRaisesIt() {
    #expect(
      Self.severities(Policy(isStrict: true, allowed: ["a.b.c"]), Self.findings)
        == ["a.bb.c error", "d.b.c error", "d.e.f note"])
  }

  @Test(arguments: [
    ("image.strip.size", true), ("image", true), ("image.", true), ("image.*", true),
    ("image.strip", true), ("image.str", false), ("imag", false), ("image.strip.siz", false),
    ("*", true), ("", false), (".", false), ("image.strip.size.x", false),
  ])
  func prefixesEndAtADot(_ pattern: String, _ matches: Bool) {
    #expect(Policy.matches(pattern, "image.strip.size") == matches)
  }
}

struct EffectTests {
  @Test(arguments: [
    (Effect.refused, Severity.error, Effect.refused), (.refused, .warning, .maybeRefused),
    (.refused, .note, .maybeRefused), (.wrong, .error, .wrong), (.wrong, .warning, .style),
  ])
  func aFaultTakenMoreLightlyHasALighterEffect(
    _ effect: Effect, _ severity: Severity, _ expected: Effect
  ) {
    let finding = Finding(
      "area.subject.complaint", .error, effect: effect, why: "Because.", help: "do it",
      source: .documented("a page"), wrong: "a", right: "b")
    var report = Report()
    report(finding, "x", at: Place.file("a"), severity: severity)
    #expect(report.diagnostics.map(\.finding.effect) == [expected])
    #expect(report.diagnostics.map(\.severity) == [severity])
  }

  /// A reader may be stricter with the author's own text.
  @Test(arguments: [
    (Effect.maybeRefused, Effect.refused), (.ignored, .wrong), (.style, .wrong),
  ])
  func aFaultTakenMoreHeavilyHasTheEffectOfAnError(_ effect: Effect, _ expected: Effect) {
    let finding = Finding(
      "area.subject.complaint", .warning, effect: effect, why: "Because.", help: "do it",
      source: .documented("a page"), wrong: "a", right: "b")
    var report = Report()
    report(finding, "x", at: Place.file("a"), severity: .error)
    let diagnostic = report.diagnostics[0]
    #expect(diagnostic.finding.effect == expected)
    let moved = diagnostic.at(Location(file: "b"))
    #expect(moved.finding.effect == expected && moved.severity == .error)
  }

  /// The effect in Wallet does not depend on the policy of a run.
  @Test func aPolicyChangesNoEffect() {
    let finding = Finding(
      "area.subject.complaint", .warning, effect: .style, why: "Because.", help: "do it",
      source: .documented("a page"), wrong: "a", right: "b")
    var diagnostic = Diagnostic(finding: finding, message: "x", location: nil)
    diagnostic.severity = .error
    #expect(diagnostic.at(Location(file: "b")).finding.effect == .style)
    #expect(diagnostic.placed { $0.inside("c") }.finding.effect == .style)
  }
}

struct NearestNameTests {
  static let known = [
    "serialNumber", "description", "organizationName", "backgroundColor", "foregroundColor",
    "label", "value", "nfc", "webServiceURL", "locations", "barcode", "barcodes",
  ]

  @Test(arguments: [
    ("serialnumber", "serialNumber"), ("serial_number", "serialNumber"),
    ("serailNumber", "serialNumber"), ("serialNumer", "serialNumber"),
    ("organisationName", "organizationName"), ("decription", "description"),
    ("backgroundColour", "backgroundColor"), ("background-color", "backgroundColor"),
    ("webserviceUrl", "webServiceURL"), ("lable", "label"), ("NFC", "nfc"),
    ("barcods", "barcode"), ("Location", "locations"),
  ])
  func findsWhatWasMeant(_ typed: String, _ meant: String) {
    #expect(NearestName.of(typed, among: Self.known) == meant)
  }

  @Test(arguments: ["modID", "x", "", "customerTier", "nf", "fieldsOfTheRewardsProgram"])
  func doesNotGuessWildly(_ typed: String) {
    #expect(NearestName.of(typed, among: Self.known) == nil)
  }

  /// What all values begin with says nothing: `Middel` is nearer to none of them.
  @Test func whatAllNamesBeginWithDoesNotCount() {
    let styles = ["None", "Short", "Medium", "Long", "Full"].map { "PKDateStyle" + $0 }
    #expect(NearestName.of("PKDateStyleMedum", among: styles) == "PKDateStyleMedium")
    #expect(NearestName.of("pkdatestylelong", among: styles) == "PKDateStyleLong")
    #expect(NearestName.of("PKDateStyleToday", among: styles) == nil)
    #expect(NearestName.of("PKDateStyle", among: styles) == nil)
    #expect(NearestName.of("gym.pas", among: ["gym.pass", "gym.pkpass"]) == "gym.pass")
  }

  /// For help that lists what there is to choose from.
  @Test(arguments: [
    ("name", ["Stadt", "Vorname", "Namen"], ["Namen", "Vorname", "Stadt"]),
    ("points", ["a", "Punkte", "b"], ["Punkte", "a", "b"]), ("", ["b", "a"], ["b", "a"]),
    ("Mitglieds-Nr.", ["Kunde", "Mitgliedsnummer"], ["Mitgliedsnummer", "Kunde"]),
  ])
  func ordersNamesByTheirSimilarity(_ name: String, _ known: [String], _ ordered: [String]) {
    #expect(NearestName.closest(3, to: name, among: known) == ordered)
    #expect(NearestName.closest(1, to: name, among: known) == [ordered[0]])
  }

  @Test func comparesLongNamesInBoundedTime() {
    let long = String(repeating: "x", count: 50_000)
    let names = (0..<1_000).map { "\(long)\($0)" }
    #expect(NearestName.closest(2, to: long, among: names) == Array(names.prefix(2)))
  }

  @Test func neverSuggestsTheNameItself() {
    #expect(NearestName.of("label", among: ["label"]) == nil)
  }
}
