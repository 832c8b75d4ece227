// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassIssue
import PassJSON

/// The result of a run as text and as JSON.
enum IssueReport {
  /// Returns a line such as `10,000 passes in 2.1 s, 4,812/s; 88 % of the time of 2 jobs went into
  /// signatures`.
  static func speed(_ summary: IssueSummary) -> String {
    let passes = summary.issued + summary.reissued
    return "\(passes.grouped) \(passes == 1 ? "pass" : "passes") in "
      + "\(decimal(summary.seconds, 1)) s, "
      + "\(Int(summary.passesPerSecond.rounded()).grouped)/s; "
      + "\(Int((summary.signingShare * 100).rounded())) % of the time of \(summary.jobs) "
      + "\(summary.jobs == 1 ? "job" : "jobs") went into signatures"
  }

  /// Returns one object on one line, without a line end.
  static func json(_ summary: IssueSummary) -> String {
    func fraction(_ value: Double, _ digits: Int) -> JSONTree { .spelled(decimal(value, digits)) }
    var members: [JSONTree.Member] = [
      ("version", 1), ("dryRun", .boolean(summary.isDryRun)),
      ("end", .string(word(for: summary.end))), ("issued", .number(summary.issued)),
      ("reissued", .number(summary.reissued)), ("unchanged", .number(summary.unchanged)),
      ("rejected", .number(summary.rejected)), ("emptyRows", .number(summary.emptyRows)),
      ("rowsRead", .number(summary.rowsRead)),
    ]
    if let absent = summary.absent { members.append(("absent", .number(absent))) }
    members += [
      ("bytes", .number(summary.bundleBytes)), ("jobs", .number(summary.jobs)),
      ("seconds", fraction(summary.seconds, 3)),
      ("rowsPerSecond", fraction(summary.rowsPerSecond, 1)),
      ("passesPerSecond", fraction(summary.passesPerSecond, 1)),
      (
        "microsecondsPerRow",
        [
          "p50": fraction(summary.percentiles.p50, 1), "p90": fraction(summary.percentiles.p90, 1),
          "p99": fraction(summary.percentiles.p99, 1),
        ]
      ),
      (
        "signing",
        [
          "signatures": .number(summary.signatures),
          "seconds": fraction(summary.signingSeconds, 3),
          "share": fraction(summary.signingShare, 3),
        ]
      ),
      (
        "counts",
        .object(summary.counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
      ),
    ]
    return String(decoding: JSONTree.object(members).bytes, as: UTF8.self)
  }

  private static func word(for end: IssueSummary.End) -> String {
    switch end {
    case .complete: "complete"
    case .interrupted: "interrupted"
    case .firstError: "firstError"
    case .tooManyRejects: "tooManyRejects"
    case .sameError: "sameFault"
    case .unreadableInput: "unreadableInput"
    }
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((max(0, min(value, 1e12)) * Double(scale)).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
