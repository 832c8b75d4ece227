// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc notify example`.
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

  /// The name of the example.
  @Argument(
    help: ArgumentHelp(
      "The name of the example.", valueName: "name"))
  package var name: NotificationExample

  /// The identifier of the card in the example.
  @Option(
    help: ArgumentHelp(
      "Use this card identifier.", valueName: "id"))
  package var card = "00000000-example"

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}
}

extension NotificationExample: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
