// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassModel
import PassTesting
import Testing

struct ValueTests {
  @Test(arguments: [
    ("1970-01-01T00:00Z", 0), ("1970-01-01T00:00:01Z", 1), ("1969-12-31T23:59:59Z", -1),
    ("2026-11-21T07:30:00+01:00", 1_795_242_600), ("2000-02-29T12:00-05:30", 951_845_400),
    ("2026-11-21T06:30:00.999Z", 1_795_242_600), ("0000-01-01T00:00Z", -62_167_219_200),
  ])
  func readsDatesAsSecondsSince1970(text: String, seconds: Int64) throws {
    let date = try #require(W3CDate(text))
    #expect(date.seconds == seconds)
    #expect(date.hasFraction == text.contains("."))
  }

  @Test func agreesWithFoundationOnDates() throws {
    let formatter = ISO8601DateFormatter()
    var random = SplitMix64(seed: 1582)
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: -10_000_000_000...10_000_000_000, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(W3CDate(text)?.seconds == seconds, "\(text)")
    }
  }

  @Test(arguments: [
    ("2026-11-21", W3CDate.W3CDateError.dateOnly), ("2026-11-21T07:30", .missingZone),
    ("2026-11-21T07:30:00", .missingZone), ("2026-11-21T07:30:00+0100", .malformedOffset),
    ("2026-11-21T07:30:00-7:00", .malformedOffset), ("2026-02-29T07:30Z", .outOfRange),
    ("2026-11-21T24:00Z", .outOfRange), ("2026-11-21 07:30Z", .malformed),
    ("2026-11-21T7:30Z", .malformed), ("21.11.2026", .malformed), ("", .malformed),
    ("2026-11-21T07:30Zulu", .malformed), ("2026-11-21T07:30:00.Z", .malformed),
    ("2026-11-21T07:30+01", .malformedOffset), ("2026-11-21T07:30+99:00", .outOfRange),
  ])
  func saysWhatIsWrongWithADate(text: String, fault: W3CDate.W3CDateError) {
    #expect(W3CDate.read(text) == .failure(fault))
  }

  @Test(arguments: [
    ("rgb(1, 20, 255)", PassColour(red: 1, green: 20, blue: 255)),
    ("RGB(0,0,0)", PassColour(red: 0, green: 0, blue: 0)),
    ("#0aF", PassColour(red: 0, green: 0xAA, blue: 0xFF, form: .hex)),
    ("#102030", PassColour(red: 16, green: 32, blue: 48, form: .hex)),
    ("rgba(1,2,3,0.5)", PassColour(red: 1, green: 2, blue: 3, form: .rgba)),
  ])
  func readsColours(text: String, colour: PassColour) {
    #expect(PassColour(text) == colour)
  }

  @Test(arguments: [
    "red", "hsl(1,2,3)", "rgb(1-2-3)", "rgb(10%,2%,3%)", "rgb(1,2)", "rgb(1,2,256)", "#12",
    "#12345g",
    "#1234", "", "rgb(1,2,3", "rgb(,,)", "rgb(-1,2,3)", "rgb(1,2,3,4)", "rgba(1,2,3)", "#é23",
  ])
  func readsNoOtherColours(_ text: String) {
    #expect(PassColour(text) == nil)
  }

  @Test func knowsCurrencies() {
    #expect(CurrencyCode.isCurrent("EUR"))
    #expect(CurrencyCode.isCurrent("XCG"))
    #expect(!CurrencyCode.isCurrent("eur"))
    #expect(!CurrencyCode.isCurrent("DEM"))
    #expect(CurrencyCode.isWithdrawn("DEM"))
    #expect(CurrencyCode.nearest(to: "eur") == "EUR")
  }

  @Test func knowsTimeZonesOldNamesIncluded() {
    for name in [
      "Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC", "Asia/Calcutta", "Etc/GMT+1",
      "US/Pacific", "America/Port-au-Prince",
    ] {
      #expect(TimeZoneName.isKnown(name), "\(name)")
    }
    for name in ["europe/berlin", "Europe/Munich", "+01:00", "CEST", "", "Factory"] {
      #expect(!TimeZoneName.isKnown(name), "\(name)")
    }
    #expect(TimeZoneName.nearest(to: "Europe/Berln") == "Europe/Berlin")
    #expect(!TimeZoneName.isWellFormed("+01:00"))
  }

  @Test func knowsEveryZoneFoundationKnows() {
    for name in TimeZone.knownTimeZoneIdentifiers where name != "GMT" {
      #expect(TimeZoneName.isKnown(name), "\(name)")
    }
  }

  @Test func knowsTheShapesOfSmallTexts() {
    #expect(TextShape.isUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
    #expect(!TextShape.isUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E"))
    #expect(!TextShape.isUUID("E2C56DB5DFFB48D2B060D0F5A71096E0"))
    #expect(
      TextShape.isEmail("a@b.de") && !TextShape.isEmail("a.de") && !TextShape.isEmail("a b@c"))
    #expect(TextShape.isPhoneNumber("+49 (30) 123-4") && !TextShape.isPhoneNumber("call us"))
    #expect(TextShape.isPhoneNumber("1-800-UNITED-1") && !TextShape.isPhoneNumber("24 HOURS"))
    #expect(TextShape.isDecimal("-12.50") && TextShape.isDecimal("0"))
    for text in ["12,50", ".5", "1.", "1e3", "", "-", "1.2.3"] {
      #expect(!TextShape.isDecimal(text), "\(text)")
    }
  }
}
