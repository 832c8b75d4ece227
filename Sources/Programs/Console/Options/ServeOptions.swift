// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The options of `passc serve`, which `passc` and passc-service share.
package struct ServeOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Serve the passes of this ledger of passc issue; repeatable.",
      valueName: "file"), completion: .file())
  package var ledger: [String] = []

  /// The template for the table and for API rows.
  @Option(
    help: ArgumentHelp(
      "Build passes from this template, for --data and the admin API.",
      valueName: "dir"), completion: .directory)
  package var template: String?

  /// The file with the key that authentication tokens are derived from.
  @Option(
    help: ArgumentHelp(
      "Derive authenticationToken with the key in this file.",
      discussion: "The key is 64 hex digits.",
      valueName: "file"), completion: .file())
  package var tokenKey: String?

  /// The database with devices and registrations, a file or a PostgreSQL address.
  @Option(
    help: ArgumentHelp(
      "Store devices here, a file or a PostgreSQL address.",
      discussion: "passes.sqlite next to the ledger or template by default.",
      valueName: "file"), completion: .file())
  package var database: String?

  /// Seconds to wait at the start for the database.
  @Option(
    help: ArgumentHelp(
      "Wait this long for a database that is locked or missing.",
      valueName: "seconds"))
  package var wait = 0

  /// Whether an older database is upgraded without a copy.
  @Flag(help: "Upgrade an older database without making a copy.")
  package var noCopy = false

  /// The address for phones.
  @Option(
    help: ArgumentHelp(
      "Serve phones at this address; port 0 uses a free one.", valueName: "address:port"))
  package var listen = "127.0.0.1:8080"

  /// The file with the certificate chain of the server.
  @Option(
    help: ArgumentHelp(
      "Use this certificate chain; without it passc serves HTTP.",
      valueName: "file"), completion: .file())
  package var tlsCertificate: String?

  /// The file with the private key of the server.
  @Option(
    help: ArgumentHelp(
      "Use this key for --tls-certificate.", valueName: "file"),
    completion: .file())
  package var tlsKey: String?

  /// Addresses of proxies in front of the service, in CIDR notation.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust X-Forwarded-For from this proxy; repeatable.",
      valueName: "cidr"))
  package var trustedProxy: [String] = []

  /// The address of the admin API.
  @Option(
    help: ArgumentHelp(
      "Serve the admin API at unix:PATH or a local address.",
      discussion: "unix:passc-service.sock next to the database by default.",
      valueName: "place"))
  package var operators: String?

  /// The file with the token of the admin API.
  @Option(
    help: ArgumentHelp(
      "Require the token in this file for the admin API.",
      valueName: "file"), completion: .file())
  package var operatorsTokenFile: String?

  /// The address for health checks and metrics.
  @Option(
    help: ArgumentHelp(
      "Serve /healthz, /readyz and /metrics here without a token.",
      valueName: "address:port"))
  package var probes: String?

  /// Days until device log messages are deleted, 0 for never.
  @Option(
    help: ArgumentHelp(
      "Delete device log messages after this many days; 0 never.",
      valueName: "days"))
  package var keepMessages = 30

  /// Days without a request until a device is deleted, or nil for never.
  @Option(
    help: ArgumentHelp(
      "Delete devices that were silent for this many days.",
      valueName: "days"))
  package var keepDevices: Int?

  /// Days until void API rows are deleted, or nil for never.
  @Option(
    help: ArgumentHelp(
      "Delete void API rows after this many days.",
      valueName: "days"))
  package var keepVoid: Int?

  @Option(
    help: ArgumentHelp(
      "Write log lines in this format.", valueName: "format"))
  package var logFormat = OutputForm.text

  @Flag(help: "Delay pushes that come too often for phones.")
  package var pace = false

  @OptionGroup(title: "Table")
  package var dataOptions: ServedTableOptions

  /// Whether sign-ups are accepted without a token.
  @Flag(
    help: "Accept sign-ups without a token from anyone.")
  package var personalizeWithoutToken = false

  @OptionGroup
  package var linkOptions: LinkOptions

  @OptionGroup(title: "Push service")
  package var pushOptions: PushTargetOptions

  /// The identity that signs passes and authenticates pushes.
  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  package init() {}

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
    guard (0...86_400).contains(wait) else {
      throw ValidationError(
        "--wait is \(wait), expected 0 to 86400 seconds", help: "write --wait 60")
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

/// The table of `passc serve`. It must be a file, because passc reads it again when it changes.
package struct ServedTableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read this table, and read it again when it changes.",
      valueName: "file"), completion: .file(extensions: ["json", "jsonl", "csv", "tsv", "xlsx"]))
  package var data: String?

  @OptionGroup
  package var form: DataFormOptions

  package init() {}

  /// The data options as a value.
  package var names: DataNames { form.names(of: data) }
}
