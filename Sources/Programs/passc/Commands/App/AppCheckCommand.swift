// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassConsole
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate

/// `passc app check`: entitlements, Info.plist, profiles, built apps, projects.
struct AppCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what an app declares wrongly for passes, payments and readers.",
    discussion: """
      PATH is an entitlements file, an Info.plist, a .mobileprovision, a .app, a .ipa or a folder, \
      which is searched for these and for Xcode's settings: INFOPLIST_KEY_… counts as a key of \
      Info.plist. Nothing found to judge: exit 3.

      Examples:
        passc app check MyApp --against gym.pass --ios 16
        passc app check build/MyApp.ipa --payments day-pass.json
      """)

  @Argument(
    help: ArgumentHelp("Property lists, apps, archives or folders.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A template whose passes the app handles.", valueName: "template"),
    completion: .file())
  var against: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A payment document: its merchantIdentifier must be one of the app's.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var payments: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A merchant the app must have, as pay swift --merchant was given.", valueName: "id"))
  var merchant: [String] = []

  @Option(
    help: ArgumentHelp(
      "The lowest iOS the app is for; found in the project otherwise.", valueName: "version"))
  var ios: String?

  @Option(
    name: .customLong("for"), parsing: .singleValue,
    help: ArgumentHelp(
      "What the app is known to do, such as payment-tag: its payment identifiers are right then.",
      valueName: "purpose"))
  var purpose: [AppFragments.Purpose] = []

  @OptionGroup(title: "Report")
  var reportOptions: DocumentReportOptions

  func validate() throws {
    if paths.isEmpty { throw ValidationError("no path was given") }
  }

  func run() throws {
    var expectations = AppExpectations()
    for path in against {
      let template = try AppTemplates.load(path)
      let type = template.passTypeIdentifier
      let team = template.document["teamIdentifier"]?.string
      expectations.passes.append(
        AppExpectations.Pass(
          passType: type, team: team.flatMap { $0.contains("{{") ? nil : $0 },
          hasNFC: template.document["nfc"] != nil))
    }
    expectations.merchants = try AppTemplates.merchants(payments) + merchant
    expectations.readsPaymentTags = purpose.contains(.paymentTag)
    if let ios {
      guard let version = IOSVersion(ios) else {
        throw Failure.usage("\"\(ios)\" is no version of iOS", help: "such as --ios 17 or 18.1")
      }
      expectations.ios = version
    }
    var reports = try DocumentReports(
      reportOptions, inputs: paths + payments, isSource: AppSearch.isSource)
    var report = Report(wantsNotes: reports.wantsNotes)
    var search = AppSearch()
    for path in paths { try search.add(path, report: &report) }
    guard search.looked > 0 || !search.projects.isEmpty else {
      throw Failure.environment(
        "no property list in \(paths.joined(separator: ", "))",
        help: "name a project folder, a .entitlements, an Info.plist, a .app or a .ipa")
    }
    AppCheck.check(search.files, projects: search.projects, expectations, report: &report)
    // A subject for each file, those without a complaint included.
    var rest = report.sorted
    var names = search.files.map { ($0.bundle.map { $0 + "!" } ?? "") + $0.name }
    names.append(contentsOf: rest.compactMap { $0.location?.file })
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let own = rest.filter { diagnostic in
        let location = diagnostic.location
        let file = (location?.bundle.map { $0 + "!" } ?? "") + (location?.file ?? "")
        return file == name
      }
      rest.removeAll { diagnostic in
        let location = diagnostic.location
        return (location?.bundle.map { $0 + "!" } ?? "") + (location?.file ?? "") == name
      }
      try reports.add(name, own)
    }
    if !rest.isEmpty { try reports.add(paths[0], rest) }
    try reports.finish()
  }
}

extension AppFragments.Purpose: ExpressibleByArgument {
  /// The spellings of `--for`, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
