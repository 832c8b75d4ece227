// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassApp

struct AppProjectTests {
  private static func settings(_ line: String, of file: String) throws -> [String: String] {
    var report = Report()
    let text = file.hasSuffix(".pbxproj") ? "buildSettings = {\n\(line)\n};\n" : line + "\n"
    let project = AppProject.read(Array(text.utf8), name: file, folder: ".", report: &report)
    return project.targets.first?.settings.mapValues(\.value) ?? [:]
  }

  @Test(
    arguments: [
      ("CODE_SIGN_ENTITLEMENTS = App/App.entitlements // for all", "App/App.entitlements"),
      ("CODE_SIGN_ENTITLEMENTS = App/App.entitlements//for all", "App/App.entitlements"),
      ("  CODE_SIGN_ENTITLEMENTS=\"A/B c.entitlements\" // \"x\"", "A/B c.entitlements"),
      ("CODE_SIGN_ENTITLEMENTS[sdk=iphoneos*] = A.entitlements; // x", "A.entitlements"),
      ("CODE_SIGN_ENTITLEMENTS = App/A.entitlements /", "App/A.entitlements /"),
      ("// CODE_SIGN_ENTITLEMENTS = App/A.entitlements", nil),
    ] as [(String, String?)])
  func aCommentOfAnXcconfigIsNotPartOfTheValue(_ line: String, _ value: String?) throws {
    #expect(try Self.settings(line, of: "App.xcconfig")["CODE_SIGN_ENTITLEMENTS"] == value)
  }

  /// Only an .xcconfig has such comments.
  @Test func anAddressInAProjectIsKept() throws {
    let line = "\t\tINFOPLIST_KEY_Link = \"https://example.com/a\";"
    #expect(
      try Self.settings(line, of: "project.pbxproj")
        == ["INFOPLIST_KEY_Link": "https://example.com/a"])
  }
}
