// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc notify swift`.
package struct NotifySwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write the notification router of an app as Swift.",
    discussion: """
      WalletPush.swift has no side effects: a value made from userInfo, a protocol that tests can \
      replace, and a router whose work is done when its call returns. --sdk adds the calls of the \
      NFC Wallet SDK.

      Example:
        passc notify swift -o Push --sdk
      """)

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// Whether the calls of the vendor's SDK are written too.
  @Flag(help: "Also write the calls of the vendor's SDK.")
  package var sdk = false

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}
}
