// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// What `passc serve` is asked for: declared once, for `passc`, which knows its help and starts
/// the program that serves, and for that program.
package struct ServeOptions: ParsableArguments {
  /// The ledgers of the passes.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Serve the passes of this ledger of passc issue; repeatable.",
      valueName: "file"), completion: .file())
  package var ledger: [String] = []

  /// The template of the table, and of rows that are put.
  @Option(
    help: ArgumentHelp(
      "Build passes from this template, for --data and the admin API.",
      valueName: "dir"), completion: .directory)
  package var template: String?

  /// What tokens are derived from.
  @Option(
    help: ArgumentHelp(
      "Derive authenticationToken with the key in this file.",
      discussion: "The key is 64 hex digits.",
      valueName: "file"), completion: .file())
  package var tokenKey: String?

  /// Where devices and registrations are kept.
  @Option(
    help: ArgumentHelp(
      "Store devices here, a file or a PostgreSQL address.",
      discussion: "passes.sqlite next to the ledger or template by default.",
      valueName: "file"), completion: .file())
  package var database: String?

  /// Where devices are answered.
  @Option(
    help: ArgumentHelp(
      "Serve phones at this address; port 0 uses a free one.", valueName: "address:port"))
  package var listen = "127.0.0.1:8080"

  /// The certificate chain of the server.
  @Option(
    help: ArgumentHelp(
      "Use this certificate chain; without it passc serves HTTP.",
      valueName: "file"), completion: .file())
  package var tlsCertificate: String?

  /// The key of the server's certificate.
  @Option(
    help: ArgumentHelp(
      "Use this key for --tls-certificate.", valueName: "file"),
    completion: .file())
  package var tlsKey: String?

  /// The proxies in front of the service.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust X-Forwarded-For from this proxy; repeatable.",
      valueName: "cidr"))
  package var trustedProxy: [String] = []

  /// Where operators are answered.
  @Option(
    help: ArgumentHelp(
      "Serve the admin API at unix:PATH or a local address.",
      discussion: "unix:passc-service.sock next to the database by default.",
      valueName: "place"))
  package var operators: String?

  /// The token of operators.
  @Option(
    help: ArgumentHelp(
      "Require the token in this file for the admin API.",
      valueName: "file"), completion: .file())
  package var operatorsTokenFile: String?

  /// Where probes are answered.
  @Option(
    help: ArgumentHelp(
      "Serve /healthz, /readyz and /metrics here without a token.",
      valueName: "address:port"))
  package var probes: String?

  /// How long messages of phones are kept.
  @Option(
    help: ArgumentHelp(
      "Delete device log messages after this many days; 0 never.",
      valueName: "days"))
  package var keepMessages = 30

  /// How long devices are kept.
  @Option(
    help: ArgumentHelp(
      "Delete devices that were silent for this many days.",
      valueName: "days"))
  package var keepDevices: Int?

  /// How long void passes are kept.
  @Option(
    help: ArgumentHelp(
      "Delete void API rows after this many days.",
      valueName: "days"))
  package var keepVoid: Int?

  /// How log lines are written.
  @Option(
    help: ArgumentHelp(
      "Write log lines in this format.", valueName: "format"))
  package var logFormat = OutputForm.text

  /// Whether pushes are held back.
  @Flag(help: "Delay pushes that come too often for phones.")
  package var pace = false

  /// The table of the template.
  @OptionGroup(title: "Table")
  package var dataOptions: ServedTableOptions

  /// Whether sign-ups are taken without a token.
  @Flag(
    help: "Accept sign-ups without a token from anyone.")
  package var personalizeWithoutToken = false

  /// The address and the keys of links.
  @OptionGroup
  package var linkOptions: LinkOptions

  /// Where pushes go, and as whom.
  @OptionGroup(title: "Push service")
  package var pushOptions: PushTargetOptions

  /// The pass identity, for rows and pushes.
  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  /// Options that ask for nothing.
  package init() {}

  /// Rejects what cannot be served.
  package func validate() throws {
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw ValidationError(
        "--tls-certificate and --tls-key go together",
        help: "write --tls-certificate server.pem --tls-key server.key")
    }
    if (template == nil) != (tokenKey == nil) {
      throw ValidationError(
        "--template and --token-key go together", help: "add --token-key token.key")
    }
    guard (0...36_600).contains(keepMessages) else {
      throw ValidationError(
        "--keep-messages is \(keepMessages), expected 0 to 36600 days",
        help: "write --keep-messages 30")
    }
    if let keepDevices, !(30...36_600).contains(keepDevices) {
      throw ValidationError(
        "--keep-devices is \(keepDevices), expected 30 to 36600 days",
        help: "write --keep-devices 365; deleted phones get no updates")
    }
    if let keepVoid, !(1...36_600).contains(keepVoid) {
      throw ValidationError(
        "--keep-void is \(keepVoid), expected 1 to 36600 days", help: "write --keep-void 30")
    }
    if pace, pushOptions.push ?? "none" == "none" {
      throw ValidationError("--pace delays pushes and needs --push", help: "add --push apns")
    }
    if operatorsTokenFile != nil, operators?.hasPrefix("unix:") ?? true {
      throw ValidationError(
        "--operators-token-file needs --operators ADDRESS:PORT, since a socket has no token",
        help: "add --operators 127.0.0.1:9090")
    }
    if personalizeWithoutToken, template == nil {
      throw ValidationError(
        "--personalize-without-token needs --template and --token-key",
        help: "add --template gym.pass --token-key token.key")
    }
    if dataOptions.data != nil, template == nil {
      throw ValidationError(
        "--data needs --template and --token-key",
        help: "add --template gym.pass --token-key token.key")
    }
    if dataOptions.data == "-" {
      throw ValidationError(
        "--data needs a file, which passc reads again when it changes",
        help: "write --data members.csv")
    }
    if dataOptions.data == nil, dataOptions.names != DataNames() {
      throw ValidationError("the options of a table need --data", help: "add --data members.csv")
    }
  }
}

/// The table of `passc serve`: a file, which is followed, and no stream.
package struct ServedTableOptions: ParsableArguments {
  /// The data file of `--data`.
  @Option(
    help: ArgumentHelp(
      "Read this table, and read it again when it changes.",
      valueName: "file"), completion: .file(extensions: ["json", "jsonl", "csv", "tsv"]))
  package var data: String?

  /// How the table is to be read.
  @OptionGroup
  package var form: DataFormOptions

  /// Options that name nothing.
  package init() {}

  /// What was named.
  package var names: DataNames { form.names(of: data) }
}
