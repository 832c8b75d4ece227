// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassReport
import PassTemplate

/// A run of `passc init --from` with an export of Apple's Pass Designer.
struct ExportStart {
  let export: String
  let template: StarterTemplate
  private let columns: [ExportColumn]

  /// Returns whether `--from` names an export or another template, not a table.
  static func isExport(_ path: String) -> Bool {
    Disk.identity(of: path)?.isFolder == true || ArchivedTemplate.isTemplate(path)
  }

  /// - Parameter unusable: an option that has no effect on an export, if one was given.
  /// - Throws: `CommandFailureError`, or `FileError`.
  init(_ export: String, folder: String, unusable: String?) throws {
    if let unusable {
      throw CommandFailureError.usage(
        "\(unusable) has no effect on an export of Pass Designer",
        help: "leave it out, and change the design in Pass Designer")
    }
    var report = Report()
    let loaded = try Template.load(export, report: &report)
    Console.report(
      report.sorted, showsNotes: false, subject: export, isLast: loaded == nil,
      outcome: "nothing written")
    guard let loaded else { throw CommandFailureError.findings }
    self.export = export
    columns = ExportColumn.all(of: loaded)
    try MadeFolder.makeParent(of: folder)
    template = StarterTemplate(
      extending: try StarterTemplate.path(from: folder, to: export), columns: columns)
  }

  /// Prints the columns with the values that they fill.
  func printColumns(_ folder: String) {
    Console.print(
      "Made \(folder): it fills \(export) from \(counted(columns.count, "column")) "
        + "and has 1 sample row.")
    var text = ""
    let rows =
      [["Column", "Type", "Fills"]]
      + columns.map { [$0.name, $0.type.rawValue, $0.paths.joined(separator: ", ")] }
    let printable = rows.map { $0.map { TextWriter.printable($0) } }
    let widths = (0..<2).map { column in
      printable.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    for row in printable {
      for column in 0..<2 {
        let blanks = widths[column] - TextWidth.columns(of: row[column]) + 2
        text += row[column] + String(repeating: " ", count: blanks)
      }
      text += row[2] + "\n"
    }
    Console.show(text)
  }
}
