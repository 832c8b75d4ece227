// SPDX-License-Identifier: Apache-2.0

/// Every option and argument of passc, passc-preview and passc-service, with what it takes.
///
/// The parser keeps the last of two values without a message and knows no outputs. A test compares
/// this table with the parser's own list and fails at an option that is missing here.
package enum ArgumentTable {
  /// What an option of a command takes; nil for an unknown one.
  ///
  /// - Parameters:
  ///   - option: the long name, `--output`.
  ///   - command: the words after `passc`, such as `cert request`.
  package static func kind(of option: String, in command: String) -> ArgumentKind? {
    exceptions[command]?[option] ?? usual[option]
  }

  /// The long name of a short option.
  package static func longName(of option: String) -> String {
    switch option {
    case "-o": "--output"
    case "-h": "--help"
    default: option
    }
  }

  /// What the arguments without a name are; the last role is that of all further ones. nil for a
  /// word that is not a command.
  package static func roles(of command: String, _ words: [String]) -> [ArgumentKind.Role]? {
    // What follows the task of passc serve depends on it.
    guard command == "serve", let task = words.first else { return positional[command] }
    switch task {
    case "backup", "export": return [.none, .output]
    case "import": return [.none, .input]
    default: return [.none]
    }
  }

  private static let positional: [String: [ArgumentKind.Role]] = [
    "init": [.output], "build": [.template], "issue": [.template], "check": [.searched],
    "explain": [.none], "diff": [.template], "schema": [.none], "inspect": [.template],
    "preview": [.template], "serve": [.none], "push": [.none], "rehearse": [.input],
    "resign": [.template], "group": [.input],
    "cert request": [.none], "cert import": [.input], "cert doctor": [.input],
    "cert example": [.none],
    "nfc keygen": [.none], "nfc key": [.input], "nfc tap": [.input], "nfc phone": [.input],
    "nfc decrypt": [.none], "nfc reader-kit": [.template],
    "pay check": [.input], "pay swift": [.input], "pay js": [.input], "pay example": [.none],
    "notify check": [.input], "notify route": [.input], "notify swift": [.none],
    "notify example": [.none],
    "provision check": [.input], "provision relay": [.none], "provision swift": [.none],
    "provision example": [.none],
    "app check": [.searched], "app fragments": [.template], "app swift": [.template],
    "ledger list": [.none], "ledger show": [.none], "ledger export": [.none],
    "ledger verify": [.none], "ledger merge": [.input], "ledger import": [.input],
    "ledger relocate": [.none], "rules": [.none],
  ]

  /// What options take wherever `exceptions` has nothing else.
  private static let usual: [String: ArgumentKind] = {
    var kinds: [String: ArgumentKind] = [:]
    for name in flags { kinds[name] = .flag }
    for name in words { kinds[name] = .single }
    for name in inputs { kinds[name] = .single(.input) }
    for name in repeatedWords { kinds[name] = .repeated }
    for name in secrets { kinds[name] = .secret }
    for name in texts { kinds[name] = .single(.text) }
    kinds["--files"] = .single(.pictures)
    kinds["--output"] = .single(.output)
    kinds["--into"] = .single(.output)
    kinds["--authority"] = .single(.output)
    kinds["--push-ca-out"] = .single(.certificate)
    kinds["--report"] = .repeated(.report)
    kinds["--timeline"] = .repeated(.text)
    kinds["--trust"] = .repeated(.input)
    kinds["--payments"] = .repeated(.input)
    kinds["--join"] = .repeated(.input)
    kinds["--template"] = .single(.template)
    kinds["--against"] = .single(.template)
    // The address of a server can hold a password.
    kinds["--database"] = .single(.database, isSecret: true)
    return kinds
  }()

  private static let flags = [
    "--help", "--version", "--strict", "--notes", "--nfc", "--no-nfc", "--derived", "--resign",
    "--trust-ledger", "--overwrite", "--durable", "--dry-run", "--drawn", "--statistics", "--all",
    "--dark", "--sheet", "--watch", "--open", "--findings-only", "--pace",
    "--personalize-without-token", "--revoke", "--push-background", "--force", "--live",
    "--personalize", "--no-personalize", "--encrypt", "--one", "--trace", "--ui", "--show-ids",
    "--accept-changes",
    "--sdk", "--default-app", "--suppress-passes", "--extension", "--with-tokens", "--runs",
  ]

  private static let words = [
    "--style", "--data-format", "--delimiter", "--encoding", "--sample", "--in-flight",
    "--sign-timeout", "--emit", "--first", "--shard", "--name", "--fan-out", "--group-by",
    "--max-rejects", "--on-error", "--jobs", "--progress", "--format", "--ios", "--as-of",
    "--limit-per-code", "--limit", "--side", "--scale", "--width", "--language", "--locale",
    "--time-zone", "--state", "--fonts", "--text", "--listen", "--operators", "--probes",
    "--keep-messages", "--keep-devices", "--keep-void", "--log-format", "--public-url",
    "--valid-for", "--push", "--push-key-id", "--topic", "--push-listen", "--push-wait",
    "--devices", "--pass-type", "--team", "--email", "--min-days", "--from", "--until", "--p12",
    "--mode", "--present", "--attempts", "--vpcd", "--max-age", "--api", "--kind",
    "--apple-pay-version", "--merchant", "--to", "--card", "--cardholder", "--fault",
    "--usage", "--run", "--since",
  ]

  private static let inputs = [
    "--data", "--identity", "--certificate", "--key", "--wwdr", "--password-file", "--token-key",
    "--nfc-key", "--baseline", "--ledger", "--tls-certificate", "--tls-key",
    "--operators-token-file", "--link-key", "--push-trust", "--push-key", "--device-token-file",
    "--public-key", "--pass", "--answer", "--profile",
  ]

  private static let repeatedWords = [
    "--set", "--only", "--new-holder", "--deny", "--allow", "--exclude", "--trusted-proxy",
    "--serial", "--header", "--aid", "--hce-prefix", "--for", "--url",
  ]

  /// Commands and addresses that can hold a password, and tokens.
  private static let secrets = ["--sign-with", "--change", "--at", "--mobile-token"]

  private static let texts = [
    "--index", "--outcomes", "--rejects", "--write-baseline", "--depfile", "--pictures",
  ]

  /// Options that take something else in some commands.
  private static let exceptions: [String: [String: ArgumentKind]] = [
    "issue": ["--ledger": .single(.database)],
    "check": ["--limit": .repeated],
    "serve": ["--ledger": .repeated(.input)],
    "nfc tap": ["--key": .repeated(.input), "--pass-type": .repeated],
    "nfc decrypt": ["--key": .repeated(.input), "--pass-type": .repeated],
    "nfc reader-kit": ["--pass-type": .repeated],
    "app check": ["--against": .repeated(.template), "--merchant": .repeated],
    "app fragments": ["--merchant": .repeated, "--pass-type": .repeated],
    "app swift": ["--pass-type": .repeated],
    "ledger export": ["--output": .single(.text)],
    // It is made new: the command itself rejects a file that exists.
    "ledger merge": ["--output": .single(.database)],
    "ledger import": ["--ledger": .single(.database), "--outcomes": .repeated(.input)],
    "ledger relocate": ["--ledger": .single(.database)],
    "pay js": ["--output": .single(.text)],
    "pay example": ["--output": .single(.text)],
  ]
}
