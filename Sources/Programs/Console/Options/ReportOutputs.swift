// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassDiagnostics
package import PassReport

/// The reports of one run: one on standard output, others in files.
package struct ReportOutputs {
  /// nil if no report is printed.
  private var printed: (any CheckReportWriter)?
  /// Whether a `--report` writes to standard output. The printed report then goes to standard
  /// error.
  private let isOutputTaken: Bool
  private var written: [(file: String, writer: any CheckReportWriter, text: String)]

  /// The files of the reports.
  package var files: [String] { written.map(\.file) }

  /// Opens the reports of a run.
  ///
  /// - Parameters:
  ///   - reports: every value of `--report`.
  ///   - format: the format of the printed report, or nil to print none.
  ///   - requestedNotes: the code or prefix of notes that text prints even without the others.
  ///   - limitPerCode: how often text prints one code for each bundle.
  ///   - others: other files that the run writes. A report must not have the same name.
  package init(
    _ reports: [String], printing format: CheckReportFormat?, showsNotes: Bool,
    requestedNotes: String? = nil, showsStatistics: Bool = false, limitPerCode: Int? = nil,
    others: [String] = []
  ) throws {
    var files: [(format: CheckReportFormat, file: String)] = []
    for argument in reports {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let format = CheckReportFormat(rawValue: parts[0]) else {
        throw CommandFailureError.usage(
          "--report \(argument) names no report, expected FORMAT=FILE",
          help: "FORMAT is " + CheckReportFormat.list)
      }
      files.append((format, parts[1]))
    }
    guard files.count(where: { $0.file == "-" }) <= 1 else {
      throw CommandFailureError.usage(
        "standard output takes one report", help: "write the others to files")
    }
    let names = files.map(\.file) + others
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw CommandFailureError.usage(
        "two things would be written to \(names[twice])", help: "give each a separate file")
    }
    isOutputTaken = names.contains("-")
    func writer(_ format: CheckReportFormat, isFile: Bool) -> any CheckReportWriter {
      format.writer(
        showsNotes: showsNotes && !Console.isQuiet,
        requestedNotes: Console.isQuiet ? nil : requestedNotes, showsStatistics: showsStatistics,
        limitPerCode: limitPerCode, isFile: isFile)
    }
    let isTaken = names.contains("-")
    printed = format.map { writer($0, isFile: isTaken) }
    written = files.map { ($0.file, writer($0.format, isFile: true), "") }
  }

  /// Adds the findings of a subject to every report.
  package mutating func add(_ subject: CheckedSubject) throws {
    if let text = printed?.subject(subject) { write(text) }
    for index in written.indices { written[index].text += written[index].writer.subject(subject) }
  }

  /// Ends every report and writes the files.
  package mutating func finish(_ summary: CheckSummary) throws {
    if let text = printed?.end(summary) { write(text) }
    for index in written.indices {
      let text = written[index].text + written[index].writer.end(summary)
      if written[index].file == "-" {
        Console.write(text)
        continue
      }
      try MadeFolder.makeParent(of: written[index].file)
      try Disk.write(Array(text.utf8), to: written[index].file)
    }
  }

  private func write(_ text: String) {
    if isOutputTaken { Console.printRaw(text) } else { Console.write(text) }
  }
}
