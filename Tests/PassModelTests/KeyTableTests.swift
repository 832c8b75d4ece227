// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassJSON
import PassTesting
import Testing

@testable import PassModel

struct KeyTableTests {
  @Test func saysWhatTheDescriptionOfTheFormatSays() throws {
    var report = Report()
    let published = JSONReader.read(
      Array(try Fixture.data("pass-keys.json")), name: "pass-keys.json", report: &report)
    let rows = try #require(published?.root["keys"])
    var reported: [String: String] = [:]
    for row in rows.elements {
      let path = try #require(row["path"]?.string)
      let need =
        row["required"]?.bool.map { $0 ? KeyEntry.Need.required : .optional } ?? .conditional
      let styles = row["styles"]?.elements.compactMap(\.string).joined(separator: ", ") ?? ""
      let values = row["enum"]?.elements.map { $0.string ?? $0.number?.spelling ?? "?" } ?? []
      reported[path] = """
        \(row["type"]?.string ?? "?") | \(need) | \(styles) | \(row["since"]?.string ?? "nil") | \
        \(values) | \(row["source"]?.string ?? "?") | \(row["confidence"]?.string ?? "?") | \
        \(row["constraint"]?.string ?? "?") | \(row["deprecated"]?.string ?? "nil")
        """
    }
    var ours: [String: String] = [:]
    for entry in KeyTable.all {
      #expect(ours[entry.path] == nil, "\(entry.path) stands twice in the table")
      ours[entry.path] = """
        \(entry.type.rawValue) | \(entry.need) | \(entry.use.rawValue) | \
        \(entry.since?.description ?? "nil") | \(entry.values) | \(entry.source) | \
        \(entry.confidence.rawValue) | \(entry.constraint) | \(entry.deprecated ?? "nil")
        """
    }
    #expect(reported.count == 316)
    for (path, text) in reported { #expect(ours[path] == text, "\(path)") }
    #expect(Set(ours.keys).subtracting(reported.keys).isEmpty)
  }

  @Test func hasALimitForEveryRangeTheConstraintsName() {
    for entry in KeyTable.all {
      let names =
        entry.constraint.contains("..") && entry.type.kind == .number
        || entry.constraint.contains("at most 10") || entry.constraint.contains("must be > 0")
        || entry.constraint.contains("at most 2097152")
      if names { #expect(entry.limit != nil, "\(entry.path): \(entry.constraint)") }
    }
    #expect(KeyTable.members(of: .location)["latitude"]?.limit == .between(-90, 90))
    #expect(KeyTable.members(of: .beacon)["major"]?.limit == .between(0, 65_535))
  }

  @Test func knowsTheKindOfEveryObjectItNames() {
    for entry in KeyTable.all where entry.type.kind == .object || entry.type.elementKind == .object
    {
      let isOpen = ["userInfo", "airplay"].contains(entry.name)
      #expect((entry.holds != nil) != isOpen, "\(entry.path)")
    }
  }

  @Test(arguments: [
    ("/serialNumber", ExpectedKind.string), ("/voided", .boolean), ("/maxDistance", .number),
    ("/storeCard/primaryFields/0/value", .fieldValue), ("/storeCard/primaryFields/0", .object),
    ("/generic/backFields/12/attributedValue", .fieldValue),
    ("/boardingPass/transitType", .string), ("/storeCard/transitType", .any),
    ("/semantics/seats/0/seatRow", .string), ("/semantics/seats", .array),
    ("/semantics/venueLocation/latitude", .number), ("/semantics/flightNumber", .number),
    ("/storeCard/backFields/0/semantics/balance/amount", .string), ("/nfc/message", .string),
    ("/associatedStoreIdentifiers/0", .number), ("/userInfo/anything/0", .any),
    ("/upcomingPassInformation/1/images/venueMap/URLs/0/size", .number),
    ("/upcomingPassInformation/1/backFields/0/value", .fieldValue),
    ("/locations/x/latitude", .any), ("/unknown", .any), ("", .any), ("serialNumber", .any),
    ("/serialNumber/0", .any), ("/expirationDate", .date),
  ])
  func tellsWhatAPlaceWants(pointer: String, kind: ExpectedKind) {
    #expect(KeyTable.expectedKind(at: pointer) == kind)
  }

  @Test func tellsWhatAPlaceOfPersonalizationWants() {
    #expect(
      KeyTable.expectedKind(at: "/requiredPersonalizationFields/1", in: .personalization)
        == .string)
    #expect(KeyTable.place(at: "/storeCard", in: .personalization) == nil)
  }

  @Test func usesPosterKeysOnlyInPosterTickets() {
    #expect(!KeyUse.posterEvent.includes(.eventTicket))
    #expect(KeyUse.posterEvent.includes(.eventTicket, schemes: [.posterEventTicket, .eventTicket]))
    #expect(!KeyUse.posterEvent.includes(.boardingPass, schemes: [.posterEventTicket]))
    #expect(KeyUse.backFields.includes(.back, of: .generic))
    #expect(!KeyUse.eventAuxiliaryFields.includes(.auxiliary, of: .generic))
  }
}
