// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc app swift`: adding passes, and the update check inside of an app.
package struct AppSwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write Swift for an app that adds passes and updates them.",
    discussion: """
      WalletPasses.swift has a button for SwiftUI, the sheet for UIKit, and an update check: it \
      downloads a changed pass, replaces it in the library, and returns what happened.

      Example:
        passc app swift gym.pass -o Wallet --pass-type pass.com.example.gym
      """)

  /// The templates of the passes, in order.
  @Argument(
    help: ArgumentHelp(
      "The templates of the passes.", valueName: "template"),
    completion: .file())
  package var templates: [String]

  /// Pass type identifiers of templates that have none.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this pass type identifier for a template without one.", valueName: "id"))
  package var passType: [String] = []

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// The identity, for templates without a pass type identifier.
  @OptionGroup(title: "Identity, for templates without a pass type identifier")
  package var identityOptions: IdentityOptions

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}

  /// Rejects a command line that cannot mean anything.
  package func validate() throws {
    if templates.isEmpty {
      throw ValidationError("no template was given", help: "name one, such as gym.pass")
    }
  }
}
