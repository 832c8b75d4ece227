// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc notify example`.
package struct NotifyExampleCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a notification to try a router with.",
    discussion: """
      tns, tns-cobadged, mg, cps, app-background, app-alert, pass-update, and such as must be \
      refused: bad-prefix, bad-no-card, bad-number-card, bad-two-spellings, bad-too-large; \
      small-letters and aps-only are odd and fine. Ids are made up.

      Example:
        passc notify example mg --card 9f3a-example
      """)

  /// The name of the example.
  @Argument(help: ArgumentHelp("Which one.", valueName: "name"))
  package var name: NotificationExample

  /// The identifier of the card in the example.
  @Option(help: ArgumentHelp("The card it is about.", valueName: "id"))
  package var card = "00000000-example"

  /// Options that ask for nothing.
  package init() {}
}

extension NotificationExample: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
