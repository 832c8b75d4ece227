// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ProvisionCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "provision",
    abstract: "Check and convert requests that add a payment card to Wallet.",
    discussion: """
      passc checks formats, certificates and times, and converts between the formats of the app \
      and of processors. The processor encrypts the card, and only Apple can tell whether it \
      accepts the result. No command opens a connection, and none prints a value.

      Examples:
        passc provision example -o try
        passc provision check try/request.json --trust try/trust.pem
      """,
    subcommands: [
      ProvisionCheckCommand.self, ProvisionRelayCommand.self, ProvisionSwiftCommand.self,
      ProvisionExampleCommand.self,
    ])

  package init() {}
}
