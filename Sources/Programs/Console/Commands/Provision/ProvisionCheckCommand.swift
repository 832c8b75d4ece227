// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc provision check`.
package struct ProvisionCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what a phone or a processor refuses in a request for a card and its answer.",
    discussion: """
      Without --profile both are in the app's own shape, with it in the processor's. REQUEST is an \
      object, an array of them or JSON Lines; nonces that come twice are named. An answer may have \
      status and time around it: {"status": 200, "milliseconds": 420, "body": …}. Messages say \
      lengths and places and never a value.

      Examples:
        passc provision check request.json
        passc provision check request.json --answer answer.json --profile wise
      """)

  /// The file with the requests.
  @Argument(
    help: ArgumentHelp("The request; - is standard input.", valueName: "request"),
    completion: .file(extensions: ["json"]))
  package var request: String

  /// The file with the answer to the request.
  @Option(
    help: ArgumentHelp("The answer to it.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var answer: String?

  /// The processor whose shape the documents have; nil for the app's own shape.
  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String?

  /// Files with root certificates that count in addition to Apple's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Roots beside Apple's, for tests: what only Apple's policy wants is a warning then.",
      valueName: "file"),
    completion: .file())
  package var trust: [String] = []

  /// The reports, and what counts as an error.
  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  /// Options that ask for nothing.
  package init() {}

  /// What counts as an error.
  package var policy: PolicyOptions? { reportOptions.policyOptions }
}
