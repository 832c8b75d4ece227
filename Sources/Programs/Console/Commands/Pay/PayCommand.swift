// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc pay`: the documents of Apple Pay.
package struct PayCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "pay",
    abstract: "Judge Apple Pay requests, and write them as Swift and JavaScript.",
    discussion: """
      Safari drops what it does not know without a word, and throws without saying where. No command \
      opens a connection; the payment sheet has the last word.

      Example:
        passc pay example recurring -o gym.json && passc pay check gym.json
      """,
    subcommands: [
      PayCheckCommand.self, PaySwiftCommand.self, PayJSCommand.self, PayExampleCommand.self,
    ])

  /// Options that ask for nothing.
  package init() {}
}
