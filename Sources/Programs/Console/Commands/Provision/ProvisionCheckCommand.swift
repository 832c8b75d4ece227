// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc provision check`.
package struct ProvisionCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what a phone or processor rejects in a request and its response.",
    discussion: """
      Without --profile the documents are in the app's own format, with it in the processor's. \
      REQUEST is an object, an array or JSON Lines. A response may be wrapped with status and \
      time: {"status": 200, "milliseconds": 420, "body": ...}. Messages have lengths and places \
      and never a value.

      Examples:
        passc provision check request.json
        passc provision check request.json --answer answer.json --profile wise
      """)

  /// The file with the requests.
  @Argument(
    help: ArgumentHelp(
      "The request; - is standard input.", valueName: "request"),
    completion: .file(extensions: ["json"]))
  package var request: String

  /// The file with the answer to the request.
  @Option(
    help: ArgumentHelp(
      "Also check this response to the request.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var answer: String?

  /// The processor whose shape the documents have; nil for the app's own shape.
  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String?

  /// Files with root certificates that count in addition to Apple's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.",
      valueName: "file"),
    completion: .file())
  package var trust: [String] = []

  /// The reports, and what counts as an error.
  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}

  /// What counts as an error.
  package var policy: PolicyOptions? { reportOptions.policyOptions }
}
