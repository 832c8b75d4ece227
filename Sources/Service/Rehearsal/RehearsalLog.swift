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
  /// A finding for one of the passes.
  package struct Complaint: Sendable {
    package let finding: Finding
    /// What was returned and what was expected.
    package let message: String
    /// The index of the pass.
    package let pass: Int
  }

  /// Findings so far, each message once for each pass.
  package private(set) var complaints: [Complaint] = []
  package private(set) var timeline: [TimelineEntry] = []
  /// What could not be checked, with the reason.
  package private(set) var notChecked: [String] = []
  private var isNew: Set<String> = []
  private let started = ContinuousClock.now

  /// Milliseconds since the start of the test.
  package var now: Int64 {
    let spent = (ContinuousClock.now - started).components
    return spent.seconds * 1_000 + spent.attoseconds / 1_000_000_000_000_000
  }

  package init() {}

  /// Adds a finding and marks the last entry of the timeline, unless it is only a note.
  package mutating func reportFinding(_ finding: Finding, _ message: String, pass: Int) {
    guard isNew.insert("\(pass) \(finding.code) \(message)").inserted else { return }
    complaints.append(Complaint(finding: finding, message: message, pass: pass))
    if !timeline.isEmpty, finding.severity > .note { timeline[timeline.count - 1].isFaulty = true }
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
