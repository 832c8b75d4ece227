// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
package import PassFiles
import PassJSON
import PassModel
package import PassReport
import PassRules
import PassTemplate

/// Judges a template: with the rows of `--data`, else of its sample, else by what does not hang
/// on values.
package struct TemplateChecker {
  private let options: CheckOptions
  private let disk: DiskReader
  private var report = Report()
  private var judge: Judge
  private var rows = 0
  /// What was said already: the same fault of the template shows in every row.
  private var said: Set<Said> = []
  /// Placeholders that are at fault, which was said: what rules make of their text is no news.
  private var faults: [Diagnostic] = []
  private var standIns: StandIns?

  private struct Said: Hashable {
    let code: String
    let location: Location?
    let pointer: String?
    let message: String
    /// The cell that names the picture it is about.
    let cell: Location?

    init(_ diagnostic: Diagnostic, _ cell: Location?) {
      code = diagnostic.code
      location = diagnostic.location
      pointer = diagnostic.pointer
      message = diagnostic.message
      self.cell = cell
    }
  }

  /// Checks one template folder.
  ///
  /// - Throws: `FileError`, `DataUsageError`, and what `CheckOptions.issued` throws.
  package static func check(
    _ folder: String, _ options: CheckOptions, disk: DiskReader = DiskReader()
  ) throws -> CheckedSubject {
    var checker = TemplateChecker(options: options, disk: disk)
    return try checker.run(folder)
  }

  private init(options: CheckOptions, disk: DiskReader) {
    self.options = options
    self.disk = disk
    judge = Judge(policy: options.policy, catalogue: options.catalogue)
  }

  private mutating func run(_ folder: String) throws -> CheckedSubject {
    let dataFiles = [options.dataFile].compactMap { $0 }.filter { $0 != "-" }
    let template = try Template.load(
      folder, dataFiles: dataFiles, disk: disk, keepsFaulty: true, report: &report)
    let loading = report.diagnostics
    faults = loading.filter(TemplateFindings.isOfPlaceholder)
    report = Report(sources: template?.sources ?? report.sources)
    var all: [Diagnostic] = []
    if let template {
      judge = judge.allowing(template.settings.allowances)
      try check(template.completed(by: options))
      var unused = Report(sources: report.sources)
      all = judge.verdict(on: loading) + report.diagnostics
      judge.complainAboutUnused(isComplete: rows > 0 || template.schema.columns.isEmpty, &unused)
      all += unused.diagnostics
    } else {
      all = judge.verdict(on: loading)
    }
    let placed = all.map { $0.location == nil ? $0.at(Location(file: folder)) : $0 }
    return CheckedSubject(
      name: folder, kind: .template, diagnostics: placed.sorted(by: Diagnostic.inOrder),
      rows: rows)
  }

  // MARK: Rows

  private mutating func check(_ template: Template) throws {
    var given = GivenValues()
    for argument in options.given where !given.add(argument, report: &report) {
      throw DataUsageError.noEqualsSign(argument)
    }
    let file = options.dataFile ?? template.settings.sample
    guard let file else {
      guard options.given.isEmpty, !template.schema.columns.isEmpty else {
        return checkWithoutData(template, given)
      }
      return checkByType(template)
    }
    let name = file == "-" ? "<standard input>" : file
    let bytes = file == "-" ? try Disk.readStandardInput() : try disk.read(file)
    let once = ByteOnce(bytes)
    var data = Report(sources: report.sources)
    guard
      try EncodingCheck.run(
        name: name, options: options.dataOptions, read: ByteOnce(bytes).next, report: &data),
      var reader = try DataReader(
        name: name, options: options.dataOptions, read: once.next, report: &data),
      let binding = ColumnBinder.bind(
        template.schema, header: reader.header, given: given, dataName: name, report: &data)
    else {
      add(data)
      return checkByType(template)
    }
    add(data)
    report.sources = data.sources
    try check(template, &reader, binding, file, name)
  }

  private mutating func check(
    _ template: Template, _ reader: inout DataReader, _ binding: ColumnBinding, _ file: String,
    _ name: String
  ) throws {
    let files = RowFiles(
      folder: options.filesFolder ?? (file == "-" ? "." : FilePath.parent(file)), disk: disk)
    var parser = CellParser(binding)
    var cells: [Cell] = []
    var serials = SerialReader(template, binding)
    var members: [PassSet.Member] = []
    // A sample's rows are nobody's.
    let issued = options.dataFile == nil ? nil : options.issued
    var comparison = try issued?.rowComparison(for: template)
    var judged = 0
    while true {
      var found = Report(sources: report.sources)
      guard let row = try reader.next(&found) else {
        add(found)
        break
      }
      rows += 1
      found.sources.setRow(row.source)
      guard !row.isRejected else {
        add(found)
        continue
      }
      judged += 1
      var names: [String: String] = [:]
      guard parser.parse(row, into: &cells, report: &found),
        let pass = template.resolved(
          with: cells,
          readFile: { (path) throws(RowFileError) in
            let file = try files.read(path)
            names[path] = file.name
            return file
          }, report: &found)
      else {
        let serial = serials.placedSerial(of: row)
        if let serial {
          members.append(Self.member(serial, of: template, name: name, sources: found.sources))
        }
        add(found, from: Judged(serial: serial?.text, document: nil, dataName: name))
        checkRest(
          of: row, cells, refused: parser.refused, template, files, serial: serial?.text,
          sources: found.sources)
        continue
      }
      let package = pass.package
      AllRules.check(package, options.context(options.certificate), &found)
      let member = PassChecker.member(of: package, name: name, hashes: nil, sources: found.sources)
      if let member {
        members.append(member)
        try comparison?.add(member, cells)
      }
      add(
        found,
        from: Judged(
          serial: member?.serialNumber ?? package.document["serialNumber"]?.string,
          document: package.document, dataName: name,
          pictures: Pictures(cells, names, found.sources)))
    }
    // What is wrong with the template is wrong without a row too.
    if judged == 0 { checkByType(template) }
    let set = PassSet(.rows, members)
    for rule in AllRules.batchRules { say(judge.verdict(on: rule.check(set))) }
    if let found = try comparison?.diagnostics() { say(judge.verdict(on: found)) }
  }

  /// A row with another fault, of which no pass is made: its serial number is taken all the same.
  private static func member(
    _ serial: (text: String, origin: Origin), of template: Template, name: String,
    sources: SourceTable
  ) -> PassSet.Member {
    PassSet.Member(
      passTypeIdentifier: template.passTypeIdentifier ?? "", serialNumber: serial.text,
      contentHash: [], nfcMessage: nil, token: nil, name: name,
      serialPlace: sources.location(of: serial.origin), nfcPlace: nil, tokenPlace: nil)
  }

  /// A template without columns, or with every value given on the command line.
  private mutating func checkWithoutData(_ template: Template, _ given: GivenValues) {
    var found = Report(sources: report.sources)
    guard
      let binding = ColumnBinder.bind(
        template.schema, header: nil, given: given, hasData: false, report: &found)
    else {
      add(found)
      return checkByType(template)
    }
    let row = Row.none(named: "--set")
    found.sources.setRow(row.source)
    var parser = CellParser(binding)
    var cells: [Cell] = []
    let files = RowFiles(folder: options.filesFolder ?? ".", disk: disk)
    guard parser.parse(row, into: &cells, report: &found),
      let pass = template.resolved(with: cells, readFile: files.read, report: &found)
    else {
      add(found)
      return checkRest(
        of: row, cells, refused: parser.refused, template, files, serial: nil,
        sources: found.sources)
    }
    AllRules.check(pass.package, options.context(options.certificate), &found)
    add(found)
  }

  // MARK: Without values

  /// What holds whatever the rows bring.
  private mutating func checkByType(_ template: Template) {
    var found = Report(sources: report.sources)
    let standIns = StandIns(for: template)
    found.append(
      WithoutValues(template, options.context(options.certificate), standIns).findings())
    add(found)
  }

  /// A row of which no pass can be made: what else is wrong with it.
  ///
  /// - Parameter cells: with those that were refused, whose columns are `refused`.
  private mutating func checkRest(
    of row: Row, _ cells: [Cell], refused: [Int], _ template: Template, _ files: RowFiles,
    serial: String?, sources: SourceTable
  ) {
    let standIns = self.standIns ?? StandIns(for: template)
    self.standIns = standIns
    let rest = WithoutValues(
      template, options.context(options.certificate), standIns, row: cells, refused: refused,
      sources: sources, files: files)
    guard let pass = rest.pass else { return }
    let judged = Judged(
      serial: serial, document: pass.document.root, dataName: row.name,
      pictures: Pictures(cells, rest.fileNames, sources))
    var found = Report(sources: sources)
    found.append(rest.findings(besides: { said.contains(Said($0, judged.pictures.cell(of: $0))) }))
    add(found, from: judged)
  }

  // MARK: Reporting

  /// A row that was judged: what is wrong with its own values is said with its serial number.
  private struct Judged {
    let serial: String?
    /// nil where no pass could be made of it.
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

  private mutating func add(_ found: Report, from row: Judged? = nil) {
    say(
      judge.verdict(on: found.diagnostics).map { diagnostic in
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

  private mutating func say(_ diagnostics: [Diagnostic]) {
    report.append(
      diagnostics.filter { diagnostic in
        let cell = diagnostic.notes.last { $0.message == Pictures.note }?.location
        return !isEcho(diagnostic) && said.insert(Said(diagnostic, cell)).inserted
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

/// Bytes that are given at once and then no more.
final class ByteOnce {
  private var rest: [UInt8]?

  init(_ bytes: [UInt8]) { rest = bytes }

  func next() -> [UInt8]? {
    defer { rest = nil }
    return rest
  }
}

extension Template {
  /// The template with what it leaves to the certificate and to the reader's key.
  fileprivate func completed(by options: CheckOptions) -> Template {
    filled(
      passTypeIdentifier: options.certificate?.passTypeIdentifier,
      teamIdentifier: options.certificate?.teamIdentifier, nfcPublicKey: options.nfcPublicKey)
  }
}
