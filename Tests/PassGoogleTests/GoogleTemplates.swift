// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassGoogle
import PassJSON
import PassModel
import PassTemplate
import PassTesting
import Testing

/// Templates and rows for the tests of this module.
enum GoogleTemplates {
  static let names = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]
  static let issuer = "3388000000000000001"
  static let options = GoogleCompiler.Options(
    imageBase: "https://i.example.com/w", now: 1_893_456_000)

  static func template(_ name: String) throws -> Template {
    var report = Report()
    let folder = "\(Program.repository)/templates/\(name).pass"
    let template = try Template.load(folder, report: &report)
    return try #require(template, "\(TextWriter(showsNotes: true).text(of: report.diagnostics))")
  }

  /// Returns the passes of all rows of the template's sample.
  static func passes(
    _ template: Template, _ compiler: inout GoogleCompiler
  ) throws -> (passes: [GooglePass], rows: [ResolvedPass], found: [Diagnostic]) {
    var choice = DataChoice()
    choice.sample = 1
    choice = try choice.withSample(of: template)
    var report = Report(sources: template.sources)
    var source = try #require(try RowSource(choice, for: template, report: &report))
    var parser = RowParser(source.binding)
    var passes: [GooglePass] = []
    var rows: [ResolvedPass] = []
    while let row = try source.next(&report) {
      var cells: [Cell] = []
      guard parser.parse(row, into: &cells, report: &report),
        let resolved = template.resolved(
          with: cells, readFile: source.files.read, report: &report)
      else { continue }
      rows.append(resolved)
      if let pass = compiler.make(resolved, report: &report) { passes.append(pass) }
    }
    return (passes, rows, report.diagnostics)
  }

  /// Writes a template with these files, and loads it.
  static func made(
    pass: String, google: String? = nil, settings: String = #"{"language":"en"}"#,
    in folder: TemporaryFolder
  ) throws -> Template {
    var files = ["pass.json": pass, "template.json": settings]
    files["google.json"] = google
    try folder.add(files)
    var report = Report()
    let template = try Template.load(folder.path, report: &report)
    return try #require(template, "\(TextWriter(showsNotes: true).text(of: report.diagnostics))")
  }
}
