// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

/// Tests of remains of programs, template engines and conversions in the texts of a pass.
struct LeftoverTests {
  private static func found(
    _ patch: String, strings: [String: String] = [:]
  ) throws -> [Diagnostic] {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    for (path, text) in strings { sample.files[path] = Array(text.utf8) }
    return sample.diagnostics()
  }

  /// Returns the codes for the value of a field. `value` is as in JSON.
  private static func codes(_ value: String) throws -> [String] {
    try found(#"{"generic": {"backFields": [{"key": "a", "label": "A", "value": "\#(value)"}]}}"#)
      .map(\.code)
  }

  // MARK: Places

  @Test(arguments: [
    (#"{"description": "Card of {{name}}"}"#, "/description"),
    (#"{"organizationName": "${organisation}"}"#, "/organizationName"),
    (#"{"logoText": "Hello %s"}"#, "/logoText"),
    (#"{"serialNumber": "{{serial}}"}"#, "/serialNumber"),
    (
      #"{"generic": {"headerFields": [{"key": "a", "label": "{0}", "value": "x"}]}}"#,
      "/generic/headerFields/0/label"
    ),
    (
      #"{"generic": {"primaryFields": [{"key": "a", "value": "[[x]]"}]}}"#,
      "/generic/primaryFields/0/value"
    ),
    (
      ##"{"locations": [{"latitude": 1, "longitude": 2, "relevantText": "#{x}"}]}"##,
      "/locations/0/relevantText"
    ),
    (
      """
      {"barcodes": [{"format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1", "altText": "%{x}"}]}
      """, "/barcodes/0/altText"
    ),
  ])
  func findsThemInEveryTextThatPeopleSee(_ patch: String, _ pointer: String) throws {
    let found = try Self.found(patch)
    #expect(found.map(\.code) == ["text.value.placeholder"], "\(found)")
    #expect(found.first?.pointer == pointer && found.first?.severity == .warning)
  }

  @Test func namesEachKindOnceInAText() throws {
    let found = try Self.found(
      #"""
      {"generic": {"backFields": [{"key": "a", "label": "A",
        "value": "<b>Hello</b> {{first}} {{last}} &amp; <i>CafÃ©</i>\\nundefined"}]}}
      """#)
    #expect(
      Set(found.map(\.message)) == [
        "value has the HTML tag \"<b>\", expected plain text",
        "value has \"\\n\" written out, expected the character itself",
        "value has the placeholder \"{{first}}\", which was not filled",
        "value has \"<i>CafÃ©</i>\\nundefined\", which is \"<i>Café</i>\\nundefined\" encoded as "
          + "UTF-8 twice",
      ])
    #expect(found.count == 4)
  }

  @Test func leavesTagsOfAttributedValueAndCodesOfChangeMessageToTheirRules() throws {
    let tag = try Self.found(
      #"{"generic": {"backFields": [{"key": "a", "value": "x", "attributedValue": "<b>x</b>"}]}}"#)
    #expect(tag.map(\.code) == ["field.attributedValue.otherMarkup"])
    let code = try Self.found(
      #"{"generic": {"backFields": [{"key": "a", "value": "x", "changeMessage": "%d: %@"}]}}"#)
    #expect(code.map(\.code) == ["field.changeMessage.otherCode"])
  }

  /// The value may be a key, which people do not see.
  @Test func checksTheTranslationInPlaceOfItsKey() throws {
    let value = #"{"generic": {"backFields": [{"key": "a", "label": "A", "value": "%terms%"}]}}"#
    let labels = #""NUMBER" = "N"; "NAME" = "N"; "SINCE" = "S"; "A" = "A";"#
    func found(_ translation: String) throws -> [Diagnostic] {
      try Self.found(
        value, strings: ["en.lproj/pass.strings": #"\#(labels) "%terms%" = "\#(translation)";"#]
      ).filter { $0.code.hasPrefix("text.") }
    }
    #expect(try found("No refunds").isEmpty)
    let wrong = try found("<p>No refunds</p>")
    #expect(wrong.map(\.code) == ["text.value.markup"])
    #expect(wrong.first?.location?.file == "en.lproj/pass.strings")
    #expect(wrong.first?.message.hasPrefix("the translation of \"%terms%\" has") == true)
  }

  @Test func readsOnlyTranslationsThatThePassShows() throws {
    let fields = """
      {"generic": {"backFields": [
        {"key": "a", "label": "A", "value": "5", "changeMessage": "points"}]}}
      """
    let labels = #""NUMBER" = "N"; "NAME" = "N"; "SINCE" = "S"; "A" = "A";"#
    func codes(_ lines: String) throws -> [String] {
      try Self.found(fields, strings: ["en.lproj/pass.strings": labels + lines]).map(\.code)
        .filter { $0.hasPrefix("text.") }
    }
    #expect(try codes(#""points" = "You have %@";"#) == [])
    #expect(try codes(#""gate" = "Gate {0} <b>now</b>";"#) == [])
    #expect(try codes(#""points" = "You have {0}: %@";"#) == ["text.value.placeholder"])
  }

  @Test func aLinkWhereAirlinesHaveThemIsANote() throws {
    let link = "<a href='https://example.com'>terms</a>"
    func found(_ group: String, _ value: String) throws -> [String] {
      try Self.found("{\"generic\": {\"\(group)\": [{\"key\": \"a\", \"value\": \"\(value)\"}]}}")
        .map { "\($0.severity) \($0.code)" }
    }
    #expect(try found("backFields", link) == ["note text.value.markup"])
    #expect(try found("headerFields", link).contains("warning text.value.markup"))
    #expect(try found("backFields", link + "<br>") == ["warning text.value.markup"])
  }

  // MARK: What people mean

  @Test(arguments: [
    "Null", "NULL", "None", "nil", "N/A", "NaN bread", "Nan", "Undefined", "null and void",
    "the duration is undefined", "50% off", "50 % discount", "-20%", "100%s", "{smile}", "{}",
    "{5 stars}", "$5", "$ 5.00", "US${", "a < b > c", "<3", "Ada <ada@example.com>", "AT&T; Q&A",
    "R&B;", "[sic]", "[object]", "C:\\\\new\\\\reports", "\\\\\\\\server\\\\new", "5 \\\\ 6",
    "Tom \\\"T\\\" Jones", "line\\nline", "https://example.com/a%20d?b=%2Fs&c=1;",
    "**** 1234", "#1 {fan}", "(null and void)", "Invalid", "Optional extras", "SÃO PAULO",
    "“MAÇÔ", "naïve café", "Владимир", "名古屋", "√2", "%", "100 %.",
  ])
  func keepsTextsThatPeopleMean(_ value: String) throws {
    #expect(try Self.codes(value) == [])
  }

  @Test(arguments: [
    ("{{ user.name }}", "placeholder"), ("{{#if gold}}", "placeholder"),
    ("${user['name']}", "placeholder"), ("Row %1$s", "placeholder"), ("%@", "placeholder"),
    ("%.2f", "placeholder"), ("%ld", "placeholder"), ("{12}", "placeholder"),
    ("{user.name}", "placeholder"), ("Hi %FIRST_NAME%!", "placeholder"),
    ("<% name %>", "placeholder"), ("null null", "noValue"), ("NaN:NaN", "noValue"),
    ("5, undefined", "noValue"), ("[object Undefined]", "noValue"), ("$NaN", "noValue"),
    ("<p>Terms</p>", "markup"), ("Terms</div>", "markup"), ("&#8217;", "markup"),
    ("M&uuml;ller", "markup"), ("<![CDATA[x]]>", "markup"), ("a\\\\tb", "escape"),
    ("\\\\u00e9", "escape"), ("\\\\xe9", "escape"), ("Terms:\\\\r\\\\nx", "escape"),
  ])
  func namesTheKindOfEach(_ value: String, _ kind: String) throws {
    #expect(try Self.codes(value) == ["text.value." + kind])
  }

  // MARK: Barcodes

  @Test func isAnErrorInABarcodeAndReportedOnce() throws {
    let item = """
      {"format": "PKBarcodeFormatQR", "message": "undefined", "messageEncoding": "iso-8859-1"}
      """
    let found = try Self.found("{\"barcode\": \(item), \"barcodes\": [\(item)]}")
    let own = found.filter { $0.code == "barcode.message.leftover" }
    #expect(own.count == 1 && own.first?.severity == .error, "\(found)")
    #expect(
      own.first?.message
        == "the barcode message has \"undefined\", which a program writes if it has no value")
  }

  // MARK: Time

  /// Each of these characters begins something that never ends.
  @Test(arguments: ["{{", "<", "&a", "%", "[[", "*|", "\\", "<<", "${x", "%(", "Ã¼ ", "d"])
  func looksAtALongTextInLinearTime(_ part: String) throws {
    var sample = SamplePass()
    let text = String(repeating: part == "\\" ? "\\\\" : part, count: 200_000)
    try sample.apply(
      patch: #"{"generic": {"backFields": [{"key": "a", "label": "A", "value": "\#(text)"}]}}"#)
    let time = ProcessorTime.ofThread { _ = sample.diagnostics() }
    #expect(time < .seconds(30))
  }
}
