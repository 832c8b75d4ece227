// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct NotifyExampleCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a notification to test a router with.",
    discussion: """
      Names that begin with bad- are examples that must be rejected. small-letters and aps-only \
      are unusual, but valid. Identifiers are made up.

      Example:
        passc notify example mg --card 9f3a-example
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of the example.", valueName: "name"))
  package var name: NotificationExample

  @Option(
    help: ArgumentHelp(
      "Use this card identifier.", valueName: "id"))
  package var card = "00000000-example"

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

extension NotificationExample: ExpressibleByArgument {
  /// The names of the examples, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
