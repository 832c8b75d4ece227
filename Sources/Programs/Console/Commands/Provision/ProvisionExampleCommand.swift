// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc provision example`.
package struct ProvisionExampleCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a request and its answer to try things with.",
    discussion: """
      request.json, answer.json and trust.pem, the root of certificates made on the spot; with \
      --profile in the processor's shape, with app-request.json, what the app sent, and the profile \
      itself to start one of one's own from. No key opens anything, and cards are made up. --fault \
      seeds one fault.

      Example:
        passc provision example --fault reversed -o try
      """)

  /// The processor in whose shape the example is; nil for the app's own shape.
  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String?

  /// The one error that the example has; nil for none.
  @Option(help: ArgumentHelp("One fault to seed.", valueName: "name"))
  package var fault: ProvisioningFault?

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// Options that ask for nothing.
  package init() {}
}

extension ProvisioningFault: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
