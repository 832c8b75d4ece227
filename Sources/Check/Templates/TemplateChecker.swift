// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassBuild
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel
import PassRead
package import PassReport
import PassRules
import PassTemplate

/// The checker of a template. It uses the rows of `--data` or of the sample. Problems that do not
/// depend on values are found without rows.
package struct TemplateChecker {
  private let options: CheckOptions
  private let disk: DiskReader
  private var report = Report()
  private var filter: FindingFilter
  private var rows = 0
  /// The reported diagnostics. The same error of a template occurs in every row and is reported
  /// once.
  private var reported: Set<ReportedDiagnostic> = []
  /// Reported errors in placeholders. A diagnostic of a rule about the text of such a placeholder
  /// is a consequence.
  private var faults: [Diagnostic] = []
  private var sampleValues: SampleValues?

  private struct ReportedDiagnostic: Hashable {
    let code: String
    let location: Location?
    let pointer: String?
    let message: String
    /// The cell that names the image of the diagnostic.
    let cell: Location?

    init(_ diagnostic: Diagnostic, _ cell: Location?) {
      code = diagnostic.code
      location = diagnostic.location
      // If a row lacks a field ($if), the indices of the fields after it differ. A diagnostic with
      // a line in the template is therefore identified by that line and not by its pointer.
      let isInTemplate = diagnostic.location?.line != nil && diagnostic.notes.isEmpty
      pointer = isInTemplate ? nil : diagnostic.pointer
      message = diagnostic.message
      self.cell = cell
    }
  }

  /// Checks one template folder.
  ///
  /// - Throws: `FileError`, `DataUsageError`, and errors of `CheckOptions.issued`.
  package static func check(
    _ folder: String, _ options: CheckOptions, disk: DiskReader = DiskReader()
  ) throws -> CheckedSubject {
    var checker = TemplateChecker(options: options, disk: disk)
    return try checker.run(folder)
  }

  private init(options: CheckOptions, disk: DiskReader) {
    self.options = options
    self.disk = disk
    filter = FindingFilter(policy: options.policy, catalogue: options.catalogue)
  }

  private mutating func run(_ folder: String) throws -> CheckedSubject {
    let dataFiles = [options.data.file].compactMap { $0 }.filter { $0 != "-" }
    let template = try Template.load(
      folder, dataFiles: dataFiles, disk: disk, keepsInvalid: true, report: &report)
    let loading = report.diagnostics
    faults = loading.filter(TemplateFindings.isOfPlaceholder)
    report = Report(sources: template?.sources ?? report.sources)
    var all: [Diagnostic] = []
    if let template {
      filter = filter.allowing(template.settings.allowances)
      try check(PassRecipe(template, context: options.context(options.certificate)))
      let google = checkGoogleSettings(of: template)
      var unused = Report(sources: report.sources)
      all = filter.filtered(loading) + report.diagnostics + google
      filter.reportUnused(isComplete: rows > 0 || template.schema.columns.isEmpty, &unused)
      all += unused.diagnostics
    } else {
      all = filter.filtered(loading)
    }
    let placed = all.map { $0.location == nil ? $0.at(Location(file: folder)) : $0 }
    return CheckedSubject(
      name: folder, kind: .template, diagnostics: placed.sorted(by: Diagnostic.inOrder),
      rows: rows)
  }

  /// Returns the findings about google.json.
  private mutating func checkGoogleSettings(of template: Template) -> [Diagnostic] {
    guard let settings = template.googleSettings else { return [] }
    var found = Report(sources: template.sources)
    GoogleSettingsCheck(settings, pass: template.document).check(report: &found)
    return filter.filtered(found.diagnostics)
  }

  // MARK: Rows

  private mutating func check(_ recipe: PassRecipe) throws {
    let template = recipe.template
    var choice = options.data
    if choice.file == nil, template.settings.sample != nil { choice.sample = 1 }
    choice = try choice.withSample(of: template)
    guard choice.file != nil || !choice.assignments.isEmpty || template.schema.columns.isEmpty
    else {
      return checkByType(recipe)
    }
    var found = Report(sources: report.sources)
    guard let source = try RowSource(choice, for: template, disk: disk, report: &found) else {
      add(found)
      return checkByType(recipe)
    }
    add(found)
    report.sources = found.sources
    try check(recipe, source)
  }

  /// The state of a check of all rows of one source.
  private struct RowRun {
    var source: RowSource
    let template: Template
    var maker: PassMaker
    var parser: RowParser
    var cells: [Cell] = []
    var serials: SerialReader
    /// The input of the rules on sets and of the ledger, one for each row.
    var members: [PassSet.Member] = []
    var comparison: (any RowComparison)?

    init(_ source: RowSource, of recipe: PassRecipe, issued: (any IssuedPasses)?) throws {
      self.source = source
      template = recipe.template
      maker = PassMaker(recipe)
      parser = RowParser(source.binding)
      serials = SerialReader(template, source.binding)
      comparison = try issued?.rowComparison(for: template)
    }
  }

  private mutating func check(_ recipe: PassRecipe, _ source: RowSource) throws {
    // A sample's rows are nobody's.
    let issued = options.data.file == nil ? nil : options.issued
    var run = try RowRun(source, of: recipe, issued: issued)
    var checked = 0
    while true {
      var found = Report(sources: report.sources)
      guard let row = try run.source.next(&found) else {
        add(found)
        break
      }
      if source.hasData { rows += 1 }
      found.sources.setRow(row.source)
      guard !row.isRejected else {
        add(found)
        continue
      }
      checked += 1
      try check(row, &run, &found)
    }
    // What is wrong with the template is wrong without a row too.
    if checked == 0 { checkByType(recipe) }
    let set = PassSet(.rows, run.members)
    for rule in AllRules.batchRules { append(filter.filtered(rule.check(set))) }
    if let found = try run.comparison?.diagnostics() { append(filter.filtered(found)) }
  }

  private mutating func check(_ row: Row, _ run: inout RowRun, _ found: inout Report) throws {
    let name = run.source.name
    // A row from `--set` alone is the only one, so its serial number need not be unique.
    let hasData = run.source.hasData
    var names: [String: String] = [:]
    let files = run.source.files
    guard run.parser.parse(row, into: &run.cells, report: &found),
      let pass = run.maker.fill(
        run.cells,
        readFile: { (path) throws(RowFileError) in
          let file = try files.read(path)
          names[path] = file.name
          return file
        }, report: &found)
    else {
      let serial = hasData ? run.serials.placedSerial(of: row) : nil
      if let serial {
        run.members.append(
          Self.member(serial, of: run.template, name: name, sources: found.sources))
      }
      let checked = RowResult(serial: serial?.text, document: nil, dataName: name)
      add(found, from: hasData ? checked : nil)
      return checkRest(
        of: row, run.cells, refused: run.parser.rejected, run.maker.recipe, files,
        serial: serial?.text, sources: found.sources)
    }
    let package = pass.package
    run.maker.runRules(on: package, report: &found)
    guard hasData else { return add(found) }
    let member = PassChecker.member(of: package, name: name, hashes: nil, sources: found.sources)
    if let member {
      run.members.append(member)
      try run.comparison?.add(member, run.cells)
    }
    add(
      found,
      from: RowResult(
        serial: member?.serialNumber ?? package.document["serialNumber"]?.string,
        document: package.document, dataName: name,
        pictures: Pictures(run.cells, names, found.sources)))
  }

  /// Returns the serial number of a row with another error, for the rules on sets. No pass can be
  /// made from such a row.
  private static func member(
    _ serial: (text: String, origin: Origin), of template: Template, name: String,
    sources: SourceTable
  ) -> PassSet.Member {
    PassSet.Member(
      passTypeIdentifier: template.passTypeIdentifier ?? "", serialNumber: serial.text,
      contentHash: [], nfcMessage: nil, token: nil, name: name,
      serialPlace: sources.location(of: serial.origin), nfcPlace: nil, tokenPlace: nil)
  }

  // MARK: Without values

  /// Reports the problems that occur with any values.
  private mutating func checkByType(_ recipe: PassRecipe) {
    var found = Report(sources: report.sources)
    var check = WithoutValues(recipe, SampleValues(for: recipe))
    found.append(check.findings())
    add(found)
  }

  /// Reports the other problems of a row with invalid cells.
  ///
  /// - Parameter cells: all cells, including the invalid ones in the columns `refused`.
  private mutating func checkRest(
    of row: Row, _ cells: [Cell], refused: [Int], _ recipe: PassRecipe, _ files: RowFiles,
    serial: String?, sources: SourceTable
  ) {
    let sampleValues = self.sampleValues ?? SampleValues(for: recipe)
    self.sampleValues = sampleValues
    var rest = WithoutValues(
      recipe, sampleValues, row: cells, refused: refused, sources: sources, files: files)
    guard let pass = rest.pass else { return }
    let checked = RowResult(
      serial: serial, document: pass.document.root, dataName: row.name,
      pictures: Pictures(cells, rest.fileNames, sources))
    var found = Report(sources: sources)
    found.append(
      rest.findings(besides: {
        reported.contains(ReportedDiagnostic($0, checked.pictures.cell(of: $0)))
      }))
    add(found, from: checked)
  }

  // MARK: Reporting

  /// A checked row. Diagnostics about its values get its serial number.
  private struct RowResult {
    let serial: String?
    /// It is nil if no pass could be made from the row.
    let document: JSONValue?
    let dataName: String
    var pictures = Pictures()

    func isAbout(_ diagnostic: Diagnostic) -> Bool {
      if diagnostic.location?.file == dataName { return true }
      if pictures.cell(of: diagnostic) != nil { return true }
      guard let document, let value = diagnostic.pointer.flatMap(document.at) else { return false }
      return !value.isObject && value.document.nodes[value.index].varies
    }
  }

  private mutating func add(_ found: Report, from row: RowResult? = nil) {
    append(
      filter.filtered(found.diagnostics).map { diagnostic in
        var diagnostic = diagnostic
        if let row, diagnostic.serial == nil, row.isAbout(diagnostic) {
          diagnostic.serial = row.serial
        }
        if let cell = row?.pictures.cell(of: diagnostic) {
          diagnostic = diagnostic.with(note: .init(location: cell, message: Pictures.note))
        }
        return diagnostic
      })
  }

  private mutating func append(_ diagnostics: [Diagnostic]) {
    report.append(
      diagnostics.filter { diagnostic in
        let cell = diagnostic.notes.last { $0.message == Pictures.note }?.location
        return !isEcho(diagnostic) && reported.insert(ReportedDiagnostic(diagnostic, cell)).inserted
      })
  }

  private func isEcho(_ diagnostic: Diagnostic) -> Bool {
    faults.contains { fault in
      if let place = fault.location, diagnostic.location == place { return true }
      guard let pointer = fault.pointer, let other = diagnostic.pointer else { return false }
      return other == pointer || other.hasPrefix(pointer + "/")
    }
  }
}
