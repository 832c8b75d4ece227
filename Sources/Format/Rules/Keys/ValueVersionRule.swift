// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about barcode formats and style schemes that are newer than the oldest iOS the pass is
/// meant for.
struct ValueVersionRule: Rule {
  private static let schemes = #""preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"]"#
  private static let date = #""2026-05-01T10:00:00+02:00""#
  private static let flight = """
    {"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir", \
    "primaryFields": [{"key": "from", "value": "TXL"}]}, \(schemes), "semantics": {\
    "airlineCode": "XX", "flightNumber": 7, "originalDepartureDate": \(date), \
    "originalBoardingDate": \(date), "originalArrivalDate": \(date), \
    "departureAirportCode": "TXL", "departureLocationTimeZone": "Europe/Berlin", \
    "destinationAirportCode": "OSL", "destinationLocationTimeZone": "Europe/Oslo", \
    "departureCityName": "Berlin", "destinationCityName": "Oslo", \
    "passengerName": {"givenName": "Ada", "familyName": "Example"}}}
    """
  private static func barcodes(_ first: String, at pointer: String? = nil, iOS: Int) -> Example {
    .json(
      """
      {"barcodes": [\(BarcodeFormatRule.item(first)), \(BarcodeFormatRule.item("QR"))]}
      """, at: pointer, .minimumIOS(iOS))
  }

  static let tooNew = Finding(
    "key.version.valueTooNew", .warning, effect: .ignored,
    why: """
      Older systems skip a barcode format or a style scheme that is newer. They use the next one \
      in the list that they know.
      """,
    help: "check that the next entry of the list has the same content, or leave older systems out",
    settings: [RunSetting(.oldestIOS)],
    source: .documented("Wallet Passes: Pass.Barcodes; Pass, preferredStyleSchemes"),
    wrong: """
      for iOS 17 and later
      "barcodes": [ { "format": "PKBarcodeFormatEAN13", ... },
                    { "format": "PKBarcodeFormatQR", ... } ]
      """,
    right: """
      for iOS 17 and later
      "barcodes": [ { "format": "PKBarcodeFormatCode128", ... },
                    { "format": "PKBarcodeFormatQR", ... } ]
      """,
    bad: [
      barcodes("EAN13", at: "/barcodes/0/format", iOS: 17)
    ],
    good: [barcodes("Code128", iOS: 9), barcodes("EAN13", iOS: 27), .json(flight, .minimumIOS(26))])

  var findings: [Finding] { [Self.tooNew] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let lowest = context.lowestIOS else { return }
    let barcodes = Barcode.all(of: pass)
    // A list without an older format next to the new one has a separate finding. If the whole list
    // is too new, KeyVersionRule reports the list.
    let hasFallback = barcodes.contains { $0.isOld || $0.format?.isClassic ?? true }
    if hasFallback, lowest >= IOSVersion(9) {
      for barcode in barcodes where !barcode.isOld {
        guard let format = barcode.format, let place = barcode.object["format"] else { continue }
        Self.check(format.rawValue, since: format.since, lowest, place, &report)
      }
    }
    guard lowest >= StyleScheme.posterEventTicket.since,
      let list = pass.document["preferredStyleSchemes"]
    else { return }
    for element in list.elements {
      guard let scheme = element.string.flatMap(StyleScheme.init) else { continue }
      Self.check(scheme.rawValue, since: scheme.since, lowest, element, &report)
    }
  }

  private static func check(
    _ name: String, since: IOSVersion, _ lowest: IOSVersion, _ place: JSONValue,
    _ report: inout Report
  ) {
    guard since > lowest else { return }
    report(tooNew, "\(name) needs iOS \(since), the pass is for iOS \(lowest) too", at: place)
  }
}
