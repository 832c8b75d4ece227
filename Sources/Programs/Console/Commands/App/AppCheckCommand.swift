// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct AppCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors in an app's entitlements and Info.plist.",
    discussion: """
      PATH is an entitlements file, an Info.plist, a .mobileprovision, a .app, a .ipa or a folder. \
      passc searches a folder for these and for Xcode's settings: INFOPLIST_KEY_... counts as a \
      key of Info.plist. Exit code 3 means that there was nothing to check.

      Examples:
        passc app check MyApp --template gym.pass --ios 16
        passc app check build/MyApp.ipa --payments day-pass.json
      """)

  @Argument(
    help: ArgumentHelp(
      "Property lists, apps, archives or folders.", valueName: "path"),
    completion: .file())
  package var paths: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check that the app may use the passes of this template.", valueName: "dir"),
    completion: .file())
  package var template: [String] = []

  /// Payment documents with merchant identifiers that the app must have.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check that the app has the merchant of this payment document.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var payments: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check that the app has this merchant identifier.", valueName: "id"))
  package var merchant: [String] = []

  /// The lowest iOS version, or nil to read it from the project.
  @Option(
    help: ArgumentHelp(
      "Check for iOS from this version on; the project's by default.", valueName: "version"))
  package var ios: String?

  @Option(
    name: .customLong("for"), parsing: .singleValue,
    help: ArgumentHelp(
      "Accept what an app for this purpose needs; repeatable.",
      valueName: "purpose"))
  package var purpose: [AppPurpose] = []

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }

  package func validate() throws {
    if paths.isEmpty {
      throw ValidationError("no path was given", help: "name the folder of your app, such as App")
    }
  }
}

extension AppPurpose: ExpressibleByArgument {
  /// The spellings of `--for`, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
