// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct AppFragmentsCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "fragments",
    abstract: "Write the entitlements and Info.plist entries an app needs.",
    discussion: """
      passc writes App.entitlements and Info-additions.plist for all purposes together, with a \
      comment for each key. Apple has to grant some of the entitlements.

      Example:
        passc app fragments gym.pass --for wallet --for apple-pay --for vas \\
          -o fragments --merchant merchant.com.example.gym
      """)

  /// The templates of the passes, in the order of the entries that they add.
  @Argument(
    help: ArgumentHelp(
      "The templates of the passes, in order.", valueName: "template"),
    completion: .file())
  package var templates: [String] = []

  @Option(
    name: .customLong("for"), parsing: .singleValue,
    help: ArgumentHelp(
      "Write what an app for this purpose needs; repeatable.", valueName: "purpose"))
  package var purpose: [AppPurpose]

  /// Merchant identifiers, for the purpose apple-pay.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this merchant identifier, for apple-pay; repeatable.", valueName: "id"))
  package var merchant: [String] = []

  /// Application identifiers in hex, for the purpose payment-tag.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Select this application identifier, for payment-tag; repeatable.",
      valueName: "hex"))
  package var aid: [String] = []

  /// Prefixes of application identifiers in hex, for the purpose hce.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Respond to identifiers with this prefix, for hce.", valueName: "hex"))
  package var hcePrefix: [String] = []

  @Flag(help: "Allow the app as the default for contactless cards, for hce.")
  package var defaultApp = false

  @Flag(help: "Keep the reader's own phone from showing passes, for tap-to-pay.")
  package var suppressPasses = false

  @Flag(help: "Also write Info.plist of both Wallet extensions, for provisioning.")
  package var `extension` = false

  /// Pass type identifiers for templates without one.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this pass type identifier for a template without one.", valueName: "id"))
  package var passType: [String] = []

  /// The sentence that asks for permission in the app, or nil for a default one.
  @Option(
    help: ArgumentHelp(
      "Show this sentence when iOS asks for permission.", valueName: "text"))
  package var usage: String?

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
}
