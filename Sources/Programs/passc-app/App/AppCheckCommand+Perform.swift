// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate

extension AppCheckCommand: AppProgramCommand {
  /// Collects what the templates and options require of the app, checks the app's files against it
  /// and reports the findings file by file.
  func perform() throws {
    var expectations = AppExpectations()
    for path in template {
      let template = try AppTemplates.load(path)
      let type = template.passTypeIdentifier
      let team = template.document["teamIdentifier"]?.string
      expectations.passes.append(
        AppExpectations.Pass(
          // A placeholder has its value only in a row, so it cannot be compared with the app.
          passType: type, team: team.flatMap { $0.contains("{{") ? nil : $0 },
          hasNFC: template.document["nfc"] != nil))
    }
    expectations.merchants = try AppTemplates.merchants(payments) + merchant
    expectations.readsPaymentTags = purpose.contains(.paymentTag)
    if let ios {
      guard let version = IOSVersion(ios) else {
        throw CommandFailureError.usage(
          "--ios \"\(ios)\" is not an iOS version", help: "write --ios 17 or --ios 18.1")
      }
      expectations.ios = version
    }
    var reports = try DocumentReports(
      reportOptions, inputs: paths + payments, isSource: AppSearch.isSource)
    var report = Report(wantsNotes: reports.wantsNotes)
    var search = AppSearch()
    for path in paths { try search.add(path, report: &report) }
    guard search.checkedCount > 0 || !search.projects.isEmpty else {
      throw CommandFailureError.environment(
        "no property list found in \(paths.joined(separator: ", "))",
        help: "give a project folder, an .entitlements file, an Info.plist, an .app or an .ipa")
    }
    AppCheck.check(search.files, projects: search.projects, expectations, report: &report)
    // Every file gets its own section in the report, also a file without findings. Files that only
    // a finding names, such as a missing one, follow. Findings without a file come last.
    var remaining = report.sorted
    var names = search.files.map { ($0.bundle.map { $0 + "!" } ?? "") + $0.name }
    names.append(contentsOf: remaining.compactMap { $0.location?.file })
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let ofFile = remaining.filter { diagnostic in
        let location = diagnostic.location
        let file = (location?.bundle.map { $0 + "!" } ?? "") + (location?.file ?? "")
        return file == name
      }
      remaining.removeAll { diagnostic in
        let location = diagnostic.location
        return (location?.bundle.map { $0 + "!" } ?? "") + (location?.file ?? "") == name
      }
      try reports.add(name, ofFile)
    }
    if !remaining.isEmpty { try reports.add(paths[0], remaining) }
    try reports.finish()
  }
}
