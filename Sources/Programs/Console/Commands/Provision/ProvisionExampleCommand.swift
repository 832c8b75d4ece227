// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct ProvisionExampleCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write an example request and response.",
    discussion: """
      The files are request.json, answer.json and trust.pem, the root of certificates made on the \
      spot. With --profile they are in the processor's format. passc then also writes \
      app-request.json, which the app sent, and the profile, which you can copy. The cards are \
      made up, and no key opens anything. --fault makes one error.

      Example:
        passc provision example --fault reversed -o try
      """)

  /// The processor whose format the example has, or nil for the app's own format.
  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String?

  /// The one error that the example has, or nil for none.
  @Option(
    help: ArgumentHelp(
      "Make this error in the example.", valueName: "name"))
  package var fault: ProvisioningMistake?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

extension ProvisioningMistake: ExpressibleByArgument {
  /// The names of the errors, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
