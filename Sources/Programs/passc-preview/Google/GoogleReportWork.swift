// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassGoogle
import PassTemplate

extension GoogleReportCommand: GoogleWork {
  func perform() throws {
    var options = reportOptions
    // The lines of this report are notes.
    options.policyOptions.notes = true
    var reports = try DocumentReports(options, inputs: [template])
    var report = Report()
    let loaded = try Template.load(template, report: &report)
    // The issuer does not change what a pass loses.
    if let loaded,
      let compiler = GoogleCompiler(
        loaded, issuer: "0", options: GoogleCompiler.Options(imageBase: imageBase), report: &report)
    {
      compiler.addLosses(to: &report)
    }
    try reports.add(template, report.sorted)
    try reports.finish()
  }
}
