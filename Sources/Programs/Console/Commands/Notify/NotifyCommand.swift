// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct NotifyCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Check and route notifications of passes, apps and a wallet SDK.",
    discussion: """
      These commands send nothing: passc push does that for passes. They check payloads for apps, \
      their headers, and the notifications of the NFC Wallet SDK.

      Example:
        passc notify example tns | passc notify route -
      """,
    subcommands: [
      NotifyCheckCommand.self, NotifyRouteCommand.self, NotifySwiftCommand.self,
      NotifyExampleCommand.self,
    ])

  package init() {}
}
