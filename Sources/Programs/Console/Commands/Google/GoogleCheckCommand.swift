// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GoogleCheckCommand: GoogleCompanionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check payloads, links and templates against Google's description.",
    discussion: """
      INPUT is a JSON file with a class, an object or a payload, a file with JSON Lines, a save \
      link, or a template. Without findings, passc found nothing that Google's description \
      forbids. Only Google knows whether its service accepts the pass.

      Examples:
        passc google check payload.json
        passc google check https://pay.google.com/gp/v/save/eyJhb...
        passc google check gym.pass
      """)

  @Argument(help: ArgumentHelp("Payloads, links and templates.", valueName: "input"))
  package var inputs: [String]

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }

  package func validate() throws {
    if inputs.isEmpty {
      throw ValidationError("no input was given", help: "name one, such as payload.json")
    }
  }
}
