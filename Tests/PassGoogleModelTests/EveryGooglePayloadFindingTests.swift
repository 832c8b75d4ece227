// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import Testing

/// Runs the lines that `passc explain` shows. They are members to add to a valid payload.
struct EveryGooglePayloadFindingTests {
  /// Findings about the number of elements, whose lines are not JSON.
  private static let counted: [String: (list: String, element: String, most: Int)] = [
    GoogleFindings.locationsTooMany.code: (
      "merchantLocations", #"{"latitude":51.33,"longitude":12.34}"#, 10
    ),
    GoogleFindings.messagesTooMany.code: ("messages", #"{"body":"Hello"}"#, 10),
    GoogleFindings.valueAddedTooMany.code: (
      "valueAddedModuleData",
      #"{"header":{"defaultValue":{"language":"en","value":"Hi"}},"uri":"https://a.example"}"#, 15
    ),
    GoogleFindings.textModulesNotShown.code: (
      "textModulesData", #"{"header":"Open","body":"9 to 5"}"#, 10
    ),
    GoogleFindings.imagesNotShown.code: (
      "imageModulesData", #"{"mainImage":{"sourceUri":{"uri":"https://a.example/a.png"}}}"#, 1
    ),
  ]
  private static let nested = [
    GoogleFindings.rowsTooMany.code, GoogleFindings.linksNotShown.code,
  ]

  static let examples = GoogleFindings.ofPayloads.filter {
    counted[$0.code] == nil && !nested.contains($0.code)
  }.map(\.code)

  private static func type(of patch: String) throws -> GoogleType {
    try #require(
      GoogleType.allCases.first { type in
        GoogleType.Level.allCases.contains { patch.contains("\"\(type.resource($0))\"") }
      })
  }

  @Test(arguments: examples)
  func shownLinesGiveTheFinding(_ code: String) throws {
    let finding = try #require(GoogleFindings.ofPayloads.first { $0.code == code })
    let wrong = finding.shown.wrong
    #expect(try SamplePayload.codes(try Self.type(of: wrong), patch: wrong) == [code])
    let right = finding.shown.right
    #expect(try SamplePayload.codes(try Self.type(of: right), patch: right).isEmpty)
  }

  @Test(arguments: counted.keys.sorted())
  func oneElementMoreGivesTheFinding(_ code: String) throws {
    let (list, element, most) = try #require(Self.counted[code])
    func patch(_ count: Int) -> String {
      let all = Array(repeating: element, count: count).joined(separator: ",")
      return "{\"loyaltyObject\":{\"\(list)\":[\(all)]}}"
    }
    #expect(try SamplePayload.codes(.loyalty, patch: patch(most + 1)) == [code])
    #expect(try SamplePayload.codes(.loyalty, patch: patch(most)).isEmpty)
  }

  @Test func countsRowsAndLinks() throws {
    let path = #"{"fieldPath":"object.accountName"}"#
    let row = #"{"oneItem":{"item":{"firstValue":{"fields":[\#(path)]}}}}"#
    func rows(_ count: Int) -> String {
      let all = Array(repeating: row, count: count).joined(separator: ",")
      return
        #"{"loyaltyClass":{"classTemplateInfo":{"cardTemplateOverride":{"cardRowTemplateInfos":[\#(all)]}}}}"#
    }
    #expect(
      try SamplePayload.codes(.loyalty, patch: rows(4)) == [GoogleFindings.rowsTooMany.code])
    #expect(try SamplePayload.codes(.loyalty, patch: rows(3)).isEmpty)
    let link = #"{"uri":"tel:+4930","description":"Desk"}"#
    func links(_ count: Int) -> String {
      let all = Array(repeating: link, count: count).joined(separator: ",")
      return #"{"loyaltyObject":{"linksModuleData":{"uris":[\#(all)]}}}"#
    }
    #expect(
      try SamplePayload.codes(.loyalty, patch: links(11)) == [GoogleFindings.linksNotShown.code])
    #expect(try SamplePayload.codes(.loyalty, patch: links(10)).isEmpty)
  }

  @Test(arguments: GoogleType.allCases)
  func samplesHaveNoFindings(_ type: GoogleType) throws {
    #expect(try SamplePayload.codes(type, patch: "{}").isEmpty)
  }

  @Test func codesHaveThreePartsAndOccurOnce() {
    let codes = GoogleFindings.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    for finding in GoogleFindings.all {
      #expect(finding.code.split(separator: ".").count == 3, "\(finding.code)")
      #expect(finding.why.last == "." && finding.help.last != ".", "\(finding.code)")
    }
  }
}
