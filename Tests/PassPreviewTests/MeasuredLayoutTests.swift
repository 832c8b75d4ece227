// SPDX-License-Identifier: Apache-2.0

import PassDrawing
import Testing

@testable import PassPreview

/// Compares boxes of the layout with screenshots of iPhones with iOS 17 and 18, on cards 358 points
/// wide. Text must end within 1.5 points of the device's, and within 0.7 vertically.
struct MeasuredLayoutTests {
  private func expect(
    _ text: PlacedText, from left: Double? = nil, to right: Double? = nil, baseline: Double? = nil,
    tolerance: Double = 1.5, vertical: Double = 0.7,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ink = try #require(text.ink, sourceLocation: sourceLocation)
    let words = text.line.words
    if let left {
      #expect(
        abs(ink.x - left) <= tolerance, "\(words) begins at \(ink.x), not \(left)",
        sourceLocation: sourceLocation)
    }
    if let right {
      #expect(
        abs(ink.maxX - right) <= tolerance, "\(words) ends at \(ink.maxX), not \(right)",
        sourceLocation: sourceLocation)
    }
    if let baseline {
      #expect(
        abs(text.origin.y - baseline) <= vertical,
        "\(words) stands on \(text.origin.y), not \(baseline)", sourceLocation: sourceLocation)
    }
  }

  private func expect(
    _ box: Rect, x: ClosedRange<Double>, y: ClosedRange<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let edges = [
      (box.x, x.lowerBound, 1.5), (box.maxX, x.upperBound, 1.5), (box.y, y.lowerBound, 0.7),
      (box.maxY, y.upperBound, 0.7),
    ]
    for (edge, measured, tolerance) in edges {
      #expect(
        abs(edge - measured) <= tolerance, "\(box) has \(edge) where \(measured) was measured",
        sourceLocation: sourceLocation)
    }
  }

  @Test func placesTheHeader() throws {
    let drawn = try Sample.front(
      #"{"generic": {"headerFields": [{"key": "a", "label": "asfg", "value": "fdhs"}]}}"#)
    let label = try drawn.text("header/0/label")
    try expect(label, from: 313.3, to: 342)
    let ink = try #require(label.ink)
    #expect(abs(ink.y - 12.3) <= 0.7 && abs(ink.maxY - 20.7) <= 0.7, "\(ink)")
    try expect(drawn.text("header/0/value"), from: 303.3, to: 342.3, baseline: 40.4)
  }

  private static func boarding(_ from: String, _ to: String) -> String {
    """
    {"boardingPass": {"transitType": "PKTransitTypeAir", "primaryFields": [
      {"key": "a", "label": "From", "value": "\(from)"},
      {"key": "b", "label": "To", "value": "\(to)"}]},
     "barcodes": [{"format": "PKBarcodeFormatQR", "message": "aaa"}]}
    """
  }

  @Test func placesTheEndsOfAJourney() throws {
    let drawn = try Sample.front(Self.boarding("Prague12345", "Paris"))
    let from = try drawn.text("primary/0/label")
    try expect(from, from: 16)
    #expect(try abs(#require(from.ink).y - 70.3) <= 0.7)
    try expect(drawn.text("primary/1/label"), to: 342.3)
    let value = try drawn.text("primary/0/value")
    #expect(value.line.style.size == 25)
    try expect(value, baseline: 112)
    try expect(drawn.text("primary/1/value"), from: 294, to: 342, baseline: 112)
    let icon = try #require(
      drawn.flat.lazy.compactMap { item -> Rect? in
        if item.role == "transitIcon", case .fill(let path, _, _) = item.shape {
          return path.bounds
        }
        return nil
      }.first)
    expect(icon, x: 161.3...197.3, y: 86...122)
    expect(try drawn.rectangle("barcode/plate"), x: 104...254, y: 339...489)
    let code = try drawn.barcode()
    let ink = code.symbol.modulesBox(in: code.box)
    expect(ink, x: 116...242, y: 350...476)
  }

  /// An older screenshot shows the long value at 13 points with an ellipsis. The newer one shows it
  /// whole, a little smaller.
  @Test func shrinksOneEndOfAJourneyAlone() throws {
    let drawn = try Sample.front(Self.boarding("LONG TEXT LONG TEXT", "BB"))
    let value = try drawn.text("primary/0/value")
    #expect((12.5...13).contains(value.line.style.size), "\(value.line.style.size)")
    #expect(value.line.words == "LONG TEXT LONG TEXT" && value.line.width <= 145.02)
    try expect(value, from: 15.7, baseline: 107.7)
    let short = try drawn.text("primary/1/value")
    #expect(short.line.style.size == 13)
    try expect(short, from: 327.7, to: 342.3, baseline: 107.7)
    #expect(!drawn.codes.contains("preview.text.cut"))
  }

  @Test func shrinksTheHeader() throws {
    let drawn = try Sample.front(
      """
      {"eventTicket": {"headerFields": [
        {"key": "a", "label": "This is header", "value": "And it's value"}]}}
      """)
    let value = try drawn.text("header/0/value")
    #expect(value.line.style.size == 19)
    try expect(value, from: 230.3, to: 342.3, baseline: 38.3)
  }

  @Test func placesAnEventTicket() throws {
    let drawn = try Sample.front(
      """
      {"eventTicket": {
        "primaryFields": [{"key": "a", "label": "LABEL1", "value": "Hello"}],
        "secondaryFields": [
          {"key": "b", "label": "LABEL3", "value": "This is just test"},
          {"key": "c", "value": "To test alignment", "textAlignment": "PKTextAlignmentCenter"},
          {"key": "d", "value": "Right", "textAlignment": "PKTextAlignmentRight"}],
        "auxiliaryFields": [
          {"key": "e", "label": "Aux field", "value": "lorem ipsum"},
          {"key": "f", "label": "Another field", "value": "dolor simet",
           "textAlignment": "PKTextAlignmentRight"}]}}
      """)
    try expect(drawn.text("primary/0/value"), baseline: 98.4)
    try expect(drawn.text("secondary/0/value"), from: 15.7, to: 123, baseline: 146.7)
    try expect(drawn.text("secondary/1/value"), from: 152.7, to: 276.3)
    try expect(drawn.text("secondary/2/value"), from: 306.3, to: 342.3)
    try expect(drawn.text("auxiliary/0/value"), baseline: 193.7)
    let label = try drawn.text("auxiliary/1/label")
    try expect(label, from: 254.3)
    #expect(try abs(#require(label.ink).y - 170.5) <= 0.7)
  }

  @Test func placesLabelsWithoutValues() throws {
    let drawn = try Sample.front(
      """
      {"generic": {"secondaryFields": [
        {"key": "a", "label": "Pocet objednavek", "value": ""},
        {"key": "b", "label": "Obj. celkem", "value": "", "textAlignment": "PKTextAlignmentRight"}
      ]}}
      """)
    let first = try drawn.text("secondary/0/label")
    try expect(first, from: 16, to: 131)
    let ink = try #require(first.ink)
    #expect(abs(ink.y - 176.3) <= 0.7, "\(ink)")
    try expect(drawn.text("secondary/1/label"), from: 268.7, to: 342)
  }

  @Test(arguments: [
    ("1", 94.0...265.0, 51.0...308.0), ("123", 85...274, 51...308),
    ("12345678901234567890", 72...287, 51...308),
    ("1234567890123456789012345678901234567890", 65...292, 34...324),
  ])
  func placesCode128(
    _ message: String, _ bars: ClosedRange<Double>, _ plate: ClosedRange<Double>
  ) throws {
    let drawn = try Sample.front(
      """
      {"generic": {}, "barcodes": [{"format": "PKBarcodeFormatCode128", "message": "\(message)",
        "altText": "\(message)"}]}
      """)
    let code = try drawn.barcode()
    expect(code.symbol.modulesBox(in: code.box), x: bars, y: 397.3...436.7)
    let box = try drawn.rectangle("barcode/plate")
    #expect(
      abs(box.x - plate.lowerBound) <= 1.5 && abs(box.maxX - plate.upperBound) <= 1.5, "\(box)")
    #expect(abs(box.y - 380) <= 0.7 && abs(box.maxY - 471) <= 0.7, "\(box)")
  }

  @Test func placesPDF417() throws {
    let drawn = try Sample.front(
      """
      {"generic": {}, "barcodes": [{"format": "PKBarcodeFormatPDF417",
        "message": "12345678901234567890", "altText": "12345678901234567890"}]}
      """)
    let code = try drawn.barcode()
    expect(code.symbol.modulesBox(in: code.box), x: 57.7...298, y: 379...442)
    expect(try drawn.rectangle("barcode/plate"), x: 45...312.7, y: 365.3...471)
    try expect(drawn.text("barcode/altText"), baseline: 467.3)
  }

  @Test func placesAGenericPass() throws {
    func row(_ name: String, _ count: Int) -> String {
      let fields = (0..<count).map { #"{"key": "\#(name)\#($0)", "label": "L", "value": "v"}"# }
      return "\"\(name)Fields\": [\(fields.joined(separator: ","))]"
    }
    let drawn = try Sample.front(
      """
      {"generic": {"primaryFields": [{"key": "a", "label": "Greeting", "value": "Hello World"}],
        \(row("secondary", 3)), \(row("auxiliary", 2))}}
      """)
    try expect(drawn.text("primary/0/value"), baseline: 117.9)
    #expect(try drawn.text("primary/0/value").line.style.size == 30)
    try expect(drawn.text("secondary/2/value"), baseline: 204.4)
    try expect(drawn.text("auxiliary/1/value"), baseline: 244.6)
  }

  @Test func placesAStoreCard() throws {
    let drawn = try Sample.front(
      """
      {"storeCard": {"primaryFields": [{"key": "a", "label": "Member", "value": "Jane Sample"}],
        "secondaryFields": [{"key": "b", "label": "Since", "value": "2020"},
          {"key": "c", "label": "Level", "value": "Gold"}]}}
      """)
    let value = try drawn.text("primary/0/value")
    // About 61 points on a device. A point of size moves the baseline by a third of a point.
    #expect((59...63).contains(value.line.style.size), "\(value.line.style.size)")
    try expect(value, baseline: 132, vertical: 1)
    try expect(drawn.text("primary/0/label"), baseline: 158)
    try expect(drawn.text("secondary/1/value"), baseline: 252.1)
    #expect(try drawn.text("secondary/1/value").line.style.size == 26)
  }

  @Test func placesACoupon() throws {
    let drawn = try Sample.front(
      #"{"coupon": {"secondaryFields": [{"key": "b", "label": "Ends", "value": "2020"}]}}"#)
    try expect(drawn.text("secondary/0/value"), baseline: 246.1)
    #expect(try drawn.text("secondary/0/value").line.style.size == 26)
  }
}
