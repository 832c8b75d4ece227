// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of `data` in template.json: how CSV files are written.
struct DataSettingTests {
  private static func rendering(_ settings: String) throws -> Rendering {
    try Rendering([
      "t.pass/pass.json": #"{"serialNumber": "1"}"#,
      "t.pass/template.json": #"{"data": \#(settings)}"#,
    ])
  }

  @Test func readsEncodingAndDelimiter() throws {
    let rendering = try Self.rendering(#"{"encoding": "windows-1252", "delimiter": "tab"}"#)
    #expect(rendering.codes.isEmpty)
    let data = try #require(rendering.template?.settings.data)
    #expect(data.encoding == "windows-1252" && data.delimiter == 0x09)
  }

  @Test(arguments: [
    (#"{"encodign": "utf-8"}"#, "template.setting.unknown", "unknown member"),
    (#"{"encoding": "windows-1522"}"#, "template.setting.invalid", "unknown encoding"),
    (#"{"encoding": 1252}"#, "template.setting.invalid", "must be a string"),
    (#"{"delimiter": "ab"}"#, "template.setting.invalid", "is not a delimiter"),
    (#"["utf-8"]"#, "template.setting.invalid", "must be an object"),
  ])
  func saysWhatCannotBe(_ settings: String, _ code: String, _ words: String) throws {
    let rendering = try Self.rendering(settings)
    let found = rendering.report.diagnostics.first { $0.code == code }
    #expect(found?.message.contains(words) == true, "\(rendering.report.diagnostics)")
    #expect(found?.location?.file.hasSuffix("template.json") == true)
  }

  @Test func optionsOfTheRunComeFirstAndOnlyCSVIsMeant() {
    let template = DataOptions(delimiter: 0x3B, encoding: "windows-1252")
    let plain = DataOptions().completed(by: template, forFile: "members.csv")
    #expect(plain.delimiter == 0x3B && plain.encoding == "windows-1252")
    let given = DataOptions(encoding: "utf-8").completed(by: template, forFile: "members.tsv")
    #expect(given.delimiter == 0x3B && given.encoding == "utf-8")
    let json = DataOptions().completed(by: template, forFile: "row.json")
    #expect(json.delimiter == nil && json.encoding == nil)
    let piped = DataOptions(format: .csv).completed(by: template, forFile: "-")
    #expect(piped.encoding == "windows-1252")
  }
}
