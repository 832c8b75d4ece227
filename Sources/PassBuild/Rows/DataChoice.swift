// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassFiles
import PassRules
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
    var serials = SerialCheck(SerialReader(template, binding), file: name)
    let wanted = choice.sample ?? 1
    var chosen: Row?
    var count = 0
    while chosen == nil || serials.isNeeded {
      // The other rows are somebody else's concern.
      var skipped = Report(sources: report.sources)
      guard let row = try reader.next(&skipped) else {
        guard chosen == nil else { break }
        report.append(skipped.diagnostics)
        if reader.hasFailed { return nil }
        throw DataUsageError.tooFewRows(file: name, rows: count)
      }
      count += 1
      try serials.see(row)
      guard count == wanted else { continue }
      report.append(skipped.diagnostics)
      chosen = row
    }
    guard let chosen else { return nil }
    report.append(serials.diagnostics)
    return chosen.isRejected ? nil : cells(of: chosen, binding, files, &report)
  }

  /// Looks for serial numbers that stand twice in a data file.
  private struct SerialCheck {
    private var reader: SerialReader
    private let file: String
    private var index = SerialIndex(folder: Environment.value("TMPDIR") ?? "/tmp")
    private var keys = SerialKeys(passType: "")
    private(set) var diagnostics: [Diagnostic] = []

    init(_ reader: SerialReader, file: String) {
      self.reader = reader
      self.file = file
    }

    /// There is more to find, and not more than anybody reads.
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
            "serial number \(quoted(serial)) is in the data already, on line \(earlier.line)",
          location: Location(file: file, line: row.line, column: 1), serial: serial,
          notes: [
            .init(location: Location(file: file, line: earlier.line), message: "first used here")
          ]))
    }
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
