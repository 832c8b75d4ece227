// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassFiles
import PassTesting
import Testing

/// Every code, explained on the terminal and in docs/rules.md.
struct EveryExplanationTests {
  @Test func everyCodeHasWhyHelpSourceBasisEffectAndItsOwnWords() throws {
    #expect(AllFindings.findings.count > 250)
    for finding in AllFindings.findings {
      let text = Explanation.text(of: finding)
      #expect(text.hasPrefix(finding.code + "\n  \(finding.severity.rawValue), "), "\(text)")
      for part in ["  help    ", "  basis   \(finding.basis.word): "] {
        #expect(text.contains(part), "\(finding.code) has no \(part)")
      }
      #expect(text.contains("\n  wrong   "), "\(finding.code)")
      #expect(text.contains("\n  right   "), "\(finding.code)")
      for example in finding.bad + finding.good { #expect(finding.told == nil, "\(example)") }
      if let log = finding.walletLog {
        #expect(text.contains(log))
        #expect(
          WalletLog.findings(in: "wallet[12]: \(log): x").contains { $0.code == finding.code })
      }
    }
  }

  @Test func theReferenceHasAnAnchorForEveryCode() throws {
    let page = String(
      decoding: try Disk.read("\(Program.repository)/docs/rules.md"), as: UTF8.self)
    for finding in AllFindings.findings {
      #expect(page.ranges(of: "<a id=\"\(finding.code)\"></a>").count == 1, "\(finding.code)")
    }
  }
}
