// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassGoogleModel
import PassTesting
import Testing

/// Compares the table with the description that it was made from.
struct GoogleTableTests {
  @Test func theTableHasEveryMemberOfTheDescription() throws {
    let json = try JSONSerialization.jsonObject(
      with: try Fixture.data("google/google-wallet-schema.json"))
    let root = try #require(json as? [String: Any])
    let schemas = try #require(root["schemas"] as? [String: [String: [String: Any]]])
    for (name, schema) in GoogleTable.schemas {
      let expected = try #require(schemas[name], "\(name)")
      #expect(Set(schema.members.map(\.name)) == Set(expected.keys), "\(name)")
      for member in schema.members {
        let facts = try #require(expected[member.name])
        let place = "\(name).\(member.name)"
        #expect(member.isRequired == (facts["req"] as? String == "O"), "\(place)")
        #expect(member.isDeprecated == (facts["dep"] != nil), "\(place)")
        #expect(member.isSetByGoogle == (facts["platform"] != nil), "\(place)")
        #expect(member.enumeration == facts["enum"] as? String, "\(place)")
        #expect((member.limit == nil) == (facts["lim"] == nil), "\(place)")
        #expect(member.time?.rawValue == facts["time"] as? String, "\(place)")
        #expect((member.form == nil) == (facts["re"] == nil), "\(place)")
      }
    }
    #expect(GoogleTable.schemas.count == 89)
    let words = try #require(root["enums"] as? [String: [String: Any]])
    for (name, enumeration) in GoogleTable.enumerations {
      #expect(enumeration.words == words[name]?["v"] as? [String], "\(name)")
      #expect(enumeration.former == words[name]?["old"] as? [String: String], "\(name)")
    }
    #expect(GoogleTable.enumerations.count == 36)
  }

  @Test func idsOfDifferentPassesDiffer() {
    let texts = ["a", "a.b", "b", ".", "_", "_2E", "a_b", "Ä", "A-17", "a b", "", "b.c"]
    var seen: Set<String> = []
    for suffix in texts {
      for serial in texts {
        let classID = GoogleIdentifier.classID(issuer: "33", suffix: suffix)
        let id = GoogleIdentifier.objectID(classID: classID, serialNumber: serial)
        #expect(seen.insert(id).inserted, "\(id)")
        #expect(id.utf8.allSatisfy { $0 < 0x80 })
      }
    }
    #expect(GoogleIdentifier.objectID(classID: "33.gym", serialNumber: "KB-1") == "33.gym.KB-1")
  }

  @Test(arguments: [
    (#"{"id":"1.a","classId":"1.b","accountName":"A"}"#, "loyalty object"),
    (#"{"loyaltyClass":{"id":"1.a"}}"#, "loyalty class"),
    (#"{"payload":{"offerObjects":[{"id":"1.a.b"}]}}"#, "offer object"),
    (#"{"hello":1}"#, nil), ("[]", nil),
  ])
  func findsTheParts(_ text: String, _ expected: String?) throws {
    let payload = GooglePayload(try SamplePayload.document(text).root)
    let part = payload?.parts.first
    #expect(part.map { "\($0.type.rawValue) \($0.level.rawValue)" } == expected)
  }

  @Test func aLayoutNamesModulesThatPassesHave() throws {
    let path = #"{"fieldPath":"object.textModulesData['plan']"}"#
    let layout = """
      "classTemplateInfo":{"cardTemplateOverride":{"cardRowTemplateInfos":\
      [{"oneItem":{"item":{"firstValue":{"fields":[\(path)]}}}}]}}
      """
    let module = #""textModulesData":[{"id":"plan","header":"Plan","body":"Iron"}]"#
    let without = #"{"loyaltyClass":{\#(layout)}}"#
    let with = #"{"loyaltyClass":{\#(layout)},"loyaltyObject":{\#(module)}}"#
    #expect(
      try SamplePayload.codes(.loyalty, patch: without) == ["google.fieldPath.unknown"])
    #expect(try SamplePayload.codes(.loyalty, patch: with).isEmpty)
  }

  @Test func aSkinnyObjectNeedsNoOtherMembers() throws {
    let document = try SamplePayload.document(#"{"loyaltyObjects":[{"id":"33.gym.A-17"}]}"#)
    #expect(try SamplePayload.codes(document).isEmpty)
  }
}
