// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct CertRenewCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "renew",
    abstract: "Renew signing certificates that expire soon.",
    discussion: """
      passc makes a new key and requests a certificate of the same kind from Apple's API. It adds \
      both to the identity, and the old ones stay there and stay valid. Then send SIGHUP to passc \
      serve. passc never revokes a certificate. Nobody has tried this with Apple yet.

      Examples:
        passc cert renew --identity my-identity --app-store-connect AuthKey_KEY4567890.p8 \\
          --key-id KEY4567890 --issuer-id 57246542-96fe-1a63-e053-0824d011072a
        passc cert renew --identities identities --within 45 --app-store-connect \\
          AuthKey_KEY4567890.p8 --key-id KEY4567890 \\
          --issuer-id 57246542-96fe-1a63-e053-0824d011072a --dry-run
      """)

  @Option(
    help: ArgumentHelp("Renew certificates with at most this many days left.", valueName: "days"))
  package var within = 30

  /// The folder of an identity.
  @Option(
    help: ArgumentHelp("Renew in this folder; $PASSC_IDENTITY by default.", valueName: "dir"),
    completion: .directory)
  package var identity: String?

  /// A folder with a folder for each identity.
  @Option(
    help: ArgumentHelp("Renew in each folder of this folder.", valueName: "dir"),
    completion: .directory)
  package var identities: String?

  /// The file with the password of the keys.
  @Option(
    help: ArgumentHelp(
      "Open and encrypt keys with the password in this file.", valueName: "file"),
    completion: .file())
  package var passwordFile: String?

  @OptionGroup(title: "App Store Connect")
  package var storeOptions: AppStoreConnectOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    guard (0...3_660).contains(within) else {
      throw ValidationError(
        "--within is \(within), expected 0 to 3660 days", help: "write --within 30")
    }
    if identity != nil, identities != nil {
      throw ValidationError(
        "--identity and --identities are given together",
        help: "use --identities for a folder of several identities")
    }
    if storeOptions.appStoreConnect == nil {
      throw ValidationError(
        "passc cert renew needs --app-store-connect, --key-id and --issuer-id",
        help: "to renew in a browser, run: passc cert request")
    }
  }
}
