// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
package import PassTemplate

/// The rows of a run, bound to the columns of a template. They come from a data file, or one row
/// comes from `--set`.
///
/// Build, check, issue, diff and the library all use it, so that they report the same about the
/// same data.
package struct RowSource {
  /// The name of the data in diagnostics: its file, `<standard input>`, or `--set` without data.
  package let name: String
  /// The cell of a row, or the value of `--set`, for each column.
  package let binding: ColumnBinding
  /// The location of the files that rows name.
  package let files: RowFiles
  /// Nil if the only row comes from `--set`.
  private var reader: DataReader?
  private var isGivenRowLeft: Bool

  /// Reads data that is in memory. Returns nil after an error in `report`.
  ///
  /// - Throws: `FileError`, and `DataUsageError.noEqualsSign`.
  package init?(
    _ choice: DataChoice, for template: Template, disk: DiskReader = DiskReader(),
    report: inout Report
  ) throws {
    guard let given = try Self.givenValues(choice.assignments, &report) else { return nil }
    guard let file = choice.file else {
      guard
        let binding = ColumnBinder.bind(
          template.schema, header: nil, given: given, hasData: false, report: &report)
      else { return nil }
      self.init(
        name: "--set", binding: binding,
        files: RowFiles(folder: choice.filesFolder, disk: disk), reader: nil)
      return
    }
    let bytes = file == "-" ? try Disk.readStandardInput() : try disk.read(file)
    guard
      try EncodingCheck.run(
        name: Self.name(of: file), options: Self.options(choice, file, template),
        read: Self.once(bytes), report: &report)
    else { return nil }
    try self.init(
      choice, file: file, given: given, for: template, disk: disk, read: Self.once(bytes),
      report: &report)
  }

  /// Reads data as a stream, without a size limit. Returns nil after an error in `report`.
  ///
  /// - Parameter open: opens the data, after `--set` was found to be valid.
  /// - Throws: errors of `open` and of the source, and `DataUsageError.noEqualsSign`.
  package init?(
    streaming file: String, _ choice: DataChoice, for template: Template,
    open: () throws -> ByteSource, report: inout Report
  ) throws {
    guard let given = try Self.givenValues(choice.assignments, &report) else { return nil }
    try self.init(
      choice, file: file, given: given, for: template, disk: DiskReader(), read: try open(),
      report: &report)
  }

  private init?(
    _ choice: DataChoice, file: String, given: GivenValues, for template: Template,
    disk: DiskReader, read: @escaping ByteSource, report: inout Report
  ) throws {
    let name = Self.name(of: file)
    guard
      var reader = try DataReader(
        name: name, options: Self.options(choice, file, template), read: read, report: &report),
      let binding = ColumnBinder.bind(
        template.schema, header: reader.header, given: given, dataName: name,
        alsoUsed: choice.additionalColumns, report: &report)
    else { return nil }
    reader.fit(binding)
    self.init(
      name: name, binding: binding, files: RowFiles(folder: choice.filesFolder, disk: disk),
      reader: reader)
  }

  private init(name: String, binding: ColumnBinding, files: RowFiles, reader: DataReader?) {
    self.name = name
    self.binding = binding
    self.files = files
    self.reader = reader
    isGivenRowLeft = reader == nil
  }

  /// Whether the rows come from data and not from `--set` alone.
  package var hasData: Bool { reader != nil }

  /// The first line of CSV, or the first row of a sheet as such a line. Nil for JSON and without
  /// data.
  package var header: DataHeader? { reader?.header }

  /// The text form of the data, or nil without data.
  package var textForm: TextForm? { reader?.textForm }

  /// The number of empty rows that were skipped so far.
  package var emptyRows: Int { reader?.emptyRows ?? 0 }

  /// Whether reading stopped before the end. The reason was reported.
  package var hasFailed: Bool { reader?.hasFailed ?? false }

  /// Continues with the rows of other data in the same form and, for CSV, with the same header.
  /// `rows` must not contain the header. The binding to the columns stays the same.
  package mutating func restart(with rows: [UInt8]) { reader?.restart(with: rows) }

  /// Returns the next row that is not empty, or nil at the end.
  ///
  /// A malformed row is reported and returned with `isRejected` set.
  package mutating func next(_ report: inout Report) throws -> Row? {
    if reader != nil { return try reader?.next(&report) }
    guard isGivenRowLeft else { return nil }
    isGivenRowLeft = false
    return Row.none(named: name)
  }

  // MARK: Parts

  /// Parses every `--set`. Returns nil after an error in `report`.
  private static func givenValues(
    _ arguments: [String], _ report: inout Report
  ) throws(DataUsageError) -> GivenValues? {
    var given = GivenValues()
    var isUsable = true
    for argument in arguments where !given.add(argument, report: &report) {
      guard argument.contains("=") else { throw DataUsageError.noEqualsSign(argument) }
      isUsable = false
    }
    return isUsable ? given : nil
  }

  private static func options(
    _ choice: DataChoice, _ file: String, _ template: Template
  ) -> DataOptions {
    choice.options.completed(by: template.settings.data, forFile: file)
  }

  private static func name(of file: String) -> String { file == "-" ? "<standard input>" : file }

  /// Returns a source that provides all bytes at once.
  private static func once(_ bytes: [UInt8]) -> ByteSource {
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest
    }
  }
}

extension DataChoice {
  /// The folder that file names in rows are relative to.
  package var filesFolder: String {
    folder ?? file.map { $0 == "-" ? "." : FilePath.parent($0) } ?? "."
  }
}
