// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ProvisionRelayCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  /// The direction: from the app to the processor, or from the processor to the app.
  package enum Direction: String, ExpressibleByArgument, CaseIterable, Sendable {
    case request, answer
  }

  package static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Convert a request for the processor, or a response for the app.",
    discussion: """
      passc reads standard input and writes standard output, and your host sends it. request reads \
      the app's own format and writes one line of JSON: method, path, headers, body. answer reads \
      {"status": 200, "milliseconds": 420, "body": ...}, or a body alone, and writes what the app \
      gets. Exit code 1 means that the response contains no card.

      Example:
        passc provision relay request --profile wise --card 1 \\
          < app-request.json
      """)

  @Argument(
    help: ArgumentHelp(
      "Convert in this direction.", valueName: "direction"))
  package var direction: Direction

  @Option(help: ProvisionHelp.profile, completion: .file(extensions: ["json"]))
  package var profile: String

  /// The processor's identifier of the card.
  @Option(
    help: ArgumentHelp(
      "The card's identifier at the processor.", valueName: "id"))
  package var card: String?

  @Option(
    help: ArgumentHelp(
      "The name on the card.", valueName: "name"))
  package var cardholder: String?

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    if direction == .answer, card != nil || cardholder != nil {
      throw ValidationError("--card and --cardholder belong to a request")
    }
  }
}
