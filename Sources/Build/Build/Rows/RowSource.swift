// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
package import PassTemplate

/// The rows of a run: those of the data that was named, or the one that `--set` gives, bound to
/// the columns of a template.
///
/// The one way from a data file to cells: build, check, issue, diff and the library take it, so
/// that each says the same of the same data.
package struct RowSource {
  /// How diagnostics name the data: its file, `<standard input>`, or `--set` without data.
  package let name: String
  /// Which cell of a row, or which value of `--set`, each column takes.
  package let binding: ColumnBinding
  /// Where the files lie that rows name.
  package let files: RowFiles
  /// nil where the only row is that of `--set`.
  private var reader: DataReader?
  private var isGivenRowLeft: Bool

  /// Reads data that is held in memory; nil after an error in `report`.
  ///
  /// - Throws: `FileError`, and `DataUsageError.noEqualsSign`.
  package init?(
    _ choice: DataChoice, for template: Template, disk: DiskReader = DiskReader(),
    report: inout Report
  ) throws {
    guard let given = try Self.givenValues(choice.given, &report) else { return nil }
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
        name: Self.name(of: file), options: choice.options, read: Self.once(bytes),
        report: &report)
    else { return nil }
    try self.init(
      choice, file: file, given: given, for: template, disk: disk, read: Self.once(bytes),
      report: &report)
  }

  /// Reads data as it comes, however much there is of it; nil after an error in `report`.
  ///
  /// - Parameter open: opens the data once `--set` was found to be in order.
  /// - Throws: what `open` and the source throw, and `DataUsageError.noEqualsSign`.
  package init?(
    streaming file: String, _ choice: DataChoice, for template: Template,
    open: () throws -> ByteSource, report: inout Report
  ) throws {
    guard let given = try Self.givenValues(choice.given, &report) else { return nil }
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
      let reader = try DataReader(
        name: name, options: choice.options, read: read, report: &report),
      let binding = ColumnBinder.bind(
        template.schema, header: reader.header, given: given, dataName: name,
        alsoUsed: choice.alsoUsed, report: &report)
    else { return nil }
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

  /// The rows are data's and not that of `--set` alone.
  package var hasData: Bool { reader != nil }

  /// The first line of CSV; nil for JSON and without data.
  package var header: DataHeader? { reader?.header }

  /// How the data spells its text; nil without data.
  package var textForm: TextForm? { reader?.textForm }

  /// How many wholly empty rows were skipped so far.
  package var emptyRows: Int { reader?.emptyRows ?? 0 }

  /// Reading stopped before the end, for a reason that was reported.
  package var hasFailed: Bool { reader?.hasFailed ?? false }

  /// Goes on with the rows of other data that has the same form and, of CSV, the same header, which is
  /// left out; what comes is bound to the columns as the rows before.
  package mutating func goOn(with rows: [UInt8]) { reader?.goOn(with: rows) }

  /// The next row that is not wholly empty, or nil at the end.
  ///
  /// A malformed row is reported and given out all the same, with `isRejected` set.
  package mutating func next(_ report: inout Report) throws -> Row? {
    if reader != nil { return try reader?.next(&report) }
    guard isGivenRowLeft else { return nil }
    isGivenRowLeft = false
    return Row.none(named: name)
  }

  // MARK: Parts

  /// Every `--set`; nil after an error in `report`.
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

  private static func name(of file: String) -> String { file == "-" ? "<standard input>" : file }

  /// A source of bytes that gives everything at once.
  private static func once(_ bytes: [UInt8]) -> ByteSource {
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest
    }
  }
}

extension DataChoice {
  /// The folder that files named by rows are relative to.
  package var filesFolder: String {
    folder ?? file.map { $0 == "-" ? "." : FilePath.parent($0) } ?? "."
  }
}
