// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct PayCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "pay",
    abstract: "Check Apple Pay requests, and write them as Swift and JavaScript.",
    discussion: """
      Safari drops what it does not know silently, and throws errors without a place. These \
      commands open no connection. Only a payment sheet on a device shows whether a request works.

      Examples:
        passc pay example recurring -o gym.json
        passc pay check gym.json
      """,
    subcommands: [
      PayCheckCommand.self, PaySwiftCommand.self, PayJSCommand.self, PayExampleCommand.self,
    ])

  package init() {}
}
