// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassDrawing
import PassModel

/// Position and look of the plate behind a barcode.
struct BarcodePlace {
  /// Target size of square codes in points.
  var ideal = 140.0
  /// Corner radius of the plate.
  var radius = 4.5
  /// Distance from the plate to the bottom of the card, or nil for the default of the format.
  var bottom: Double?
}

extension FaceCanvas {
  /// Draws the barcode on its plate.
  ///
  /// - Returns: the box of the plate, or nil if the pass has no barcode.
  @discardableResult
  mutating func drawBarcode(cardHeight: Double, _ place: BarcodePlace = BarcodePlace()) -> Rect? {
    guard let barcode = face.barcode else { return nil }
    let symbol = symbol(of: barcode)
    let kind = PlateKind(barcode.format)
    let size = symbol?.size(ideal: place.ideal) ?? kind.emptySize(ideal: place.ideal)
    let words = plateText(barcode, isEncoded: symbol != nil)
    let style = style(.regular, 14)
    // Width of the widest plate without its margins.
    let line = words.map { kit.fonts.line($0.text, style, within: 268) }
    let altHeight = line == nil ? 0 : 15.0
    let height = max(50, kind.top + size.height + kind.bottom + altHeight)
    let width = min(290, max(size.width + 2 * kind.side, (line?.width ?? 0) + 22))
    let edge = place.bottom ?? kind.distance
    let plate = Rect(
      x: (self.width - width) / 2, y: cardHeight - edge - height, width: width, height: height)
    items.append(
      DisplayItem(.rectangle(plate, radius: place.radius, .colour(.white)), role: "barcode/plate"))
    let box = Rect(
      x: (self.width - size.width) / 2, y: plate.y + kind.top, width: size.width,
      height: size.height)
    if let symbol {
      draw(symbol, barcode, in: box, ideal: place.ideal)
      noteModules(of: symbol, barcode, ideal: place.ideal)
    }
    if let line, let words {
      let top = box.maxY + kind.altDistance
      draw(
        line, at: Point((self.width - line.width) / 2, top + style.ascender), words.colour,
        role: "barcode/altText", place: barcode.position)
      if words.isAltText {
        reportTruncation(
          barcode.altText, shown: line.words, isCut: line.isCut, at: barcode.position)
      }
    }
    summary.append(
      barcode.format.spokenName + (barcode.altText.isEmpty ? "" : ": " + barcode.altText))
    return plate
  }

  private mutating func draw(
    _ symbol: BarcodeSymbol, _ barcode: FaceBarcode, in box: Rect, ideal: Double
  ) {
    let item = DisplayItem(.barcode(PlacedBarcode(symbol, in: box)), role: "barcode")
    items.append(face.state == .current ? item : DisplayItem(.opacity(0.1, [item])))
  }

  /// Encodes the message. Reports a finding and returns nil if that is not possible.
  private mutating func symbol(of barcode: FaceBarcode) -> BarcodeSymbol? {
    guard let bytes = barcode.bytes else {
      report(
        PreviewFindings.barcodeRefused,
        "the message has characters that \(Excerpt.drawn.quoted(barcode.encoding)) cannot encode",
        at: barcode.position,
        help: "choose a messageEncoding that has these characters, such as utf-8"
      )
      return nil
    }
    switch BarcodeSymbol.encode(bytes, as: barcode.format) {
    case .success(let symbol): return symbol
    case .failure(let refusal):
      report(
        PreviewFindings.barcodeRefused,
        refusal.description, at: barcode.position)
      return nil
    }
  }

  /// Returns the text below the code: its altText or the state of the pass.
  private func plateText(
    _ barcode: FaceBarcode, isEncoded: Bool
  ) -> (text: String, colour: Colour, isAltText: Bool)? {
    guard isEncoded else { return ("cannot be encoded", Colour(grey: 128), false) }
    guard !barcode.altText.isEmpty else { return nil }
    let grey = Colour(grey: 128)
    switch face.state {
    case .current: return (barcode.altText, .black, true)
    case .expired: return (StateLabel.expired(face.language), grey, false)
    case .voided: return (StateLabel.voided(face.language), grey, false)
    }
  }

  private mutating func noteModules(
    of symbol: BarcodeSymbol, _ barcode: FaceBarcode, ideal: Double
  ) {
    // A phone has 3 pixels per point and 460 pixels per inch.
    let millimetres = symbol.moduleWidth(ideal: ideal) * 3 / 460 * 25.4
    guard millimetres < 0.33 else { return }
    let hundredths = Int((millimetres * 100).rounded())
    report(
      PreviewFindings.moduleSmall,
      "the barcode modules are 0.\(hundredths < 10 ? "0" : "")\(hundredths) mm wide on a phone, "
        + "expected at least 0.33", at: barcode.position)
  }
}

/// Margins between a code and the edges of its plate.
private enum PlateKind {
  case square, pdf417, bars

  init(_ format: BarcodeFormat) {
    switch format {
    case .qr, .aztec: self = .square
    case .pdf417: self = .pdf417
    case .code128, .code39, .codabar, .ean13, .interleaved2of5: self = .bars
    }
  }

  var top: Double { self == .pdf417 ? 9 : 5 }
  var side: Double { self == .pdf417 ? 9 : 6 }
  var bottom: Double { self == .pdf417 ? 9 : 7 }
  /// Distance from the plate to the bottom of the card.
  var distance: Double { self == .square ? 14 : 32 }
  /// Distance from the code to the line of text below it.
  var altDistance: Double { self == .pdf417 ? 7 : -2 }

  /// Returns the area reserved for a code that cannot be encoded.
  func emptySize(ideal: Double) -> (width: Double, height: Double) {
    switch self {
    case .square: (ideal, ideal)
    case .pdf417, .bars: (245, 64)
    }
  }
}

extension BarcodeFormat {
  /// Name for screen readers.
  fileprivate var spokenName: String {
    switch self {
    case .qr: "QR code"
    case .pdf417: "PDF417 code"
    case .aztec: "Aztec code"
    case .code128, .code39, .codabar, .ean13, .interleaved2of5: "Barcode"
    }
  }
}

/// The text that replaces altText on an expired or voided pass. It is our own, because Wallet's
/// wording is not known.
enum StateLabel {
  static func expired(_ language: String) -> String { text(language).expired }
  static func voided(_ language: String) -> String { text(language).voided }

  private static func text(_ language: String) -> (expired: String, voided: String) {
    let base = language.lowercased().prefix { $0 != "-" && $0 != "_" }
    return table[String(base)] ?? ("Expired", "Voided")
  }

  private static let table: [String: (expired: String, voided: String)] = [
    "cs": ("Platnost vypršela", "Neplatné"), "de": ("Abgelaufen", "Ungültig"),
    "es": ("Caducado", "Anulado"), "fr": ("Expiré", "Annulé"), "it": ("Scaduto", "Annullato"),
    "ja": ("期限切れ", "無効"), "nl": ("Verlopen", "Ongeldig"), "pl": ("Wygasło", "Unieważniono"),
    "pt": ("Expirado", "Anulado"), "sv": ("Har gått ut", "Ogiltigt"),
    "ar": ("منتهي الصلاحية", "ملغى"), "he": ("פג תוקף", "בוטל"),
  ]
}
