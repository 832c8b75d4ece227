// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct AppCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Check an app's entitlements and Info.plist, or write what it needs.",
    discussion: """
      An entitlement in the wrong file does nothing, and Xcode does not report it. passc reads the \
      property lists of a project, a built app or a profile, compares them with templates and \
      payment requests, and writes correct property lists and Swift.

      Example:
        passc app check MyApp --template gym.pass
      """,
    subcommands: [AppCheckCommand.self, AppFragmentsCommand.self, AppSwiftCommand.self])

  package init() {}
}
