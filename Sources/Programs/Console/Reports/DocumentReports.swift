// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
package import PassDiagnostics
import PassReport

/// The reports and the exit status of one check.
package struct DocumentReports {
  /// The severities that the user changed.
  package let policy: Policy
  private var tally: CheckTally
  private var reports: ReportOutputs
  private let options: DocumentReportOptions

  /// Opens the reports.
  ///
  /// - Parameters:
  ///   - inputs: the input files, which no report may overwrite.
  ///   - isSource: whether a file with that name in an input folder is read too.
  package init(
    _ options: DocumentReportOptions, inputs: [String],
    isSource: (String) -> Bool = { _ in false }
  ) throws {
    self.options = options
    let folder = try Disk.currentFolder()
    let known: Baseline
    if let file = options.baseline {
      do {
        known = try Baseline(try Disk.read(file), name: file, from: folder)
      } catch let error as Baseline.BaselineError {
        throw CommandFailureError.environment(
          error.description, help: "to create it, run the command with --write-baseline")
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

  /// Whether the run needs notes.
  package var wantsNotes: Bool {
    options.policyOptions.notes || options.statistics || options.format != .text
      || !policy.denied.isEmpty || options.report.contains { !$0.hasPrefix("text=") }
  }

  /// Adds the findings of one document.
  package mutating func add(_ name: String, _ diagnostics: [Diagnostic]) throws {
    let subject = CheckedSubject(
      name: name, kind: .document, diagnostics: policy.applied(to: diagnostics))
    tally.add(subject)
    try reports.add(subject)
  }

  /// Finishes the reports, and throws `CommandFailureError.findings` if there was an error.
  ///
  /// - Parameter last: the line after the report in text format.
  package func finish(last: String? = nil) throws {
    var reports = reports
    try reports.finish(tally.summary)
    if let last, options.format == .text, !reports.files.contains("-") { Console.print(last) }
    if let file = options.writeBaseline, let found = tally.found {
      try Disk.write(found.bytes, to: file)
    }
    for code in tally.allowedInVain {
      Console.printLine(
        "passc: warning: --allow \(code) has no effect, because the finding is documented as an error"
      )
    }
    if tally.fails { throw CommandFailureError.findings }
  }
}
