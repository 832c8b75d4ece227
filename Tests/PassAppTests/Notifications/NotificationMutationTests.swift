// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import Testing

/// Applies the error of each rule to every example where it is possible.
struct NotificationMutationTests {
  /// Returns examples of the same kind as that of a finding.
  private static func siblings(_ document: String) -> [NotificationExample] {
    switch document {
    case "tns.json": [.tns, .coBadged]
    case "mg.json": [.mg]
    case "cps.json": [.cps, .background, .alert, .tns, .coBadged, .mg]
    case "app-background.json": [.background, .tns, .coBadged, .mg, .cps]
    case "pass-update.json": [.passUpdate]
    default: []
    }
  }

  private static func read(_ text: String) throws -> JSONDocument {
    var report = Report()
    return try #require(JSONReader.read(Array(text.utf8), name: "a", report: &report))
  }

  @Test func eachFaultInEachExampleGivesItsFinding() throws {
    var tried = 0
    for finding in NotificationFindings.all {
      for example in finding.bad {
        for sibling in Self.siblings(example.document) {
          guard case .patch(let patch)? = example.changes.first else { continue }
          // In a push for TNS or MG such a value would be a second error.
          let isOfSDK = sibling != .background && sibling != .alert && sibling != .cps
          let isForAny = example.document == "cps.json" || example.document == "app-background.json"
          let adds =
            patch.contains("reference") || patch.contains("text") || patch.contains("topic\"")
          if isOfSDK, isForAny, adds { continue }
          var options = NotificationOptions()
          for case .option(let option) in example.settings {
            let words = option.split(separator: " ").map(String.init)
            if words[0] == "--to" {
              options.receiver = NotificationReceiver(rawValue: words[1])
            } else {
              let parts = words[1].split(separator: "=").map(String.init)
              options.headers[parts[0]] = parts[1]
            }
          }
          let merged = JSONMergePatch.merged(
            try Self.read(sibling.text()).root, try Self.read(patch).root)
          var report = Report()
          NotificationCheck.check(merged.root, options, report: &report)
          #expect(
            report.sorted.map(\.code) == [finding.code],
            "\(finding.code) in \(sibling.rawValue) by \(patch.prefix(80))")
          tried += 1
        }
      }
    }
    #expect(tried > 50, "\(tried)")
  }
}
