// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One line of what a device did or saw.
package struct TimelineEntry: Sendable, Hashable {
  /// Who did something.
  package enum Lane: Sendable, Hashable {
    /// A device, by its name.
    case device(String)
    /// Requests that no phone sends.
    case probe
    /// The push service.
    case pushService
    /// The command that changes a pass.
    case change
  }

  /// Milliseconds since the rehearsal began.
  package let at: Int64
  /// Who it was.
  package let lane: Lane
  /// What it was, in a line.
  package let text: String
  /// What came of it; nil where nothing comes of it.
  package let outcome: String?
  /// Whether something was complained about.
  package var isFaulty = false

  /// The lane's name for people.
  package var laneName: String {
    switch lane {
    case .device(let name): name
    case .probe: "probe"
    case .pushService: "push"
    case .change: "change"
    }
  }
}

/// Keeps what a rehearsal finds and does.
package struct RehearsalLog: Sendable {
  /// A finding at one of the passes.
  package struct Complaint: Sendable {
    /// What kind it is.
    package let finding: Finding
    /// What was seen and what was expected.
    package let message: String
    /// The position of the pass it was seen with.
    package let pass: Int
  }

  /// What was found so far, each message once.
  package private(set) var complaints: [Complaint] = []
  /// What happened so far.
  package private(set) var timeline: [TimelineEntry] = []
  /// What could not be judged, and why.
  package private(set) var notJudged: [String] = []
  private var isNew: Set<String> = []
  private let started = ContinuousClock.now

  /// Milliseconds since the beginning.
  package var now: Int64 {
    let spent = (ContinuousClock.now - started).components
    return spent.seconds * 1_000 + spent.attoseconds / 1_000_000_000_000_000
  }

  /// A log of nothing yet; time counts from here.
  package init() {}

  /// Complains; the line of the timeline that showed it is marked.
  package mutating func complain(_ finding: Finding, _ message: String, pass: Int) {
    guard isNew.insert("\(pass) \(finding.code) \(message)").inserted else { return }
    complaints.append(Complaint(finding: finding, message: message, pass: pass))
    if !timeline.isEmpty, finding.severity > .note { timeline[timeline.count - 1].isFaulty = true }
  }

  /// Notes what happened.
  package mutating func note(
    _ lane: TimelineEntry.Lane, _ text: String, _ outcome: String? = nil, at moment: Int64? = nil
  ) {
    timeline.append(TimelineEntry(at: moment ?? now, lane: lane, text: text, outcome: outcome))
  }

  /// Notes that something could not be judged.
  package mutating func notJudged(_ words: String) {
    if !notJudged.contains(words) { notJudged.append(words) }
  }
}
