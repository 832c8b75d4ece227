// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBarcode
import PassDrawing
import PassModel
import PassTesting
import Testing

/// Tests that zxing-cpp reads the exact bytes of barcodes from images.
@Suite(.enabled(if: ZXing.isThere, "Debian's python3-zxing-cpp is not installed"))
struct BarcodeReadBackTests {
  /// A message and the bytes that must be read.
  struct Sample {
    let format: BarcodeFormat
    let message: [UInt8]
    let expected: [UInt8]
    let scales: [Int]

    init(
      _ format: BarcodeFormat, _ message: [UInt8], expected: [UInt8]? = nil,
      scales: [Int] = [1, 2, 3]
    ) {
      self.format = format
      self.message = message
      self.expected = expected ?? message
      self.scales = scales
    }
  }

  /// Messages in several encodings, and every byte.
  static let texts: [[UInt8]] = [
    Array("aaa".utf8), Array("Grüße, Žluťoučký kůň, 日本語 😀".utf8),
    Array("Grüße".data(using: .utf16BigEndian) ?? Data()),
    Array("日本語".data(using: .utf16) ?? Data()),
    Array("カード12345".data(using: .shiftJIS) ?? Data()),
    Array("http://example.org/0123456789?A=B".utf8), Array("0123456789012345".utf8),
  ]

  static func chunks(of count: Int, _ bytes: ClosedRange<UInt8> = 0...255) -> [[UInt8]] {
    let all = Array(bytes)
    return stride(from: 0, to: all.count, by: count).map {
      Array(all[$0..<min(all.count, $0 + count)])
    }
  }

  @Test(arguments: [BarcodeFormat.qr, .aztec, .pdf417])
  func readsEveryByteAndEncodingAtEveryScale(_ format: BarcodeFormat) throws {
    let messages = Self.texts + Self.chunks(of: 32) + Self.chunks(of: 64)
    try Self.check(messages.map { Sample(format, $0) })
  }

  @Test(arguments: [BarcodeFormat.qr, .aztec])
  func readsAll256BytesInOneSquareCode(_ format: BarcodeFormat) throws {
    try Self.check([Sample(format, Array(0...255))])
  }

  @Test func readsAll256BytesInOnePDF417AtTwoAndThreePixelsAPoint() throws {
    // At one pixel per point, its 290 columns do not fit.
    try Self.check([Sample(.pdf417, Array(0...255), scales: [2, 3])])
  }

  @Test func readsTheBarsOfTheirAlphabets() throws {
    var samples: [Sample] = []
    for chunk in Self.chunks(of: 8, 0...127) { samples.append(Sample(.code128, chunk)) }
    // Bytes beyond ASCII need two symbols each, one of them a shift.
    for chunk in Self.chunks(of: 4, 128...255) { samples.append(Sample(.code128, chunk)) }
    samples.append(Sample(.code128, Array("1".utf8)))
    samples.append(
      Sample(.code128, Array("0123456789012345678901234567890123456789".utf8), scales: [2, 3]))
    for text in ["0123456789", "ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-. $", "/+%A1"] {
      samples.append(Sample(.code39, Array(text.utf8)))
    }
    for (text, inside) in [("A0123456789B", "0123456789"), ("C-$:/.+D", "-$:/.+")] {
      samples.append(Sample(.codabar, Array(text.utf8), expected: Array(inside.utf8)))
    }
    samples.append(Sample(.ean13, Array("4006381333931".utf8)))
    samples.append(
      Sample(.ean13, Array("590123412345".utf8), expected: Array("5901234123457".utf8)))
    for text in ["01234567", "98765432101234"] {
      samples.append(Sample(.interleaved2of5, Array(text.utf8)))
    }
    try Self.check(samples)
  }

  /// Draws the samples, reads them and compares.
  private static func check(_ samples: [Sample]) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("passc-barcodes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var expected: [String: (format: BarcodeFormat, bytes: [UInt8])] = [:]
    for (index, sample) in samples.enumerated() {
      let symbol = try BarcodeSymbol.encode(sample.message, as: sample.format).get()
      for scale in sample.scales {
        let name = "\(index)-\(scale).png"
        let png = try PNGWriter(scale: scale).bytes(of: Self.page(symbol))
        try Data(png).write(to: folder.appendingPathComponent(name))
        expected[name] = (sample.format, sample.expected)
      }
    }
    let lines = try ZXing.read(folder)
    #expect(lines.count == expected.count)
    for line in lines {
      let wanted = try #require(expected[line.name])
      let what = "\(wanted.format.shortName) \(wanted.bytes.count) bytes, \(line.name)"
      #expect(line.format == ZXing.name(of: wanted.format), "\(what)")
      #expect(line.bytes == wanted.bytes, "\(what)")
      #expect(ZXing.withoutECI.contains(line.identifier), "\(what): \(line.identifier)")
    }
  }

  /// Returns a symbol on its plate as on a card, at a position between pixels.
  private static func page(_ symbol: BarcodeSymbol) -> DisplayList {
    let size = symbol.size()
    let box = Rect(
      x: (358 - size.width) / 2, y: 40 + 1.0 / 3, width: size.width, height: size.height)
    var list = DisplayList(width: 358, height: size.height + 80)
    list.add(
      .rectangle(
        Rect(x: 0, y: 0, width: 358, height: list.height),
        .colour(Colour(red: 20, green: 60, blue: 120))))
    list.add(.rectangle(box.inset(x: -6, y: -6), radius: 4.5, .colour(.white)))
    list.add(.barcode(PlacedBarcode(symbol, in: box)))
    return list
  }
}

/// zxing-cpp in Debian's Python.
private enum ZXing {
  struct Line {
    let name: String
    let format: String
    let bytes: [UInt8]
    let identifier: String
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts/tests/read_barcodes.py")

  static let isThere: Bool = (try? run(["--probe"])) != nil

  /// The identifiers (ISO 15424) of barcodes whose bytes have no declared encoding.
  static let withoutECI: Set<String> = ["]Q1", "]z0", "]L2", "]C0", "]A0", "]F0", "]E0", "]I0"]

  static func name(of format: BarcodeFormat) -> String {
    switch format {
    case .qr: "QRCode"
    case .pdf417: "PDF417"
    case .aztec: "Aztec"
    case .code128: "Code128"
    case .code39: "Code39"
    case .codabar: "Codabar"
    case .ean13: "EAN13"
    case .interleaved2of5: "ITF"
    }
  }

  static func read(_ folder: URL) throws -> [Line] {
    try run([folder.path]).split(separator: "\n").map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 4, "\(line)")
      let digits = Array(cells[2])
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      return Line(name: cells[0], format: cells[1], bytes: bytes, identifier: cells[3])
    }
  }

  private struct Failed: Error {}

  private static func run(_ arguments: [String]) throws -> String {
    let process = ChildProcess()
    // Debian's packages are for its own Python, whatever is first in PATH.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [script.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    if arguments == ["--probe"] { process.standardError = Pipe() }
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return String(decoding: data, as: UTF8.self)
  }
}
