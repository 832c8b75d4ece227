// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
import PassRules
package import PassTemplate

/// The one row that a pass is built from, with its cells read by the types of their columns.
package struct ChosenRow {
  package let cells: [Cell]
  /// The location of the files that the row names.
  package let files: RowFiles

  /// Finds the row. Returns nil after an error in `report`, whose sources then contain the row.
  ///
  /// - Throws: `FileError` or `DataUsageError`.
  package static func read(
    _ choice: DataChoice, for template: Template, disk: DiskReader = DiskReader(),
    report: inout Report
  ) throws -> ChosenRow? {
    guard
      var rows = try RowSource(
        try choice.withSample(of: template), for: template, disk: disk, report: &report)
    else { return nil }
    guard rows.hasData else {
      return try rows.next(&report).flatMap { cells(of: $0, rows, &report) }
    }
    var serials = SerialCheck(SerialReader(template, rows.binding))
    let wanted = choice.sample ?? 1
    var chosen: Row?
    var count = 0
    while chosen == nil || serials.isNeeded {
      // Errors in other rows are not reported.
      var skipped = Report(sources: report.sources)
      guard let row = try rows.next(&skipped) else {
        guard chosen == nil else { break }
        report.append(skipped.diagnostics)
        if rows.hasFailed { return nil }
        throw DataUsageError.tooFewRows(file: rows.name, rows: count)
      }
      count += 1
      try serials.see(row)
      guard count == wanted else { continue }
      report.append(skipped.diagnostics)
      chosen = row
    }
    guard let chosen else { return nil }
    report.append(serials.diagnostics)
    return chosen.isRejected ? nil : cells(of: chosen, rows, &report)
  }

  private static func cells(
    of row: Row, _ rows: RowSource, _ report: inout Report
  ) -> ChosenRow? {
    report.sources.setRow(row.source)
    var parser = RowParser(rows.binding)
    var cells: [Cell] = []
    guard parser.parse(row, into: &cells, report: &report) else { return nil }
    return ChosenRow(cells: cells, files: rows.files)
  }
}

/// Finds duplicate serial numbers in a data file.
private struct SerialCheck {
  private var reader: SerialReader
  private var index = SerialIndex(folder: Environment.value("TMPDIR") ?? "/tmp")
  private var keys = SerialKeys(passType: "")
  private(set) var diagnostics: [Diagnostic] = []

  init(_ reader: SerialReader) { self.reader = reader }

  /// Whether to look for more duplicates. Not if the serial number is constant, and not after as
  /// many as a report shows.
  var isNeeded: Bool { reader.comesFromData && diagnostics.count < Report.limitPerCode }

  mutating func see(_ row: Row) throws(FileError) {
    guard isNeeded, !row.isRejected, let serial = reader.serial(of: row),
      let earlier = try index.insert(keys.key(of: serial), line: row.line),
      earlier.isSameSpelling
    else { return }
    diagnostics.append(
      Diagnostic(
        finding: SerialNumberSetRule.repeated,
        message:
          "serial number \(quoted(serial)) is already used \(row.phrase(ofLine: earlier.line))",
        location: row.location(), serial: serial,
        notes: [
          .init(location: row.location(ofLine: earlier.line), message: "first used here")
        ]))
  }
}
