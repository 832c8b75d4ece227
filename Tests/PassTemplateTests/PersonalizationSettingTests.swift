// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of `personalization` in template.json: columns that cardholders fill by signing up.
struct PersonalizationSettingTests {
  private static func rendering(
    _ settings: String, sheet: String? = #"["PKPassPersonalizationFieldName"]"#
  ) throws -> Rendering {
    var files = [
      "t.pass/pass.json": #"{"serialNumber": "{{ serial }}", "description": "{{ name }}"}"#,
      "t.pass/template.json": #"{"personalization": \#(settings)}"#,
    ]
    if let sheet {
      files["t.pass/personalization.json"] =
        #"{"description": "Join", "requiredPersonalizationFields": \#(sheet)}"#
    }
    return try Rendering(files)
  }

  @Test func readsColumnsAndWhatTheyTake() throws {
    let rendering = try Self.rendering(#"{"name": "fullName"}"#)
    let template = try #require(rendering.template)
    #expect(template.settings.personalization.map(\.column) == ["name"])
    #expect(template.settings.personalization.map(\.field) == [.fullName])
    #expect(template.requestedPersonalFields == ["PKPassPersonalizationFieldName"])
    #expect(template.withoutPersonalization.requestedPersonalFields == nil)
    #expect(!rendering.codes.contains { $0.hasPrefix("template.") })
  }

  @Test(arguments: [
    (#"{"nmae": "fullName"}"#, "template.personalization.unknownColumn", "unknown column"),
    (#"{"name": "fullNmae"}"#, "template.setting.invalid", "did you mean \"fullName\""),
    (#"{"name": 7}"#, "template.setting.invalid", "expected one of"),
    (#"["name"]"#, "template.setting.invalid", "must be an object"),
    (#"{"name": "phoneNumber"}"#, "template.personalization.notAsked", "does not request"),
  ])
  func saysWhatCannotBe(_ settings: String, _ code: String, _ words: String) throws {
    let rendering = try Self.rendering(settings)
    let found = rendering.report.diagnostics.first { $0.code == code }
    #expect(found?.message.contains(words) == true, "\(rendering.report.diagnostics)")
    #expect(found?.location?.file.hasSuffix("template.json") == true)
  }

  @Test func saysThatNobodyIsAskedWithoutASheet() throws {
    let rendering = try Self.rendering(#"{"name": "fullName"}"#, sheet: nil)
    #expect(rendering.codes.contains("template.personalization.notAsked"))
    #expect(rendering.template != nil)
  }

  @Test func everyFieldIsOneAskedForInPersonalizationJSON() {
    let known = [
      "PKPassPersonalizationFieldName", "PKPassPersonalizationFieldPostalCode",
      "PKPassPersonalizationFieldEmailAddress", "PKPassPersonalizationFieldPhoneNumber",
    ]
    #expect(Set(PersonalField.allCases.map(\.requested)) == Set(known))
  }
}
