// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

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

  @Argument(
    help: ArgumentHelp(
      "The templates of the passes.", valueName: "template"),
    completion: .file())
  package var templates: [String]

  /// Pass type identifiers for templates without one.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this pass type identifier for a template without one.", valueName: "id"))
  package var passType: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  @OptionGroup(title: "Identity, for templates without a pass type identifier")
  package var identityOptions: IdentityOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    if templates.isEmpty {
      throw ValidationError("no template was given", help: "name one, such as gym.pass")
    }
  }
}
