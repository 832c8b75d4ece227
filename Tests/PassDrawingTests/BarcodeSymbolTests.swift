// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassModel
import Testing

@testable import PassDrawing

/// Tests of sizes measured on devices, and of messages that cannot be encoded.
struct BarcodeSymbolTests {
  private static func symbol(_ text: String, _ format: BarcodeFormat) throws -> BarcodeSymbol {
    try BarcodeSymbol.encode(Array(text.utf8), as: format).get()
  }

  /// QR sizes in modules, and pixels of a module at three per point.
  @Test(arguments: [(3, 21, 18.0), (20, 25, 16), (40, 29, 14), (60, 33, 12), (170, 53, 8)])
  func givesQRModulesThePixelsOfTheDevice(_ bytes: Int, _ modules: Int, _ pixels: Double) throws {
    let symbol = try Self.symbol(String(repeating: "a", count: bytes), .qr)
    #expect(symbol.columns == modules && symbol.rows.count == modules)
    #expect(symbol.moduleWidth() == pixels / 3)
    let box = Rect(
      x: 104, y: 344, width: symbol.size().width, height: symbol.size().height)
    #expect(symbol.wholePixels(in: box, scale: 3) == Int(pixels))
    for scale in 1...3 {
      let module = symbol.wholePixels(in: box, scale: scale)
      #expect(module >= 1 && Double((modules + 2) * module) <= box.width * Double(scale) + 1e-6)
    }
  }

  @Test(arguments: [("1", 94.0, 265.0), ("123", 85, 274), ("01234567890123456789", 72, 287)])
  func stretchesCode128AsTheDeviceDoes(_ text: String, _ left: Double, _ right: Double) throws {
    let symbol = try Self.symbol(text, .code128)
    let ink = symbol.modulesBox(in: Rect(x: 56.5, y: 385, width: 245, height: 64))
    #expect(abs(ink.x - left) <= 1 && abs(ink.maxX - right) <= 1)
    #expect(abs(ink.y - 397.3) <= 0.7 && abs(ink.maxY - 436.7) <= 0.7)
  }

  @Test func choosesThePDF417ColumnsOfTheDevice() throws {
    let short = try Self.symbol("01234567890123456789", .pdf417)
    #expect(short.columns == 103 && short.rows.count == 9 && short.rowHeight == 3)
    #expect(abs(short.size().width - 249.67) < 0.01 && short.moduleWidth() == 7.0 / 3)
    let long = try Self.symbol(String(repeating: "0123456789", count: 4), .pdf417)
    #expect(long.columns == 103 && long.rows.count == 12 && long.rowHeight == 2)
    #expect(abs(long.size().height - 65.33) < 0.01)
    for text in ["aadfcd123", "ADFADF13424"] {
      let symbol = try Self.symbol(text, .pdf417)
      #expect(symbol.columns == 103 && symbol.rows.count == 8 && symbol.rowHeight == 3)
    }
    #expect(try Self.symbol("a", .pdf417).columns == 103)
    for count in stride(from: 1, through: 1000, by: 37) {
      let symbol = try Self.symbol(String(repeating: "x", count: count), .pdf417)
      #expect(symbol.size().width <= 272 && symbol.size().width > 100)
    }
  }

  @Test(arguments: [
    (BarcodeFormat.code39, "abc"), (.code39, "Ä"), (.code39, "A*B"), (.codabar, "123"),
    (.codabar, "A12E"), (.codabar, "AB"), (.codabar, "AXB"), (.ean13, "123"),
    (.ean13, "4006381333932"), (.ean13, "40063813339311"), (.ean13, "400638133393+12"),
    (.interleaved2of5, "123"), (.interleaved2of5, "12a4"), (.qr, ""), (.code128, ""),
    (.code128, String(repeating: "1", count: 300)), (.qr, String(repeating: "a", count: 4000)),
    (.aztec, String(repeating: "a", count: 4000)), (.pdf417, String(repeating: "a", count: 4000)),
    (.code39, String(repeating: "A", count: 200)),
    (.codabar, "A" + String(repeating: "1", count: 200) + "B"),
    (.interleaved2of5, String(repeating: "12", count: 200)),
  ])
  func refusesWhatItCannotWriteInWords(_ format: BarcodeFormat, _ text: String) {
    switch BarcodeSymbol.encode(Array(text.utf8), as: format) {
    case .success: Issue.record("\(format) wrote \(text.count) characters")
    case .failure(let refusal):
      #expect(!refusal.description.isEmpty)
      #expect(text.count < 4 || !refusal.description.contains(text))
    }
  }

  @Test func takesTheLongestMessagesItSaysItTakes() throws {
    #expect(throws: Never.self) {
      try Self.symbol(String(repeating: "1", count: 88), .interleaved2of5)
    }
    #expect(throws: Never.self) { try Self.symbol(String(repeating: "A", count: 85), .code39) }
    #expect(throws: Never.self) {
      try Self.symbol("A" + String(repeating: "1", count: 58) + "B", .codabar)
    }
    #expect(throws: Never.self) { try Self.symbol(String(repeating: "a", count: 2331), .qr) }
  }
}
