// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A writer of GitLab's code quality report: one JSON array.
package struct GitLabWriter: CheckReportWriter {
  private var issues: [JSONTree] = []
  private var seen: [String: Int] = [:]
  /// The file that issues without a place are shown at.
  private var firstName: String?

  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    if firstName == nil { firstName = subject.name }
    for diagnostic in subject.diagnostics {
      issues.append(issue(diagnostic, subject.name))
    }
    return ""
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    ReportJSON.lines(.array(issues + summary.notChecked.map(notChecked)))
  }

  /// Returns an issue for something that could not be checked. The format has nothing else for it.
  private func notChecked(_ words: String) -> JSONTree {
    [
      "description": .string("not checked: " + words), "check_name": "passc.notChecked",
      "fingerprint": .string(Self.hash("passc.notChecked\u{0}" + words)), "severity": "info",
      "location": [
        "path": .string(Self.relative(firstName ?? ".")), "lines": ["begin": 1],
      ],
    ]
  }

  private mutating func issue(_ diagnostic: Diagnostic, _ subject: String) -> JSONTree {
    let place = diagnostic.location
    let severity =
      switch diagnostic.severity {
      case .error: diagnostic.finding.effect == .refused ? "critical" : "major"
      case .warning: "minor"
      case .note: "info"
      }
    let path = place?.fileOnDisk ?? subject
    let line = place.flatMap { $0.isOnDisk ? $0.line : nil } ?? 1
    let inside = place?.bundle != nil ? (place?.file).map { "\($0): " } ?? "" : ""
    return [
      "description": .string(inside + diagnostic.message + "; " + diagnostic.helpWithOptions),
      "check_name": .string(diagnostic.code),
      "fingerprint": .string(fingerprint(diagnostic, subject)),
      "severity": .string(severity),
      "location": [
        "path": .string(Self.relative(path)), "lines": ["begin": .number(line)],
      ],
    ]
  }

  /// Returns the path as GitLab requires it: relative to the repository, without `./`.
  private static func relative(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  /// Returns a fingerprint that is stable between runs and different for each issue. Equal issues
  /// are numbered.
  private mutating func fingerprint(_ diagnostic: Diagnostic, _ subject: String) -> String {
    let text = [
      diagnostic.code, subject, diagnostic.location?.bundle ?? "", diagnostic.location?.file ?? "",
      diagnostic.pointer ?? "", diagnostic.serial ?? "", diagnostic.message,
    ].joined(separator: "\u{0}")
    let count = seen[text, default: 0]
    seen[text] = count + 1
    return Self.hash(text + "\u{0}\(count)")
  }

  /// Returns two 64-bit FNV-1a hashes. They identify an issue and have no cryptographic purpose.
  private static func hash(_ text: String) -> String {
    func fnv(_ start: UInt64) -> UInt64 {
      text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return [fnv(0xCBF2_9CE4_8422_2325), fnv(0x6C62_272E_07BB_0142)]
      .map { Hex.number($0, digits: 16) }.joined()
  }
}
