// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassGoogle
import PassTemplate

/// The passes of a template for the rows of a run. It keeps one row in memory.
struct GoogleRows {
  private let template: Template
  private var compiler: GoogleCompiler
  private let choice: DataChoice
  private let folder: String
  private var findings: GoogleFindingList
  private let issuer: String

  /// Reads the template.
  ///
  /// - Throws: `CommandFailureError.findings` after printing the errors of the template.
  init(
    _ folder: String, _ options: GoogleTemplateOptions, data: DataNames, sample: Int?,
    policy: PolicyOptions
  ) throws {
    var report = Report()
    let files = [data.data].compactMap { $0 }.filter { $0 != "-" }
    let template = try Template.load(folder, dataFiles: files, report: &report)
    findings = GoogleFindingList(policy, template?.settings.allowances ?? [])
    findings.add(report.diagnostics)
    guard let template else { throw findings.failure() }
    if let zone = options.timeZone { _ = try SettingsReader.zone(named: zone) }
    let settings = GoogleCompiler.Options(
      imageBase: options.imageBase, timeZone: options.timeZone, now: try SigningTime.now())
    var compiling = Report(sources: template.sources)
    let compiler = GoogleCompiler(
      template, issuer: options.googleIssuer, options: settings, report: &compiling)
    findings.add(compiling.diagnostics)
    guard let compiler else { throw findings.failure() }
    var choice = try data.choice(sample: sample)
    if choice.file == nil, choice.assignments.isEmpty, sample == nil,
      !template.schema.columns.isEmpty
    {
      guard let file = template.settings.sample else {
        throw DataUsageError.noSample.failure(template: folder, sample: nil)
      }
      choice.file = file
    }
    do {
      self.choice = try choice.withSample(of: template)
    } catch {
      throw error.failure(template: folder, sample: sample)
    }
    self.template = template
    self.compiler = compiler
    self.folder = folder
    issuer = options.googleIssuer
  }

  /// Calls `body` with the pass of each row, and prints the findings.
  ///
  /// - Throws: `CommandFailureError.findings` at the end if a row has an error.
  mutating func each(_ body: (GooglePass, inout Report) throws -> Void) throws {
    var report = Report(sources: template.sources)
    guard var source = try open(&report) else {
      findings.add(report.diagnostics)
      throw findings.failure()
    }
    findings.add(report.diagnostics)
    var parser = RowParser(source.binding)
    var keys = SerialKeys(passType: issuer)
    var serials = SerialIndex(folder: Environment.value("TMPDIR") ?? "/tmp")
    let wanted = choice.sample
    var number = 0
    let sources = report.sources
    while true {
      var found = Report(sources: sources, wantsNotes: findings.wantsNotes)
      guard let row = try source.next(&found) else {
        findings.add(found.diagnostics)
        break
      }
      number += 1
      guard wanted == nil || number == wanted else { continue }
      found.sources.setRow(row.source)
      var cells: [Cell] = []
      if !row.isRejected, parser.parse(row, into: &cells, report: &found),
        let pass = template.resolved(with: cells, readFile: source.files.read, report: &found),
        let made = compiler.make(pass, report: &found)
      {
        if let earlier = try serials.insert(keys.key(of: made.objectID), line: number),
          earlier.isSameSpelling
        {
          found(
            GoogleFindings.idRepeated,
            "row \(number) has the object id of row \(earlier.line), \(made.objectID)",
            at: made.object.root["id"]?.place ?? .nowhere)
        }
        if !found.hasErrors, !findings.hasErrors { try body(made, &found) }
      }
      findings.add(found.diagnostics)
      if number == wanted { break }
    }
    if let wanted, number < wanted {
      throw DataUsageError.tooFewRows(file: source.name, rows: number)
        .failure(template: folder, sample: wanted)
    }
    try findings.finish()
  }

  private func open(_ report: inout Report) throws -> RowSource? {
    do {
      guard let file = choice.file else {
        return try RowSource(choice, for: template, report: &report)
      }
      return try RowSource(
        streaming: file, choice, for: template,
        open: {
          let stream = file == "-" ? FileStream.standardInput() : try FileStream(file)
          return { try stream.next() }
        }, report: &report)
    } catch let error as DataUsageError {
      throw error.failure(template: folder, sample: choice.sample)
    }
  }
}

/// The findings of a run, each printed once.
struct GoogleFindingList {
  private let policy: PolicyOptions
  private var filter: FindingFilter
  private var printed: Set<String> = []
  private var count = DiagnosticCount(errors: 0, warnings: 0)

  /// Bounds the memory of a run whose rows have different findings.
  private static let limit = 10_000

  init(_ policy: PolicyOptions, _ allowances: [TemplateSettings.Allowance]) {
    self.policy = policy
    filter = FindingFilter(policy: policy.policy, allowances: allowances)
  }

  var hasErrors: Bool { count.errors > 0 }
  var wantsNotes: Bool { policy.notes || !policy.policy.denied.isEmpty }

  mutating func add(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    for diagnostic in filter.filtered(diagnostics) {
      let key = "\(diagnostic.code) \(diagnostic.location?.description ?? "") \(diagnostic.message)"
      guard printed.contains(key) == false else { continue }
      if printed.count < Self.limit { printed.insert(key) }
      count = DiagnosticCount(
        errors: count.errors + (diagnostic.severity == .error ? 1 : 0),
        warnings: count.warnings + (diagnostic.severity == .warning ? 1 : 0))
      Console.report([diagnostic], showsNotes: policy.notes, isLast: false)
    }
  }

  /// Prints the number of findings, and throws if there is an error.
  func finish() throws {
    if hasErrors { throw failure() }
    Console.close(count)
  }

  /// Prints the number of findings.
  ///
  /// - Returns: the failure of a run with errors.
  func failure() -> CommandFailureError {
    Console.close(count, "nothing written")
    return .findings
  }
}
