// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassReport
import PassTesting
import Testing

@testable import passc

struct RulesTests {
  private static let docs = "\(Program.repository)/docs"

  @Test func theReferenceIsAsTheRulesAre() throws {
    let pages = RuleReference.pages(AllFindings.catalogue.findings)
    for page in pages {
      let written = try Disk.read("\(Self.docs)/\(page.path)")
      #expect(String(decoding: written, as: UTF8.self) == page.text, "run make docs")
    }
    let files = try Disk.list("\(Self.docs)/rules").map { "rules/\($0.name)" }
    #expect(Set(files + ["rules.md"]) == Set(pages.map(\.path)), "run make docs")
  }

  @Test func writesIndexAndPagesIntoAFolder() throws {
    let test = try BuildCase()
    let outcome = try test.passc(["rules", "-o", "reference"])
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.story)")
    for page in RuleReference.pages(AllFindings.catalogue.findings) {
      #expect(try test.bytes("reference/\(page.path)") == Array(page.text.utf8))
    }
  }

  @Test func printsEverythingOnOnePage() throws {
    let outcome = try BuildCase().passc(["rules"])
    #expect(
      outcome.status == 0 && outcome.text == RuleReference.markdown(AllFindings.catalogue.findings))
    for finding in AllFindings.catalogue.findings {
      #expect(outcome.text.ranges(of: "<a id=\"\(finding.code)\"></a>").count == 1)
    }
  }

  @Test func noLineOfProseIsLongerThan100() {
    for page in RuleReference.pages(AllFindings.catalogue.findings) {
      for line in page.text.split(separator: "\n") where !line.hasPrefix("| ") {
        // A word such as an example without spaces may be longer.
        #expect(line.count <= 100 || !line.dropFirst(40).contains(" "), "\(page.path): \(line)")
      }
    }
  }

  @Test func everyCodeStandsOnce() {
    let codes = AllFindings.catalogue.findings.map(\.code)
    #expect(codes.count == Set(codes).count)
    #expect(codes.count > 250)
  }
}
