// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of `"sources"` in template.json.
struct ImageSourceTests {
  private static func rendering(_ sources: String) throws -> Rendering {
    try Rendering(["t.pass/pass.json": "{}", "t.pass/template.json": #"{"sources": \#(sources)}"#])
  }

  @Test func aSourceIsAPathOrAnObject() throws {
    let rendering = try Self.rendering(
      #"""
      {"logo": "art/logo.svg", "de.lproj/strip": {"file": "../a.jpg", "focus": "0.5,0.25",
      "fit": "crop"}}
      """#)
    #expect(rendering.codes == [])
    let sources = try #require(rendering.template?.settings.sources)
    #expect(sources.map(\.name) == ["logo", "de.lproj/strip"])
    #expect(sources[0].path == rendering.folder("t.pass/art/logo.svg"))
    #expect(sources[0].fit == nil && sources[0].focus == .centre)
    #expect(sources[1].path == rendering.folder("a.jpg"))
    #expect(sources[1].fit == .crop && sources[1].focus.text == "0.5,0.25")
  }

  @Test(arguments: [
    ("7", "template.setting.invalid"), (#"{"logo": 7}"#, "template.setting.invalid"),
    (#"{"logo": {}}"#, "template.setting.invalid"), (#"{"logo": ""}"#, "template.setting.invalid"),
    (#"{"logo": {"file": "a", "fit": "wide"}}"#, "template.setting.invalid"),
    (#"{"logo": {"file": "a", "focus": "2,0"}}"#, "template.setting.invalid"),
    (#"{"logo": {"file": "a", "focus": 1}}"#, "template.setting.invalid"),
    (#"{"logo": {"file": "a", "focsu": "0,0"}}"#, "template.setting.unknown"),
    (#"{"logo.png": "a"}"#, "template.images.unknownName"),
    (#"{"lgoo": "a"}"#, "template.images.unknownName"),
    (#"{"art/logo": "a"}"#, "template.images.unknownName"),
  ])
  func mistakesAreReported(_ sources: String, _ code: String) throws {
    #expect(try Self.rendering(sources).codes == [code])
  }

  @Test(arguments: [
    ("0.5,0.3", "0.5,0.3"), ("0, 1", "0,1"), ("1,0.125", "1,0.125"), ("0.05,0.005", "0.05,0.005"),
  ])
  func aFocusIsReadAsWritten(_ text: String, _ normal: String) throws {
    #expect(ImageSource.Focus(text)?.text == normal)
  }

  @Test(arguments: ["", ",", "0.5", "0.5,", "a,b", "-0.1,0", "0,1.1", "nan,0", "0,0,0"])
  func anInvalidFocusIsNone(_ text: String) {
    #expect(ImageSource.Focus(text) == nil)
  }

  @Test func theNotesAreNeverPacked() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/.passc-images.json": "{}",
      "t.pass/template.json": #"{"include": [".passc-images.json"]}"#,
    ])
    #expect(rendering.codes == ["template.setting.invalid"])
  }
}
