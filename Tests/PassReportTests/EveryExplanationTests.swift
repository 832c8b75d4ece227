// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassReport
import PassTesting
import Testing

@testable import passc

/// Tests that every code is explained on the terminal and in docs/rules/.
struct EveryExplanationTests {
  /// Areas whose documents need more lines to show a mistake.
  private static let areasOfLongLines: Set<Substring> = ["pay", "app", "barcode"]

  @Test func everyCodeHasWhyHelpSourceBasisEffectAndItsOwnWords() throws {
    #expect(AllFindings.catalogue.findings.count > 250)
    for finding in AllFindings.catalogue.findings {
      let text = Explanation.text(of: finding)
      #expect(
        text.hasPrefix(
          "\(finding.code)\n  \(finding.severity.rawValue): \(finding.effectInWords)\n\n"))
      for part in ["  help    ", "  basis   \(finding.basis.word): "] {
        #expect(text.contains(part), "\(finding.code) has no \(part)")
      }
      let shown = finding.shown
      #expect(text.contains("\n  wrong\n    "), "\(finding.code)")
      #expect(text.contains("\n  right\n    "), "\(finding.code)")
      #expect(shown.wrong != shown.right, "\(finding.code)")
      let (wrong, right) = (shown.wrong.split(separator: "\n"), shown.right.split(separator: "\n"))
      // Long lines would hide the difference, and many lines the mistake.
      let limit = Self.areasOfLongLines.contains(finding.code.prefix { $0 != "." }) ? 11 : 6
      #expect((1...limit).contains(wrong.count), "\(finding.code)")
      #expect((1...limit).contains(right.count), "\(finding.code)")
      for line in (shown.wrong + "\n" + shown.right).split(separator: "\n") {
        #expect(line.count <= 72 && !line.contains("\t"), "\(finding.code): \(line)")
        #expect(line.last != " ", "\(finding.code): \(line)")
      }
      if let log = finding.walletLog {
        #expect(text.contains(log))
        #expect(
          WalletLog.findings(in: "wallet[12]: \(log): x", of: AllFindings.catalogue).contains {
            $0.code == finding.code
          })
      }
    }
  }

  /// Words that readers do not understand.
  @Test func noneUsesWordsOfItsOwn() {
    let words = [" refuse", " stands ", " lies ", " beside ", " anew", " judge", "nobody can tell"]
    for finding in AllFindings.catalogue.findings {
      for text in [finding.why, finding.help] {
        for word in words {
          #expect(!(" " + text).contains(word), "\(finding.code): \(word) in \(text)")
        }
      }
    }
  }

  @Test func theReferenceHasAnAnchorForEveryCode() throws {
    let docs = "\(Program.repository)/docs"
    let index = String(decoding: try Disk.read("\(docs)/rules.md"), as: UTF8.self)
    for finding in AllFindings.catalogue.findings {
      let (code, area) = (finding.code, finding.code.prefix { $0 != "." })
      let page = String(decoding: try Disk.read("\(docs)/rules/\(area).md"), as: UTF8.self)
      #expect(page.ranges(of: "<a id=\"\(code)\"></a>").count == 1, "\(code)")
      // Reports link to the index, which links to the page.
      let line = "<a id=\"\(code)\"></a>[`\(code)`](rules/\(area).md#\(code))"
      #expect(index.ranges(of: line).count == 1, "\(code)")
    }
  }
}
