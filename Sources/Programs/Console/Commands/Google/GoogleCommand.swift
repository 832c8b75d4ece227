// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GoogleCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "google",
    abstract: "Compile passes for Google Wallet from the same template.",
    discussion: """
      passc makes the classes, objects and save links that Google Wallet needs, and reports what a \
      pass loses. It sends nothing. It checks against Google's description of the API, because \
      only Google knows what its service accepts.

      A first link:
        passc google init gym.pass
        passc google report gym.pass
        passc google build gym.pass --google-issuer 3388000000000000001 -o out
        passc google link gym.pass --google-issuer 3388000000000000001 \\
          --google-account account.json
      """,
    subcommands: [
      GoogleBuildCommand.self, GoogleLinkCommand.self, GoogleCheckCommand.self,
      GoogleReportCommand.self, GoogleInitCommand.self,
    ])

  package init() {}
}

/// A command of `passc google`, which passc-preview runs because it has the locale data for dates
/// and numbers.
package protocol GoogleCompanionCommand: CompanionCommand {}

extension GoogleCompanionCommand {
  package static var program: CompanionProgram { .preview }
}

/// Options of a run that compiles a template for Google.
package struct GoogleTemplateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this issuer id, from the Google Pay & Wallet Console.", valueName: "id"))
  package var googleIssuer: String

  /// The address of the folder with the published images.
  @Option(
    help: ArgumentHelp(
      "Name images at this https address, by their content.", valueName: "url"))
  package var imageBase: String?

  /// The time zone of dates.
  @Option(
    help: ArgumentHelp(
      "Write dates in this time zone, such as Europe/Berlin.", valueName: "zone"))
  package var timeZone: String?

  package init() {}

  package func validate() throws {
    if let imageBase, !imageBase.lowercased().hasPrefix("https://") {
      throw ValidationError(
        "--image-base \(imageBase) is not an https address",
        help: "write --image-base https://images.example.com/passes")
    }
  }
}
