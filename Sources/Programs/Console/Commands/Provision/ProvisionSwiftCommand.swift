// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc provision swift`.
package struct ProvisionSwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write what an app needs to add a payment card, as Swift.",
    discussion: """
      CardProvisioning.swift: whether cards can be added, the configuration, the sheet and the button \
      of SwiftUI, the way to your server within 18 seconds, an answer that is checked, and the result \
      as one value. The entitlement is Apple's to grant: passc app fragments --for provisioning.

      Example:
        passc provision swift -o Cards
      """)

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// Options that ask for nothing.
  package init() {}
}
