// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassTesting
import Testing

@testable import PassPreview

/// Tests of how a row shares its width: all values shrink together, then long ones alone, and only
/// then one is cut.
struct FittingTests {
  private static func fields(_ values: [String]) -> String {
    values.enumerated().map { #"{"key": "k\#($0)", "value": "\#($1)"}"# }.joined(separator: ",")
  }

  /// The row of a screenshot of a store card on a phone 430 points wide: the values have 14 points,
  /// and the long one about 12.6.
  @Test func shrinksALongValueAloneAsTheDeviceDoes() throws {
    let drawn = try Sample.front(
      """
      {"storeCard": {"secondaryFields": [\(Self.fields(["Jane Roe", "Newtown Explorers"]))],
        "auxiliaryFields": [\(Self.fields(["BBQ, Zip-line, Fire building"]))]}}
      """
    ) { $0.width = 396 }
    let short = try [drawn.text("secondary/0/value"), drawn.text("secondary/1/value")]
    let long = try drawn.text("auxiliary/0/value")
    #expect(short.map(\.line.style.size) == [14, 14])
    #expect((12.2...13).contains(long.line.style.size), "\(long.line.style.size)")
    #expect(!long.line.isCut && drawn.codes.isEmpty, "\(drawn.codes)")
    // A device keeps the baseline of the row.
    #expect(long.origin.y == short[0].origin.y)
  }

  @Test(arguments: [
    #""storeCard": {"secondaryFields""#, #""coupon": {"auxiliaryFields""#,
    #""generic": {"secondaryFields""#, #""generic": {"auxiliaryFields""#,
    #""eventTicket": {"secondaryFields""#, #""generic": {"headerFields""#,
    #""boardingPass": {"auxiliaryFields""#, #""boardingPass": {"secondaryFields""#,
  ])
  func showsAValueWholeThatFitsInASmallerSizeThanTheLabels(_ row: String) throws {
    // Too long for 11 points, and short enough for 6.6.
    let isHeader = row.contains("headerFields")
    let value = String(repeating: "wonderful ", count: isHeader ? 3 : 8) + "day"
    let drawn = try Sample.front("{\(row): [\(Self.fields([value]))]}}")
    let codes = drawn.codes.filter { $0 != "preview.layout.inferred" }
    #expect(codes == ["preview.text.minimumSize"], "\(drawn.diagnostics.map(\.message))")
    let text = try #require(
      drawn.flat.lazy.compactMap { item -> PlacedText? in
        if item.role.hasSuffix("/0/value"), case .text(let text) = item.shape { return text }
        return nil
      }.first)
    #expect(text.line.words == value && (6.6..<11).contains(text.line.style.size))
  }

  @Test func cutsAValueInTheSmallestSizeAndLeavesItsNeighbour() throws {
    let value = String(repeating: "wonderful ", count: 30)
    let drawn = try Sample.front(
      #"{"generic": {"secondaryFields": [\#(Self.fields(["Gold", value]))]}}"#)
    let (short, long) = try (drawn.text("secondary/0/value"), drawn.text("secondary/1/value"))
    #expect(short.line.style.size == 11 && !short.line.isCut)
    #expect(long.line.style.size == 6.6 && long.line.isCut)
    #expect(drawn.codes == ["preview.text.cut", "preview.text.minimumSize"])
  }

  @Test func shrinksTwoLinesBeforeItCutsThem() throws {
    let value = String(repeating: "wonderful ", count: 14) + "day"
    let drawn = try Sample.front(#"{"generic": {"primaryFields": [\#(Self.fields([value]))]}}"#)
    let lines = drawn.texts("primary/0/value")
    #expect(lines.count == 2 && lines.allSatisfy { !$0.line.isCut && $0.line.style.size < 11 })
    #expect(drawn.codes == ["preview.text.minimumSize"])
  }

  @Test func namesTheSizeOfASmallValue() throws {
    let value = String(repeating: "wonderful ", count: 8) + "day"
    let drawn = try Sample.front(
      #"{"generic": {"secondaryFields": [\#(Self.fields([value]))]}}"#)
    let message = try #require(drawn.diagnostics.first?.message)
    #expect(message.contains(" is drawn at ") && message.hasSuffix(" points in place of 20"))
  }

  /// The row of a screenshot, on which every value is whole and the longest label is cut. In Inter
  /// the label next to it is cut as well.
  @Test func cutsALabelBeforeItShrinksValues() throws {
    let fields = [
      ("ID contact", "23001208654"), ("Policyholder", "JOHN DOE"), ("Valid from", "01.02.2024"),
      ("Valid to", "01.02.2025"),
    ].enumerated().map {
      #"{"key": "k\#($0)", "label": "\#($1.0)", "value": "\#($1.1)"}"#
    }
    let drawn = try Sample.front(
      #"{"storeCard": {"secondaryFields": [\#(fields.joined(separator: ","))]}}"#)
    let values = try (0..<4).map { try drawn.text("secondary/\($0)/value").line }
    #expect(values.allSatisfy { !$0.isCut && $0.style.size > 12.5 && $0.style.size <= 13 })
    let labels = try (0..<4).map { try drawn.text("secondary/\($0)/label").line }
    #expect(labels.map(\.isCut) == [false, true, true, false])
    #expect(labels[1].words.hasPrefix("POLICYH"), "\(labels[1].words)")
    #expect(drawn.codes == ["preview.text.cut", "preview.text.cut"])
  }

  /// The row of a screenshot. In Inter it is 4 points too wide, and no text is cut.
  @Test func cutsNoLabelThatFitsOnTheDevice() throws {
    let drawn = try Sample.front(
      """
      {"generic": {"secondaryFields": [
        {"key": "a", "label": "Membership type", "value": "Adult Development Programme"},
        {"key": "b", "label": "Membership nr.", "value": "23478"}]}}
      """)
    #expect(drawn.codes.isEmpty, "\(drawn.diagnostics.map(\.message))")
    #expect(try (15.3...16).contains(drawn.text("secondary/0/value").line.style.size))
    #expect(try drawn.text("secondary/1/value").line.style.size == 16)
  }

  /// A label never shrinks.
  @Test func cutsALongLabel() throws {
    let label = String(repeating: "wonderful ", count: 10)
    let drawn = try Sample.front(
      #"{"generic": {"secondaryFields": [{"key": "a", "label": "\#(label)", "value": "Gold"}]}}"#)
    let line = try drawn.text("secondary/0/label").line
    #expect(line.isCut && line.style.size == 11 && line.style.weight == .semibold)
    #expect(drawn.codes == ["preview.text.cut"])
  }

  @Test func drawsLogoTextSemibold() throws {
    let drawn = try Sample.front(#"{"generic": {}, "logoText": "Gym"}"#)
    let style = try drawn.text("logoText").line.style
    #expect(style.weight == .semibold && style.size == 18)
  }

  // MARK: Large phones

  private static let card = """
    {"storeCard": {"headerFields": [{"key": "h", "label": "Gate", "value": "23"}],
      "secondaryFields": [{"key": "a", "label": "Since", "value": "2020"}]},
     "barcodes": [{"format": "PKBarcodeFormatQR", "message": "a"}]}
    """

  /// Measured on a store card on a phone 430 points wide.
  @Test func placesAStoreCardOnALargePhone() throws {
    let strip = try StyleSamples.picture(of: "strip.png")
    let drawn = try Sample.front(Self.card, files: ["strip.png": strip]) { $0.width = 396 }
    #expect(drawn.list.width == 396 && drawn.list.height == 560)
    let box = try #require(
      drawn.flat.lazy.compactMap { item -> Rect? in
        if case .image(let image) = item.shape { return image.box }
        return nil
      }.first)
    #expect(box == Rect(x: 0, y: 65, width: 396, height: 152))
    let label = try drawn.text("secondary/0/label")
    #expect(abs(label.origin.y - 235.3) <= 0.7, "\(label.origin.y)")
    #expect(try abs(drawn.rectangle("barcode/plate").maxY - 546) < 0.01)
    #expect(!drawn.codes.contains("preview.layout.inferred"))
  }

  @Test(arguments: [
    (343.0, 503.0, false), (358, 503, false), (361, 503, false), (378.5, 531.5, true),
    (396, 560, false), (408, 579.54, true),
  ])
  func saysWhichHeightsAreInferred(_ width: Double, _ height: Double, _ isInferred: Bool) throws {
    let drawn = try Sample.front(Self.card) { $0.width = width }
    #expect(abs(drawn.list.height - height) < 0.01, "\(drawn.list.height)")
    #expect(drawn.codes.contains("preview.layout.inferred") == isInferred)
    let ticket = try Sample.front(#"{"eventTicket": {}}"#) { $0.width = width }
    #expect(ticket.codes.contains("preview.layout.inferred") == (width > 361))
  }

  @Test func leavesRoomForHighCardsOnASheet() {
    let sheet = ContactSheet(count: 2, cardWidth: 396, fonts: Sample.kit.fonts, isDark: false)
    #expect(abs(sheet.rowHeight - 610) < 0.01)
  }

  // MARK: Emoji

  @Test func saysOnceThatEmojiAreMonochrome() throws {
    // The font has another emoji. Inter has U+2B1C.
    let folder = try ColourFont.folder("😀", png: PNGImage.plain(width: 8, height: 8), side: 8)
    let kit = PreviewKit(fonts: try FontSet(.pinned, folders: [folder.path]))
    let json = """
      {"generic": {"secondaryFields": [\(Self.fields(["\u{2B1C}", "\u{2B1C}", "😀"]))]}}
      """
    var report = Report()
    _ = CardLayout.front(of: try Sample.face(json), kit: kit, report: &report)
    #expect(report.diagnostics.map(\.code) == ["preview.emoji.monochrome"])
    var plain = Report()
    let good = #"{"generic": {"secondaryFields": [\#(Self.fields(["😀"]))]}}"#
    _ = CardLayout.front(of: try Sample.face(good), kit: kit, report: &plain)
    #expect(plain.diagnostics.isEmpty)
  }
}
