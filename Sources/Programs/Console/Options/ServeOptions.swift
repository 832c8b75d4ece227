// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// What `passc serve` is asked for: declared once, for `passc`, which knows its help and starts
/// the program that serves, and for that program.
package struct ServeOptions: ParsableArguments {
  /// How log lines are written.
  package enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
  }

  /// What is to be done with the database in place of serving it.
  @Argument(
    help: ArgumentHelp(
      "In place of serving: backup FILE, export FILE, import FILE, forget SERIAL... or link SERIAL...",
      valueName: "task"))
  package var task: [String] = []

  /// The ledgers of the passes.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A ledger of passc issue: its passes are served, and followed while it grows.",
      valueName: "file"), completion: .file())
  package var ledger: [String] = []

  /// The template of the table, and of rows that are put.
  @Option(
    help: ArgumentHelp(
      "A template: rows of --data, and those put at the operators' listener, become passes.",
      valueName: "dir"), completion: .directory)
  package var template: String?

  /// What tokens are derived from.
  @Option(
    help: ArgumentHelp(
      "Derive authenticationToken with this key, 64 hex digits in a file; for --template.",
      valueName: "file"), completion: .file())
  package var tokenKey: String?

  /// Where devices and registrations are kept.
  @Option(
    help: ArgumentHelp(
      "Where devices and registrations are kept; passes.sqlite beside ledger or template.",
      discussion: "A file of SQLite, or postgres://USER@HOST/DATABASE for several instances.",
      valueName: "file"), completion: .file())
  package var database: String?

  /// Where devices are answered.
  @Option(
    help: ArgumentHelp(
      "Where devices are answered; port 0 takes a free one.", valueName: "address:port"))
  package var listen = "127.0.0.1:8080"

  /// The certificate chain of the server.
  @Option(
    help: ArgumentHelp(
      "The server's certificate chain, PEM; without it, plain HTTP behind a proxy.",
      valueName: "file"), completion: .file())
  package var tlsCertificate: String?

  /// The key of the server's certificate.
  @Option(
    help: ArgumentHelp("The key of the server's certificate, PEM.", valueName: "file"),
    completion: .file())
  package var tlsKey: String?

  /// The proxies in front of the service.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A proxy, as an address or 10.0.0.0/8: who it says a request is from counts for limits.",
      discussion: "It writes X-Forwarded-For, which is ignored from everybody else.",
      valueName: "cidr"))
  package var trustedProxy: [String] = []

  /// Where operators are answered.
  @Option(
    help: ArgumentHelp(
      "Where operators are answered: unix:PATH, or an address of this machine with a port.",
      discussion: "unix:passc-service.sock beside the database by default.",
      valueName: "place"))
  package var operators: String?

  /// The token of operators.
  @Option(
    help: ArgumentHelp(
      "A file with the token operators give where they are not answered at a socket.",
      valueName: "file"), completion: .file())
  package var operatorsTokenFile: String?

  /// Where probes are answered.
  @Option(
    help: ArgumentHelp(
      "Where /healthz, /readyz and /metrics are answered without a token.",
      valueName: "address:port"))
  package var probes: String?

  /// How long messages of phones are kept.
  @Option(
    help: ArgumentHelp(
      "Forget messages of phones that did not come again for so long; 0 keeps them.",
      valueName: "days"))
  package var keepMessages = 30

  /// How long devices are kept.
  @Option(
    help: ArgumentHelp(
      "Forget devices that neither registered nor asked for so long; for ever by default.",
      discussion: "Phones ask about once a day. Days on which the service was down do not count.",
      valueName: "days"))
  package var keepDevices: Int?

  /// How long void passes are kept.
  @Option(
    help: ArgumentHelp(
      "Forget passes of rows that were put so long after they became void; never by default.",
      valueName: "days"))
  package var keepVoid: Int?

  /// How log lines are written.
  @Option(help: ArgumentHelp("Log lines as text or json.", valueName: "format"))
  package var logFormat = LogFormat.text

  /// Whether pushes are held back.
  @Flag(help: "Hold pushes back that come so often that phones would put updates off.")
  package var pace = false

  /// The table of the template.
  @OptionGroup(title: "Table")
  package var dataOptions: ServedTableOptions

  /// Whether sign-ups are taken without a token.
  @Flag(
    help: "Take sign-ups of phones that send no Authorization: whoever knows a serial can sign up.")
  package var personalizeWithoutToken = false

  /// The address links begin with.
  @Option(
    help: ArgumentHelp(
      "The address of this service as phones and browsers reach it, for links.", valueName: "url"))
  package var publicUrl: String?

  /// The keys of links.
  @Option(
    help: ArgumentHelp(
      "Seal links with the first key of this file, 64 hex digits a line; read them with any.",
      valueName: "file"), completion: .file())
  package var linkKey: String?

  /// How long links are good for.
  @Option(help: ArgumentHelp("How many days new links can be used.", valueName: "days"))
  package var validFor = 30

  /// Whether links are taken back.
  @Flag(help: "With link: take back every link of these passes that was made so far.")
  package var revoke = false

  /// Where pushes go, and as whom.
  @OptionGroup(title: "Push service")
  package var pushOptions: PushTargetOptions

  /// The pass identity, for rows and pushes.
  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  /// Options that ask for nothing.
  package init() {}

  /// Refuses what cannot be served.
  package func validate() throws {
    if (tlsCertificate == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-certificate and --tls-key go together")
    }
    if (template == nil) != (tokenKey == nil) {
      throw ValidationError("--template and --token-key go together")
    }
    let isLinking = task.first == "link"
    if (publicUrl == nil) != (linkKey == nil) {
      throw ValidationError("--public-url and --link-key go together")
    }
    if revoke, !isLinking { throw ValidationError("--revoke goes with link") }
    if isLinking, !revoke, linkKey == nil {
      throw ValidationError("link wants --link-key and --public-url")
    }
    guard (0...36_600).contains(keepMessages) else {
      throw ValidationError("--keep-messages wants 0 to 36600 days")
    }
    if let keepDevices, !(30...36_600).contains(keepDevices) {
      throw ValidationError(
        "--keep-devices wants 30 to 36600 days: a phone that is forgotten gets no updates any more")
    }
    if let keepVoid, !(1...36_600).contains(keepVoid) {
      throw ValidationError("--keep-void wants 1 to 36600 days")
    }
    guard (1...3_660).contains(validFor) else {
      throw ValidationError("--valid-for wants 1 to 3660 days")
    }
    if pace, pushOptions.push ?? "none" == "none" {
      throw ValidationError("--pace holds pushes back, and goes with --push")
    }
    if operatorsTokenFile != nil, operators?.hasPrefix("unix:") ?? true {
      throw ValidationError(
        "--operators-token-file goes with --operators ADDRESS:PORT: a socket asks for no token")
    }
    if personalizeWithoutToken, template == nil {
      throw ValidationError("--personalize-without-token goes with --template and --token-key")
    }
    if dataOptions.data != nil, template == nil {
      throw ValidationError("--data goes with --template and --token-key")
    }
    if dataOptions.data == "-" {
      throw ValidationError("--data wants a file, which is followed while the service runs")
    }
    if dataOptions.data == nil, dataOptions.names != DataNames() {
      throw ValidationError("the options of a table go with --data")
    }
  }
}

/// The table of `passc serve`: a file, which is followed, and no stream.
package struct ServedTableOptions: ParsableArguments {
  /// The data file of `--data`.
  @Option(
    help: ArgumentHelp(
      "The table, .csv, .tsv, .jsonl or .json: a file, which is followed while the service runs.",
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

/// What `passc serve` says of itself in `--help`, whichever program is asked.
package enum ServeHelp {
  /// One line.
  package static let abstract = "Serve passes and their updates to phones."
  /// What it does, with examples.
  package static let discussion = """
    Answers the web service of passes: phones register, ask what has changed, and fetch it. The \
    passes of a ledger are taken over as passc issue writes them. With a template, those of a table \
    are made when a phone asks, and the table is followed; rows that are put at the operators' \
    listener become passes too. With --push each phone is told of changes. One line with the \
    addresses is printed when it is ready; SIGTERM lets calls end and stops it, SIGHUP has it read \
    certificates and keys again.

    Examples:
      passc serve --ledger gym.ledger --identity my-identity --push apns
      passc serve --template gym.pass --data members.csv --token-key token.key \
    --identity my-identity
      passc serve backup passes-backup.sqlite --database passes.sqlite
      passc serve export devices.jsonl --database passes.sqlite
      passc serve link A-17 --database passes.sqlite --link-key link.key \
    --public-url https://passes.example.com/gym
      passc serve --ledger gym.ledger --database postgres://passes@db.example.com/passes
      passc serve --ledger gym.ledger --listen 0.0.0.0:8443 --tls-certificate chain.pem \
    --tls-key key.pem

    The program passc-service serves; it lies beside passc or in libexec/passc.
    """
}
