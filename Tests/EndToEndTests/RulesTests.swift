// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBuild
import Testing

struct RulesTests {
  @Test func theReferenceIsAsTheRulesAre() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/rules.md")
    let written = try String(contentsOf: page, encoding: .utf8)
    #expect(written == RuleReference.markdown(), "run make docs")
  }

  @Test func everyCodeStandsOnce() {
    let codes = AllFindings.findings.map(\.code)
    #expect(codes.count == Set(codes).count)
    #expect(codes.count > 250)
  }
}
