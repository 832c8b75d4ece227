// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel
import Testing

@testable import PassPreview

/// Tests of properties that hold for every pass.
struct RandomPassTests {
  @Test(arguments: 0..<10)
  func keepsTextsInsideTheCardAndFieldsApart(_ part: Int) throws {
    let formatter = FoundationFormatter(locale: "en_US")
    for number in 0..<1_000 {
      var random = Seeded(UInt64(part * 1_000 + number))
      let json = RandomPass.json(&random)
      var settings = PreviewSettings(now: Sample.now)
      settings.width = [343.0, 358, 361, 408].randomElement(using: &random) ?? 358
      settings.language = ["en", "de", "ar", "tr"].randomElement(using: &random) ?? "en"
      settings.system = IOSVersion([16, 18, 26, 27].randomElement(using: &random) ?? 27)
      let face = PassFace(try Sample.pass(json), settings, formatter: formatter)
      var report = Report()
      let list = CardLayout.front(of: face, kit: Sample.kit, report: &report)
      let drawn = Drawn(list: list, diagnostics: report.diagnostics)
      if let fault = Self.fault(in: drawn) {
        Issue.record("pass \(part * 1_000 + number): \(fault)\n\(json)")
        return
      }
    }
  }

  /// Returns the error of a preview, or nil.
  static func fault(in drawn: Drawn) -> String? {
    let card = Rect(x: 0, y: 0, width: drawn.list.width, height: drawn.list.height)
    var rows: [String: [(String, ClosedRange<Double>)]] = [:]
    for item in drawn.flat {
      guard case .text(let text) = item.shape else { continue }
      if let ink = text.ink {
        let outside =
          ink.x < -1 || ink.maxX > card.maxX + 1 || ink.y < -1 || ink.maxY > card.maxY + 1
        if outside { return "\(item.role) \(text.line.words) lies at \(ink), outside of the card" }
      }
      let size = text.line.style.size
      if size < 6 || size > 66 { return "\(item.role) is set in \(size) points" }
      let parts = item.role.split(separator: "/")
      guard parts.count == 3, parts[0] != "barcode", parts[0] != "detail" else { continue }
      let field = "\(parts[0])/\(parts[1])"
      let line = "\(parts[0]) \((text.origin.y * 10).rounded())"
      let range = text.origin.x...max(text.origin.x, text.origin.x + text.line.width)
      rows[line, default: []].append((field, range))
    }
    for (row, fields) in rows {
      let sorted = fields.sorted { $0.1.lowerBound < $1.1.lowerBound }
      for (left, right) in zip(sorted, sorted.dropFirst())
      where left.0 != right.0 && left.1.upperBound > right.1.lowerBound + 0.5 {
        return "\(left.0) and \(right.0) overlap in \(row): \(left.1), \(right.1)"
      }
    }
    return nil
  }
}

/// A seeded random number generator.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var x = state
    x = (x ^ (x >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    x = (x ^ (x >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return x ^ (x >> 33)
  }
}

/// Random passes with unusual content.
enum RandomPass {
  static func json(_ random: inout Seeded) -> String {
    let style =
      ["boardingPass", "coupon", "eventTicket", "generic", "storeCard"]
      .randomElement(using: &random) ?? "generic"
    var members: [String] = []
    for key in ["description", "logoText", "organizationName"] where Bool.random(using: &random) {
      members.append("\"\(key)\": \(string(&random))")
    }
    if Bool.random(using: &random) { members.append("\"nfc\": {\"message\": \"a\"}") }
    let groups = FieldGroup.allCases.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    var dictionary = groups.map { group in
      let count = Int.random(in: 0..<7, using: &random)
      let fields = (0..<count).map { field(&random, group, $0) }
      return "\"\(group.rawValue)\": [\(fields.joined(separator: ","))]"
    }
    if style == "boardingPass" { dictionary.append(#""transitType": "PKTransitTypeBoat""#) }
    members.append("\"\(style)\": {\(dictionary.joined(separator: ","))}")
    if Int.random(in: 0..<4, using: &random) == 0 {
      members.append("\"posterGeneric\": {\(dictionary.joined(separator: ","))}")
    }
    if Int.random(in: 0..<3, using: &random) > 0 {
      let format = BarcodeFormat.allCases.randomElement(using: &random) ?? .qr
      members.append(
        """
        "barcodes": [{"format": "\(format.rawValue)", "message": \(string(&random)),
        "messageEncoding": "utf-8", "altText": \(string(&random))}]
        """)
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func field(_ random: inout Seeded, _ group: FieldGroup, _ index: Int) -> String {
    var members = ["\"key\": \"\(group.rawValue)\(index)\""]
    if Int.random(in: 0..<5, using: &random) > 0 { members.append("\"label\": \(string(&random))") }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: members.append("\"value\": \(Int.random(in: -9_999...99_999_999, using: &random))")
    case 1:
      members.append("\"value\": 1234.5, \"currencyCode\": \"EUR\"")
    case 2:
      members.append(
        #""value": "2027-06-17T18:30:00Z", "dateStyle": "PKDateStyleFull", "isRelative": true"#)
    default: members.append("\"value\": \(string(&random))")
    }
    let alignment = alignments.randomElement(using: &random) ?? ""
    if !alignment.isEmpty { members.append("\"textAlignment\": \"\(alignment)\"") }
    if Bool.random(using: &random) { members.append("\"row\": 1") }
    return "{\(members.joined(separator: ","))}"
  }

  private static let alignments = [
    "", "PKTextAlignmentLeft", "PKTextAlignmentCenter", "PKTextAlignmentRight",
    "PKTextAlignmentNatural",
  ]

  private static let pieces = [
    "a", "W", "iii", " ", "  ", "Hello", "Straße", "Привет", "Ωμέγα", "שלום", "مرحبا", "日本語", "ไทย",
    "👩‍👩‍👧", "🇩🇪", "é", "\u{202E}", "\u{2066}", "\u{200F}", "ﷺ", "1234567890", "€", "-", "_", "/", ".",
    "\\n", "\\t", "\\u0000", "\\\"", "<b>", "&amp;", "Donaudampfschifffahrtsgesellschaft",
  ]

  private static func string(_ random: inout Seeded) -> String {
    let length: Int
    switch Int.random(in: 0..<20, using: &random) {
    case 0: length = 0
    case 1: length = Int.random(in: 30..<120, using: &random)
    default: length = Int.random(in: 1..<6, using: &random)
    }
    let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    return "\"\(text)\""
  }
}
