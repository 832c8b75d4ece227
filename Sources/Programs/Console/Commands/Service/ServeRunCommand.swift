// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc serve` without a subcommand.
package struct ServeRunCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Serve passes and their updates to phones.",
    discussion: """
      Implements Apple's web service for passes: phones register, ask what has changed and download \
      it. passc serves the passes of a ledger, and follows the ledger while it grows. With a \
      template it builds the passes of a table when a phone asks. With --push it notifies phones of \
      changes.

      When the service is ready it prints one line with its addresses. SIGTERM stops it after open \
      requests are done. SIGHUP makes it read certificates and keys again.

      Examples:
        passc serve --ledger gym.ledger --identity my-identity --push apns
        passc serve --template gym.pass --data members.csv \\
          --token-key token.key --identity my-identity
        passc serve --ledger gym.ledger --listen 0.0.0.0:8443 \\
          --tls-certificate chain.pem --tls-key key.pem
        passc serve --ledger gym.ledger \\
          --database postgres://passes@db.example.com/passes
      """, shouldDisplay: false)

  @OptionGroup
  package var options: ServeOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}
