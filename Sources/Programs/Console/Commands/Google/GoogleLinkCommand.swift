// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics

package struct GoogleLinkCommand: GoogleCompanionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Print the signed links that save passes to Google Wallet.",
    discussion: """
      A link has class and object (--fat), the object alone, or only its id (--skinny). Google \
      calls 1,800 characters safe, and only skinny links are always shorter. Send the requests of \
      passc google build before you publish a skinny link. With several rows, each line has the id \
      and the link. SOURCE_DATE_EPOCH sets the time of signing.

      Examples:
        passc google link gym.pass --google-issuer 3388000000000000001 \\
          --google-account account.json --skinny
        passc google link gym.pass --data members.csv --google-issuer \\
          3388000000000000001 --google-account env:GOOGLE_ACCOUNT
      """)

  @Argument(
    help: ArgumentHelp("The folder of the template.", valueName: "template"),
    completion: .directory)
  package var template: String

  /// The key file of the service account, or `env:NAME`.
  @Option(
    help: ArgumentHelp(
      "Sign with this service account (JSON file, or env:NAME).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var googleAccount: String

  @Flag(help: "Put class and object into the link.")
  package var fat = false

  @Flag(help: "Put only the id of the object into the link.")
  package var skinny = false

  /// The private key, if it is not in the file of the account.
  @Option(
    help: ArgumentHelp(
      "Sign with the key at this pkcs11: URI.", valueName: "uri"))
  package var key: String?

  @Option(
    help: ArgumentHelp(
      "Let a program sign (passc help keys); needs --public-key.", valueName: "command"))
  package var signWith: String?

  @Option(
    help: ArgumentHelp(
      "Verify signatures of --sign-with with this public key.", valueName: "file"),
    completion: .file())
  package var publicKey: String?

  @Option(
    help: ArgumentHelp("Read the PIN of the token from this file.", valueName: "file"),
    completion: .file())
  package var passwordFile: String?

  @OptionGroup(title: "Google")
  package var google: GoogleTemplateOptions

  @OptionGroup(title: "Data")
  package var dataOptions: DataOptionGroup

  @Option(
    help: ArgumentHelp(
      "Use only row N of the data, or of the template's sample.", valueName: "n"))
  package var sample: Int?

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { policyOptions }

  /// The options for a key that is not in the file of the account.
  package var outsideKey: OutsideKeyNames {
    OutsideKeyNames(key: key, signWith: signWith, passwordFile: passwordFile)
  }

  package func validate() throws {
    if fat, skinny {
      throw ValidationError("--fat and --skinny exclude each other", help: "give one of them")
    }
    if let fault = outsideKey.fault { throw ValidationError(fault) }
    if key != nil, !outsideKey.isToken {
      throw ValidationError(
        "--key is not a pkcs11: URI", help: "a key in a file is part of --google-account")
    }
  }
}
