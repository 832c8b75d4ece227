// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassIssue
import PassJSON

/// The words and the JSON a run ends with.
enum IssueReport {
  /// `10,000 passes in 2.1 s, 4,812/s; 88 % of the time went into signatures`.
  static func speed(_ summary: IssueSummary) -> String {
    let passes = summary.issued + summary.reissued
    return "\(Progress.grouped(passes)) \(passes == 1 ? "pass" : "passes") in "
      + "\(decimal(summary.seconds, 1)) s, "
      + "\(Progress.grouped(Int(summary.passesPerSecond.rounded())))/s; "
      + "\(Int((summary.signingShare * 100).rounded())) % of the time of \(summary.jobs) "
      + "\(summary.jobs == 1 ? "job" : "jobs") went into signatures"
  }

  /// One object on one line.
  static func json(_ summary: IssueSummary) -> String {
    var json = JSONBuilder()
    func number(_ name: String, _ value: Int) {
      json.key(name)
      json.scalar(.number, "\(value)")
    }
    func fraction(_ name: String, _ value: Double, _ digits: Int) {
      json.key(name)
      json.scalar(.number, decimal(value, digits))
    }
    json.begin(.object, origin: .none)
    number("version", 1)
    json.key("dryRun")
    json.scalar(summary.isDryRun ? .true : .false)
    json.key("end")
    json.string(word(for: summary.end))
    number("issued", summary.issued)
    number("reissued", summary.reissued)
    number("unchanged", summary.unchanged)
    number("rejected", summary.rejected)
    number("emptyRows", summary.emptyRows)
    number("rowsRead", summary.rowsRead)
    if let absent = summary.absent { number("absent", absent) }
    number("bytes", summary.bundleBytes)
    number("jobs", summary.jobs)
    fraction("seconds", summary.seconds, 3)
    fraction("rowsPerSecond", summary.rowsPerSecond, 1)
    fraction("passesPerSecond", summary.passesPerSecond, 1)
    json.key("microsecondsPerRow")
    json.begin(.object, origin: .none)
    fraction("p50", summary.percentiles.p50, 1)
    fraction("p90", summary.percentiles.p90, 1)
    fraction("p99", summary.percentiles.p99, 1)
    json.end()
    json.key("signing")
    json.begin(.object, origin: .none)
    number("signatures", summary.signatures)
    fraction("seconds", summary.signingSeconds, 3)
    fraction("share", summary.signingShare, 3)
    json.end()
    json.key("counts")
    json.begin(.object, origin: .none)
    for (code, count) in summary.counts.sorted(by: { $0.key < $1.key }) { number(code, count) }
    json.end()
    json.end()
    return String(decoding: JSONWriter.bytes(of: json.document().root), as: UTF8.self)
  }

  private static func word(for end: IssueSummary.End) -> String {
    switch end {
    case .complete: "complete"
    case .interrupted: "interrupted"
    case .firstError: "firstError"
    case .tooManyRejects: "tooManyRejects"
    case .sameFault: "sameFault"
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
