// SPDX-License-Identifier: Apache-2.0

/// What was complained about so far, and the sources needed to say where.
///
/// The only thing that travels sideways: handed down `inout` while something is read or judged.
/// What was read keeps its own, so that more can be reported of the same sources.
package struct Report: Sendable {
  /// How often one kind of complaint is placed; further ones are counted. A file that is wrong
  /// in a hundred thousand places would otherwise be searched as often.
  package static let limitPerCode = 1_000
  /// The same in a source of more than a megabyte, where each place costs more.
  private static let limitPerCodeInLargeSource = 100

  /// Everything reported so far, in the order it was found.
  package private(set) var diagnostics: [Diagnostic] = []
  private var counts: [String: Int] = [:]
  /// What was read, so that origins can be turned into places.
  package var sources: SourceTable
  /// Whether notes are taken; where nobody reads them, putting them into words would cost more
  /// than the rules do.
  package var wantsNotes: Bool

  /// A report without diagnostics.
  package init(sources: SourceTable = SourceTable(), wantsNotes: Bool = true) {
    self.sources = sources
    self.wantsNotes = wantsNotes
  }

  /// Whether anything of severity error was reported.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// How many diagnostics there are of that severity.
  package func count(of severity: Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Records one complaint.
  ///
  /// - Parameters:
  ///   - place: the value or file it is about; a value taken from a row brings the place in the
  ///     template along as a note.
  ///   - severity: the finding's own, unless the reader is stricter or more lenient here.
  ///   - help: the finding's own, unless more can be said.
  ///   - settings: what that help says that a run can be told.
  ///   - notes: further places with a word on each.
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

  /// Whether one more complaint of that kind will be listed: what costs much to work out, such as
  /// a name that was meant, need not be for those that are only counted.
  package func lists(_ finding: Finding) -> Bool {
    counts[finding.code, default: 0] < Self.limitPerCode
  }

  /// Takes over what another report holds; its places are worked out already.
  package mutating func append(_ more: [Diagnostic]) {
    diagnostics += more
  }

  /// Everything reported so far, in the order of places.
  package var sorted: [Diagnostic] { diagnostics.sorted(by: Diagnostic.inOrder) }

  /// Ends a stage: throws everything found when there is an error among it.
  package func throwIfRejected() throws(Rejected) {
    if hasErrors { throw Rejected(diagnostics) }
  }

  private func location(of place: Place, withText: Bool = false) -> Location? {
    sources.location(of: place.origin, withText: withText)
      ?? place.file.map { Location(bundle: place.bundle, file: $0) }
      ?? place.usedAt.flatMap { sources.location(of: $0, withText: withText) }
  }
}
