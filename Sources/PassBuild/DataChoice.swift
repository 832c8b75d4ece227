// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassFiles
package import PassTemplate

/// Which data a single pass is built from.
package struct DataChoice {
  /// `--data`, `-` for standard input; nil without.
  package var file: String?
  package var options = DataOptions()
  /// `--sample N`: which row, from 1; without `file` of the template's own sample.
  package var sample: Int?
  /// `--set COLUMN=VALUE`.
  package var given: [String] = []
  /// `--files`.
  package var folder: String?

  package init() {}

  /// Nothing was named: the template has to do without a row.
  package var isEmpty: Bool { file == nil && sample == nil }
}

/// Why there is no row, where that is a question of usage and not of the data.
package enum DataUsageError: Error {
  /// The template has no `sample` to take a row of.
  case noSample
  /// The template's sample is a folder, a pipe or the like.
  case sampleIsNoFile(String)
  /// A `--set` without `=`.
  case noEqualsSign(String)
  /// The data has fewer rows than asked for.
  case tooFewRows(file: String, rows: Int)
}

/// The one row a pass is built from, its cells read as the columns' types.
package struct ChosenRow {
  package let cells: [Cell]
  /// Where the files it names are.
  package let files: RowFiles

  /// Finds the row; nil after an error in `report`, whose sources then hold the row.
  ///
  /// - Throws: `FileError` or `DataUsageError`.
  package static func read(
    _ choice: DataChoice, for template: Template, disk: DiskReader = DiskReader(),
    report: inout Report
  ) throws -> ChosenRow? {
    var given = GivenValues()
    var isUsable = true
    for argument in choice.given where !given.add(argument, report: &report) {
      guard argument.contains("=") else { throw DataUsageError.noEqualsSign(argument) }
      isUsable = false
    }
    guard isUsable else { return nil }
    guard let file = try dataFile(choice, template) else {
      let folder = choice.folder ?? "."
      guard
        let binding = ColumnBinder.bind(
          template.schema, header: nil, given: given, hasData: false, report: &report)
      else { return nil }
      return cells(
        of: Row.none(named: "--set"), binding, RowFiles(folder: folder, disk: disk), &report)
    }
    let files = RowFiles(
      folder: choice.folder ?? (file == "-" ? "." : FilePath.parent(file)), disk: disk)
    let name = file == "-" ? "<standard input>" : file
    let bytes = file == "-" ? try Disk.readStandardInput() : try disk.read(file)
    guard
      try EncodingCheck.run(
        name: name, options: choice.options, read: Self.once(bytes), report: &report),
      var reader = try DataReader(
        name: name, options: choice.options, read: Self.once(bytes), report: &report),
      let binding = ColumnBinder.bind(
        template.schema, header: reader.header, given: given, dataName: name, report: &report)
    else { return nil }
    let wanted = choice.sample ?? 1
    var count = 0
    while count < wanted {
      // Rows before the one that is wanted are somebody else's concern.
      var skipped = Report(sources: report.sources)
      guard let row = try reader.next(&skipped) else {
        report.append(skipped.diagnostics)
        if reader.hasFailed { return nil }
        throw DataUsageError.tooFewRows(file: name, rows: count)
      }
      count += 1
      guard count == wanted else { continue }
      report.append(skipped.diagnostics)
      return row.isRejected ? nil : cells(of: row, binding, files, &report)
    }
    return nil
  }

  private static func dataFile(
    _ choice: DataChoice, _ template: Template
  ) throws(DataUsageError) -> String? {
    if let file = choice.file { return file }
    guard choice.sample != nil else { return nil }
    guard let sample = template.settings.sample else { throw .noSample }
    // A template may be a stranger's: a pipe in it would be waited for without end.
    if let kind = try? Disk.kind(of: sample, followingLinks: true), kind != .file {
      throw .sampleIsNoFile(sample)
    }
    return sample
  }

  private static func cells(
    of row: Row, _ binding: ColumnBinding, _ files: RowFiles, _ report: inout Report
  ) -> ChosenRow? {
    report.sources.setRow(row.source)
    var parser = CellParser(binding)
    var cells: [Cell] = []
    guard parser.parse(row, into: &cells, report: &report) else { return nil }
    return ChosenRow(cells: cells, files: files)
  }

  /// A source of bytes that gives everything at once.
  private static func once(_ bytes: [UInt8]) -> ByteSource {
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest
    }
  }
}
