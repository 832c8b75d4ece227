// SPDX-License-Identifier: Apache-2.0

/// Every option and argument of `passc` and its companions, with its kind.
///
/// If an option is given twice, the parser keeps the last value without a message, and it does not
/// know which options are outputs. This table has both facts. A test compares the table with the
/// parser's own list and fails if an option is missing here.
///
/// Each start of a program looks up only a few options. The table is code because dictionaries
/// would be filled with every option of every command at each start.
package enum ArgumentTable {
  /// Returns the kind of an option, or nil if the command has no such option.
  ///
  /// - Parameters:
  ///   - option: the long name, `--output`.
  ///   - command: the words after `passc`, such as `cert request`.
  package static func kind(of option: String, in command: String) -> ArgumentKind? {
    exception(option, in: command) ?? usual(option)
  }

  /// Returns the long name of a short option. Other names are returned unchanged.
  package static func longName(of option: String) -> String {
    switch option {
    case "-o": "--output"
    case "-j": "--jobs"
    case "-q": "--quiet"
    case "-h": "--help"
    default: option
    }
  }

  /// Returns the name that an option of a command has since 0.1.0, or nil if its name did not
  /// change.
  package static func newName(of option: String, in command: String) -> String? {
    switch (command, option) {
    case ("issue", "--name"): "--file-name"
    case ("issue", "--resign"): "--re-sign"
    case ("cert request", "--name"): "--common-name"
    case ("cert example", "--name"): "--organization"
    case ("cert example", "--from"): "--valid-from"
    case ("cert example", "--until"): "--valid-until"
    case ("check", "--limit"): "--archive-limit"
    case ("ledger list", "--state"): "--status"
    case ("nfc tap", "--key"), ("nfc decrypt", "--key"): "--reader-key"
    case ("app check", "--against"): "--template"
    case ("pay check", "--against"): "--request"
    case ("preview", "--against"): "--old"
    default: nil
    }
  }

  /// Returns whether a word begins the names of several commands, as `cert` begins `cert request`.
  package static func isGroup(_ word: String) -> Bool {
    switch word {
    case "app", "cert", "google", "ledger", "nfc", "notify", "pay", "provision", "serve":
      true
    default: false
    }
  }

  /// Returns whether a word is a command or begins one.
  package static func isCommand(_ word: String) -> Bool { isGroup(word) || role(of: word) != nil }

  /// Returns the role of the command's arguments without a name, or nil if there is no such
  /// command.
  package static func role(of command: String) -> ArgumentKind.Role? {
    switch command {
    case "init", "serve backup", "serve export":
      .output
    case "build", "issue", "diff", "inspect", "preview", "resign", "nfc reader-kit",
      "app fragments", "app swift", "google build", "google link", "google report", "google init":
      .template
    case "check", "app check":
      .searched
    case "explain", "schema", "serve", "serve run", "serve forget", "serve link", "push",
      "cert request", "cert example", "nfc keygen",
      "nfc decrypt", "google check", "pay example", "notify swift", "notify example",
      "provision relay",
      "provision swift", "provision example", "ledger list", "ledger show", "ledger export",
      "ledger verify", "ledger relocate", "rules":
      // `.none` alone would be nil of the optional return type.
      ArgumentKind.Role.none
    case "serve import", "rehearse", "group", "cert import", "cert doctor", "nfc key", "nfc tap",
      "nfc phone",
      "pay check", "pay swift", "pay js", "notify check", "notify route", "provision check",
      "ledger merge", "ledger import":
      .input
    default: nil
    }
  }

  /// The kind of an option unless `exception` has another one for the command.
  private static func usual(_ option: String) -> ArgumentKind? {
    text(option) ?? file(option) ?? (isFlag(option) ? .flag : nil)
  }

  private static func isFlag(_ option: String) -> Bool {
    switch option {
    case "--help", "--version", "--quiet", "--strict", "--notes", "--nfc", "--no-nfc", "--derived",
      "--re-sign", "--trust-ledger", "--overwrite", "--durable", "--dry-run", "--drawn",
      "--statistics", "--all", "--dark", "--contact-sheet", "--watch", "--open", "--findings-only",
      "--pace", "--personalize-without-token", "--revoke", "--push-background", "--force",
      "--live", "--personalize", "--no-personalize", "--encrypt", "--one", "--trace", "--ui",
      "--show-ids", "--accept-changes", "--sdk", "--default-app", "--suppress-passes",
      "--extension", "--with-tokens", "--runs", "--no-excerpt", "--fat", "--skinny":
      true
    default: false
    }
  }

  /// Options whose value does not name a file.
  private static func text(_ option: String) -> ArgumentKind? {
    switch option {
    case "--style", "--data-format", "--delimiter", "--encoding", "--sheet", "--sample",
      "--in-flight",
      "--sign-timeout", "--emit", "--first", "--shard", "--file-name", "--fan-out", "--group-by",
      "--max-rejects", "--on-error", "--jobs", "--progress", "--format", "--ios", "--reader",
      "--as-of", "--limit-per-code", "--limit", "--side", "--scale", "--width", "--language",
      "--locale",
      "--time-zone", "--state", "--status", "--fonts", "--text", "--listen", "--operators",
      "--probes",
      "--keep-messages", "--keep-devices", "--keep-void", "--log-format", "--public-url",
      "--valid-for", "--push", "--push-key-id", "--topic", "--push-listen", "--push-wait",
      "--devices", "--pass-type", "--team", "--email", "--min-days", "--common-name",
      "--organization", "--valid-from",
      "--valid-until", "--p12",
      "--mode", "--present", "--attempts", "--vpcd", "--max-age", "--api", "--kind",
      "--apple-pay-version", "--merchant", "--to", "--card", "--cardholder", "--fault", "--usage",
      "--run", "--since", "--color", "--date-order", "--background", "--google-issuer",
      "--image-base":
      .single
    case "--archive-limit", "--set", "--only", "--new-holder", "--deny", "--allow", "--exclude",
      "--trusted-proxy",
      "--serial", "--column", "--header", "--aid", "--hce-prefix", "--for", "--url":
      .repeated
    // Tokens, and commands and addresses that can contain a password.
    case "--sign-with", "--change", "--at", "--mobile-token":
      .secret
    default: nil
    }
  }

  /// Options whose value names a file or folder.
  private static func file(_ option: String) -> ArgumentKind? {
    switch option {
    case "--from", "--data", "--identity", "--certificate", "--key", "--wwdr", "--password-file",
      "--token-key", "--nfc-key", "--baseline", "--ledger", "--tls-certificate", "--tls-key",
      "--operators-token-file", "--link-key", "--push-trust", "--push-key", "--device-token-file",
      "--public-key", "--pass", "--answer", "--profile", "--request", "--google-account":
      .single(.input)
    case "--index", "--outcomes", "--rejects", "--write-baseline", "--depfile", "--pictures":
      .single(.text)
    case "--output", "--into", "--authority": .single(.output)
    case "--files": .single(.pictures)
    case "--push-ca-out": .single(.certificate)
    case "--report": .repeated(.report)
    case "--timeline": .repeated(.text)
    case "--trust", "--payments", "--join", "--reader-key": .repeated(.input)
    case "--template", "--old": .single(.template)
    // The address of a server can contain a password.
    case "--database": .single(.database, isSecret: true)
    default: nil
    }
  }

  /// Options whose kind depends on the command.
  private static func exception(_ option: String, in command: String) -> ArgumentKind? {
    switch (command, option) {
    case ("issue", "--ledger"), ("ledger import", "--ledger"), ("ledger relocate", "--ledger"):
      .single(.database)
    case ("serve", "--ledger"), ("serve run", "--ledger"), ("ledger import", "--outcomes"):
      .repeated(.input)
    case ("nfc tap", "--pass-type"), ("nfc decrypt", "--pass-type"),
      ("nfc reader-kit", "--pass-type"), ("app fragments", "--pass-type"),
      ("app swift", "--pass-type"), ("app check", "--merchant"), ("app fragments", "--merchant"):
      .repeated
    case ("app check", "--template"): .repeated(.template)
    case ("ledger export", "--output"), ("pay js", "--output"), ("pay example", "--output"):
      .single(.text)
    // `ledger merge` makes a new database. The command itself rejects a file that exists.
    case ("ledger merge", "--output"): .single(.database)
    default: nil
    }
  }
}
