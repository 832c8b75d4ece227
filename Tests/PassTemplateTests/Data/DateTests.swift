// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

struct DateTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var options = ""
    let text: String
    /// The date as written into the pass, or the code of the finding.
    let result: String
    var testDescription: String { "\(text) \(options)" }
  }

  private static let berlin = #","zone":"Europe/Berlin""#
  private static let short = #","format":"d.M.yyyy","time":"12:00","zone":"UTC""#
  private static let german =
    #","format":"dd.MM.yyyy","time":"23:59:59","zone":"Europe/Berlin""#

  @Test(arguments: [
    // Complete cells.
    Sample(text: "2025-12-31T23:59:59+01:00", result: "2025-12-31T23:59:59+01:00"),
    Sample(text: "2025-12-31T23:59Z", result: "2025-12-31T23:59:00Z"),
    Sample(text: "2025-12-31 23:59:59 -0330", result: "2025-12-31T23:59:59-03:30"),
    Sample(text: "2025-12-31t23:59:59.123+05", result: "2025-12-31T23:59:59+05:00"),
    Sample(text: "2025-12-31T23:59:59+00:00", result: "2025-12-31T23:59:59+00:00"),
    Sample(text: "0001-01-01T00:00Z", result: "0001-01-01T00:00:00Z"),
    Sample(text: "9999-12-31T23:59:59+14:00", result: "9999-12-31T23:59:59+14:00"),
    // Missing parts, which are not guessed.
    Sample(text: "2025-12-31", result: "data.date.noTime"),
    Sample(text: "2025-12-31T23:59", result: "data.date.noZone"),
    Sample(options: #","time":"12:00""#, text: "2025-12-31", result: "data.date.noZone"),
    Sample(options: berlin, text: "2025-12-31", result: "data.date.noTime"),
    // The column adds missing parts. The cell has priority.
    Sample(options: german, text: "31.12.2025", result: "2025-12-31T23:59:59+01:00"),
    Sample(options: german, text: "01.07.2025", result: "2025-07-01T23:59:59+02:00"),
    Sample(
      options: berlin + #","time":"08:00""#, text: "2025-07-01T09:30",
      result: "2025-07-01T09:30:00+02:00"),
    Sample(options: berlin, text: "2025-07-01T09:30Z", result: "2025-07-01T09:30:00Z"),
    Sample(
      options: #","zone":"UTC","time":"08:00""#, text: "2025-07-01",
      result: "2025-07-01T08:00:00Z"),
    Sample(
      options: #","zone":"+02:00""#, text: "2025-12-01T08:00", result: "2025-12-01T08:00:00+02:00"),
    Sample(
      options: #","zone":"Europe/London""#, text: "2025-12-01T08:00",
      result: "2025-12-01T08:00:00+00:00"),
    Sample(
      options: #","format":"MM/dd/yyyy HH:mm:ss","zone":"America/New_York""#,
      text: "07/04/2025 18:30:05", result: "2025-07-04T18:30:05-04:00"),
    Sample(
      options: #","format":"dd.MM.yyyy 'um' HH:mm","zone":"Europe/Berlin""#,
      text: "31.12.2025 um 18:30", result: "2025-12-31T18:30:00+01:00"),
    Sample(
      options: #","format":"yyyyMMddTHHmm","zone":"UTC""#, text: "20251231T1830",
      result: "2025-12-31T18:30:00Z"),
    // Numbers without a zero in front, and years with two digits.
    Sample(options: short, text: "1.2.2026", result: "2026-02-01T12:00:00Z"),
    Sample(options: short, text: "31.12.2026", result: "2026-12-31T12:00:00Z"),
    Sample(options: short, text: "01.02.2026", result: "2026-02-01T12:00:00Z"),
    Sample(options: short, text: "1.2.26", result: "data.date.invalid"),
    Sample(options: short, text: "111.2.2026", result: "data.date.invalid"),
    Sample(options: short, text: ".2.2026", result: "data.date.invalid"),
    Sample(
      options: #","format":"yyyy年M月d日","time":"12:00","zone":"Asia/Tokyo""#,
      text: "2026年3月9日", result: "2026-03-09T12:00:00+09:00"),
    Sample(
      options: #","format":"M/d/yy H:mm","zone":"UTC""#, text: "7/4/31 9:05",
      result: "2031-07-04T09:05:00Z"),
    Sample(
      options: #","format":"dd.MM.yy","time":"12:00","zone":"UTC""#, text: "31.12.99",
      result: "2099-12-31T12:00:00Z"),
    // Invalid dates.
    Sample(options: german, text: "2025-12-31", result: "data.date.invalid"),
    Sample(options: german, text: "1.1.2025", result: "data.date.invalid"),
    Sample(options: german, text: "31.12.2025x", result: "data.date.invalid"),
    Sample(options: german, text: "29.02.2025", result: "data.date.invalid"),
    Sample(options: german, text: "29.02.2024", result: "2024-02-29T23:59:59+01:00"),
    Sample(text: "2025-13-01T00:00Z", result: "data.date.invalid"),
    Sample(text: "2025-00-01T00:00Z", result: "data.date.invalid"),
    Sample(text: "2025-04-31T00:00Z", result: "data.date.invalid"),
    Sample(text: "0000-01-01T00:00Z", result: "data.date.invalid"),
    Sample(text: "2025-01-01T24:00Z", result: "data.date.invalid"),
    Sample(text: "2025-01-01T23:60Z", result: "data.date.invalid"),
    Sample(text: "2025-01-01T23:59:60Z", result: "data.date.invalid"),
    Sample(text: "2025-01-01T23:59:59+15:00", result: "data.date.invalid"),
    Sample(text: "2025-01-01T23:59:59+01:60", result: "data.date.invalid"),
    Sample(text: "2025-01-01Z", result: "data.date.invalid"),
    Sample(text: "20250101", result: "data.date.invalid"),
    Sample(text: "25-01-01T00:00Z", result: "data.date.invalid"),
    Sample(text: "1900-02-29T00:00Z", result: "data.date.invalid"),
    Sample(text: "2000-02-29T00:00Z", result: "2000-02-29T00:00:00Z"),
    // Daylight saving time.
    Sample(options: berlin, text: "2025-03-30T01:59:59", result: "2025-03-30T01:59:59+01:00"),
    Sample(options: berlin, text: "2025-03-30T02:00", result: "data.date.nonexistent"),
    Sample(options: berlin, text: "2025-03-30T02:59:59", result: "data.date.nonexistent"),
    Sample(options: berlin, text: "2025-03-30T03:00", result: "2025-03-30T03:00:00+02:00"),
    Sample(options: berlin, text: "2025-10-26T01:59:59", result: "2025-10-26T01:59:59+02:00"),
    Sample(options: berlin, text: "2025-10-26T02:00", result: "2025-10-26T02:00:00+02:00"),
    Sample(options: berlin, text: "2025-10-26T02:59:59", result: "2025-10-26T02:59:59+02:00"),
    Sample(options: berlin, text: "2025-10-26T03:00", result: "2025-10-26T03:00:00+01:00"),
    Sample(
      options: #","zone":"America/New_York""#, text: "2026-03-08T02:30",
      result: "data.date.nonexistent"),
    Sample(
      options: #","zone":"America/New_York""#, text: "2026-11-01T01:30",
      result: "2026-11-01T01:30:00-04:00"),
    // A change of half an hour.
    Sample(
      options: #","zone":"Australia/Lord_Howe""#, text: "2025-10-05T02:15",
      result: "data.date.nonexistent"),
    Sample(
      options: #","zone":"Australia/Lord_Howe""#, text: "2025-10-05T02:30",
      result: "2025-10-05T02:30:00+11:00"),
    Sample(
      options: #","zone":"Australia/Lord_Howe""#, text: "2025-04-06T01:45",
      result: "2025-04-06T01:45:00+11:00"),
    Sample(
      options: #","zone":"Australia/Lord_Howe""#, text: "2025-04-06T02:00",
      result: "2025-04-06T02:00:00+10:30"),
    // A day that Samoa skipped, without daylight saving time.
    Sample(
      options: #","zone":"Pacific/Apia""#, text: "2011-12-30T12:00",
      result: "data.date.nonexistent"),
    Sample(
      options: #","zone":"Pacific/Apia""#, text: "2011-12-31T00:00",
      result: "2011-12-31T00:00:00+14:00"),
    // The turn of the year.
    Sample(options: berlin, text: "2025-12-31T23:59:59", result: "2025-12-31T23:59:59+01:00"),
    Sample(options: berlin, text: "2026-01-01T00:00", result: "2026-01-01T00:00:00+01:00"),
    Sample(
      options: #","zone":"Pacific/Kiritimati""#, text: "2026-01-01T00:00",
      result: "2026-01-01T00:00:00+14:00"),
    Sample(options: berlin, text: "9999-12-31T23:59:59", result: "9999-12-31T23:59:59+01:00"),
    // Before 1893 Berlin was 53 minutes and 28 seconds ahead.
    Sample(options: berlin, text: "1880-01-01T00:00", result: "data.date.invalid"),
  ])
  func writesDatesWithTheirOffset(_ sample: Sample) throws {
    let (cell, diagnostics) = try cell("{\"type\":\"date\"\(sample.options)}", sample.text)
    #expect(
      cell.map { $0.value.shown } ?? diagnostics.first?.code
        == (sample.result.hasPrefix("data.") ? sample.result : "date \(sample.result)"))
    #expect(diagnostics.count <= 1)
    if let cell { #expect(cell.text == sample.text) }
  }

  /// The resulting time must have the offset that was found.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
    "Asia/Tehran", "America/Sao_Paulo", "Pacific/Apia", "Europe/Dublin", "Asia/Gaza",
    "Antarctica/Troll", "Asia/Kathmandu", "America/St_Johns",
  ])
  func resolvesLocalTimesAsTheZoneDoes(_ name: String) throws {
    let rules = try #require(ZoneRules(named: name))
    var table = ZoneTable(rules)
    var random = SplitMix64(seed: 11)
    var skipped = 0
    for _ in 0..<4000 {
      let year = Int.random(in: 1950...2090, using: &random)
      let start = CivilDate.daysSince1970(toMonth: 1, of: year) * 86_400
      let local = start + Int.random(in: 0..<365 * 86_400, using: &random)
      // The offset must be one of those within a day before and after.
      let candidates = Set((-4...4).map { rules.offset(at: local + $0 * 21_600) })
        .filter { rules.offset(at: local - $0) == $0 }
      switch table.resolve(local: local, year: year) {
      case .offset(let offset):
        // The earlier of two times has the larger offset.
        #expect(offset == candidates.max(), "\(local) in \(name)")
      case .skipped:
        skipped += 1
        #expect(candidates.isEmpty, "\(local) in \(name)")
      }
    }
    #expect(skipped < 40)
  }

  @Test
  func tellsTheVersionOfItsZoneData() {
    #expect(ZoneRules.dataVersion.hasPrefix("20"))
  }

  @Test
  func saysWhichOptionWouldHelp() throws {
    let (_, noZone) = try cell(#"{"type":"date"}"#, "2025-12-31T23:59")
    #expect(noZone.first?.help.contains("\"zone\"") == true)
    let (_, noTime) = try cell(#"{"type":"date"}"#, "2025-12-31")
    #expect(noTime.first?.help.contains("\"time\"") == true)
  }
}
