// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ProvisionCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors in a provisioning request and its response.",
    discussion: """
      Without --profile the documents are in the app's own format, with it in the processor's. \
      REQUEST is an object, an array or JSON Lines. A response may be wrapped with status and \
      time: {"status": 200, "milliseconds": 420, "body": ...}. Messages have lengths and places \
      and never a value.

      Examples:
        passc provision check request.json
        passc provision check request.json --answer answer.json --profile wise
      """)

  @Argument(
    help: ArgumentHelp(
      "The request; - is standard input.", valueName: "request"),
    completion: .file(extensions: ["json"]))
  package var request: String

  /// The file with the response to the request.
  @Option(
    help: ArgumentHelp(
      "Also check this response to the request.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var answer: String?

  /// The processor whose format the documents have, or nil for the app's own format.
  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String?

  /// Files with root certificates that are trusted in addition to Apple's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.",
      valueName: "file"),
    completion: .file())
  package var trust: [String] = []

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }
}
