// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ServeBackupCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database to a file.",
    discussion: """
      The service can keep running. A PostgreSQL database is backed up with pg_dump instead.

      Example:
        passc serve backup passes-backup.sqlite --database passes.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Write the copy to this file.", valueName: "file"), completion: .file())
  package var file: String

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

package struct ServeRestoreCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the database with a backup.",
    discussion: """
      Stop the service first. passc checks the whole backup before it changes anything, and keeps \
      the replaced database under another name. If the restore is interrupted, the old or the \
      restored database is there. Never copy a backup over the database yourself: SQLite would \
      add the changes of the old log to it. A PostgreSQL database is restored with pg_restore.

      Example:
        passc serve restore passes-backup.sqlite --database passes.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Restore this backup, which stays as it is.", valueName: "file"),
    completion: .file())
  package var file: String

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

package struct ServeExportCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all devices and registrations as JSON Lines.",
    discussion: """
      The service can keep running. The file holds push tokens, so only you can read it.

      Example:
        passc serve export devices.jsonl --database passes.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Write to this file; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  package var file: String

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

package struct ServeImportCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read devices and registrations that were exported.",
    discussion: """
      The passes must be in the database: serve them once before. Registrations of unknown passes \
      are reported and left out. With a file as database, stop the service first.

      Example:
        passc serve import devices.jsonl --database other.sqlite
      """)

  @Argument(
    help: ArgumentHelp("Read this file; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  package var file: String

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

package struct ServeForgetCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Delete passes with their registrations and sign-up data.",
    discussion: """
      With a file as database, stop the service first. A pass that is still in the ledger or the \
      table comes back when the service starts.

      Example:
        passc serve forget A-17 --database passes.sqlite
      """)

  @Argument(help: ArgumentHelp("The serial numbers of the passes.", valueName: "serial"))
  package var serials: [String]

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    if serials.isEmpty {
      throw ValidationError(
        "passc serve forget needs a serial number",
        help: "for example: passc serve forget A-17 --database passes.sqlite")
    }
  }
}

package struct ServeLinkCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Print links that bring a pass to a customer, or revoke them.",
    discussion: """
      Each link is good for one pass and for --valid-for days. The service needs the same \
      --link-key and --public-url, and can keep running. With - the serial numbers come from \
      standard input, and the output is CSV for a mail merge.

      Examples:
        passc serve link A-17 --database passes.sqlite --link-key link.key \\
          --public-url https://passes.example.com/gym
        passc serve link --revoke A-17 --database passes.sqlite
      """)

  /// The serial numbers of the passes, or `-` to read one a line from standard input.
  @Argument(
    help: ArgumentHelp(
      "The serial numbers; - reads one a line from standard input.", valueName: "serial"))
  package var serials: [String]

  @OptionGroup
  package var databaseOptions: ServedDatabaseOptions

  /// The public address of the links, and the keys that encrypt them.
  @OptionGroup
  package var linkOptions: LinkOptions

  /// The number of days until the links expire.
  @Option(help: ArgumentHelp("Let the links expire after this many days.", valueName: "days"))
  package var validFor = 30

  @Flag(help: "Revoke all links of these passes that exist.")
  package var revoke = false

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    if serials.isEmpty {
      throw ValidationError(
        "passc serve link needs a serial number, or - for standard input",
        help: "name one, such as passc serve link A-17")
    }
    if !revoke, linkOptions.linkKey == nil {
      throw ValidationError(
        "passc serve link needs --link-key and --public-url",
        help: "add --link-key link.key --public-url https://passes.example.com")
    }
    guard (1...3_660).contains(validFor) else {
      throw ValidationError(
        "--valid-for is \(validFor), expected 1 to 3660 days", help: "write --valid-for 30")
    }
  }
}
