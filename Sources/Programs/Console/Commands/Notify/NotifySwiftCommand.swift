// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

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

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  @Flag(help: "Also write the calls of the vendor's SDK.")
  package var sdk = false

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}
