// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

/// The text that is shown below a finding, with a mark under its place.
struct ExcerptTests {
  /// The lines between the message and the help.
  private static func lines(
    _ text: String, at offset: Int, shown: ShownPart = .line, style: ExcerptStyle = ExcerptStyle(),
    firstLine: Int = 1
  ) -> [String] {
    lines(Array(text.utf8), at: offset, shown: shown, style: style, firstLine: firstLine)
  }

  private static func lines(
    _ bytes: [UInt8], at offset: Int, shown: ShownPart = .line,
    style: ExcerptStyle = ExcerptStyle(), firstLine: Int = 1
  ) -> [String] {
    var report = Report()
    let source = Source(name: "f", bytes: bytes, firstLine: firstLine, shown: shown)
    let number = report.sources.add(source)
    report(finding("a.b.c", .error), "m", at: Origin(source: number, offset: offset))
    var writer = TextWriter()
    writer.excerpts = style
    return writer.text(of: report.diagnostics).split(separator: "\n").dropFirst()
      .prefix { !$0.hasPrefix("help:") }.map(String.init)
  }

  private static func offset(of part: String, in text: String) -> Int {
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
  }

  private static func lines(
    _ text: String, at part: String, style: ExcerptStyle = ExcerptStyle()
  ) -> [String] {
    lines(text, at: offset(of: part, in: text), style: style)
  }

  @Test func theLineIsShownWithAMarkUnderTheWholeValue() {
    let text = "{\n  \"foregroundColor\": \"red\",\n  \"x\": 1\n}\n"
    #expect(
      Self.lines(text, at: "\"red\"") == [
        #"  2 |   "foregroundColor": "red","#,
        "    |                      ^^^^^",
      ])
    #expect(Self.lines(text, at: "1\n").last == "    |        ^")
  }

  /// What a terminal shows left of the mark is as wide as the blanks before it.
  @Test(arguments: [
    ("\"会员\": \"x\"", 8), ("\t\"k\": \"x\"", 9), ("\"👨‍👩‍👧🇩🇪\": \"x\"", 8),
    ("\"e\u{301}o\u{308}\": \"x\"", 6), ("\"שלום\": \"x\"", 8),
    ("\"a\u{202E}b\": \"x\"", 14),
  ])
  func theMarkGoesByTheColumnsOfTheTerminal(_ line: String, columns: Int) {
    let shown = Self.lines(line, at: "\"x\"")
    #expect(shown.last == "    | " + String(repeating: " ", count: columns) + "^^^", "\(shown)")
  }

  @Test func controlCharactersAreShownByNumber() {
    let shown = Self.lines("\"\u{1B}]0;title\u{7}\u{1B}[2J\": x", at: "x")
    #expect(shown.first == #"  1 | "\u{1B}]0;title\u{7}\u{1B}[2J": x"#)
    #expect(!shown.joined().contains("\u{1B}"))
  }

  @Test(arguments: [20, 40, 80, 200])
  func aLongLineIsCutAroundThePlace(width: Int) throws {
    let text =
      String(repeating: "\"ключ\": 1, ", count: 200) + "\"here\": red"
      + String(repeating: ", \"键\": 2", count: 50_000)
    let shown = Self.lines(text, at: "red", style: ExcerptStyle(width: width))
    #expect(shown.count == 2)
    for line in shown { #expect(TextWidth.columns(of: line) <= width, "\(line)") }
    let line = try #require(shown.first)
    let mark = try #require(shown.last)
    let start = TextWidth.columns(of: String(mark.prefix { $0 != "^" }))
    var column = 0
    let rest = line.drop { character in
      defer { column += TextWidth.columns(of: character) }
      return column < start
    }
    #expect(rest.hasPrefix("red"), "\(line)\n\(mark)")
    #expect(line.contains("…") && mark.hasSuffix("^^^"), "\(line)")
  }

  @Test func bytesThatAreNoTextAreNotShown() {
    #expect(Self.lines([0x7B, 0, 0, 0x22], at: 3) == [])
    #expect(Self.lines([UInt8](1...31), at: 3) == [])
    #expect(Self.lines([], at: 0) == [])
    #expect(Self.lines(Array("caf".utf8) + [0xE9, 0x21], at: 3).first == #"  1 | caf\xE9!"#)
  }

  @Test func thePlaceAfterTheLastCharacterIsMarkedToo() {
    #expect(Self.lines("{ \"a\"", at: 5).last == "    |      ^")
    #expect(Self.lines("{ \"a\"\r\n}", at: 5) == [#"  1 | { "a""#, "    |      ^"])
  }

  // MARK: Secrets

  @Test(arguments: [
    #"{"authenticationToken": "s3cr3t-s3cr3t-s3cr3t", "x": 1}"#,
    #"{"authenticationTokne":"s3cr3t","x": 1}"#, #"{"authentication\u0054oken":"s3cr3t", "x": 1}"#,
    #"{"AuthToken" : "s3cr3t" , "x": 1}"#, "{\"password\":\n\"s3cr3t\", \"x\": 1}",
    #"{authenticationToken: s3cr3t, "x": 1}"#, #"{authenticationToken": "s3cr3t", "x": 1}"#,
    #"{authenticationToken: 12,s3cr3t, "x": 1}"#, #"{"apiKey": "s3cr3t", "x": 1}"#,
    #"{"tokens": ["s3cr3t", "s3cr3t"], "x": 1}"#,
    "\"authenticationToken\" = \"s3cr3t\n s3cr3t\"; \"x\": 1",
    #"{"k": "-----BEGIN PRIVATE KEY-----\nMIIs3cr3tMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ", "x": 1}"#,
  ])
  func secretsAreNotShownNextToThePlace(_ text: String) {
    let shown = Self.lines(text, at: "1}").joined() + Self.lines(text, at: "1").joined()
    #expect(!shown.contains("s3cr3t"), "\(shown)")
  }

  @Test(arguments: [
    "accessToken", "PASSWORD", "passwd", "passphrase", "client_secret", "credentials",
    "Authorization", "authenticated-by", "card number", "account_number", "pin", "PAN", "cvv",
    "apiKey", "public\u{200D}Key",
  ])
  func namesOfSecretsAreKnown(_ name: String) {
    #expect(SecretMask.isSecret(name: name))
  }

  @Test(arguments: ["key", "encryptionPublicKey", "spin", "panel", "value", "serialNumber", ""])
  func otherNamesAreNotSecret(_ name: String) {
    #expect(!SecretMask.isSecret(name: name))
  }

  @Test func aMarkedSecretIsMarkedAsAWhole() {
    #expect(
      Self.lines(#"{"authenticationToken": "short", "x": 1}"#, at: "\"short\"") == [
        #"  1 | {"authenticationToken": "***", "x": 1}"#, "    |                         ^^^^^",
      ])
  }

  /// The window of a minified file begins in the middle of the token.
  @Test func aSecretThatBeginsBeforeTheWindowIsHidden() {
    let text = #"{"authenticationToken":""# + String(repeating: "s3cr3t", count: 100) + #"","x":1}"#
    let shown = Self.lines(text, at: "1}", style: ExcerptStyle(width: 240))
    #expect(shown.first?.hasSuffix(#"***","x":1}"#) == true, "\(shown)")
    #expect(!shown.joined().contains("s3cr"), "\(shown)")
  }

  @Test func ordinaryKeysStayReadable() {
    let text = #"{"key": "member", "encryptionPublicKey": "MDkw", "value": 1}"#
    #expect(Self.lines(text, at: "1}").first == "  1 | " + text)
    let placeholder = #"{"authenticationToken": "{{ token }}", "x": 1}"#
    #expect(Self.lines(placeholder, at: "1}").first == "  1 | " + placeholder)
  }

  @Test func nothingIsShownOfASourceThatIsSecret() {
    var report = Report()
    report.sources.hidesText = true
    let source = report.sources.add(Source(name: "f", bytes: Array("{\"a\": 1}".utf8)))
    report(finding("a.b.c", .error), "m", at: Origin(source: source, offset: 6))
    #expect(report.diagnostics.first?.location?.excerpt == nil)
  }

  // MARK: Tables

  private static let header = TableHeader(
    delimiter: UInt8(ascii: ","), names: ["name", "points", "token"])

  @Test func ofATableTheCellAloneIsShownWithItsHeader() {
    #expect(
      Self.lines(
        "Ada Lovelace,12a,xyz", at: 13, shown: .cell(Self.header), firstLine: 18) == [
          "  18 | points: 12a", "     |         ^^^",
        ])
    #expect(
      Self.lines("\"Lovelace, \"\"Ada\"\"\",7,x", at: 0, shown: .cell(Self.header)).first
        == #"  1 | name: Lovelace, ""Ada"""#)
    #expect(
      Self.lines("Ada,,x", at: 4, shown: .cell(Self.header)) == [
        "  1 | points: ", "    |         ^",
      ])
    #expect(
      Self.lines("Ada,7,s3cr3t", at: 6, shown: .cell(Self.header)).first == "  1 | token: ***")
  }

  /// The rest of the row, or of the file, is in such a cell.
  @Test(arguments: [("\"Ada,12a,x\nGrace,7,y", 0), ("\"Ada\"x,12a", 5), ("\"Ada\"x,12a", 7)])
  func nothingIsShownWhereQuotesAreWrong(_ row: String, offset: Int) {
    #expect(Self.lines(row, at: offset, shown: .cell(Self.header)) == [])
  }

  @Test func nothingIsShownForACellThatIsMissing() {
    #expect(Self.lines("Ada,7", at: 5, shown: .cell(Self.header)) == [])
    #expect(
      Self.lines("Ada,7,", at: 6, shown: .cell(Self.header)) == [
        "  1 | token: ", "    |        ^",
      ])
  }

  @Test func aCellIsCutAtFortyCharacters() {
    let cell = String(repeating: "会", count: 100)
    let shown = Self.lines("\(cell),7,x", at: 0, shown: .cell(Self.header))
    #expect(TextWidth.columns(of: shown[0]) <= "  1 | name: ".count + 40, "\(shown)")
    #expect(shown[0].hasSuffix("…"))
  }

  @Test func ofARowOfJSONTheMemberAloneIsShown() {
    let row = #"{"name":"Ada Lovelace","points":"12a","mail":"ada@example.com"}"#
    #expect(
      Self.lines(row, at: Self.offset(of: "\"12a\"", in: row), shown: .member, firstLine: 4) == [
        "  4 | points: 12a", "    |         ^^^",
      ])
    #expect(
      Self.lines(row, at: Self.offset(of: "\"mail\"", in: row), shown: .member).first
        == "  1 | mail")
    // Nothing is shown of the row itself, or of a place that is not a value.
    #expect(Self.lines(row, at: 0, shown: .member) == [])
  }

  @Test func cellsAreNotShownWhereLogsArePublic() {
    let style = ExcerptStyle(showsCells: false)
    #expect(Self.lines("Ada,12a,x", at: 4, shown: .cell(Self.header), style: style) == [])
    #expect(Self.lines("{\"a\": 1}", at: 6, style: style).count == 2)
  }

  // MARK: The rest of the text

  @Test func placesAreTheSameWhateverTextIsThere() {
    let place = Location(file: "f", line: 1, column: 2)
    var report = Report()
    let source = report.sources.add(Source(name: "f", bytes: Array("{1}".utf8)))
    report(finding("a.b.c", .error), "m", at: Origin(source: source, offset: 1))
    #expect(report.diagnostics.first?.location == place)
    #expect(report.diagnostics.first?.location?.hashValue == place.hashValue)
    #expect(report.diagnostics.first?.description.contains("^") == false)
  }

  @Test func aBlankLineFollowsEachFinding() {
    let diagnostic = Diagnostic(finding: finding("a.b.c", .error), message: "m", location: nil)
    var writer = TextWriter(help: { _ in "h" })
    writer.isSpaced = true
    #expect(
      writer.text(of: [diagnostic, diagnostic])
        == "passc: error: m [a.b.c]\nhelp: h\n\npassc: error: m [a.b.c]\nhelp: h\n\n")
  }

  @Test func errorsAndWarningsAreCountedInWords() {
    func words(_ severities: [Severity]) -> String? {
      DiagnosticCount(
        severities.map { Diagnostic(finding: finding("a.b.c", $0), message: "m", location: nil) }
      ).text
    }
    #expect(words([.error, .warning, .error, .note]) == "2 errors, 1 warning")
    #expect(words([.warning]) == "1 warning")
    #expect(words([.note]) == nil)
  }

  /// A minified file of a megabyte with a thousand findings: its secrets are looked for once.
  @Test func aThousandFindingsInALargeFileAreQuick() {
    var bytes = Array("[".utf8)
    while bytes.count < 1 << 20 { bytes += #"{"authenticationToken":"abcdefgh","a":1},"#.utf8 }
    var report = Report()
    let source = report.sources.add(Source(name: "f", bytes: bytes))
    let clock = ContinuousClock()
    let time = clock.measure {
      for index in 0..<1_000 {
        report(
          finding("a.b.c\(index)", .error), "m", at: Origin(source: source, offset: 1000 * index))
      }
    }
    #expect(report.diagnostics.count == 1_000)
    #expect(time < .seconds(60), "\(time)")
  }
}
