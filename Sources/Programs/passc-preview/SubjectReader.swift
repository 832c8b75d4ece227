// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassJSON
import PassModel
import PassRead
import PassReport
import PassTemplate

/// A reader of the passes to draw. It keeps only one pass in memory, so the input can have
/// thousands.
struct SubjectReader {
  let options: PreviewOptions
  /// The current time in seconds since 1970, for dates without data.
  let now: Int64
  /// The reader of files. Its log contains the files to watch.
  var disk = DiskReader()
  /// Whether to read every row of a template, or the names of its columns if there is no data.
  var usesEveryRow = false

  /// Calls `body` with every pass of the input.
  func each(_ body: (PreviewSubject) throws -> Void) throws {
    let targets = CheckTargets.find([options.input])
    guard !targets.isEmpty else {
      throw CommandFailureError.environment(
        "no pass in \(options.input)",
        help: "name a pass or a template, for example: passc preview gym.pkpass")
    }
    let namesData = options.dataOptions.data != nil || !options.dataOptions.set.isEmpty
    if namesData || options.sample != nil || (options.all && !options.contactSheet),
      !targets.contains(where: { if case .template = $0 { true } else { false } })
    {
      throw CommandFailureError.usage(
        "\(options.input) is not a template, so it has no rows",
        help: "leave out --sample, --all, --data and --set")
    }
    for target in targets {
      switch target {
      case .template(let folder): try template(folder, body)
      case .folder(let path), .file(let path): try bundle(path, body)
      case .standardInput:
        try found(
          PassFinder.find(try Disk.readStandardInput(), name: "standard input"),
          path: "standard input", body)
      case .unreadable(_, let error): throw error
      }
    }
  }

  // MARK: Finished passes

  private func bundle(_ path: String, _ body: (PreviewSubject) throws -> Void) throws {
    do {
      try found(try PassFinder.find(path: path), path: path, body)
    } catch let error as PassFinder.PassFinderError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func found(
    _ found: Found, path: String, _ body: (PreviewSubject) throws -> Void
  ) throws {
    let stem = CleanName.of(FilePath.stem(FilePath.lastComponent(path)))
    switch found {
    case .pass(let pass): try body(subject(pass, fileName: stem))
    case .passes(let passes):
      for (entry, pass) in passes.passes {
        let name = CleanName.of(FilePath.stem(FilePath.lastComponent(entry)))
        try body(subject(pass, fileName: "\(stem)-\(name)"))
      }
    case .nothing(let diagnostics):
      var report = Report()
      report.append(diagnostics)
      try body(
        PreviewSubject(name: path, fileName: stem, kind: .bundle, pass: nil, report: report))
    }
  }

  /// Returns the subject for a finished pass.
  ///
  /// - Parameter stem: the stem of its output files.
  private func subject(_ found: FoundPass, fileName stem: String) -> PreviewSubject {
    var report = Report(sources: found.report.sources)
    var reading = found.report
    let pass = found.package(&reading)
    report.sources = reading.sources
    let isBundle = found.form == .bundle
    let container = (
      bundle: isBundle ? found.name : nil, folder: isBundle ? nil : found.name
    )
    let errors = reading.diagnostics.filter { $0.severity == .error }
    let isSigned = found.file(PackageKind.pass.signature) != nil
    if pass.hasDocument, !isSigned || !errors.isEmpty {
      report(
        PreviewFindings.notSound,
        errors.isEmpty
          ? "the pass is not signed" : "Wallet rejects the pass: \(errors[0].message)",
        at: Place.file(found.name))
    }
    if !pass.hasDocument { report.append(errors) }
    return PreviewSubject(
      name: found.name, fileName: stem, kind: isBundle ? .bundle : .folder,
      pass: pass.hasDocument ? pass : nil, report: report, container: container)
  }

  // MARK: Templates

  private func template(_ folder: String, _ body: (PreviewSubject) throws -> Void) throws {
    let stem = CleanName.of(FilePath.stem(FilePath.lastComponent(FilePath.normalised(folder))))
    var report = Report()
    let data = [options.dataOptions.data].compactMap { $0 }.filter { $0 != "-" }
    guard
      let template = try Template.load(
        folder, dataFiles: data, disk: disk, keepsInvalid: true, report: &report)
    else {
      return try body(
        PreviewSubject(name: folder, fileName: stem, kind: .template, pass: nil, report: report))
    }
    var rows = TemplateRows(
      template: template, folder: folder, fileName: stem, options: options, now: now, disk: disk,
      usesAllRows: options.all || usesEveryRow, report: report)
    do {
      try rows.each(body)
    } catch let error as DataUsageError {
      throw error.failure(template: folder, sample: options.sample)
    }
  }
}

/// The passes of a template for the requested rows.
private struct TemplateRows {
  let template: Template
  let folder: String
  let fileName: String
  let options: PreviewOptions
  let now: Int64
  let disk: DiskReader
  let usesAllRows: Bool
  let report: Report

  mutating func each(_ body: (PreviewSubject) throws -> Void) throws {
    var choice = try options.dataOptions.names.choice(sample: options.sample)
    var stands: String?
    if choice.file == nil, choice.assignments.isEmpty, options.sample == nil {
      guard !template.schema.columns.isEmpty else { return try withoutColumns(body) }
      guard let sample = template.settings.sample else {
        // On a contact sheet of a folder, a template without sample data is drawn with sample
        // values.
        if options.all, !options.contactSheet { throw DataUsageError.noSample }
        return try body(placeholderSubject())
      }
      choice.sample = 1
      stands = usesAllRows ? nil : "the first row of \(sample)"
    }
    choice = try choice.withSample(of: template)
    var report = report
    guard var source = try RowSource(choice, for: template, disk: disk, report: &report) else {
      return try body(subject(nil, report, fileName))
    }
    var parser = RowParser(source.binding)
    var number = 0
    let wanted = usesAllRows ? nil : choice.sample ?? 1
    while true {
      var found = Report(sources: report.sources)
      found.append(report.diagnostics)
      guard let row = try source.next(&found) else { break }
      number += 1
      guard wanted == nil || number == wanted else { continue }
      found.sources.setRow(row.source)
      var cells: [Cell] = []
      guard !row.isRejected, parser.parse(row, into: &cells, report: &found),
        let pass = template.resolved(with: cells, readFile: source.files.read, report: &found)
      else {
        try body(subject(nil, found, "\(fileName)-\(number)"))
        continue
      }
      let package = pass.package
      if let stands {
        found(
          PreviewFindings.standIn, "placeholders are drawn with \(stands)",
          at: Place.file(folder))
      }
      let serial = package.document["serialNumber"]?.string
      let name = usesAllRows ? serial.map(CleanName.of) ?? "\(fileName)-\(number)" : fileName
      try body(subject(package, found, name))
      if number == wanted { return }
    }
    if let wanted, number < wanted {
      throw DataUsageError.tooFewRows(file: source.name, rows: number)
    }
  }

  private func subject(_ pass: PassPackage?, _ report: Report, _ fileName: String)
    -> PreviewSubject
  {
    PreviewSubject(
      name: folder, fileName: fileName, kind: .template, pass: pass, report: report,
      allowances: template.settings.allowances, columns: template.schema.columns)
  }

  private func withoutColumns(_ body: (PreviewSubject) throws -> Void) throws {
    var found = report
    let pass = template.resolved(
      with: [], readFile: { (path) throws(RowFileError) in (path, []) }, report: &found)
    try body(subject(pass?.package, found, fileName))
  }

  /// Returns a pass with the names of the columns as values, because there is no data.
  private func placeholderSubject() -> PreviewSubject {
    var found = report
    let columns = template.schema.columns
    let pass = template.resolved(
      with: columns.map(cell),
      readFile: { (path) throws(RowFileError) in throw .unreadable(path) }, report: &found)
    let drawn = columns.filter { $0.sample == nil }
    let names = drawn.prefix(5).map(\.name).joined(separator: ", ")
    if !drawn.isEmpty {
      found(
        PreviewFindings.standIn,
        "columns are drawn as their names: \(names)"
          + (drawn.count > 5 ? " and \(drawn.count - 5) more" : ""), at: Place.file(folder))
    }
    var subject = subject(pass?.package, found, fileName)
    subject.isPlaceholder = true
    return subject
  }

  private func cell(_ column: Column) -> Cell {
    if let cell = column.defaultCell { return cell }
    if column.sample != nil { return .empty(at: .none) }
    // ISO 8859-1 has these quotation marks, so most barcodes can encode them.
    let name = "«\(column.name)»"
    switch column.type {
    case .string: return Cell(.text(name), text: name, origin: .none)
    case .enum:
      let word = column.values.first ?? name
      return Cell(.text(word), text: word, origin: .none)
    case .integer: return Cell(.number("42"), text: "42", origin: .none)
    case .number: return Cell(.number("12.5"), text: "12.5", origin: .none)
    case .boolean: return Cell(.boolean(true), text: "true", origin: .none)
    case .date:
      let date = Timestamp.text(now)
      return Cell(.date(date), text: date, origin: .none)
    case .url:
      let address = "https://example.com/\(CleanName.of(column.name))"
      return Cell(.text(address), text: address, origin: .none)
    case .json, .file: return .empty(at: .none)
    }
  }
}
