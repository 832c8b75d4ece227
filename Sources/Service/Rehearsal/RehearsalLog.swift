// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// An entry of the timeline of a test.
package struct TimelineEntry: Sendable, Hashable {
  /// A track of the timeline.
  package enum Lane: Sendable, Hashable {
    /// A simulated device, by its name.
    case device(String)
    /// Requests that no phone sends.
    case probe
    /// The simulated push service.
    case pushService
    /// The command that changes a pass.
    case change
  }

  /// Milliseconds since the start of the test.
  package let at: Int64
  package let lane: Lane
  package let text: String
  /// The status or the reason of an error. Nil if there is no result.
  package let outcome: String?
  /// Whether there is a finding for this entry.
  package var isFaulty = false

  /// Whether it is an HTTP request.
  package var isRequest: Bool {
    ["GET ", "POST ", "DELETE ", "HEAD ", "PUT "].contains { text.hasPrefix($0) }
  }

  /// The name of the track in the output.
  package var laneName: String {
    switch lane {
    case .device(let name): name
    case .probe: "probe"
    case .pushService: "push"
    case .change: "change"
    }
  }
}

/// Findings and timeline of a test.
package struct RehearsalLog: Sendable {
  /// An error of the service, with all passes that it met.
  package struct Complaint: Sendable {
    package let finding: Finding
    /// The severity here. It is less than that of the finding if no phone can meet the error.
    package fileprivate(set) var severity: Severity
    /// What was returned and what was expected, the first time.
    package let message: String
    /// The other messages with the same cause.
    package fileprivate(set) var further: [String] = []
    /// The indices of the passes, in the order in which they met it.
    package fileprivate(set) var passes: [Int]
    /// The entry of the timeline that showed it, or nil if no request did.
    package let evidence: TimelineEntry?

    /// The index of the first pass that met it.
    package var pass: Int { passes.first ?? 0 }
  }

  private var complaints: [Complaint] = []
  private var places: [String: Int] = [:]
  package private(set) var timeline: [TimelineEntry] = []
  /// What could not be checked, with the reason.
  package private(set) var notChecked: [String] = []
  private let started = ContinuousClock.now

  /// Findings so far, errors first, then in the order in which they were found.
  package var found: [Complaint] {
    complaints.enumerated().sorted {
      ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
    }
    .map(\.element)
  }

  /// Milliseconds since the start of the test.
  package var now: Int64 {
    let spent = (ContinuousClock.now - started).components
    return spent.seconds * 1_000 + spent.attoseconds / 1_000_000_000_000_000
  }

  package init() {}

  /// Adds a finding and marks the last entry of the timeline, unless it is only a note.
  ///
  /// - Parameters:
  ///   - severity: the severity here, or nil for that of the finding.
  ///   - cause: distinguishes errors with the same code. Reports with the same code and cause are
  ///     one finding.
  package mutating func reportFinding(
    _ finding: Finding, _ message: String, pass: Int, severity: Severity? = nil, cause: String = ""
  ) {
    let severity = severity ?? finding.severity
    if !timeline.isEmpty, severity > .note { timeline[timeline.count - 1].isFaulty = true }
    let key = "\(finding.code) \(cause)"
    guard let place = places[key] else {
      places[key] = complaints.count
      let isRequest = timeline.last?.isRequest ?? false
      complaints.append(
        Complaint(
          finding: finding, severity: severity, message: message, passes: [pass],
          evidence: isRequest ? timeline.last : nil))
      return
    }
    complaints[place].severity = max(complaints[place].severity, severity)
    if !complaints[place].passes.contains(pass) { complaints[place].passes.append(pass) }
    if message != complaints[place].message, !complaints[place].further.contains(message) {
      complaints[place].further.append(message)
    }
  }

  /// Returns whether one of these findings was reported.
  package func contains(_ findings: [Finding]) -> Bool {
    complaints.contains { complaint in findings.contains { $0.code == complaint.finding.code } }
  }

  /// Adds an entry to the timeline.
  package mutating func note(
    _ lane: TimelineEntry.Lane, _ text: String, _ outcome: String? = nil, at moment: Int64? = nil
  ) {
    timeline.append(TimelineEntry(at: moment ?? now, lane: lane, text: text, outcome: outcome))
  }

  /// Adds something that could not be checked.
  package mutating func notChecked(_ words: String) {
    if !notChecked.contains(words) { notChecked.append(words) }
  }
}
