// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassModel

@testable import PassPreview

/// Passes of every style and state, for golden files.
enum StyleSamples {
  /// A pass and its settings.
  struct Sample {
    let name: String
    let json: String
    var images: [String] = []
    var strings = ""
    var settings: @Sendable (inout PreviewSettings) -> Void = { _ in }
  }

  static let names = all.map(\.name)

  static func named(_ name: String) -> Sample? { all.first { $0.name == name } }

  /// Returns front and back of a sample.
  static func lists(_ sample: Sample) throws -> [(PreviewSide, DisplayList)] {
    var files: [String: [UInt8]] = [:]
    for path in sample.images { files[path] = try picture(of: path) }
    if !sample.strings.isEmpty {
      files["ar.lproj/pass.strings"] = Array(sample.strings.utf8)
    }
    let face = try PassPreviewTests.Sample.face(sample.json, files: files, sample.settings)
    var report = Report()
    let kit = PassPreviewTests.Sample.kit
    return [
      (.front, CardLayout.front(of: face, kit: kit, report: &report)),
      (.back, BackLayout.back(of: face, kit: kit, report: &report)),
    ]
  }

  /// Returns an image with the size of its slot on a device, in colours that differ at its ends.
  static func picture(of path: String) throws -> [UInt8] {
    let sizes: [String: (Double, Double)] = [
      "logo": (100, 40), "strip": (375, 144), "thumbnail": (90, 90), "background": (180, 220),
      "footer": (286, 15), "artwork": (358, 448), "primaryLogo": (120, 30),
    ]
    let size = sizes[String(path.prefix { $0 != "." && $0 != "@" })] ?? (60, 60)
    let (width, height) = size
    var list = DisplayList(width: width, height: height)
    list.add(
      .rectangle(
        Rect(x: 0, y: 0, width: width, height: height),
        .gradient(
          from: Point(0, 0), to: Point(width, height),
          stops: [
            GradientStop(0, Colour(red: 220, green: 120, blue: 40)),
            GradientStop(1, Colour(red: 30, green: 60, blue: 140)),
          ])), role: "")
    list.add(
      .rectangle(
        Rect(x: 4, y: 4, width: width / 4, height: height / 4),
        .colour(Colour(red: 250, green: 240, blue: 200))), role: "")
    return try PNGWriter(scale: 1).bytes(of: list)
  }

  private static let colours = """
    "description": "A sample", "organizationName": "Org", "logoText": "Sample",
    "backgroundColor": "rgb(24, 54, 84)", "foregroundColor": "rgb(255, 255, 255)",
    "labelColor": "rgb(180, 205, 230)"
    """

  private static func code(_ format: String, _ message: String = "SAMPLE-0123456789") -> String {
    """
    "barcodes": [{"format": "PKBarcodeFormat\(format)", "message": "\(message)",
      "messageEncoding": "iso-8859-1", "altText": "\(message)"}]
    """
  }

  private static func field(_ key: String, _ label: String, _ value: String) -> String {
    #"{"key": "\#(key)", "label": "\#(label)", "value": "\#(value)"}"#
  }

  private static func pass(
    _ style: String, _ rows: String, _ more: String, in dictionary: String = ""
  ) -> String {
    let back = #""backFields": [\#(field("back", "Terms", "See https://example.com/terms"))]"#
    return """
      {\(colours), "\(style)": {\(dictionary)\(rows), \(back)}, \(more)}
      """
  }

  private static let header = "\"headerFields\": [\(field("h", "Gate", "23"))]"
  private static let secondary =
    "\"secondaryFields\": [\(field("s1", "Since", "2020")), \(field("s2", "Level", "Gold"))]"
  private static let auxiliary =
    "\"auxiliaryFields\": [\(field("a1", "Doors", "18:30")), \(field("a2", "Row", "F"))]"

  private static let journey = """
    "primaryFields": [\(field("p1", "Prague", "PRG")), \(field("p2", "Paris", "CDG"))]
    """
  private static let primary = "\"primaryFields\": [\(field("p", "Member", "Jane Sample"))]"

  private static func boarding(_ transit: String) -> Sample {
    Sample(
      name: "boardingPass-\(transit)",
      json: pass(
        "boardingPass", "\(header), \(journey), \(auxiliary), \(secondary)", code("PDF417"),
        in: "\"transitType\": \"PKTransitType\(transit)\", "),
      images: transit == "Air" ? ["logo.png", "footer.png"] : [])
  }

  private static func event(_ name: String, _ images: [String]) -> Sample {
    Sample(
      name: "eventTicket-\(name)",
      json: pass(
        "eventTicket", "\(header), \(primary), \(secondary), \(auxiliary)", code("QR")),
      images: images)
  }

  static let all: [Sample] =
    ["Air", "Train", "Bus", "Boat", "Generic"].map(boarding) + [
      Sample(
        name: "coupon",
        json: pass(
          "coupon", "\(header), \(primary), \(secondary), \(auxiliary)",
          code("EAN13", "4006381333931")),
        images: ["logo.png", "strip.png"]),
      event("plain", ["logo.png"]), event("strip", ["logo.png", "strip.png"]),
      event("background", ["background.png", "thumbnail.png"]),
      event("thumbnail", ["thumbnail.png"]),
      Sample(
        name: "generic",
        json: pass(
          "generic", "\(header), \(primary), \(secondary), \(auxiliary)", code("Code128")),
        images: ["thumbnail.png"]),
      Sample(
        name: "storeCard",
        json: pass(
          "storeCard", "\(header), \(primary), \(secondary), \(auxiliary)",
          #"\#(code("Aztec")), "nfc": {"message": "a"}"#),
        images: ["logo.png", "strip.png"]),
      Sample(
        name: "storeCard-expired", json: pass("storeCard", "\(primary), \(secondary)", code("QR")),
        settings: { $0.state = .expired }),
      Sample(
        name: "storeCard-dark-361",
        json: pass("storeCard", "\(header), \(primary), \(secondary)", code("QR")),
        settings: {
          $0.width = 361
          $0.isDark = true
        }),
      Sample(
        name: "generic-arabic",
        json: pass("generic", "\(header), \(primary), \(secondary)", code("QR")),
        strings: #""Member" = "عضو"; "Jane Sample" = "ليلى"; "Since" = "منذ"; "Gate" = "بوابة";"#,
        settings: { $0.language = "ar" }),
      Sample(
        name: "posterEventTicket",
        json: pass(
          "eventTicket", "\(header), \(primary), \(secondary)",
          """
          "preferredStyleSchemes": ["posterEventTicket", "eventTicket"],
          "semantics": {"eventName": "Concert", "venueName": "Hall", "venueRoom": "Main",
            "admissionLevel": "Floor", "eventStartDate": "2026-06-01T20:00:00Z",
            "seats": [{"seatSection": "A", "seatRow": "3", "seatNumber": "14"}]}
          """), images: ["artwork.png"]),
      Sample(
        name: "semanticBoardingPass",
        json: pass(
          "boardingPass", journey,
          """
          \(code("QR")), "preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"],
          "semantics": {"airlineCode": "XX", "flightCode": "XX 123", "passengerName":
            {"givenName": "Jane", "familyName": "Sample"},
            "departureAirportCode": "PRG", "departureCityName": "Prague",
            "destinationAirportCode": "CDG", "destinationCityName": "Paris",
            "departureGate": "23", "departureTerminal": "1",
            "originalDepartureDate": "2026-06-01T08:00:00Z",
            "originalArrivalDate": "2026-06-01T10:00:00Z"}
          """, in: "\"transitType\": \"PKTransitTypeAir\", ")),
      Sample(
        name: "posterGeneric",
        json: pass("posterGeneric", "\(header), \(primary), \(secondary)", code("QR")),
        images: ["artwork.png"]),
    ]
}
