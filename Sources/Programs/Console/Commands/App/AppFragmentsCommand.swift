// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc app fragments`: the entitlements and Info.plist entries an app of some purposes needs.
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

  /// The templates of the passes, in order.
  @Argument(
    help: ArgumentHelp(
      "The templates of the passes, in order.", valueName: "template"),
    completion: .file())
  package var templates: [String] = []

  /// What the app does.
  @Option(
    name: .customLong("for"), parsing: .singleValue,
    help: ArgumentHelp(
      "Write what an app for this purpose needs; repeatable.", valueName: "purpose"))
  package var purpose: [AppPurpose]

  /// Merchant identifiers, for apple-pay.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this merchant identifier, for apple-pay; repeatable.", valueName: "id"))
  package var merchant: [String] = []

  /// Application identifiers to select, in hex, for payment-tag.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Select this application identifier, for payment-tag; repeatable.",
      valueName: "hex"))
  package var aid: [String] = []

  /// Prefixes of the identifiers that the app responds to, in hex, for hce.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Respond to identifiers that begin like this, for hce.", valueName: "hex"))
  package var hcePrefix: [String] = []

  /// Whether the app may be the default one for contactless cards, for hce.
  @Flag(help: "Allow it as default app for contactless cards, for hce.")
  package var defaultApp = false

  /// Whether the reader's own phone shows no passes, for tap-to-pay.
  @Flag(help: "Keep the reader's own phone from showing passes, for tap-to-pay.")
  package var suppressPasses = false

  /// Whether the Info.plist files of the two Wallet extensions are written too, for provisioning.
  @Flag(help: "Also write Info.plist of both Wallet extensions, for provisioning.")
  package var `extension` = false

  /// Pass type identifiers of templates that have none.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this pass type identifier for a template without one.", valueName: "id"))
  package var passType: [String] = []

  /// The sentence that the app asks people with; nil for the usual one.
  @Option(
    help: ArgumentHelp(
      "Ask people for permission with this sentence.", valueName: "text"))
  package var usage: String?

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
}
