// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassModel
import Testing

@testable import PassPreview

/// Tests of what is drawn of a pass, and of the findings about the rest.
struct FaceTests {
  private static func barcodes(_ formats: String...) -> String {
    let list = formats.map { #"{"format": "PKBarcodeFormat\#($0)", "message": "4006381333931"}"# }
    return #"{"generic": {}, "barcodes": [\#(list.joined(separator: ","))]}"#
  }

  @Test func showsOlderSystemsTheCodeTheyKnow() throws {
    let json = Self.barcodes("EAN13", "QR")
    #expect(try Sample.face(json).barcode?.format == .ean13)
    #expect(try Sample.face(json) { $0.system = IOSVersion(18) }.barcode?.format == .qr)
  }

  @Test func takesTheOldBarcodeOnlyWhereThereAreNoOthers() throws {
    let old = #""barcode": {"format": "PKBarcodeFormatQR", "message": "a"}"#
    #expect(try Sample.face(#"{"generic": {}, \#(old)}"#).barcode?.format == .qr)
    #expect(try Sample.face(#"{"generic": {}, "barcodes": [], \#(old)}"#).barcode?.format == .qr)
    let both = #"{"generic": {}, "barcodes": [{"format": "x", "message": "b"}], \#(old)}"#
    #expect(try Sample.face(both).barcode == nil)
  }

  @Test(arguments: [
    (17, PreviewStyle.eventTicket), (18, .posterEventTicket), (27, .posterEventTicket),
  ])
  func choosesTheStyleOfTheSystem(_ system: Int, _ style: PreviewStyle) throws {
    let face = try Sample.face(
      """
      {"eventTicket": {}, "preferredStyleSchemes": ["posterEventTicket", "eventTicket"],
       "semantics": {"eventName": "Concert", "venueName": "Hall"}}
      """
    ) { $0.system = IOSVersion(system) }
    #expect(face.style == style)
  }

  @Test func takesTheTextsOfTheLanguage() throws {
    let files = [
      "de.lproj/pass.strings": Array(#""Member" = "Mitglied";"#.utf8),
      "en.lproj/pass.strings": Array(#""Member" = "Member!";"#.utf8),
    ]
    let json =
      #"{"generic": {"primaryFields": [{"key": "a", "label": "Member", "value": "Member"}]}}"#
    func texts(_ language: String) throws -> [String] {
      let drawn = try Sample.front(json, files: files) { $0.language = language }
      return [
        try drawn.text("primary/0/label").line.words, try drawn.text("primary/0/value").line.words,
      ]
    }
    #expect(try texts("de-AT") == ["MITGLIED", "Mitglied"])
    #expect(try texts("en") == ["MEMBER!", "Member!"])
  }

  /// A device shows one of the folders then, never the strings of pass.json.
  @Test(arguments: [
    (["de", "en"], "fr", "en"), (["de", "pl"], "fr", "de"), (["pl"], "en", "pl"),
    (["Base", "pl"], "en", "pl"), (["en-GB", "de"], "fr", "en-GB"),
  ])
  func drawsAFolderIfNoneFitsAndSaysWhich(
    _ folders: [String], _ language: String, _ shown: String
  ) throws {
    let files = Dictionary(
      uniqueKeysWithValues: folders.map {
        ("\($0).lproj/pass.strings", Array("\"Member\" = \"in \($0)\";".utf8))
      })
    let drawn = try Sample.front(
      #"{"generic": {"primaryFields": [{"key": "a", "value": "Member"}]}}"#, files: files
    ) { $0.language = language }
    #expect(try drawn.text("primary/0/value").line.words == "in \(shown)")
    let notes = drawn.diagnostics.filter { $0.code == "preview.language.fallback" }
    #expect(
      notes.map(\.message) == [
        "no folder fits the language \(language), so the texts are from \(shown).lproj"
      ])
    #expect(notes.allSatisfy { $0.severity == .note })
  }

  @Test(
    arguments: [("de", ["de", "en"]), ("de-AT", ["de"]), ("fr", [])] as [(String, [String])])
  func saysNothingAboutALanguageThatFits(_ language: String, _ folders: [String]) throws {
    let files = Dictionary(
      uniqueKeysWithValues: folders.map {
        ("\($0).lproj/pass.strings", Array(#""Member" = "M";"#.utf8))
      })
    let drawn = try Sample.front(
      #"{"generic": {"primaryFields": [{"key": "a", "value": "Member"}]}}"#, files: files
    ) { $0.language = language }
    #expect(!drawn.codes.contains("preview.language.fallback"))
  }

  /// The phone is set to English if that is a language of the pass, otherwise to the language of
  /// pass.json.
  @Test(
    arguments: [
      ([], nil, "en"), ([], "de", "de"), (["de", "en-GB"], "de", "en"), (["de", "pl"], nil, "de"),
      (["de", "pl"], "pl", "pl"),
    ] as [([String], String?, String)])
  func choosesTheLanguageIfNoneIsGiven(
    _ folders: [String], _ own: String?, _ language: String
  ) {
    let files = folders.map { PackagedFile(path: "\($0).lproj/pass.strings", bytes: []) }
    let pass = PassPackage(origin: .template, files: files, document: nil, language: own)
    #expect(PassFace.usualLanguage(of: pass) == language)
  }

  @Test(arguments: [
    (#""voided": true"#, PassState.voided),
    (#""expirationDate": "2025-12-31T23:59:59Z""#, .expired),
    (#""expirationDate": "2026-01-01T00:00:01Z""#, .current),
    (#""voided": false"#, .current),
  ])
  func tellsTheStateFromThePass(_ member: String, _ state: PassState) throws {
    #expect(try Sample.face(#"{"generic": {}, \#(member)}"#).state == state)
  }

  @Test func fadesTheCodeOfAnExpiredPass() throws {
    let json = """
      {"generic": {}, "barcodes": [{"format": "PKBarcodeFormatQR", "message": "a", "altText": "A1"}]}
      """
    let drawn = try Sample.front(json) { $0.state = .expired }
    #expect(try drawn.text("barcode/altText").line.words == "Expired")
    let opacity = drawn.flat.compactMap { item -> Double? in
      if case .opacity(let value, let items) = item.shape, items.first?.role == "barcode" {
        return value
      }
      return nil
    }
    #expect(opacity == [0.1])
    let plain = try Sample.front(json.replacing(#", "altText": "A1""#, with: "")) {
      $0.state = .voided
    }
    #expect(plain.texts("barcode/altText").isEmpty)
  }

  @Test func ordersTheHeaderFromTheRight() throws {
    let drawn = try Sample.front(
      """
      {"generic": {"headerFields": [{"key": "a", "label": "A", "value": "1"},
        {"key": "b", "label": "B", "value": "2"}]}}
      """)
    #expect(
      try drawn.text("header/0/value").origin.x > drawn.text("header/1/value").origin.x)
  }

  @Test func turnsNaturalAlignmentRoundInArabic() throws {
    let json =
      #"{"generic": {"primaryFields": [{"key": "a", "label": "A longer label", "value": "1"}]}}"#
    let left = try Sample.front(json).text("primary/0/value").origin.x
    let right = try Sample.front(json) { $0.language = "ar" }.text("primary/0/value").origin.x
    #expect(left == 15 && right > 60)
  }

  @Test(
    arguments: [
      (#""airlineCode": "XX", "flightNumber": 12"#, "XX 12"), (#""flightNumber": 12"#, "12"),
      (#""airlineCode": "XX""#, "XX"), (#""flightCode": "XX 13", "airlineCode": "Y""#, "XX 13"),
      (#""airlineCode": "", "flightNumber": "7""#, "7"), (#""departureGate": "1""#, nil),
    ] as [(String, String?)])
  func aFlightIsNamedByWhatThePassHas(_ tags: String, _ flight: String?) throws {
    let drawn = try Sample.front(
      """
      {"boardingPass": {"transitType": "PKTransitTypeAir"},
        "preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"],
        "semantics": {\(tags), "departureAirportCode": "PRG", "destinationAirportCode": "CDG",
          "passengerName": {"givenName": "Jane"},
          "originalDepartureDate": "2026-06-01T08:00:00Z",
          "originalArrivalDate": "2026-06-01T10:00:00Z"}}
      """)
    #expect(!drawn.texts("departure/airport").isEmpty)
    #expect(drawn.texts("flight").map(\.line.words) == [flight].compactMap(\.self))
  }

  @Test func turnsAJourneyRoundInArabic() throws {
    let json = """
      {"boardingPass": {"transitType": "PKTransitTypeAir", "primaryFields": [
        {"key": "a", "label": "From", "value": "CAI"}, {"key": "b", "label": "To", "value": "DXB"}]}}
      """
    let plain = try Sample.front(json)
    let turned = try Sample.front(json) { $0.language = "ar" }
    let (from, to) = (try turned.text("primary/0/value"), try turned.text("primary/1/value"))
    #expect(abs(from.origin.x + from.line.width - 343) < 0.01 && to.origin.x == 15)
    #expect(try plain.text("primary/0/value").origin.x == 15)
  }

  @Test func drawsStripsOverTheirOwnColours() throws {
    let json = """
      {"storeCard": {"primaryFields": [{"key": "a", "label": "L", "value": "V"}]},
       "foregroundColor": "rgb(1, 2, 3)"}
      """
    #expect(
      try Sample.front(json).text("primary/0/value").colour == Colour(red: 1, green: 2, blue: 3))
  }

  @Test func labelsStayReadable() throws {
    let dark = try Sample.front(
      """
      {"generic": {"primaryFields": [{"key": "a", "label": "L", "value": "V"}]},
       "backgroundColor": "rgb(10, 10, 10)", "foregroundColor": "rgb(255, 255, 255)"}
      """)
    #expect(try dark.text("primary/0/label").colour.red > 100)
    let light = try Sample.front(#"{"generic": {"primaryFields": [{"key": "a", "label": "L"}]}}"#)
    #expect(try light.text("primary/0/label").colour == .black)
  }

  // MARK: Findings

  @Test(arguments: [
    (
      #"{"generic": {"secondaryFields": [{"key":"a","value":"1"},{"key":"b","value":"2"},{"key":"c","value":"3"},{"key":"d","value":"4"},{"key":"e","value":"5"}]}}"#,
      ["preview.field.dropped"]
    ),
    (
      #"{"generic": {"secondaryFields": [{"key":"a","value":"1"},{"key":"b","value":"2"},{"key":"c","value":"3"},{"key":"d","value":"4"}]}}"#,
      []
    ),
    (
      #"{"generic": {}, "labelColor": "rgb(150,150,150)", "backgroundColor": "rgb(200,200,200)"}"#,
      ["preview.contrast.low"]
    ),
    (
      #"{"generic": {}, "labelColor": "rgb(90,90,90)", "backgroundColor": "rgb(200,200,200)"}"#, []
    ),
    (
      #"{"generic": {}, "barcodes": [{"format": "PKBarcodeFormatEAN13", "message": "abc"}]}"#,
      ["preview.barcode.refused", "preview.layout.inferred"]
    ),
    (#"{"generic": {"primaryFields": [{"key": "a", "value": "ก"}]}}"#, ["preview.glyph.missing"]),
    (#"{"generic": {"primaryFields": [{"key": "a", "value": "one\ntwo"}]}}"#, ["preview.text.cut"]),
    (#"{"generic": {"primaryFields": [{"key": "a", "value": "one"}]}}"#, []),
    (#"{"posterGeneric": {}}"#, ["preview.layout.inferred"]),
  ])
  func saysWhatThePictureCannot(_ json: String, _ codes: [String]) throws {
    #expect(try Sample.front(json).codes == codes)
  }

  @Test func saysWhatIsCut() throws {
    let value = String(repeating: "wonderful ", count: 12)
    let cut = try Sample.front(
      """
      {"generic": {"secondaryFields": [{"key": "a", "value": "\(value)"},
        {"key": "b", "value": "\(value)"}]}}
      """)
    #expect(cut.codes == ["preview.text.cut", "preview.text.cut"])
    #expect(cut.diagnostics.first?.pointer == "/generic/secondaryFields/0/value")
  }

  @Test func saysWhichCodesAreTooFine() throws {
    let message = String(repeating: "0123456789abcdef", count: 50)
    let drawn = try Sample.front(
      #"{"generic": {}, "barcodes": [{"format": "PKBarcodeFormatQR", "message": "\#(message)"}]}"#)
    #expect(drawn.codes == ["preview.barcode.moduleSmall"])
  }

  // MARK: The back

  @Test func readsLinksOfTheBack() {
    let text = BackText.markup(
      "See <b>our</b> <a href=\"https://example.com/?a=1&amp;b=2\">rules</a> &lt;now&gt; "
        + "<a href='javascript:alert(1)'>here</a>")
    #expect(text.plain == "See our rules <now> here")
    #expect(
      text.runs.compactMap(\.link) == ["https://example.com/?a=1&b=2"])
  }

  @Test(arguments: [
    ("Call +49 40 66969 209, please", "tel:+494066969209"),
    ("https://example.com/a.", "https://example.com/a"),
    ("mail hello@example.com", "mailto:hello@example.com"),
    ("see www.example.com)", "http://www.example.com"),
  ])
  func findsLinksInValues(_ text: String, _ link: String) {
    let found = BackText.detected(in: text, detectors: nil)
    #expect(found.plain == text)
    #expect(found.runs.compactMap(\.link) == [link])
    #expect(BackText.detected(in: text, detectors: []).runs.compactMap(\.link).isEmpty)
  }

  @Test(arguments: [
    "1 < 2 and 3 > 2", "<", "a & b", "<a", "&#x;", "&#1;x", "<a href=", "no 12 345",
    "4410 0007 3108",
  ])
  func leavesOddTextsAlone(_ text: String) {
    #expect(BackText.markup(text).runs.allSatisfy { $0.link == nil })
    #expect(BackText.detected(in: text, detectors: nil).plain == text)
  }
}
