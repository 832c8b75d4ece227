// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassConsole

/// `passc app fragments`: the entitlements and Info.plist entries an app of some purposes needs.
struct AppFragmentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fragments",
    abstract: "Write the entitlements and Info.plist entries an app needs.",
    discussion: """
      One App.entitlements and one Info-additions.plist for all purposes together, a comment for each \
      key, the same bytes every time: wallet, apple-pay, tap-to-pay, vas, payment-tag, hce, \
      provisioning, push. Apple has to grant what is asked for.

      Example:
        passc app fragments gym.pass --for wallet --for apple-pay --for vas -o fragments \\
          --merchant merchant.com.example.gym
      """)

  @Argument(
    help: ArgumentHelp("The templates of the passes, in order.", valueName: "template"),
    completion: .file())
  var templates: [String] = []

  @Option(
    name: .customLong("for"), parsing: .singleValue,
    help: ArgumentHelp("What the app does; again for each.", valueName: "purpose"))
  var purpose: [AppFragments.Purpose]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A merchant identifier, for apple-pay.", valueName: "id"))
  var merchant: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "An application identifier to select, hex, for payment-tag; OSE.VAS.01 by default.",
      valueName: "hex"))
  var aid: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("The beginning of identifiers to answer for, for hce.", valueName: "hex"))
  var hcePrefix: [String] = []

  @Flag(help: "The app may be the default one for contactless cards, for hce.")
  var defaultApp = false

  @Flag(help: "Keep the reader's own phone from showing passes, for tap-to-pay.")
  var suppressPasses = false

  @Flag(help: "Also write the Info.plist of the two Wallet extensions, for provisioning.")
  var `extension` = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The pass type of a template that leaves it to the certificate.", valueName: "id"))
  var passType: [String] = []

  @Option(help: ArgumentHelp("The sentence people are asked with.", valueName: "text"))
  var usage: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Identity, for templates without passTypeIdentifier")
  var identityOptions: IdentityOptions

  func run() throws {
    var fragments = AppFragments(purpose)
    fragments.passTypes = try AppTemplates.passTypes(
      templates, given: passType, identity: identityOptions)
    if templates.isEmpty { fragments.passTypes = passType }
    fragments.merchants = merchant
    fragments.identifiers = aid
    fragments.prefixes = hcePrefix
    fragments.isDefault = defaultApp
    fragments.suppressesPasses = suppressPasses
    fragments.hasExtensions = `extension`
    fragments.usage = usage
    if let usage, usage.allSatisfy(\.isWhitespace) {
      throw Failure.usage("--usage is blank", help: "say why the app reads passes")
    }
    do {
      try WrittenSources.write(try fragments.files(), to: output)
    } catch let fault as AppFragments.Fault {
      throw Failure.usage(fault.message, help: fault.help)
    }
  }
}

/// `passc app swift`: adding passes, and the update check inside of an app.
struct AppSwiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write Swift for an app that adds its passes and keeps them up to date.",
    discussion: """
      WalletPasses.swift has the button for SwiftUI, the sheet for UIKit, and the update check: \
      download where it has changed, replace where the library has it, and say what happened.

      Example:
        passc app swift gym.pass -o Wallet --pass-type pass.com.example.gym
      """)

  @Argument(
    help: ArgumentHelp("The templates of the passes.", valueName: "template"),
    completion: .file())
  var templates: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The pass type of a template that leaves it to the certificate.", valueName: "id"))
  var passType: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Identity, for templates without passTypeIdentifier")
  var identityOptions: IdentityOptions

  func validate() throws {
    if templates.isEmpty { throw ValidationError("no template was given") }
  }

  func run() throws {
    let types = try AppTemplates.passTypes(templates, given: passType, identity: identityOptions)
    var seen: Set<String> = []
    try WrittenSources.write(
      [
        (
          name: "WalletPasses.swift",
          text: WalletSource.text(passTypes: types.filter { seen.insert($0).inserted })
        )
      ], to: output)
  }
}
