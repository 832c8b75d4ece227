// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ProvisionSwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write Swift for an app that adds payment cards to Wallet.",
    discussion: """
      CardProvisioning.swift contains the configuration, the sheet and the SwiftUI button. It \
      finds out whether a card can be added, calls your server with a time limit of 18 seconds, \
      checks the response and returns one result. Apple has to grant the entitlement: passc app \
      fragments --for provisioning.

      Example:
        passc provision swift -o Cards
      """)

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
