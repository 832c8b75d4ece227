// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassConsole
import PassDiagnostics
import PassReport

/// One run of such a check: what is found goes to every report, and decides the exit code.
struct DocumentReports {
  /// What the user raises and lets pass.
  let policy: Policy
  private var tally: CheckTally
  private var reports: ReportOutputs
  private let options: DocumentReportOptions

  /// - Parameters:
  ///   - inputs: the files that are read, which no report may replace.
  ///   - isSource: whether a file of that name in a folder among them is read as well.
  init(
    _ options: DocumentReportOptions, inputs: [String],
    isSource: (String) -> Bool = { _ in false }
  ) throws {
    self.options = options
    let folder = try Disk.currentFolder()
    let known: Baseline
    if let file = options.baseline {
      do {
        known = try Baseline(try Disk.read(file), name: file, from: folder)
      } catch let error as Baseline.Invalid {
        throw Failure.environment(error.description, help: "--write-baseline makes one")
      }
    } else {
      known = Baseline(from: folder)
    }
    policy = options.policyOptions.policy
    tally = CheckTally(
      policy: policy, known: known,
      found: options.writeBaseline == nil ? nil : Baseline(from: folder))
    reports = try ReportOutputs(
      options.report, printing: options.format, showsNotes: options.policyOptions.notes,
      showsStatistics: options.statistics, others: [options.writeBaseline].compactMap { $0 })
    let folders = inputs.filter { Disk.identity(of: $0)?.isFolder == true }
    try withoutActuallyEscaping(isSource) { isSource in
      try CommandLineGuard.outputs()?.check(
        reports.outputs(and: options.writeBaseline),
        reading: folders.map { .sources($0, isSource: isSource) })
    }
  }

  /// Whether notes have to be worked out.
  var wantsNotes: Bool {
    options.policyOptions.notes || options.statistics || options.format != .text
      || !policy.denied.isEmpty || options.report.contains { !$0.hasPrefix("text=") }
  }

  /// Takes what was found in one document.
  mutating func add(_ name: String, _ diagnostics: [Diagnostic]) throws {
    let subject = CheckedSubject(
      name: name, kind: .document, diagnostics: policy.applied(to: diagnostics))
    tally.add(subject)
    try reports.add(subject)
  }

  /// Ends the reports, and the run with its exit code.
  ///
  /// - Parameter last: the line after the report for people.
  func finish(last: String? = nil) throws {
    var reports = reports
    try reports.finish(tally.summary)
    if let last, options.format == .text, !reports.files.contains("-") { Console.print(last) }
    if let file = options.writeBaseline, let found = tally.found {
      try Disk.write(found.bytes, to: file)
    }
    for code in tally.allowedInVain {
      Console.say("passc: warning: --allow \(code) has no effect: it is documented as an error")
    }
    if tally.fails { throw Failure.findings }
  }
}
