// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc notify swift`.
package struct NotifySwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write the router of an app as Swift.",
    discussion: """
      WalletPush.swift is pure: a value from userInfo, a protocol that tests can fake, and a router \
      that is done when its call returns. --sdk adds the calls of the NFC Wallet SDK.

      Example:
        passc notify swift -o Push --sdk
      """)

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// Whether the calls of the vendor's SDK are written too.
  @Flag(help: "Also write the vendor's calls, compiled where its SDK is.")
  package var sdk = false

  /// Options that ask for nothing.
  package init() {}
}
