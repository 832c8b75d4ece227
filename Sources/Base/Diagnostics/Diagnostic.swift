// SPDX-License-Identifier: Apache-2.0

/// One complaint at one place.
public struct Diagnostic: Sendable {
  /// A further place that belongs to the complaint.
  public struct Note: Sendable, Hashable {
    /// The place its author can edit; nil when only the message says where.
    public let location: Location?
    /// The JSON pointer of the value in the pass, if it is about one.
    public let pointer: String?
    /// What is to be seen there: lower case, no period.
    public let message: String

    /// A note on a place, or on a value by its JSON pointer.
    package init(location: Location?, pointer: String? = nil, message: String) {
      self.location = location
      self.pointer = pointer
      self.message = message
    }
  }

  /// The kind of complaint; its effect is that of the severity it was reported with.
  public let finding: Finding
  /// The severity in this run, which may be stricter than the finding's own.
  public package(set) var severity: Severity
  /// What was found and what was expected: lower case, no period, stands alone.
  public let message: String
  /// The place its author can edit; nil for the command line and the environment.
  public private(set) var location: Location?
  /// The JSON pointer of the value in the pass.
  public let pointer: String?
  /// The pass it is about, when rows are judged.
  public package(set) var serial: String?
  /// What to do.
  public let help: String
  /// What the help says that a run can be told.
  package let settings: [RunSetting]
  /// Further places that belong to the complaint, in the order they were noted.
  public private(set) var notes: [Note]

  /// The code of its finding, `area.subject.complaint`.
  public var code: String { finding.code }

  /// A complaint; severity and help, with its settings, are those of the finding unless they are
  /// given.
  package init(
    finding: Finding, severity: Severity? = nil, message: String, location: Location?,
    pointer: String? = nil, serial: String? = nil, help: String? = nil,
    settings: [RunSetting] = [], notes: [Note] = []
  ) {
    self.severity = severity ?? finding.severity
    self.finding = finding.fitting(self.severity)
    self.message = message
    self.location = location
    self.pointer = pointer
    self.serial = serial
    self.help = help ?? finding.help
    self.settings = help == nil ? finding.settings : settings
    self.notes = notes
  }

  /// The same complaint with a further place.
  package func with(note: Note) -> Diagnostic {
    var copy = self
    copy.notes.append(note)
    return copy
  }

  /// The same complaint with other places, those of its notes included.
  package func placed(_ change: (Location) -> Location) -> Diagnostic {
    var copy = self
    copy.location = location.map(change)
    copy.notes = notes.map {
      Note(location: $0.location.map(change), pointer: $0.pointer, message: $0.message)
    }
    return copy
  }

  /// The same complaint at another place.
  package func at(_ location: Location) -> Diagnostic {
    var copy = self
    copy.location = location
    return copy
  }
}

extension Diagnostic {
  /// By place, then code, then message: two runs print the same text.
  package static func inOrder(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    switch (a.location, b.location) {
    case (nil, .some): return true
    case (.some, nil): return false
    case (let left?, let right?) where left != right: return left < right
    default: return (a.code, a.message) < (b.code, b.message)
    }
  }
}

extension [Diagnostic] {
  /// Why something was refused, of what was found in it: the first error, else the first of all.
  package var reason: Diagnostic? { first { $0.severity == .error } ?? first }
}

/// The end of a stage that found errors: everything it found.
public struct Rejected: Error, Sendable {
  /// In the order of their places, warnings and notes included.
  public let diagnostics: [Diagnostic]

  /// Ends a stage with what it found, in any order.
  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted(by: Diagnostic.inOrder)
  }
}
