// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of each option of `passc preview`, by the boxes that it prints.
struct PreviewOptionTests {
  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "card/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "A-1",
       "expirationDate": "2026-06-30T00:00:00Z",
       "storeCard": {
         "headerFields": [{"key": "b", "label": "Balance", "value": 1234.5,
           "currencyCode": "EUR"}],
         "secondaryFields": [
           {"key": "s", "label": "Since", "value": "2026-06-01T23:30:00Z",
            "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"}],
         "backFields": [{"key": "t", "label": "Terms", "value": "None"}]},
       "barcodes": [
         {"format": "PKBarcodeFormatEAN13", "message": "4006381333931", "altText": "EAN"},
         {"format": "PKBarcodeFormatQR", "message": "4006381333931", "altText": "QR"}]}
      """,
      "card/de.lproj/pass.strings": #""Since" = "Seit"; "Balance" = "Guthaben";"#,
      "card/en.lproj/pass.strings": #""Balance" = "Balance";"#,
    ])
  }

  /// The text of a preview by role, and its other items.
  private struct Boxes {
    let page: [String: Any]
    var items: [[String: Any]] { page["items"] as? [[String: Any]] ?? [] }

    func text(_ role: String) -> String? {
      items.first { $0["role"] as? String == role && $0["kind"] as? String == "text" }?["text"]
        as? String
    }

    var code: String? { items.first { $0["kind"] as? String == "barcode" }?["format"] as? String }
    var opacities: [Double] { items.compactMap { $0["opacity"] as? Double } }
  }

  private static func boxes(_ options: String...) throws -> Boxes {
    let folder = try folder()
    // An option can be given only once, so defaults are used only if the test does not set them.
    let usual = [["--side", "front"], ["--as-of", "2026-06-02"]]
      .filter { !options.contains($0[0]) }
    let outcome = try PasscBinary.run(
      ["preview", "card", "--format", "json", "-o", "-"] + usual.joined() + options,
      in: folder.path)
    try #require(outcome.status == 0, "\(outcome.story)")
    let page = try JSONSerialization.jsonObject(with: Data(outcome.output))
    return Boxes(page: try #require(page as? [String: Any]))
  }

  /// Returns text with ordinary spaces, because non-breaking ones differ between versions of CLDR.
  private static func plain(_ text: String?) -> String {
    (text ?? "").replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
  }

  @Test func drawsInEnglishAndUTCUnlessTold() throws {
    let boxes = try Self.boxes()
    #expect(boxes.text("secondary/0/label") == "SINCE")
    #expect(Self.plain(boxes.text("secondary/0/value")) == "6/1/26, 11:30 PM")
    #expect(Self.plain(boxes.text("header/0/value")) == "€1,234.50")
    #expect(boxes.page["width"] as? Double == 358 && boxes.page["height"] as? Double == 503)
  }

  @Test func takesTheFirstLanguageOfAPassWithoutEnglish() throws {
    let folder = try TemporaryFolder([
      "card/pass.json": """
      {"formatVersion": 1, "description": "Card", "storeCard": {"headerFields": [
        {"key": "b", "label": "balance", "value": 1234.5, "currencyCode": "EUR"}]}}
      """,
      "card/fr.lproj/pass.strings": #""balance" = "Solde";"#,
      "card/de.lproj/pass.strings": #""balance" = "Guthaben";"#,
    ])
    let arguments = ["preview", "card", "--format", "json", "--side", "front", "-o", "-"]
    func texts(_ options: String..., saying line: String) throws -> [String?] {
      let outcome = try PasscBinary.run(arguments + options, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
      let page = try JSONSerialization.jsonObject(with: Data(outcome.output))
      #expect(outcome.errors.split(separator: "\n").last ?? "" == line)
      let boxes = Boxes(page: try #require(page as? [String: Any]))
      return [boxes.text("header/0/label"), Self.plain(boxes.text("header/0/value"))]
    }
    let others = """
      en.lproj is missing, so other phones show one of de.lproj and fr.lproj, and it is not \
      certain which
      """
    #expect(try texts(saying: "language de: \(others)") == ["GUTHABEN", "1.234,50 €"])
    // The texts are from a folder, whatever the language is. The formats are those of the phone.
    let fallback = "no folder fits, so the texts are from de.lproj, but a phone may choose another"
    #expect(
      try texts("--language", "en", saying: "language en: \(fallback) folder")
        == ["GUTHABEN", "€1,234.50"])
    let fits = "time zone UTC (no zone in the pass)"
    #expect(try texts("--language", "fr", saying: fits) == ["SOLDE", "1 234,50 €"])
    // The language of pass.json comes before the first by name.
    try folder.add(["card/template.json": #"{"language": "nl"}"#])
    #expect(
      try texts(saying: "language nl: " + others.replacing(" and fr", with: ", fr.lproj and nl"))
        == ["BALANCE", "€ 1.234,50"])
  }

  @Test func saysThatEveryPhoneShowsTheOnlyFolder() throws {
    let folder = try TemporaryFolder([
      "card/pass.json": """
      {"formatVersion": 1, "description": "Card", "storeCard": {"headerFields": [
        {"key": "b", "label": "balance", "value": "1"}]}}
      """, "card/de.lproj/pass.strings": #""balance" = "Guthaben";"#,
    ])
    for (options, line) in [
      ([], "language de: de.lproj is the only folder, so every phone shows it\n"),
      (
        ["--language", "fr"],
        "language fr: no folder fits, so the texts are from de.lproj, the only folder\n"
      ),
    ] {
      let outcome = try PasscBinary.run(
        ["preview", "card", "--format", "json", "-o", "-", "--notes"] + options, in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.contains(line), "\(outcome.story)")
      #expect(outcome.output.count > 0 && outcome.text.contains("GUTHABEN"))
      #expect(outcome.errors.contains("[preview.language.fallback]") == !options.isEmpty)
    }
  }

  @Test func drawsColumnsAsTheirNamesWhereThereIsNoRow() throws {
    let folder = try TemporaryFolder([
      "a.pass/template.json":
        #"{"columns": {"serial": {"type": "string"}, "level": {"type": "string"}}}"#,
      "a.pass/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "{{ serial }}",
       "storeCard": {"headerFields": [{"key": "l", "label": "Level", "value": "{{ level }}"}]},
       "barcodes": [{"format": "PKBarcodeFormatQR", "message": "{{ serial }}",
         "messageEncoding": "iso-8859-1"}]}
      """,
    ])
    let outcome = try PasscBinary.run(
      [
        "preview", "a.pass", "--format", "json", "--side", "front", "-o", "-", "--notes",
        "--strict",
      ], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    let page = try JSONSerialization.jsonObject(with: Data(outcome.output))
    let boxes = Boxes(page: try #require(page as? [String: Any]))
    #expect(boxes.text("header/0/value") == "«level»" && boxes.code == "PKBarcodeFormatQR")
    #expect(outcome.errors.contains("columns are drawn as their names: "), "\(outcome.errors)")
    // This barcode needs digits. A column name without digits is not an error.
    let document = String(decoding: try Disk.read(folder("a.pass/pass.json")), as: UTF8.self)
    try folder.add(
      "a.pass/pass.json", Array(document.replacing("FormatQR", with: "FormatEAN13").utf8))
    let digits = try PasscBinary.run(
      ["preview", "a.pass", "--format", "json", "--side", "front", "-o", "-", "--strict"],
      in: folder.path)
    #expect(digits.status == 0 && digits.text.contains(#""cannot be encoded""#), "\(digits.story)")
  }

  @Test func putsBothSidesOnAPage() throws {
    let folder = try Self.folder()
    func page(_ options: String...) throws -> String {
      let outcome = try PasscBinary.run(
        ["preview", "card", "--format", "html", "-o", "-"] + options, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
      return outcome.text
    }
    #expect(try page().components(separatedBy: "<svg ").count == 3)
    #expect(try page("--side", "back").components(separatedBy: "<svg ").count == 2)
  }

  @Test func printsTheBoxesOfEveryText() throws {
    let boxes = try Self.boxes("--state", "voided")
    #expect(boxes.page["version"] as? Int == 1 && boxes.page["side"] as? String == "front")
    let text = try #require(boxes.items.first { $0["role"] as? String == "secondary/0/value" })
    #expect(text["kind"] as? String == "text" && text["cut"] as? Bool == false)
    #expect((text["box"] as? [Double])?.count == 4 && text["size"] as? Double == 26)
    #expect(abs((text["baseline"] as? Double ?? 0) - 252.1) <= 0.7)
    let code = try #require(boxes.items.first { $0["kind"] as? String == "barcode" })
    #expect(code["opacity"] as? Double == 0.1 && (code["box"] as? [Double])?.count == 4)
    #expect((code["modules"] as? Int ?? 0) > 20 && boxes.items.allSatisfy { $0["items"] == nil })
  }

  @Test func takesTextsAndFormatsOfTheLanguage() throws {
    let boxes = try Self.boxes("--language", "de")
    #expect(boxes.text("secondary/0/label") == "SEIT")
    #expect(Self.plain(boxes.text("header/0/value")) == "1.234,50 €")
    #expect(Self.plain(boxes.text("secondary/0/value")) == "01.06.26, 23:30")
  }

  @Test func takesFormatsOfTheLocaleAlone() throws {
    let boxes = try Self.boxes("--locale", "de_DE")
    #expect(boxes.text("secondary/0/label") == "SINCE")
    #expect(Self.plain(boxes.text("header/0/value")) == "1.234,50 €")
    let austrian = try Self.boxes("--language", "de", "--locale", "de_AT")
    #expect(austrian.text("secondary/0/label") == "SEIT")
    #expect(Self.plain(austrian.text("header/0/value")) == "€ 1.234,50")
  }

  @Test func takesTheTimeOfTheZone() throws {
    let boxes = try Self.boxes("--time-zone", "Asia/Tokyo")
    #expect(Self.plain(boxes.text("secondary/0/value")) == "6/2/26, 8:30 AM")
  }

  /// A template whose only date is in one row, and the time zone that the preview prints and uses.
  @Test(arguments: [
    (#""zone": "Europe/Berlin""#, "", "Mar 1, 2024", "Europe/Berlin", "column since"),
    (
      #""zone": "-03:00""#, #""semantics": {"departureLocationTimeZone": "Asia/Tokyo"},"#,
      "Mar 1, 2024", "-03:00", "column since"
    ),
    (
      #""optional": true"#,
      #""semantics": {"destinationLocationTimeZone": "Europe/Oslo", "#
        + #""departureLocationTimeZone": "America/New_York"},"#,
      "Feb 29, 2024", "America/New_York", "departureLocationTimeZone"
    ),
    (#""optional": true"#, "", "Mar 1, 2024", "+01:00", "as the dates are written"),
  ])
  func takesTheZoneOfTheColumnOrThePlace(
    _ column: String, _ members: String, _ day: String, _ zone: String, _ source: String
  ) throws {
    let cell = column.contains("-03:00") ? "2024-03-01T00:00:00" : "2024-03-01T00:00:00+01:00"
    let folder = try TemporaryFolder([
      "a.pass/template.json":
        #"{"sample": "a.csv", "columns": {"since": {"type": "date", \#(column)}}}"#,
      "a.pass/a.csv": "since\n\(cell)\n",
      "a.pass/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "1", \(members)
       "storeCard": {"headerFields": [{"key": "s", "label": "Since", "value": "{{ since }}",
         "dateStyle": "PKDateStyleMedium"}]}}
      """,
    ])
    func drawn(_ options: String...) throws -> (boxes: Boxes, errors: String) {
      let outcome = try PasscBinary.run(
        ["preview", "a.pass", "--format", "json", "--side", "front", "-o", "-"] + options,
        in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
      let page = try JSONSerialization.jsonObject(with: Data(outcome.output))
      return (Boxes(page: try #require(page as? [String: Any])), outcome.errors)
    }
    let found = try drawn()
    #expect(found.boxes.text("header/0/value") == day)
    #expect(found.boxes.page["timeZone"] as? String == zone)
    #expect(found.errors.contains("time zone \(zone) (\(source))\n"), "\(found.errors)")
    let reported = try drawn("--time-zone", "Pacific/Honolulu")
    #expect(reported.boxes.text("header/0/value") == "Feb 29, 2024")
    #expect(reported.boxes.page["timeZone"] as? String == "Pacific/Honolulu")
    #expect(reported.errors.contains("time zone Pacific/Honolulu (--time-zone)\n"))
  }

  /// Midnight in winter and in summer. Each date keeps the offset it is written with.
  @Test func drawsDatesOfABundleOnTheirOwnDay() throws {
    let folder = try TemporaryFolder([
      "card/pass.json": """
      {"formatVersion": 1, "description": "Card", "storeCard": {"headerFields": [
        {"key": "a", "label": "A", "value": "2024-01-01T00:00:00+01:00",
         "dateStyle": "PKDateStyleMedium"}],
       "secondaryFields": [{"key": "b", "label": "B", "value": "2024-07-01T00:00:00+02:00",
         "dateStyle": "PKDateStyleMedium"}]}}
      """
    ])
    let outcome = try PasscBinary.run(
      ["preview", "card", "--format", "json", "--side", "front", "-o", "-"], in: folder.path)
    let page = try JSONSerialization.jsonObject(with: Data(outcome.output))
    let boxes = Boxes(page: try #require(page as? [String: Any]))
    #expect(boxes.text("header/0/value") == "Jan 1, 2024")
    #expect(boxes.text("secondary/0/value") == "Jul 1, 2024")
    #expect(boxes.page["timeZone"] as? String == "+01:00, +02:00")
  }

  @Test func drawsAsWideAsAsked() throws {
    for (width, height) in [(343.0, 503.0), (396, 560)] {
      let boxes = try Self.boxes("--width", "\(Int(width))")
      #expect(boxes.page["width"] as? Double == width)
      #expect(boxes.page["height"] as? Double == height)
    }
  }

  @Test func drawsTheCodeTheSystemKnows() throws {
    #expect(try Self.boxes().code == "PKBarcodeFormatEAN13")
    #expect(try Self.boxes("--ios", "18").code == "PKBarcodeFormatQR")
  }

  @Test func drawsTheStateThatIsAskedFor() throws {
    #expect(try Self.boxes().opacities.contains(0.1) == false)
    let expired = try Self.boxes("--state", "expired")
    #expect(expired.opacities.contains(0.1) && expired.text("barcode/altText") == "Expired")
    let voided = try Self.boxes("--state", "voided")
    #expect(voided.text("barcode/altText") == "Voided")
    // By the date of the pass, and with an option that overrides it.
    #expect(try Self.boxes("--as-of", "2026-07-01").text("barcode/altText") == "Expired")
    let current = try Self.boxes("--as-of", "2026-07-01", "--state", "current")
    #expect(current.text("barcode/altText") == "EAN")
  }

  @Test func drawsADarkBack() throws {
    let light = try Self.boxes("--side", "back")
    let dark = try Self.boxes("--side", "back", "--dark")
    func ground(_ boxes: Boxes) -> String? { boxes.items.first?["colour"] as? String }
    #expect(ground(light) == "#f2f2f7")
    #expect(ground(dark) != nil && ground(dark) != ground(light))
  }

  @Test func allowsWhatTheTemplateAllows() throws {
    let folder = try TemporaryFolder([
      "a.pass/template.json": #"{"allow": {"preview.text.cut": "the remark may be cut"}}"#,
      "a.pass/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "A-1",
       "storeCard": {"secondaryFields": [{"key": "s", "label": "Remark",
         "value": "A remark that is far too long for the room there is on this card, even in the smallest size that a phone uses before it cuts the end of a line"}]}}
      """,
    ])
    let arguments = ["preview", "a.pass", "-o", "a.png", "--strict", "--as-of", "2026-06-02"]
    let allowed = try PasscBinary.run(arguments, in: folder.path)
    #expect(allowed.status == 0 && !allowed.errors.contains("text.cut"), "\(allowed.story)")
    try folder.add("a.pass/template.json", Array("{}".utf8))
    let strict = try PasscBinary.run(arguments, in: folder.path)
    #expect(strict.status == 1 && strict.errors.contains("preview.text.cut"), "\(strict.story)")
  }

  @Test func cleansNamesThatStrangersChose() throws {
    let folder = try TemporaryFolder([
      "a.pass/template.json": #"{"sample": "rows.csv"}"#,
      "a.pass/rows.csv": "serial\n../../evil\n.hidden\na/b\\c\n",
      "a.pass/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "{{ serial }}",
       "authenticationToken": "SECRET-TOKEN-0123456789", "storeCard": {},
       "barcodes": [{"format": "PKBarcodeFormatQR", "message": "SECRET-MESSAGE",
         "messageEncoding": "utf-8"}]}
      """,
    ])
    let outcome = try PasscBinary.run(
      ["preview", "a.pass", "--all", "-o", "out/", "--format", "svg", "--as-of", "2026-06-02"],
      in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    let names = try Disk.list(folder("out")).map(\.name)
    #expect(
      names == ["a-b-c", "evil", "hidden"].flatMap { ["\($0)-back.svg", "\($0)-front.svg"] },
      "\(names)")
    for name in names {
      let text = String(decoding: try Disk.read(folder("out/\(name)")), as: UTF8.self)
      #expect(!text.contains("SECRET"))
      // The namespace of SVG is the only URL.
      let rest = text.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
      #expect(!rest.contains("http") && !rest.contains("<script") && !rest.contains("<!"))
    }
    #expect(!outcome.errors.contains("SECRET"))
  }

  /// A preview makes no network connection, whatever the pass contains.
  @Test(.enabled(if: Machine.letsTrace, "strace is not here, or may not trace"))
  func opensNoConnection() throws {
    let folder = try TemporaryFolder([
      "card/pass.json": """
      {"formatVersion": 1, "description": "Card", "serialNumber": "A-1",
       "upcomingPassInformation": [{"identifier": "a", "images": {"headerImage":
         {"URLs": [{"URL": "https://example.com/a.png"}]}}}],
       "webServiceURL": "https://example.com/", "storeCard": {}}
      """
    ])
    let program = FilePath.join(FilePath.parent(try #require(Program.passc)), "passc-preview")
    let outcome = try Program.run(
      try #require(Program.path(of: "strace")),
      ["-f", "-e", "trace=network", "-o", "calls", program, "card", "-o", "a.html"],
      in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let calls = String(decoding: try Disk.read(folder("calls")), as: UTF8.self)
    #expect(!calls.contains("socket(") && !calls.contains("connect("), "\(calls)")
  }
}
