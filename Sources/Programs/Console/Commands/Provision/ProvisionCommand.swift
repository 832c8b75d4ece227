// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc provision`: adding a payment card to Wallet from an app.
package struct ProvisionCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "provision",
    abstract: "Judge and carry over what adds a payment card to Wallet from an app.",
    discussion: """
      Shapes, certificates and time are checked, and fields moved from one shape to another. The \
      encryption itself is the processor's, and what Apple accepts nobody can test here. No command \
      opens a connection, and none shows a value.

      Example:
        passc provision example -o try
        passc provision check try/request.json --trust try/trust.pem
      """,
    subcommands: [
      ProvisionCheckCommand.self, ProvisionRelayCommand.self, ProvisionSwiftCommand.self,
      ProvisionExampleCommand.self,
    ])

  /// Options that ask for nothing.
  package init() {}
}
