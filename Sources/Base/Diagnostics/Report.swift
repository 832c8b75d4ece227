// SPDX-License-Identifier: Apache-2.0

/// Diagnostics and the sources of their places.
///
/// It is passed `inout` to functions that read or check. A document that was read keeps a copy, so
/// that later checks can report places in the same sources.
package struct Report: Sendable {
  /// Maximum number of diagnostics with one code. More are only counted. Otherwise a file with a
  /// hundred thousand errors would need as many look-ups of places.
  package static let limitPerCode = 1_000
  /// The maximum in a source above 1 MiB, where each look-up takes longer.
  private static let limitPerCodeInLargeSource = 100

  /// Diagnostics in the order they were found.
  package private(set) var diagnostics: [Diagnostic] = []
  private var counts: [String: Int] = [:]
  /// Everything that was read, to convert origins to places.
  package var sources: SourceTable
  /// Whether notes are recorded. If they are not shown, making their messages would cost more than
  /// the rules.
  package var wantsNotes: Bool

  package init(sources: SourceTable = SourceTable(), wantsNotes: Bool = true) {
    self.sources = sources
    self.wantsNotes = wantsNotes
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  package func count(of severity: Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Records a diagnostic.
  ///
  /// - Parameters:
  ///   - place: the value or file. For a value from a row, the place in the template becomes a
  ///     note.
  ///   - severity: overrides that of the finding.
  ///   - help: overrides that of the finding.
  ///   - settings: the settings of a run that this help mentions.
  ///   - notes: additional places with their messages.
  package mutating func callAsFunction(
    _ finding: Finding, _ message: @autoclosure () -> String, at place: some Placed,
    severity: Severity? = nil, help: @autoclosure () -> String? = nil,
    settings: @autoclosure () -> [RunSetting] = [],
    notes: @autoclosure () -> [(Place, String)] = []
  ) {
    guard wantsNotes || (severity ?? finding.severity) != .note else { return }
    let count = counts[finding.code, default: 0] + 1
    counts[finding.code] = count
    guard count <= Self.limitPerCode else {
      if count == Self.limitPerCode + 1 { endList(finding, severity, after: Self.limitPerCode) }
      return
    }
    let place = place.place
    if count > Self.limitPerCodeInLargeSource,
      let source = sources[place.origin.source], source.bytes.count > 1 << 20
    {
      counts[finding.code] = Self.limitPerCode + 1
      return endList(finding, severity, after: Self.limitPerCodeInLargeSource)
    }
    var all: [Diagnostic.Note] = []
    if let usedAt = place.usedAt, let location = sources.location(of: usedAt) {
      let name = place.pointer.map { ", as \($0)" } ?? ""
      all.append(.init(location: location, pointer: place.pointer, message: "used here\(name)"))
    }
    for (place, message) in notes() {
      all.append(.init(location: location(of: place), pointer: place.pointer, message: message))
    }
    diagnostics.append(
      Diagnostic(
        finding: finding, severity: severity, message: message(),
        location: location(of: place, withText: place.showsText),
        pointer: place.pointer, help: help(), settings: settings(), notes: all))
  }

  private mutating func endList(_ finding: Finding, _ severity: Severity?, after limit: Int) {
    diagnostics.append(
      Diagnostic(
        finding: finding, severity: severity,
        message: "there are more than \(limit) of these, the rest is not listed", location: nil))
  }

  /// Returns whether one more diagnostic of this finding is recorded. If not, a rule can skip
  /// costly work such as a suggestion.
  package func lists(_ finding: Finding) -> Bool {
    counts[finding.code, default: 0] < Self.limitPerCode
  }

  /// Appends diagnostics of another report, which already have places.
  package mutating func append(_ more: [Diagnostic]) {
    diagnostics += more
  }

  /// Diagnostics in the order of their places.
  package var sorted: [Diagnostic] { diagnostics.sorted(by: Diagnostic.inOrder) }

  /// Ends a stage. Throws all diagnostics if one is an error.
  package func throwIfRejected() throws(DiagnosticsError) {
    if hasErrors { throw DiagnosticsError(diagnostics) }
  }

  private func location(of place: Place, withText: Bool = false) -> Location? {
    sources.location(of: place.origin, withText: withText)
      ?? place.file.map { Location(bundle: place.bundle, file: $0) }
      ?? place.usedAt.flatMap { sources.location(of: $0, withText: withText) }
  }
}
