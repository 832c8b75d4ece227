// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GoogleReportCommand: GoogleCompanionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report what a pass loses in Google Wallet.",
    discussion: """
      Each line is a member of pass.json that is moved, approximated, left to Google's service, \
      late, lost or unknown, or that needs a value in google.json. Members that are the same in \
      both wallets have no line. The lines are notes, so the exit code is 0 unless --deny names \
      their code.

      Examples:
        passc google report gym.pass
        passc google report gym.pass --deny google.loss.lost
        passc google report gym.pass --report sarif=losses.sarif
      """)

  @Argument(
    help: ArgumentHelp("The folder of the template.", valueName: "template"),
    completion: .directory)
  package var template: String

  @Option(
    help: ArgumentHelp(
      "Assume that images are published at this address.", valueName: "url"))
  package var imageBase: String?

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }
}
