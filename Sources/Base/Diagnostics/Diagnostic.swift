// SPDX-License-Identifier: Apache-2.0

/// One finding at one place.
public struct Diagnostic: Sendable {
  /// An additional place of a diagnostic.
  public struct Note: Sendable, Hashable {
    /// The place that the author can edit, or nil if only the message names it.
    public let location: Location?
    /// The JSON pointer of the value in the pass, or nil.
    public let pointer: String?
    /// The message about this place, in lower case and without a period.
    public let message: String

    package init(location: Location?, pointer: String? = nil, message: String) {
      self.location = location
      self.pointer = pointer
      self.message = message
    }
  }

  /// The kind of finding. Its effect matches the reported severity.
  public let finding: Finding
  /// The severity in this run, which may be stricter than the finding's own.
  public package(set) var severity: Severity
  /// The message with the found and the expected value, in lower case and without a period.
  public let message: String
  /// The place that the author can edit, or nil for the command line and the environment.
  public private(set) var location: Location?
  /// The JSON pointer of the value in the pass.
  public let pointer: String?
  /// The serial number of the pass, when rows are checked.
  public package(set) var serial: String?
  /// The way to fix it.
  public let help: String
  /// The settings of a run that `help` mentions.
  package let settings: [RunSetting]
  /// Additional places, in the order they were recorded.
  public private(set) var notes: [Note]

  /// The code of the finding, `area.subject.complaint`.
  public var code: String { finding.code }

  /// Severity and help are those of the finding by default. The settings are too if `help` is nil.
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

  /// Returns the diagnostic with one more note.
  package func with(note: Note) -> Diagnostic {
    var copy = self
    copy.notes.append(note)
    return copy
  }

  /// Returns the diagnostic with changed places, including those of its notes.
  package func placed(_ change: (Location) -> Location) -> Diagnostic {
    var copy = self
    copy.location = location.map(change)
    copy.notes = notes.map {
      Note(location: $0.location.map(change), pointer: $0.pointer, message: $0.message)
    }
    return copy
  }

  /// Returns the diagnostic at another place.
  package func at(_ location: Location) -> Diagnostic {
    var copy = self
    copy.location = location
    return copy
  }
}

extension Diagnostic {
  /// Orders by place, code and message, so that every run prints the same.
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
  /// The first error, or the first diagnostic if there is no error.
  package var reason: Diagnostic? { first { $0.severity == .error } ?? first }
}

/// The error of a stage that found errors, with all its diagnostics.
public struct DiagnosticsError: Error, Sendable {
  /// The diagnostics in the order of their places, including warnings and notes.
  public let diagnostics: [Diagnostic]

  /// Sorts the diagnostics of a stage.
  package init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted(by: Diagnostic.inOrder)
  }
}
